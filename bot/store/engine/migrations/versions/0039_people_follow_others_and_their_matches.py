"""People follow others and their matches."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
works_with = "0028"


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "follows",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("followed_id", sa.BigInteger(), nullable=True),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("told_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["followed_id"], ["people.id"], name=op.f("fk_follows_followed_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_follows_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_follows_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_follows")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_follows_followed_id"),
        "follows",
        ["followed_id"],
        unique=False,
        sqlite_where=sa.text("followed_id IS NOT NULL"),
        postgresql_where=sa.text("followed_id IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_follows_match_id"),
        "follows",
        ["match_id"],
        unique=False,
        sqlite_where=sa.text("match_id IS NOT NULL"),
        postgresql_where=sa.text("match_id IS NOT NULL"),
    )
    op.create_index(op.f("ix_follows_person_id_match_id"), "follows", ["person_id", "match_id"], unique=True)
    op.create_index(
        op.f("ix_follows_person_id_server_id_followed_id"),
        "follows",
        ["person_id", "server_id", "followed_id"],
        unique=True,
    )
    op.create_index(op.f("ix_follows_server_id"), "follows", ["server_id"], unique=False)
    op.add_column("preferences", sa.Column("news_hour", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Undo the change."""
    op.drop_column("preferences", "news_hour")
    op.drop_table("follows")
