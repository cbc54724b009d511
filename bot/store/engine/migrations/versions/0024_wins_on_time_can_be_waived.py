"""Wins on time can be waived."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
works_with = "0023"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("preferences", sa.Column("timeouts", sa.String(length=20), server_default="claimed", nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("preferences", "timeouts")
