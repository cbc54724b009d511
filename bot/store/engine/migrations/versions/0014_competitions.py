"""Competitions: who is in them, who meets whom, and the messages that tell of them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "competitions",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("match_channel_id", sa.BigInteger(), nullable=False),
        sa.Column("wants_threads", sa.Boolean(), nullable=False),
        sa.Column("format", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("previous_id", sa.Integer(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("both_sides", sa.Boolean(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("pauses_weekends", sa.Boolean(), nullable=False),
        sa.Column("goes_on", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(length=20), nullable=False),
        sa.Column("begins_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["host_id"], ["people.id"], name=op.f("fk_competitions_host_id")),
        sa.ForeignKeyConstraint(["previous_id"], ["competitions.id"], name=op.f("fk_competitions_previous_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_competitions")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("competitions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_competitions_host_id"), ["host_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_competitions_previous_id"),
            ["previous_id"],
            unique=False,
            sqlite_where=sa.text("previous_id IS NOT NULL"),
            postgresql_where=sa.text("previous_id IS NOT NULL"),
        )
        batch_op.create_index(batch_op.f("ix_competitions_server_id_stage"), ["server_id", "stage"], unique=False)
        batch_op.create_index(batch_op.f("ix_competitions_stage"), ["stage"], unique=False)
    op.create_table(
        "bulletins",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_bulletins_competition_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulletins")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("bulletins", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_bulletins_competition_id_kind_division"), ["competition_id", "kind", "division"], unique=True
        )
        batch_op.create_index(batch_op.f("ix_bulletins_due_at"), ["due_at"], unique=False)
    op.create_table(
        "entrants",
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=True),
        sa.Column("seed", sa.Integer(), nullable=True),
        sa.Column("out_at", sa.BigInteger(), nullable=True),
        sa.Column("out_because", sa.String(length=20), nullable=True),
        sa.Column("is_struck", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_entrants_competition_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_entrants_person_id")),
        sa.PrimaryKeyConstraint("competition_id", "person_id", name=op.f("pk_entrants")),
    )
    with op.batch_alter_table("entrants", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entrants_person_id"), ["person_id"], unique=False)
    op.create_table(
        "fixtures",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.BigInteger(), nullable=False),
        sa.Column("second_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_fixtures_competition_id")),
        sa.ForeignKeyConstraint(["first_id"], ["people.id"], name=op.f("fk_fixtures_first_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_fixtures_match_id")),
        sa.ForeignKeyConstraint(["second_id"], ["people.id"], name=op.f("fk_fixtures_second_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fixtures")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("fixtures", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_fixtures_competition_id_division"), ["competition_id", "division"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_fixtures_first_id"), ["first_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_fixtures_match_id"), ["match_id"], unique=True)
        batch_op.create_index(batch_op.f("ix_fixtures_second_id"), ["second_id"], unique=False)
    op.add_column("matches", sa.Column("most_vacation", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("matches", "most_vacation")
    with op.batch_alter_table("fixtures", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_fixtures_second_id"))
        batch_op.drop_index(batch_op.f("ix_fixtures_match_id"))
        batch_op.drop_index(batch_op.f("ix_fixtures_first_id"))
        batch_op.drop_index(batch_op.f("ix_fixtures_competition_id_division"))
    op.drop_table("fixtures")
    with op.batch_alter_table("entrants", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entrants_person_id"))
    op.drop_table("entrants")
    with op.batch_alter_table("bulletins", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_bulletins_due_at"))
        batch_op.drop_index(batch_op.f("ix_bulletins_competition_id_kind_division"))
    op.drop_table("bulletins")
    with op.batch_alter_table("competitions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_competitions_stage"))
        batch_op.drop_index(batch_op.f("ix_competitions_server_id_stage"))
        batch_op.drop_index(
            batch_op.f("ix_competitions_previous_id"),
            sqlite_where=sa.text("previous_id IS NOT NULL"),
            postgresql_where=sa.text("previous_id IS NOT NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_competitions_host_id"))
    op.drop_table("competitions")
