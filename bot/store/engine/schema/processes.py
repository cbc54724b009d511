"""The processes that work with the database, when none did, and what they remember."""

from typing import Final

from sqlalchemy import Column, Index, Integer, String, Table, Text, text

from bot.store.engine.schema.columns import METADATA, Instant

processes: Final = Table(
    "processes",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("machine", String(200), nullable=False),
    Column("process", Integer, nullable=False),  # its number on that machine
    Column("shards", String(40), nullable=False),  # that it holds, as the setting is written
    Column("renewed_at", Instant, nullable=False),
    sqlite_autoincrement=True,
)

heartbeats: Final = Table(
    "heartbeats",
    METADATA,
    Column("total", Integer, primary_key=True, autoincrement=False),  # of so many shards
    Column("number", Integer, primary_key=True, autoincrement=False),  # that of this one
    Column("beat_at", Instant, nullable=False),
    Column("reckoned", Integer),  # the match up to which clocks know of the latest outage; null if all do
)

outages: Final = Table(
    "outages",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("began_at", Instant, nullable=False),
    Column("ended_at", Instant, nullable=False),
    Column("shard_number", Integer, nullable=False, server_default=text("0")),  # for the servers of that shard alone
    Column("shard_total", Integer, nullable=False, server_default=text("1")),  # of so many
    Index(None, "ended_at"),
    sqlite_autoincrement=True,
)

facts: Final = Table(
    "facts",
    METADATA,
    Column("key", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)
