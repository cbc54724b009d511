"""The matches in one state are found in the order of their numbers, from any of them on."""

from collections.abc import Sequence

from alembic import op

revision: str = "0034"
down_revision: str | None = "0033"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_index(op.f("ix_matches_state_id"), "matches", ["state", "id"])
    op.drop_index(op.f("ix_matches_state"), "matches")


def downgrade() -> None:
    """Take the change back."""
    op.create_index(op.f("ix_matches_state"), "matches", ["state"])
    op.drop_index(op.f("ix_matches_state_id"), "matches")
