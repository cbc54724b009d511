"""Sessions of the page."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "page_sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("is_link", sa.Boolean(), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_page_sessions_person_id")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_page_sessions")),
    )
    op.create_index(op.f("ix_page_sessions_expires_at"), "page_sessions", ["expires_at"], unique=False)
    op.create_index(op.f("ix_page_sessions_person_id"), "page_sessions", ["person_id"], unique=False)
    op.create_index(op.f("ix_page_sessions_server_id"), "page_sessions", ["server_id"], unique=False)


def downgrade() -> None:
    """Undo the change."""
    op.drop_table("page_sessions")
