"""Who thinks about the move of a character, and until when nobody else need."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("matches", sa.Column("thinking_revision", sa.Integer(), nullable=True))
    op.add_column("matches", sa.Column("thinking_until", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    # A table that others refer to cannot be rebuilt, as SQLite's batches would.
    op.drop_column("matches", "thinking_until")
    op.drop_column("matches", "thinking_revision")
