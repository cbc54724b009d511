"""Weeks in review, and where a server wants them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0033"
down_revision: str | None = "0032"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "weekly_reviews",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("week", sa.String(length=10), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("server_id", "week", name=op.f("pk_weekly_reviews")),
    )
    op.create_index(op.f("ix_weekly_reviews_due_at"), "weekly_reviews", ["due_at"], unique=False)
    op.add_column("servers", sa.Column("review_channel_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("servers", "review_channel_id")
    op.drop_table("weekly_reviews")
