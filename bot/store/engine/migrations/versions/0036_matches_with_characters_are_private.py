"""Matches with characters may be private."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("servers", sa.Column("shows_solitary", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("servers", "shows_solitary")
