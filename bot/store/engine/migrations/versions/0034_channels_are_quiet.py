"""Boards that a match has left behind shrink to a line, unless a server keeps them."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("servers", sa.Column("keeps_boards", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("servers", "keeps_boards")
