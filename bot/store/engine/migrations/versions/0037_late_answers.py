"""Challenges that wait for an answer are found by when that was due, without those that got one."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0037"
down_revision: str | None = "0036"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KNOWN = sa.text("answer_by IS NOT NULL")


def upgrade() -> None:
    """Apply the change."""
    columns = ["state", "answer_by"]
    op.create_index(
        op.f("ix_matches_state_answer_by"), "matches", columns, sqlite_where=_KNOWN, postgresql_where=_KNOWN
    )
    op.drop_index(op.f("ix_matches_answer_by"), table_name="matches")


def downgrade() -> None:
    """Take the change back."""
    columns = ["answer_by"]
    op.create_index(op.f("ix_matches_answer_by"), "matches", columns, sqlite_where=_KNOWN, postgresql_where=_KNOWN)
    op.drop_index(op.f("ix_matches_state_answer_by"), table_name="matches")
