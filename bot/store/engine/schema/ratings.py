"""Ratings, and their changes by matches."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table

from bot.store.engine.schema.columns import METADATA, Instant, replaced

ratings: Final = Table(
    "ratings",
    METADATA,
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("pool", String(40), primary_key=True),  # a game's key, or all games together
    replaced("person_id", told="ratings", primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("rating", Integer, nullable=False),  # as people see it, and as leaderboards sort it
    Column("is_provisional", Boolean, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("change", Integer, nullable=False),  # of the rating, by the latest match
    Column("changed_at", Instant, nullable=False),
    Index(None, "server_id", "pool", "is_provisional", "rating", "person_id"),
    Index(None, "person_id", "server_id"),
    sqlite_with_rowid=False,
)

rating_changes: Final = Table(
    "rating_changes",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("pool", String(40), primary_key=True),
    replaced("person_id", told="matches.your_rating_changes", primary_key=True),
    Column("server_id", BigInteger, nullable=False),
    Column("ended_at", Instant, nullable=False),  # of the match
    Column("mu", Double, nullable=False),  # after it
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),  # that have counted, including this one
    Column("change", Integer, nullable=False),
    Index(None, "person_id", "server_id", "pool", "ended_at"),
    sqlite_with_rowid=False,
)
