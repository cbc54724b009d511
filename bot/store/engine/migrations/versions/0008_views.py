"""From which side somebody sees boards that are shown to them alone."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("preferences", sa.Column("view", sa.String(length=20), server_default="usual", nullable=False))


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("preferences", schema=None) as batch_op:
        batch_op.drop_column("view")
