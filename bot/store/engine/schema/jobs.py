"""What is due and done once: to be shown, told, posted, thought about or searched."""

from typing import Final

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, String, Table

from bot.store.engine.schema.columns import METADATA, Instant, known_index, removed

jobs: Final = Table(
    "jobs",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),  # never used twice, so that a nonce names one message
    Column("kind", String(20), nullable=False),
    Column("server_id", BigInteger, nullable=False),  # decides which process does it
    Column("match_id", Integer, ForeignKey("matches.id")),
    removed("person_id", told="messages_to_you"),  # who is told
    Column(
        "channel_id", BigInteger
    ),  # one job after the other is done in it; null: for a person, or the host of the match
    Column("message_id", BigInteger),  # that it changes, or has posted
    Column("name", String(80)),  # of what may be there only once, within its kind and server
    Column("revision", Integer),  # of the match when there was reason for it
    Column("data", JSON, nullable=False),  # what else its kind needs
    Column("due_at", Instant),  # null once it was done, where it stays so that it is not done again
    Column("claimed_until", Instant),  # in the past where a process has tried and stopped or crashed
    Column("attempts", Integer, nullable=False),  # that have failed
    Index(None, "due_at"),
    Index(None, "match_id", "kind"),
    Index(None, "server_id", "kind", "name", unique=True),
    known_index("person_id"),
    sqlite_autoincrement=True,
)
