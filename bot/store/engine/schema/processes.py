"""The processes that work with the database, outages of the bot, and facts about the bot itself."""

from typing import Final

from sqlalchemy import Column, Double, Index, Integer, String, Table, Text, text

from bot.store.engine.schema.columns import METADATA, Instant

processes: Final = Table(
    "processes",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("machine", String(200), nullable=False),
    Column("process", Integer, nullable=False),  # its id on that machine
    Column("shards", String(40), nullable=False),  # those that it holds, as in the setting
    Column("renewed_at", Instant, nullable=False),
    Column(
        "refused", Integer, nullable=False, server_default=text("0")
    ),  # its requests of ten minutes that Discord refused
    Column("wanted", Double, nullable=False, server_default=text("0")),  # the requests a second that it could send
    Column("rate", Double, nullable=False, server_default=text("0")),  # the requests a second that it may send
    Column("leases", Integer, nullable=False, server_default=text("0")),  # how often it has leased that rate
    sqlite_autoincrement=True,
)

heartbeats: Final = Table(
    "heartbeats",
    METADATA,
    Column("total", Integer, primary_key=True, autoincrement=False),  # the number of shards
    Column("number", Integer, primary_key=True, autoincrement=False),  # of this shard
    Column("beat_at", Instant, nullable=False),
    Column("reckoned", Integer),  # the last match whose clock knows of the latest outage; null if all do
    sqlite_with_rowid=False,
)

outages: Final = Table(
    "outages",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("began_at", Instant, nullable=False),
    Column("ended_at", Instant, nullable=False),
    Column(
        "shard_number", Integer, nullable=False, server_default=text("0")
    ),  # of the shard whose servers were cut off
    Column("shard_total", Integer, nullable=False, server_default=text("1")),  # the number of shards then
    Index(None, "ended_at"),
    sqlite_autoincrement=True,
)

facts: Final = Table(
    "facts",
    METADATA,
    Column("key", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)
