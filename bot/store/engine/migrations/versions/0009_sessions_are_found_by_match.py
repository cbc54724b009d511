"""Sessions are found by match."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Apply the change."""
    op.create_index(op.f("ix_page_sessions_match_id"), "page_sessions", ["match_id"], unique=False)


def downgrade() -> None:
    """Undo the change."""
    op.drop_index(op.f("ix_page_sessions_match_id"), table_name="page_sessions")
