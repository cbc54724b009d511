"""Reminders can be several."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
works_with = "0021"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("preferences", sa.Column("reminders", sa.String(length=20), server_default="once", nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("preferences", "reminders")
