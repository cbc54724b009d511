"""Followers are told of moves, too."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("follows", sa.Column("seen_ply", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("follows", "seen_ply")
