"""All challenges that end by themselves keep in one column when they do."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0038"
down_revision: str | None = "0037"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KNOWN = sa.text("answer_by IS NOT NULL")


def upgrade() -> None:
    """Apply the change; what is over needs none any more."""
    op.execute("UPDATE matches SET expires_at = answer_by WHERE answer_by IS NOT NULL AND state = 'open'")
    op.drop_index(op.f("ix_matches_state_answer_by"), table_name="matches")
    op.drop_column("matches", "answer_by")


def downgrade() -> None:
    """Take the change back."""
    op.add_column("matches", sa.Column("answer_by", sa.BigInteger(), nullable=True))
    columns = ["state", "answer_by"]
    op.create_index(
        op.f("ix_matches_state_answer_by"), "matches", columns, sqlite_where=_KNOWN, postgresql_where=_KNOWN
    )
    op.execute(
        "UPDATE matches SET answer_by = expires_at, expires_at = NULL WHERE expires_at IS NOT NULL AND NOT is_table"
    )
