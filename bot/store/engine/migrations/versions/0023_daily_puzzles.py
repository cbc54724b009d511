"""Puzzles of the day, and where a server wants them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "daily_puzzles",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("server_id", "day", name=op.f("pk_daily_puzzles")),
    )
    with op.batch_alter_table("daily_puzzles", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_daily_puzzles_due_at"), ["due_at"], unique=False)
    op.add_column("servers", sa.Column("puzzle_channel_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("servers", schema=None) as batch_op:
        batch_op.drop_column("puzzle_channel_id")
    with op.batch_alter_table("daily_puzzles", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_daily_puzzles_due_at"))
    op.drop_table("daily_puzzles")
