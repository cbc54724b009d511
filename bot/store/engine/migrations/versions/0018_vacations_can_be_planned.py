"""Vacations can be planned."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
works_with = "0016"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("vacations", sa.Column("is_planned", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("vacations", "is_planned")
