"""Events in rounds: how many there are, and byes."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("competitions", sa.Column("rounds", sa.Integer(), nullable=True))
    with op.batch_alter_table("fixtures", schema=None) as batch_op:
        batch_op.alter_column("second_id", existing_type=sa.BigInteger(), nullable=True)


def downgrade() -> None:
    """Take the change back."""
    op.execute("DELETE FROM fixtures WHERE second_id IS NULL")
    with op.batch_alter_table("fixtures", schema=None) as batch_op:
        batch_op.alter_column("second_id", existing_type=sa.BigInteger(), nullable=False)
    op.drop_column("competitions", "rounds")
