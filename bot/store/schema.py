"""The tables. Discord's ids are 64-bit integers; instants are stored as milliseconds since 1970, UTC."""

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    false,
    text,
    true,
)

_EPOCH: Final = datetime.fromtimestamp(0, UTC)


class Instant(TypeDecorator[datetime]):
    """An aware UTC `datetime`, kept as whole milliseconds so that every database compares it alike."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Milliseconds since 1970, rounded down: what is due at once must not lie in the future."""
        return None if value is None else (value - _EPOCH) // timedelta(milliseconds=1)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The instant, in UTC."""
        return None if value is None else datetime.fromtimestamp(value / 1000, UTC)


METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _known_index(*columns: str) -> Index:
    """An index of the rows that have a value in the last of these columns."""
    condition = text(f"{columns[-1]} IS NOT NULL")
    return Index(None, *columns, sqlite_where=condition, postgresql_where=condition)


people: Final = Table(
    "people",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
)

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
    _known_index("to_move_id"),
    _known_index("ended_by_id"),
    _known_index("expires_at"),
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
    Column("seat", Integer),  # whose move it is; null where chance drew
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

lessons: Final = Table(
    "lessons",
    METADATA,
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("done", JSON, nullable=False),  # the numbers of those that were done, counted from 0
    Column("changed_at", Instant, nullable=False),
)

puzzle_attempts: Final = Table(
    "puzzle_attempts",
    METADATA,
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("puzzle", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("wrong", Integer, nullable=False),  # how many wrong moves were tried
    Column("is_hinted", Boolean, nullable=False),
    Column("ending", String(20)),  # null while it is open
    Column("changed_at", Instant, nullable=False),
)

puzzle_standings: Final = Table(
    "puzzle_standings",
    METADATA,
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),  # 0 for direct messages
    Column("game", String(40), primary_key=True),
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
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

daily_puzzles: Final = Table(
    "daily_puzzles",
    METADATA,
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),  # such as 2030-01-31, UTC
    Column("game", String(40), nullable=False),
    Column("puzzle", String(20), nullable=False),
    Column("due_at", Instant),  # when it is to be posted; null once it was
    Column("message_id", BigInteger),
    Index(None, "due_at"),
)

weekly_reviews: Final = Table(
    "weekly_reviews",
    METADATA,
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("week", String(10), primary_key=True),  # its Monday, such as 2030-01-28, UTC
    Column("due_at", Instant),  # when it is to be posted; null once it was, and where nothing has happened
    Column("message_id", BigInteger),
    Index(None, "due_at"),
)

puzzle_ratings: Final = Table(
    "puzzle_ratings",
    METADATA,
    Column("puzzle", String(20), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
)

match_puzzles: Final = Table(
    "match_puzzles",
    METADATA,
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", String(20), primary_key=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("line", Text, nullable=False),  # the puzzle, as `bot.records.puzzles` writes it
    Index(None, "match_id"),
    Index(None, "server_id", "game"),
)

reviews: Final = Table(
    "reviews",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the way in which it was made
    Column("data", JSON, nullable=False),  # `bot.model.review` says how; by seats, so it names nobody
    Column("made_at", Instant, nullable=False),
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
    _known_index("rematch_id"),
    _known_index("for_id"),
    _known_index("due_at"),
    sqlite_autoincrement=True,
)

notices: Final = Table(
    "notices",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("person_id", BigInteger, ForeignKey("people.id"), nullable=False),
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

preferences: Final = Table(
    "preferences",
    METADATA,
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("notice", String(20), nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("quiet_from", Integer),  # minutes after midnight; null where no hours are quiet
    Column("quiet_until", Integer),
    Column("view", String(20), nullable=False, server_default="usual"),
    Column("challengers", String(20), nullable=False, server_default="everyone"),  # who may challenge them
    Column("sharing", String(20), nullable=False, server_default="unnamed"),
)

blocks: Final = Table(
    "blocks",
    METADATA,
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("blocked_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("blocked_at", Instant, nullable=False),
    Index(None, "blocked_id"),
)

lookouts: Final = Table(
    "lookouts",
    METADATA,
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(40), primary_key=True),  # of which somebody wants to be told there
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("told_at", Instant),  # when they were told of any game anywhere; null if not since they asked for this one
    Index(None, "person_id"),
)

calls: Final = Table(
    "calls",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),  # who is to be told that it is open
    Column("attempts", Integer, nullable=False),
    Column("due_at", Instant, nullable=False),
    Column("claimed_until", Instant),
    Index(None, "person_id"),
    Index(None, "due_at"),
)

vacations: Final = Table(
    "vacations",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("person_id", BigInteger, ForeignKey("people.id"), nullable=False),
    Column("began_at", Instant, nullable=False),
    Column("ended_at", Instant, nullable=False),
    Index(None, "person_id", "ended_at"),
    sqlite_autoincrement=True,
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

heartbeats: Final = Table(
    "heartbeats",
    METADATA,
    Column("total", Integer, primary_key=True, autoincrement=False),  # of so many shards
    Column("number", Integer, primary_key=True, autoincrement=False),  # that of this one
    Column("beat_at", Instant, nullable=False),
    Column("reckoned", Integer),  # the match up to which clocks know of the latest outage; null if all do
)

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

servers: Final = Table(
    "servers",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("days", Integer),  # for a move, unless a challenge says otherwise; null for as long as one likes
    Column("channel_id", BigInteger),  # the only one where matches may begin; null for any
    Column("uses_threads", Boolean, nullable=False),
    Column("theme", String(20), nullable=False),
    Column("panel_channel_id", BigInteger),
    Column("panel_message_id", BigInteger),
    Column("panel_due_at", Instant),  # when the panel is to be renewed; null while it shows how things are
    Column("challenge_days", Integer, server_default=text("7")),  # that an open challenge waits; null for ever
    Column("puzzle_channel_id", BigInteger),  # where the puzzle of the day is posted; null for nowhere
    Column("review_channel_id", BigInteger),  # where the week in review is posted; null for nowhere
    Index(None, "panel_due_at"),
)

ratings: Final = Table(
    "ratings",
    METADATA,
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("pool", String(40), primary_key=True),  # a game's key, or all games together
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("rating", Integer, nullable=False),  # what people see of mu: leaderboards are in its order
    Column("is_provisional", Boolean, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("change", Integer, nullable=False),  # of the rating, by the latest match
    Column("changed_at", Instant, nullable=False),
    Index(None, "server_id", "pool", "is_provisional", "rating", "person_id"),
    Index(None, "person_id", "server_id"),
)

rating_changes: Final = Table(
    "rating_changes",
    METADATA,
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("pool", String(40), primary_key=True),
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("server_id", BigInteger, nullable=False),
    Column("ended_at", Instant, nullable=False),  # of the match
    Column("mu", Double, nullable=False),  # after it
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),  # that have counted, with this one
    Column("change", Integer, nullable=False),
    Index(None, "person_id", "server_id", "pool", "ended_at"),
)

competitions: Final = Table(
    "competitions",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("server_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),  # of its tables
    Column("match_channel_id", BigInteger, nullable=False),
    Column("wants_threads", Boolean, nullable=False),
    Column("format", String(20), nullable=False),
    Column("name", String(60), nullable=False),
    Column("number", Integer, nullable=False),  # of the season; 1 for an event
    Column("previous_id", Integer, ForeignKey("competitions.id")),  # the season before
    Column("host_id", BigInteger, ForeignKey("people.id"), nullable=False),
    Column("games", JSON, nullable=False),  # the keys of those that are played, one a round
    Column("size", Integer, nullable=False),  # of a division, at most
    Column("both_sides", Boolean, nullable=False),
    Column("rounds", Integer),  # of an event that has some
    Column("days", Integer, nullable=False),  # for a move
    Column("pauses_weekends", Boolean, nullable=False),
    Column("goes_on", Boolean, nullable=False),  # with another season
    Column("stage", String(20), nullable=False),
    Column("begins_at", Instant, nullable=False),
    Column("ends_at", Instant, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("closed_at", Instant),
    Column("wakes_at", Instant),  # when something about a ladder changes by the clock
    Index(None, "server_id", "stage"),
    Index(None, "stage"),
    Index(None, "host_id"),
    _known_index("previous_id"),
    sqlite_autoincrement=True,
)

entrants: Final = Table(
    "entrants",
    METADATA,
    Column("competition_id", Integer, ForeignKey("competitions.id"), primary_key=True),
    Column("person_id", BigInteger, ForeignKey("people.id"), primary_key=True),
    Column("joined_at", Instant, nullable=False),
    Column("division", Integer),  # counted from 1; this and the next are null until the first day
    Column("seed", Integer),  # within the division, counted from 0
    Column("out_at", Instant),  # since when somebody plays no more; null while they do
    Column("out_because", String(20)),
    Column("is_struck", Boolean, nullable=False, server_default=false()),  # none of their matches counts
    Column("place", Integer),  # in the division, once the competition is over
    Index(None, "person_id"),
)

fixtures: Final = Table(
    "fixtures",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("competition_id", Integer, ForeignKey("competitions.id"), nullable=False),
    Column("division", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("first_id", BigInteger, ForeignKey("people.id"), nullable=False),  # who has the first seat
    Column("second_id", BigInteger, ForeignKey("people.id")),  # null for a bye
    Column("match_id", Integer, ForeignKey("matches.id")),  # null until it was made
    Index(None, "competition_id", "division"),
    Index(None, "first_id"),
    Index(None, "second_id"),
    Index(None, "match_id", unique=True),
    sqlite_autoincrement=True,
)

ladder_steps: Final = Table(
    "ladder_steps",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("competition_id", Integer, ForeignKey("competitions.id"), nullable=False),
    Column("person_id", BigInteger, ForeignKey("people.id"), nullable=False),
    Column("done_at", Instant, nullable=False),
    Column("is_there", Boolean, nullable=False),  # whether somebody has joined; else they have left
    Index(None, "competition_id"),
    Index(None, "person_id"),
    sqlite_autoincrement=True,
)

bulletins: Final = Table(
    "bulletins",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("competition_id", Integer, ForeignKey("competitions.id"), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("division", Integer, nullable=False),  # whose table it is; 0 for what concerns everybody
    Column("message_id", BigInteger),  # null until it was posted
    Column("due_at", Instant),  # null while it shows how things are
    Column(
        "refused", Integer, nullable=False, server_default=text("0")
    ),  # how often its channel was closed, since it was sent
    Index(None, "competition_id", "kind", "division", unique=True),
    Index(None, "due_at"),
    sqlite_autoincrement=True,
)

interventions: Final = Table(
    "interventions",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("server_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),  # where whom it concerns can be mentioned
    Column("by_id", BigInteger, ForeignKey("people.id"), nullable=False),  # somebody who manages the server
    Column("deed", String(20), nullable=False),
    Column("done_at", Instant, nullable=False),
    Column("subject", String(100), nullable=False),  # what it was done to, as people call it
    Column("reason", Text, nullable=False),
    Column("person_id", BigInteger, ForeignKey("people.id")),  # whom it concerns
    Column("due_at", Instant),  # when they are to be told; null once they were
    Index(None, "server_id", "id"),
    Index(None, "by_id"),
    _known_index("person_id"),
    Index(None, "due_at"),
    sqlite_autoincrement=True,
)

facts: Final = Table(
    "facts",
    METADATA,
    Column("key", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)
