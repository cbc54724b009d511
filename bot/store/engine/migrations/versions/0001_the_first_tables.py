"""The first tables."""

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
        "heartbeats",
        sa.Column("total", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("beat_at", sa.BigInteger(), nullable=False),
        sa.Column("reckoned", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("total", "number", name=op.f("pk_heartbeats")),
    )
    op.create_table(
        "outages",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("shard_number", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("shard_total", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outages")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_outages_ended_at"), "outages", ["ended_at"], unique=False)
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("machine", sa.String(length=200), nullable=False),
        sa.Column("process", sa.Integer(), nullable=False),
        sa.Column("shards", sa.String(length=40), nullable=False),
        sa.Column("renewed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("mu", sa.Double[float](), nullable=False),
        sa.Column("sigma", sa.Double[float](), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzle_ratings")),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("uses_threads", sa.Boolean(), nullable=False),
        sa.Column("theme", sa.String(length=20), nullable=False),
        sa.Column("panel_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("panel_message_id", sa.BigInteger(), nullable=True),
        sa.Column("challenge_days", sa.Integer(), server_default=sa.text("7"), nullable=True),
        sa.Column("puzzle_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("review_channel_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_table(
        "blocks",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["blocked_id"], ["people.id"], name=op.f("fk_blocks_blocked_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_blocks_person_id")),
        sa.PrimaryKeyConstraint("person_id", "blocked_id", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_blocked_id"), "blocks", ["blocked_id"], unique=False)
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
        sa.Column("rounds", sa.Integer(), nullable=True),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("pauses_weekends", sa.Boolean(), nullable=False),
        sa.Column("goes_on", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(length=20), nullable=False),
        sa.Column("begins_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("wakes_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["host_id"], ["people.id"], name=op.f("fk_competitions_host_id")),
        sa.ForeignKeyConstraint(["previous_id"], ["competitions.id"], name=op.f("fk_competitions_previous_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_competitions")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_competitions_host_id"), "competitions", ["host_id"], unique=False)
    op.create_index(
        op.f("ix_competitions_previous_id"),
        "competitions",
        ["previous_id"],
        unique=False,
        sqlite_where=sa.text("previous_id IS NOT NULL"),
        postgresql_where=sa.text("previous_id IS NOT NULL"),
    )
    op.create_index(op.f("ix_competitions_server_id_stage"), "competitions", ["server_id", "stage"], unique=False)
    op.create_index(op.f("ix_competitions_stage"), "competitions", ["stage"], unique=False)
    op.create_table(
        "interventions",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("deed", sa.String(length=20), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.JSON(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_interventions_by_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_interventions_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interventions")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_interventions_by_id"), "interventions", ["by_id"], unique=False)
    op.create_index(
        op.f("ix_interventions_person_id"),
        "interventions",
        ["person_id"],
        unique=False,
        sqlite_where=sa.text("person_id IS NOT NULL"),
        postgresql_where=sa.text("person_id IS NOT NULL"),
    )
    op.create_index(op.f("ix_interventions_server_id_id"), "interventions", ["server_id", "id"], unique=False)
    op.create_table(
        "lessons",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("done", sa.JSON(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_lessons_person_id")),
        sa.PrimaryKeyConstraint("person_id", "game", name=op.f("pk_lessons")),
    )
    op.create_table(
        "lookouts",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("told_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_lookouts_person_id")),
        sa.PrimaryKeyConstraint("server_id", "game", "person_id", name=op.f("pk_lookouts")),
    )
    op.create_index(op.f("ix_lookouts_person_id"), "lookouts", ["person_id"], unique=False)
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
        sa.Column("among_people", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.Column("pauses_weekends", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("is_rated", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("most_vacation", sa.Integer(), nullable=True),
        sa.Column("has_hints", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("hinted", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("least_reliability", sa.Integer(), nullable=True),
        sa.Column("wants_thread", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("both_sides", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("twin_id", sa.Integer(), nullable=True),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("clock_began_at", sa.BigInteger(), nullable=True),
        sa.Column("given_days", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("remind_at", sa.BigInteger(), nullable=True),
        sa.Column("to_move_id", sa.BigInteger(), nullable=True),
        sa.Column("ending", sa.String(length=20), nullable=True),
        sa.Column("ended_by_id", sa.BigInteger(), nullable=True),
        sa.Column("places", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("points", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=True),
        sa.Column("commitment", sa.String(length=64), nullable=True),
        sa.Column("start_message_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
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
    op.create_index(op.f("ix_matches_deadline"), "matches", ["deadline"], unique=False)
    op.create_index(
        op.f("ix_matches_ended_by_id"),
        "matches",
        ["ended_by_id"],
        unique=False,
        sqlite_where=sa.text("ended_by_id IS NOT NULL"),
        postgresql_where=sa.text("ended_by_id IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_matches_expires_at"),
        "matches",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("expires_at IS NOT NULL"),
        postgresql_where=sa.text("expires_at IS NOT NULL"),
    )
    op.create_index(op.f("ix_matches_host_id_created_at"), "matches", ["host_id", "created_at"], unique=False)
    op.create_index(op.f("ix_matches_remind_at"), "matches", ["remind_at"], unique=False)
    op.create_index(op.f("ix_matches_server_id_ended_at"), "matches", ["server_id", "ended_at"], unique=False)
    op.create_index(
        op.f("ix_matches_server_id_state_among_people_deadline"),
        "matches",
        ["server_id", "state", "among_people", "deadline"],
        unique=False,
    )
    op.create_index(op.f("ix_matches_state_id"), "matches", ["state", "id"], unique=False)
    op.create_index(
        op.f("ix_matches_to_move_id"),
        "matches",
        ["to_move_id"],
        unique=False,
        sqlite_where=sa.text("to_move_id IS NOT NULL"),
        postgresql_where=sa.text("to_move_id IS NOT NULL"),
    )
    op.create_table(
        "preferences",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("notice", sa.String(length=20), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("view", sa.String(length=20), server_default="usual", nullable=False),
        sa.Column("challengers", sa.String(length=20), server_default="everyone", nullable=False),
        sa.Column("sharing", sa.String(length=20), server_default="unnamed", nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_preferences_person_id")),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_preferences")),
    )
    op.create_table(
        "puzzle_attempts",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("is_hinted", sa.Boolean(), nullable=False),
        sa.Column("ending", sa.String(length=20), nullable=True),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_puzzle_attempts_person_id")),
        sa.PrimaryKeyConstraint("person_id", "puzzle", name=op.f("pk_puzzle_attempts")),
    )
    op.create_table(
        "puzzle_standings",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double[float](), nullable=False),
        sa.Column("sigma", sa.Double[float](), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_puzzle_standings_person_id")),
        sa.PrimaryKeyConstraint("server_id", "game", "person_id", name=op.f("pk_puzzle_standings")),
    )
    op.create_index(op.f("ix_puzzle_standings_person_id"), "puzzle_standings", ["person_id"], unique=False)
    op.create_index(
        op.f("ix_puzzle_standings_server_id_game_rating"),
        "puzzle_standings",
        ["server_id", "game", "rating"],
        unique=False,
    )
    op.create_table(
        "ratings",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("pool", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double[float](), nullable=False),
        sa.Column("sigma", sa.Double[float](), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("is_provisional", sa.Boolean(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_ratings_person_id")),
        sa.PrimaryKeyConstraint("server_id", "pool", "person_id", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_person_id_server_id"), "ratings", ["person_id", "server_id"], unique=False)
    op.create_index(
        op.f("ix_ratings_server_id_pool_is_provisional_rating_person_id"),
        "ratings",
        ["server_id", "pool", "is_provisional", "rating", "person_id"],
        unique=False,
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
    op.create_index(op.f("ix_vacations_person_id_ended_at"), "vacations", ["person_id", "ended_at"], unique=False)
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("fen", sa.Text(), nullable=False),
        sa.Column("variations", sa.JSON(), nullable=False),
        sa.Column("path", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_analyses_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_analyses_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_analyses")),
    )
    op.create_index(op.f("ix_analyses_person_id"), "analyses", ["person_id"], unique=False)
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
    op.create_index(op.f("ix_entrants_person_id"), "entrants", ["person_id"], unique=False)
    op.create_table(
        "fixtures",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.BigInteger(), nullable=False),
        sa.Column("second_id", sa.BigInteger(), nullable=True),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_fixtures_competition_id")),
        sa.ForeignKeyConstraint(["first_id"], ["people.id"], name=op.f("fk_fixtures_first_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_fixtures_match_id")),
        sa.ForeignKeyConstraint(["second_id"], ["people.id"], name=op.f("fk_fixtures_second_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fixtures")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_fixtures_competition_id_division"), "fixtures", ["competition_id", "division"], unique=False
    )
    op.create_index(op.f("ix_fixtures_first_id"), "fixtures", ["first_id"], unique=False)
    op.create_index(op.f("ix_fixtures_match_id"), "fixtures", ["match_id"], unique=True)
    op.create_index(op.f("ix_fixtures_second_id"), "fixtures", ["second_id"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("claimed_until", sa.BigInteger(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_jobs_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_jobs_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_jobs_due_at"), "jobs", ["due_at"], unique=False)
    op.create_index(op.f("ix_jobs_match_id_kind"), "jobs", ["match_id", "kind"], unique=False)
    op.create_index(
        op.f("ix_jobs_person_id"),
        "jobs",
        ["person_id"],
        unique=False,
        sqlite_where=sa.text("person_id IS NOT NULL"),
        postgresql_where=sa.text("person_id IS NOT NULL"),
    )
    op.create_index(op.f("ix_jobs_server_id_kind_name"), "jobs", ["server_id", "kind", "name"], unique=True)
    op.create_table(
        "ladder_steps",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("competition_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=False),
        sa.Column("is_there", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["competition_id"], ["competitions.id"], name=op.f("fk_ladder_steps_competition_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_ladder_steps_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder_steps")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_ladder_steps_competition_id"), "ladder_steps", ["competition_id"], unique=False)
    op.create_index(op.f("ix_ladder_steps_person_id"), "ladder_steps", ["person_id"], unique=False)
    op.create_table(
        "match_puzzles",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_match_puzzles_match_id")),
        sa.PrimaryKeyConstraint("server_id", "puzzle", name=op.f("pk_match_puzzles")),
    )
    op.create_index(op.f("ix_match_puzzles_match_id"), "match_puzzles", ["match_id"], unique=False)
    op.create_index(op.f("ix_match_puzzles_server_id_game"), "match_puzzles", ["server_id", "game"], unique=False)
    op.create_table(
        "moves",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("cause", sa.String(length=20), nullable=True),
        sa.Column("played_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_moves_match_id")),
        sa.PrimaryKeyConstraint("match_id", "ply", name=op.f("pk_moves")),
    )
    op.create_table(
        "notes",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_notes_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_notes_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_notes")),
    )
    op.create_index(op.f("ix_notes_person_id"), "notes", ["person_id"], unique=False)
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
        sa.Column("rematch_id", sa.Integer(), nullable=True),
        sa.Column("undone", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("character", sa.Integer(), nullable=True),
        sa.Column("cause", sa.String(length=20), nullable=True),
        sa.Column("for_id", sa.BigInteger(), nullable=True),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["by_id"], ["people.id"], name=op.f("fk_offers_by_id")),
        sa.ForeignKeyConstraint(["for_id"], ["people.id"], name=op.f("fk_offers_for_id")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_offers_match_id")),
        sa.ForeignKeyConstraint(["rematch_id"], ["matches.id"], name=op.f("fk_offers_rematch_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_offers_by_id"), "offers", ["by_id"], unique=False)
    op.create_index(
        op.f("ix_offers_due_at"),
        "offers",
        ["due_at"],
        unique=False,
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_offers_for_id"),
        "offers",
        ["for_id"],
        unique=False,
        sqlite_where=sa.text("for_id IS NOT NULL"),
        postgresql_where=sa.text("for_id IS NOT NULL"),
    )
    op.create_index(op.f("ix_offers_match_id"), "offers", ["match_id"], unique=False)
    op.create_index(
        op.f("ix_offers_rematch_id"),
        "offers",
        ["rematch_id"],
        unique=False,
        sqlite_where=sa.text("rematch_id IS NOT NULL"),
        postgresql_where=sa.text("rematch_id IS NOT NULL"),
    )
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
    op.create_index(op.f("ix_participants_person_id_match_id"), "participants", ["person_id", "match_id"], unique=False)
    op.create_table(
        "plans",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.Column("stopped_at", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_plans_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_plans_person_id")),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_plans")),
    )
    op.create_index(op.f("ix_plans_person_id"), "plans", ["person_id"], unique=False)
    op.create_table(
        "rating_changes",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("pool", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double[float](), nullable=False),
        sa.Column("sigma", sa.Double[float](), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_rating_changes_match_id")),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_rating_changes_person_id")),
        sa.PrimaryKeyConstraint("match_id", "pool", "person_id", name=op.f("pk_rating_changes")),
    )
    op.create_index(
        op.f("ix_rating_changes_person_id_server_id_pool_ended_at"),
        "rating_changes",
        ["person_id", "server_id", "pool", "ended_at"],
        unique=False,
    )
    op.create_table(
        "reviews",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_reviews_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_reviews")),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("reviews")
    op.drop_table("rating_changes")
    op.drop_table("plans")
    op.drop_table("participants")
    op.drop_table("offers")
    op.drop_table("notes")
    op.drop_table("moves")
    op.drop_table("match_puzzles")
    op.drop_table("ladder_steps")
    op.drop_table("jobs")
    op.drop_table("fixtures")
    op.drop_table("entrants")
    op.drop_table("analyses")
    op.drop_table("vacations")
    op.drop_table("ratings")
    op.drop_table("puzzle_standings")
    op.drop_table("puzzle_attempts")
    op.drop_table("preferences")
    op.drop_table("matches")
    op.drop_table("lookouts")
    op.drop_table("lessons")
    op.drop_table("interventions")
    op.drop_table("competitions")
    op.drop_table("blocks")
    op.drop_table("servers")
    op.drop_table("puzzle_ratings")
    op.drop_table("processes")
    op.drop_table("people")
    op.drop_table("outages")
    op.drop_table("heartbeats")
    op.drop_table("facts")
