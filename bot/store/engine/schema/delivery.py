"""What is to be shown or told on Discord."""

from typing import Final

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table

from bot.store.engine.schema.columns import METADATA, Instant, removed

outbox: Final = Table(
    "outbox",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("is_new_message", Boolean, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due_at", Instant, nullable=False),
    Column("claimed_until", Instant),  # somebody is sending this match's announcements until then
    Index(None, "match_id"),
    Index(None, "due_at"),
    sqlite_autoincrement=True,
)

old_boards: Final = Table(
    "old_boards",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("channel_id", BigInteger, nullable=False),  # or the thread that the message is in
    Column("message_id", BigInteger, nullable=False),
    Column("ply", Integer),  # of the board in the message; null for a challenge or table
    Column("attempts", Integer, nullable=False),
    Column("due_at", Instant, nullable=False),
    Column("claimed_until", Instant),
    Index(None, "match_id"),
    Index(None, "due_at"),
    sqlite_autoincrement=True,
)

notices: Final = Table(
    "notices",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    removed("person_id", told="matches.your_notices", nullable=False),
    Column("kind", String(20), nullable=False),
    Column("revision", Integer, nullable=False),  # of the match when there was reason for it: once for each
    Column("attempts", Integer, nullable=False),
    Column("due_at", Instant),  # null once it was sent, so that it is not sent again
    Column("claimed_until", Instant),
    Column("messages", JSON),  # the channel and the number of each message with which it was sent
    Index(None, "match_id", "person_id", "kind", "revision", unique=True),
    Index(None, "person_id"),
    Index(None, "due_at"),
    sqlite_autoincrement=True,
)

calls: Final = Table(
    "calls",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    removed("person_id", told="challenges_you_are_to_be_told_of", primary_key=True),  # who is to be told of it
    Column("attempts", Integer, nullable=False),
    Column("due_at", Instant, nullable=False),
    Column("claimed_until", Instant),
    Index(None, "person_id"),
    Index(None, "due_at"),
)
