"""Characters who take seats over: who plays on, why the player has left, and until when it is asked."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0021"
down_revision: str | None = "0020"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("offers", sa.Column("character", sa.Integer(), nullable=True))
    op.add_column("offers", sa.Column("cause", sa.String(20), nullable=True))
    op.add_column("offers", sa.Column("due_at", sa.BigInteger(), nullable=True))
    is_known = sa.text("due_at IS NOT NULL")
    op.create_index("ix_offers_due_at", "offers", ["due_at"], sqlite_where=is_known, postgresql_where=is_known)


def downgrade() -> None:
    """Take the change back."""
    op.drop_index("ix_offers_due_at", table_name="offers")
    for column in ("due_at", "cause", "character"):
        op.drop_column("offers", column)
