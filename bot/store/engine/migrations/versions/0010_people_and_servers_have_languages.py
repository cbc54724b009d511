"""People and servers have languages."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_COLUMNS = (("preferences", "language"), ("preferences", "discord_language"), ("servers", "language"))


def upgrade() -> None:
    """Apply the change."""
    for table, column in _COLUMNS:
        op.add_column(table, sa.Column(column, sa.String(20), server_default=sa.text("''"), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    for table, column in reversed(_COLUMNS):
        op.drop_column(table, column)
