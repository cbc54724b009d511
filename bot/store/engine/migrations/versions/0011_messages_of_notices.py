"""Where each notice was sent, so that what is withdrawn at once can be taken back."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("notices", sa.Column("messages", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.drop_column("messages")
