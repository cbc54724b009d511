"""How reliable whoever joins an open challenge is to be."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("matches", sa.Column("least_reliability", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("matches", "least_reliability")
