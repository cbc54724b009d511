"""People have user names, which tell those with the same name apart."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("people", sa.Column("user_name", sa.String(32), server_default=sa.text("''"), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("people", "user_name")
