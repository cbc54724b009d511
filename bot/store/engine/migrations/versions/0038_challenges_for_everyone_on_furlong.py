"""Challenges for everyone on Furlong."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.add_column("matches", sa.Column("lobby_id", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("lobby_rating", sa.Integer(), nullable=True))
    op.create_index(
        op.f("ix_matches_expires_at"),
        "matches",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("lobby_id IS NOT NULL"),
        postgresql_where=sa.text("lobby_id IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_matches_lobby_id_expires_at"),
        "matches",
        ["lobby_id", "expires_at"],
        unique=False,
        sqlite_where=sa.text("lobby_id IS NOT NULL"),
        postgresql_where=sa.text("lobby_id IS NOT NULL"),
    )
    op.add_column("preferences", sa.Column("lobby", sa.String(length=20), server_default="shown", nullable=False))
    op.add_column("servers", sa.Column("lobby", sa.String(length=20), server_default="see", nullable=False))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("servers", "lobby")
    op.drop_column("preferences", "lobby")
    op.drop_index(
        op.f("ix_matches_lobby_id_expires_at"),
        table_name="matches",
        sqlite_where=sa.text("lobby_id IS NOT NULL"),
        postgresql_where=sa.text("lobby_id IS NOT NULL"),
    )
    op.drop_index(
        op.f("ix_matches_expires_at"),
        table_name="matches",
        sqlite_where=sa.text("lobby_id IS NOT NULL"),
        postgresql_where=sa.text("lobby_id IS NOT NULL"),
    )
    op.drop_column("matches", "lobby_rating")
    op.drop_column("matches", "lobby_id")
