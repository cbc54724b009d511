"""People choose how boards look to them on the page."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("preferences", sa.Column("theme", sa.String(length=20), server_default=sa.text("''"), nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("preferences", "theme")
