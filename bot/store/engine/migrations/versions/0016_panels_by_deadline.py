"""The running matches of a server are found in the order in which its panel lists them."""

from collections.abc import Sequence

from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_BEFORE, _NOW = ["server_id", "state"], ["server_id", "state", "deadline"]


def upgrade() -> None:
    """Apply the change."""
    op.create_index(op.f("ix_matches_server_id_state_deadline"), "matches", _NOW)
    op.drop_index(op.f("ix_matches_server_id_state"), "matches")


def downgrade() -> None:
    """Take the change back."""
    op.create_index(op.f("ix_matches_server_id_state"), "matches", _BEFORE)
    op.drop_index(op.f("ix_matches_server_id_state_deadline"), "matches")
