"""Pairs of matches with the seats swapped."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0022"
down_revision: str | None = "0021"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("matches", sa.Column("both_sides", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("matches", sa.Column("twin_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("matches", "twin_id")
    op.drop_column("matches", "both_sides")
