"""People confirm moves."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("preferences", sa.Column("confirming", sa.String(length=20), server_default="final", nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("preferences", "confirming")
