"""Sessions inside Discord."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("page_sessions", sa.Column("match_id", sa.BigInteger(), nullable=True))
    op.add_column("page_sessions", sa.Column("is_in_discord", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("page_sessions", "is_in_discord")
    op.drop_column("page_sessions", "match_id")
