"""Whether players may ask for hints in a match, and who has."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("matches", sa.Column("has_hints", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("matches", sa.Column("hinted", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("matches", "hinted")
    op.drop_column("matches", "has_hints")
