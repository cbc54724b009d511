"""Lessons, puzzles and reviews of matches."""

from typing import Final

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index

from bot.store.engine.schema.columns import keyed_table, removed, table
from bot.store.engine.schema.types import BigInteger, Double, Instant, Integer, String, Text

lessons: Final = keyed_table(
    "lessons",
    removed("person_id", export_key="lessons", primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("done", JSON, nullable=False),  # the numbers of the steps done, counted from 0
    Column("changed_at", Instant, nullable=False),
)

puzzle_attempts: Final = keyed_table(
    "puzzle_attempts",
    removed("person_id", export_key="puzzles", primary_key=True),
    Column("puzzle", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("wrong", Integer, nullable=False),  # the number of wrong moves tried
    Column("is_hinted", Boolean, nullable=False),
    Column("ending", String(20)),  # null while it is open
    Column("changed_at", Instant, nullable=False),
)

puzzle_days: Final = keyed_table(
    "puzzle_days",
    removed("person_id", export_key="puzzle_days", primary_key=True),
    Column("day", String(10), primary_key=True),  # in UTC, whose puzzle the person has solved
    Column("solved_at", Instant),  # null for those from before this was stored
)

puzzle_standings: Final = keyed_table(
    "puzzle_standings",
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),  # 0 for direct messages
    Column("game", String(40), primary_key=True),
    removed("person_id", export_key="puzzle_ratings", primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    Column("changed_at", Instant, nullable=False),
    Index(None, "person_id"),
    Index(None, "server_id", "game", "rating"),
)

puzzle_ratings: Final = table(
    "puzzle_ratings",
    Column("puzzle", String(20), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
)

match_puzzles: Final = keyed_table(
    "match_puzzles",
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", String(20), primary_key=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("line", Text, nullable=False),  # the puzzle, as `bot.records.puzzles` writes it
    Index(None, "match_id"),
    Index(None, "server_id", "game"),
)

reviews: Final = table(
    "reviews",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the procedure that made it
    Column("data", JSON, nullable=False),  # as `bot.model.reviews` describes; by seats, so without names
    Column("made_at", Instant, nullable=False),
)
