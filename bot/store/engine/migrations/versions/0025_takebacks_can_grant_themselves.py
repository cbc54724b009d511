"""Takebacks can grant themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
works_with = "0023"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("matches", sa.Column("grants_takebacks", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("matches", "grants_takebacks")
