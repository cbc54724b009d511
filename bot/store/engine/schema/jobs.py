"""Jobs: work that is due at some time and done once, such as posting a board or computing a move."""

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
    removed("person_id", told="messages_to_you"),  # who gets the message
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
    sqlite_autoincrement=True,
)
