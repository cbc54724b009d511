"""Clocks, offers and settings."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "outages",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outages")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("outages", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outages_ended_at"), ["ended_at"], unique=False)

    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("uses_threads", sa.Boolean(), nullable=False),
        sa.Column("theme", sa.String(length=20), nullable=False),
        sa.Column("panel_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("panel_message_id", sa.BigInteger(), nullable=True),
        sa.Column("panel_due_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    with op.batch_alter_table("servers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_servers_panel_due_at"), ["panel_due_at"], unique=False)

    op.create_table(
        "preferences",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("notice", sa.String(length=20), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_preferences_person_id")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_preferences")),
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_vacations_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vacations")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("vacations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_vacations_person_id_ended_at"), ["person_id", "ended_at"], unique=False)

    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("claimed_until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_notices_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_notices_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notices_due_at"), ["due_at"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_notices_match_id_person_id_kind_revision"),
            ["match_id", "person_id", "kind", "revision"],
            unique=True,
        )

    op.create_table(
        "offers",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("accepted_by", sa.JSON(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=True),
        sa.Column("commitment", sa.String(length=64), nullable=True),
        sa.Column("joined_by", sa.JSON(), nullable=True),
        sa.Column("rematch_id", sa.Integer(), nullable=True),
        sa.Column("undone", sa.JSON(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_offers_by_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_offers_match_id")),
        sa.ForeignKeyConstraint(["rematch_id"], ["matches.id"], name=op.f("fk_offers_rematch_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("offers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_offers_match_id"), ["match_id"], unique=False)

    # Not as a batch, which on SQLite would make the table anew: that cannot be done while others refer to it.
    op.add_column("matches", sa.Column("days", sa.Integer(), nullable=True))
    op.add_column("matches", sa.Column("pauses_weekends", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("matches", sa.Column("is_rated", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("matches", sa.Column("wants_thread", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("matches", sa.Column("thread_id", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("revision", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("matches", sa.Column("clock_began_at", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("given_days", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("matches", sa.Column("deadline", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("remind_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_matches_deadline"), "matches", ["deadline"], unique=False)
    op.create_index(op.f("ix_matches_remind_at"), "matches", ["remind_at"], unique=False)
    op.create_index(op.f("ix_matches_server_id_ended_at"), "matches", ["server_id", "ended_at"], unique=False)

    # Until now nothing was ever undone, so every entry had changed the record once.
    op.execute("UPDATE matches SET revision = ply")

    with op.batch_alter_table("moves", schema=None) as batch_op:
        batch_op.add_column(sa.Column("cause", sa.String(length=20), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("moves", schema=None) as batch_op:
        batch_op.drop_column("cause")

    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_server_id_ended_at"))
        batch_op.drop_index(batch_op.f("ix_matches_remind_at"))
        batch_op.drop_index(batch_op.f("ix_matches_deadline"))
        batch_op.drop_column("remind_at")
        batch_op.drop_column("deadline")
        batch_op.drop_column("given_days")
        batch_op.drop_column("clock_began_at")
        batch_op.drop_column("revision")
        batch_op.drop_column("thread_id")
        batch_op.drop_column("wants_thread")
        batch_op.drop_column("is_rated")
        batch_op.drop_column("pauses_weekends")
        batch_op.drop_column("days")

    with op.batch_alter_table("offers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_offers_match_id"))

    op.drop_table("offers")
    with op.batch_alter_table("notices", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notices_match_id_person_id_kind_revision"))
        batch_op.drop_index(batch_op.f("ix_notices_due_at"))

    op.drop_table("notices")
    with op.batch_alter_table("vacations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_vacations_person_id_ended_at"))

    op.drop_table("vacations")
    op.drop_table("preferences")
    with op.batch_alter_table("servers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_servers_panel_due_at"))

    op.drop_table("servers")
    with op.batch_alter_table("outages", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outages_ended_at"))

    op.drop_table("outages")
