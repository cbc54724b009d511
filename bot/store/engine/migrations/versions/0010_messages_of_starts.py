"""The message with which a match of a game with chance begins, whose number is mixed into its dice.

Matches that began before have none: into their dice the numbers in `joined_by` are mixed.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.add_column("matches", sa.Column("start_message_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("matches", "start_message_id")
