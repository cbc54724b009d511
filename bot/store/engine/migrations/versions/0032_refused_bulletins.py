"""How often the channel of a message about a competition was closed, so that it is not tried for ever."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0032"
down_revision: str | None = "0031"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("bulletins", sa.Column("refused", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("bulletins", "refused")
