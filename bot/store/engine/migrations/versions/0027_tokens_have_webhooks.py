"""Tokens have webhooks."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
works_with = "0023"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("tokens", sa.Column("webhook_address", sa.String(length=500), nullable=True))
    op.add_column("tokens", sa.Column("webhook_failures", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("tokens", sa.Column("webhook_status", sa.Integer(), nullable=True))
    op.add_column("tokens", sa.Column("webhook_rests_until", sa.BigInteger(), nullable=True))
    op.add_column("tokens", sa.Column("webhook_stopped_at", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("tokens", "webhook_stopped_at")
    op.drop_column("tokens", "webhook_rests_until")
    op.drop_column("tokens", "webhook_status")
    op.drop_column("tokens", "webhook_failures")
    op.drop_column("tokens", "webhook_address")
