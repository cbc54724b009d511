"""Processes say which migrations they know."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
works_with = "0016"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("processes", sa.Column("revision", sa.String(length=20), nullable=True))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("processes", "revision")
