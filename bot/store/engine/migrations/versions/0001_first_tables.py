"""First tables."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "facts",
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_facts")),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("message_ply", sa.Integer(), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("game_version", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("host_seat", sa.Integer(), nullable=True),
        sa.Column("is_table", sa.Boolean(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("to_move_id", sa.BigInteger(), nullable=True),
        sa.Column("ending", sa.String(length=20), nullable=True),
        sa.Column("ended_by_id", sa.BigInteger(), nullable=True),
        sa.Column("places", sa.JSON(), nullable=True),
        sa.Column("points", sa.JSON(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("ply >= 0", name=op.f("ck_matches_ply_counts_up")),
        sa.ForeignKeyConstraint(["ended_by_id"], ["people.id"], name=op.f("fk_matches_ended_by_id")),
        sa.ForeignKeyConstraint(["host_id"], ["people.id"], name=op.f("fk_matches_host_id")),
        sa.ForeignKeyConstraint(["to_move_id"], ["people.id"], name=op.f("fk_matches_to_move_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_server_id_state"), ["server_id", "state"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_state"), ["state"], unique=False)

    op.create_table(
        "moves",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("played_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_moves_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_moves_person_id")),
        sa.PrimaryKeyConstraint("match_id", "ply", name=op.f("pk_moves")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("is_new_message", sa.Boolean(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("claimed_until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_outbox_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_due_at"), ["due_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_match_id"), ["match_id"], unique=False)

    op.create_table(
        "participants",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("joined", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_participants_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_participants_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_participants")),
    )
    with op.batch_alter_table("participants", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_participants_person_id_match_id"), ["person_id", "match_id"], unique=False)


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("participants", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_participants_person_id_match_id"))

    op.drop_table("participants")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_match_id"))
        batch_op.drop_index(batch_op.f("ix_outbox_due_at"))

    op.drop_table("outbox")
    op.drop_table("moves")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_state"))
        batch_op.drop_index(batch_op.f("ix_matches_server_id_state"))

    op.drop_table("matches")
    op.drop_table("people")
    op.drop_table("facts")
