"""Jobs, which are due at some time and done once, the processes that do them, outages of the bot, and its facts."""

from typing import Final

from sqlalchemy import JSON, Column, ForeignKey, Index, text

from bot.store.engine.schema.columns import keyed_table, known_index, numbered_table, removed, table
from bot.store.engine.schema.types import BigInteger, Double, Instant, Integer, String, Text

processes: Final = numbered_table(
    "processes",
    Column("machine", String(200), nullable=False),
    Column("process", Integer, nullable=False),  # its id on that machine
    Column("shards", String(40), nullable=False),  # those that it holds, as in the setting
    Column("renewed_at", Instant, nullable=False),
    # its requests of ten minutes that Discord refused
    Column("refused", Integer, nullable=False, server_default=text("0")),
    Column("wanted", Double, nullable=False, server_default=text("0")),  # the requests a second that it could send
    Column("rate", Double, nullable=False, server_default=text("0")),  # the requests a second that it may send
    Column("leases", Integer, nullable=False, server_default=text("0")),  # how often it has leased that rate
    Column("revision", String(20)),  # its newest migration; null for a Furlong from before this column
)

heartbeats: Final = keyed_table(
    "heartbeats",
    Column("total", Integer, primary_key=True, autoincrement=False),  # the number of shards
    Column("number", Integer, primary_key=True, autoincrement=False),  # of this shard
    Column("beat_at", Instant, nullable=False),
    Column("reckoned", Integer),  # the last match whose clock knows of the latest outage; null if all do
)

outages: Final = numbered_table(
    "outages",
    Column("began_at", Instant, nullable=False),
    Column("ended_at", Instant, nullable=False),
    # of the shard whose servers were cut off
    Column("shard_number", Integer, nullable=False, server_default=text("0")),
    Column("shard_total", Integer, nullable=False, server_default=text("1")),  # the number of shards then
    Column("server_id", BigInteger),  # of the one server that was cut off; null if all servers of the shard were
    # of one server, the last match whose clock knows of it; null if all do, and it is over
    Column("reckoned", Integer),
    Index(None, "ended_at"),
    known_index("server_id", "reckoned"),
)

facts: Final = table("facts", Column("key", String(60), primary_key=True), Column("value", Text, nullable=False))


jobs: Final = numbered_table(
    "jobs",
    # A nonce names one message, because no number is used twice.
    Column("kind", String(20), nullable=False),
    Column("server_id", BigInteger, nullable=False),  # decides which process does it
    Column("match_id", Integer, ForeignKey("matches.id")),
    removed("person_id", export_key="messages_to_you"),  # who gets the message
    Column("channel_id", BigInteger),  # its jobs are done one by one; null: of a person, or of the host of the match
    Column("message_id", BigInteger),  # the message that the job edits, or has posted
    Column("name", String(80)),  # unique within its kind and server
    Column("revision", Integer),  # of the match when the job was added
    Column("data", JSON, nullable=False),  # whatever else its kind needs
    Column("due_at", Instant),  # null if it was done and stays so that it is not done again
    Column("claimed_until", Instant),  # in the past if a process stopped or crashed while doing it
    Column("attempts", Integer, nullable=False),  # the number that failed
    Index(None, "due_at"),
    Index(None, "match_id", "kind"),
    Index(None, "server_id", "kind", "name", unique=True),
    known_index("person_id"),
)
