"""Matches have banks."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("competitions", sa.Column("bank", sa.Integer(), nullable=True))
    op.add_column("competitions", sa.Column("increment", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("matches", sa.Column("bank", sa.Integer(), nullable=True))
    op.add_column("matches", sa.Column("increment", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("matches", sa.Column("clock_bank", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("banks", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("matches", "banks")
    op.drop_column("matches", "clock_bank")
    op.drop_column("matches", "increment")
    op.drop_column("matches", "bank")
    op.drop_column("competitions", "increment")
    op.drop_column("competitions", "bank")
