"""Ratings, and their changes by matches."""

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Index

from bot.store.engine.schema.columns import keyed_table, replaced
from bot.store.engine.schema.types import BigInteger, Double, Instant, Integer, String

ratings: Final = keyed_table(
    "ratings",
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("pool", String(40), primary_key=True),  # a game's key, or all games together
    replaced("person_id", export_key="ratings", primary_key=True),
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
)

rating_changes: Final = keyed_table(
    "rating_changes",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("pool", String(40), primary_key=True),
    replaced("person_id", export_key="matches.your_rating_changes", primary_key=True),
    Column("server_id", BigInteger, nullable=False),
    Column("ended_at", Instant, nullable=False),  # of the match
    Column("mu", Double, nullable=False),  # after it
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),  # that have counted, including this one
    Column("change", Integer, nullable=False),
    Index(None, "person_id", "server_id", "pool", "ended_at"),
)
