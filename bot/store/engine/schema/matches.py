"""Matches with their records, and what their players plan, offer, write and try in them."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    false,
    text,
    true,
)

from bot.store.engine.schema.columns import METADATA, Instant, known_index

matches: Final = Table(
    "matches",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("server_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("message_ply", Integer),  # the ply of the board that the message shows; null for a challenge or table
    Column("game", String(40), nullable=False),
    Column("game_version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("state", String(20), nullable=False),
    Column("host_id", BigInteger, ForeignKey("people.id"), nullable=False),
    Column("host_seat", Integer),  # the seat that the host chose; lots are drawn where it is null
    Column("is_table", Boolean, nullable=False),
    Column("among_people", Boolean, nullable=False, server_default=true()),  # two or more; false with characters alone
    Column("days", Integer),  # for a move; null for as long as one likes
    Column("pauses_weekends", Boolean, nullable=False, server_default=false()),
    Column("is_rated", Boolean, nullable=False, server_default=false()),
    Column("most_vacation", Integer),  # days for which a vacation stops a clock; null for as long as it lasts
    Column("has_hints", Boolean, nullable=False, server_default=false()),  # whether it was agreed that players may ask
    Column("hinted", JSON(none_as_null=True)),  # who has asked: pairs of a seat and the revision there was then
    Column("least_reliability", Integer),  # percent, of whoever joins an open challenge; null for any
    Column("wants_thread", Boolean, nullable=False, server_default=false()),
    Column("both_sides", Boolean, nullable=False, server_default=false()),
    Column("twin_id", Integer),  # the other match of a pair with the seats swapped, once both have begun
    Column("thread_id", BigInteger),  # where boards are shown, once there is a thread for the match
    Column("ply", Integer, nullable=False),
    Column("revision", Integer, nullable=False, server_default=text("0")),  # rises with every change of the record
    Column("clock_began_at", Instant),  # of whoever is to move; null where there is no limit
    Column("given_days", Integer, nullable=False, server_default=text("0")),
    Column("deadline", Instant),
    Column("remind_at", Instant),
    Column("to_move_id", BigInteger, ForeignKey("people.id")),
    Column("ending", String(20)),
    Column("ended_by_id", BigInteger, ForeignKey("people.id")),
    Column("places", JSON(none_as_null=True)),
    Column("points", JSON(none_as_null=True)),
    Column("reason", Text),
    Column("secret", LargeBinary(32)),  # null for a game without chance
    Column("commitment", String(64)),
    Column("joined_by", JSON),  # what was mixed into the secret before there was the next: the interactions that joined
    Column("start_message_id", BigInteger),  # the message with which it began, whose number is mixed into the secret
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant),  # when a challenge ends by itself; null for ever, and once it is over
    Column("started_at", Instant),
    Column("changed_at", Instant, nullable=False),
    Column("ended_at", Instant),
    Column("thinking_revision", Integer),  # for which somebody has claimed the move of a character
    Column("thinking_until", Instant),  # when that claim runs out
    Column("puzzles_due_at", Instant),  # when it is looked through for puzzles; null before its end and once it was
    CheckConstraint("ply >= 0", name="ply_counts_up"),
    Index(None, "server_id", "state", "among_people", "deadline"),
    Index(None, "state", "id"),
    Index(None, "deadline"),
    Index(None, "remind_at"),
    Index(None, "server_id", "ended_at"),
    Index(None, "puzzles_due_at"),
    Index(None, "host_id", "created_at"),
    known_index("to_move_id"),
    known_index("ended_by_id"),
    known_index("expires_at"),
    sqlite_autoincrement=True,
)

participants: Final = Table(
    "participants",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("place", Integer, nullable=False),  # order of joining; the seat once the match runs
    Column("joined", Boolean, nullable=False),
    Index(None, "person_id", "match_id"),
)

moves: Final = Table(
    "moves",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # 1 for the first move
    Column("token", String(40), nullable=False),
    Column("seat", Integer),  # whose move it is; null where chance rolled
    Column("cause", String(20)),  # why the entry was made, where nobody made it at that moment
    Column("played_at", Instant, nullable=False),
)

plans: Final = Table(
    "plans",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("tree", JSON, nullable=False),  # what is still to be played; `bot.store.plans` says how
    Column("stopped_at", Text),  # what could not be played; null while the plan goes on
    Column("stopped_because", Text),
    Index(None, "person_id"),
)

offers: Final = Table(
    "offers",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("by_id", BigInteger, ForeignKey("people.id"), nullable=False),
    Column("state", String(20), nullable=False),
    Column("accepted_by", JSON, nullable=False),  # those of the asked who have agreed, where all must
    Column("ply", Integer, nullable=False),  # how far the match was when it was made
    Column("secret", LargeBinary(32)),  # this and the next two are for a rematch, which takes them over
    Column("commitment", String(64)),
    Column("joined_by", JSON(none_as_null=True)),  # only in offers of older versions
    Column("rematch_id", Integer, ForeignKey("matches.id")),
    Column("undone", JSON(none_as_null=True)),  # the moves that an accepted takeback has removed
    Column("message_id", BigInteger),  # the message that showed the match when a takeback was accepted
    Column("character", Integer),  # who is to play on, where a seat is handed over
    Column("cause", String(20)),  # why its player has left, where their time has run out
    Column("for_id", BigInteger, ForeignKey("people.id")),  # whose seat its maker is to take, who has left it
    Column("due_at", Instant),  # when it is refused by itself; null once it is closed
    Column("made_at", Instant, nullable=False),
    Column("closed_at", Instant),
    Index(None, "match_id"),
    Index(None, "by_id"),
    known_index("rematch_id"),
    known_index("for_id"),
    known_index("due_at"),
    sqlite_autoincrement=True,
)

notes: Final = Table(
    "notes",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("text", Text, nullable=False),  # what somebody has written to themselves
    Column("written_at", Instant, nullable=False),
    Index(None, "person_id"),
)

analyses: Final = Table(
    "analyses",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("ply", Integer, nullable=False),  # how many entries of the record come before what was tried
    Column("fen", Text, nullable=False),  # the position there
    Column("variations", JSON, nullable=False),  # what was tried; `bot.store.analyses` says how
    Column("path", JSON, nullable=False),  # the moves that lead to the position that is looked at
    Column("revision", Integer, nullable=False),
    Column("changed_at", Instant, nullable=False),
    Index(None, "person_id"),
)
