"""Matches with their records, and the plans, offers, notes and analyses of their players."""

from typing import Final

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    and_,
    false,
    literal_column,
    text,
    true,
)

from bot.store.engine.schema.columns import (
    EMPTIED,
    EXPORTED,
    keyed_table,
    known_index,
    numbered_table,
    removed,
    replaced,
    replaced_in_list,
    table,
)
from bot.store.engine.schema.types import BigInteger, Instant, Integer, String, Text

matches: Final = numbered_table(
    "matches",
    Column("server_id", BigInteger, nullable=False, info=EXPORTED),
    Column("channel_id", BigInteger, nullable=False, info=EXPORTED),
    Column("message_id", BigInteger, info=EXPORTED),
    Column("message_ply", Integer),  # the ply of the board that the message shows; null for a challenge
    Column("game", String(40), nullable=False, info=EXPORTED),
    Column("game_version", Integer, nullable=False, info=EXPORTED),
    Column("seats", Integer, nullable=False, info=EXPORTED),
    Column("state", String(20), nullable=False, info=EXPORTED),
    replaced("host_id", export_key="matches.you_are_host", nullable=False),
    Column("host_seat", Integer),  # the seat that the host chose; null to draw lots
    Column("is_open_challenge", Boolean, nullable=False, info=EXPORTED),
    Column("among_people", Boolean, nullable=False, server_default=true()),  # two or more; false with a single person
    Column("days", Integer, info=EXPORTED),  # for a move; null without a limit for each
    Column("pauses_weekends", Boolean, nullable=False, server_default=false(), info=EXPORTED),
    Column("is_rated", Boolean, nullable=False, server_default=false(), info=EXPORTED),
    Column("most_vacation", Integer),  # days for which a vacation stops a clock; null for all of it
    Column("has_hints", Boolean, nullable=False, server_default=false(), info=EXPORTED),  # whether players may ask
    Column("hinted", JSON(none_as_null=True), info=EXPORTED),  # the hints given: pairs of a seat and the revision then
    Column("least_reliability", Integer, info=EXPORTED),  # percent, that joining an open challenge takes; null for any
    Column("wants_thread", Boolean, nullable=False, server_default=false()),
    Column("both_sides", Boolean, nullable=False, server_default=false()),
    Column("twin_id", Integer, info=EXPORTED),  # the other match of a pair with swapped seats, once both have begun
    Column("thread_id", BigInteger, info=EXPORTED),  # the thread with the boards of the match, if it has one
    Column("ply", Integer, nullable=False, info=EXPORTED),
    Column("revision", Integer, nullable=False, server_default=text("0")),  # counts changes of the record
    Column("clock_began_at", Instant),  # of the player to move; null without a limit
    Column("given_days", Integer, nullable=False, server_default=text("0")),
    Column("deadline", Instant),
    Column("remind_at", Instant),
    replaced("to_move_id", export_key="matches.you_are_to_move"),
    Column("ending", String(20), info=EXPORTED),
    replaced("ended_by_id", export_key="matches.you_ended_it"),
    Column("places", JSON(none_as_null=True), info=EXPORTED),
    Column("points", JSON(none_as_null=True), info=EXPORTED),
    Column("reason", Text, info=EXPORTED | EMPTIED),
    Column("secret", LargeBinary(32)),  # null for a game without chance
    Column("commitment", String(64)),
    Column("start_message_id", BigInteger),  # the message with which it began; its id is mixed into the secret
    Column("created_at", Instant, nullable=False, info=EXPORTED),
    Column("expires_at", Instant, info=EXPORTED),  # when it ends by itself; null for never, or if it is over
    Column("started_at", Instant, info=EXPORTED),
    Column("changed_at", Instant, nullable=False, info=EXPORTED),
    Column("ended_at", Instant, info=EXPORTED),
    Column("bank", Integer, info=EXPORTED),  # seconds that each player has for the whole match; null if none
    Column("increment", Integer, nullable=False, server_default=text("0"), info=EXPORTED),  # seconds that a turn adds
    Column("clock_bank", BigInteger),  # milliseconds that the player to move had left when their clock began
    Column("banks", JSON(none_as_null=True)),  # by seat, milliseconds left when each clock last stood still
    Column("vote_minutes", Integer, info=EXPORTED),  # for which a channel votes on each move; null where none plays
    Column("by_player", Boolean, nullable=False, server_default=false(), info=EXPORTED),  # shown in direct messages
    Column("grants_takebacks", Boolean, nullable=False, server_default=false(), info=EXPORTED),  # by themselves
    Column(
        "counts", Boolean, nullable=False, server_default=true(), info=EXPORTED
    ),  # if it is rated; known from its start
    # the server whose member posted it for everyone on Furlong, 0 once that is gone; null for any other
    Column("lobby_id", BigInteger, info=EXPORTED),
    Column("lobby_rating", Integer, info=EXPORTED),  # of the host when it was posted there; null without one
    CheckConstraint("ply >= 0", name="ply_counts_up"),
    Index(None, "server_id", "state", "among_people", "deadline", "id"),
    Index(None, "state", "id"),
    Index(None, "deadline"),
    Index(None, "remind_at"),
    Index(None, "server_id", "ended_at"),
    Index(None, "host_id", "created_at"),
    known_index("to_move_id"),
    known_index("ended_by_id"),
)

IS_VOTED_ON: Final = and_(matches.c.state == literal_column("'running'"), matches.c.vote_minutes.is_not(None))
"""Condition: a channel votes on the moves of a running match. It is a literal one, as partial indexes need it."""

for _place in (matches.c.channel_id, matches.c.thread_id):
    Index(None, _place, sqlite_where=IS_VOTED_ON, postgresql_where=IS_VOTED_ON)

IS_FROM_LOBBY: Final = matches.c.lobby_id.is_not(None)
"""Condition: a match was posted for everyone on Furlong. One that waits there has a time at which it expires."""

for _columns in ([matches.c.expires_at], [matches.c.lobby_id, matches.c.expires_at]):
    Index(None, *_columns, sqlite_where=IS_FROM_LOBBY, postgresql_where=IS_FROM_LOBBY)

participants: Final = table(
    "participants",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    replaced("person_id", export_key="matches.you_have_joined", primary_key=True),
    Column("place", Integer, nullable=False),  # order of joining; the seat once the match runs
    Column("joined", Boolean, nullable=False),
    Index(None, "person_id", "match_id"),
)

player_boards: Final = keyed_table(
    "player_boards",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    removed("person_id", export_key="matches.your_board", primary_key=True),
    Column("channel_id", BigInteger, nullable=False),  # the direct messages with that player
    Column("message_id", BigInteger, nullable=False),  # the message that shows them the match now
    Column("message_ply", Integer),  # the ply of the board in it; null while it shows a challenge
    Column("says_start", Boolean, nullable=False),  # whether it was sent to say that the match begins
    Index(None, "person_id"),
)

moves: Final = keyed_table(
    "moves",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # 1 for the first move
    Column("token", String(40), nullable=False),
    Column("seat", Integer),  # the seat that moved; null for a roll
    Column("cause", String(20)),  # why the entry was made, if no player made it at that moment
    Column("played_at", Instant, nullable=False),
)

# The entries of a match that is over, which `bot.store.entries` folds into one row.
records: Final = table(
    "records",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("tokens", Text, nullable=False),  # with spaces between them, as also in the next two
    Column("seats", Text, nullable=False),  # a hyphen for a roll
    Column("times", Text, nullable=False),  # milliseconds from one entry to the next, the first from 1970 on
    Column("causes", JSON(none_as_null=True)),  # pairs of a ply and why its entry was made; null if there are none
)

plans: Final = table(
    "plans",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    removed("person_id", export_key="matches.your_plans", primary_key=True),
    Column("tree", JSON, nullable=False),  # the moves still to be played, as `bot.store.plans` writes them
    Column("stopped_at", Text),  # the move that could not be played; null while the plan goes on
    Index(None, "person_id"),
)

offers: Final = numbered_table(
    "offers",
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("kind", String(20), nullable=False, info=EXPORTED),
    replaced("by_id", export_key="matches.your_offers", nullable=False),
    Column("state", String(20), nullable=False, info=EXPORTED),
    replaced_in_list("accepted_by", export_key="matches.offers_that_you_accepted"),  # who has agreed, if all must
    Column("ply", Integer, nullable=False, info=EXPORTED),  # of the match when it was made
    Column("secret", LargeBinary(32)),  # this and the next two belong to the rematch
    Column("commitment", String(64)),
    Column("rematch_id", Integer, ForeignKey("matches.id"), info=EXPORTED),
    Column("undone", JSON(none_as_null=True), info=EXPORTED),  # the moves that an accepted takeback has removed
    Column("message_id", BigInteger),  # the message that showed the match when a takeback was accepted
    Column("character", Integer),  # the character that is to take over a seat
    Column("cause", String(20)),  # why its player has left, if their time ran out
    # The player who has left the seat that the offer's maker is to take:
    replaced("for_id", export_key="matches.offers_for_the_seat_that_you_left"),
    Column("due_at", Instant),  # when it is declined by itself; null once it is closed
    Column("made_at", Instant, nullable=False, info=EXPORTED),
    Column("closed_at", Instant, info=EXPORTED),
    Index(None, "match_id"),
    Index(None, "by_id"),
    known_index("rematch_id"),
    known_index("for_id"),
    is_number_exported=True,
)

notes: Final = table(
    "notes",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    removed("person_id", export_key="matches.your_notes", primary_key=True),
    Column("text", Text, nullable=False),  # the words of a private note
    Column("written_at", Instant, nullable=False),
    Index(None, "person_id"),
)

analyses: Final = table(
    "analyses",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    removed("person_id", export_key="boards_that_you_tried_on", primary_key=True),
    Column("ply", Integer, nullable=False),  # the number of entries of the record before the moves tried
    Column("fen", Text, nullable=False),  # the position there
    Column("variations", JSON, nullable=False),  # the moves tried, as `bot.store.analysis` writes them
    Column("path", JSON, nullable=False),  # the moves from there to the position shown
    Column("revision", Integer, nullable=False),
    Column("changed_at", Instant, nullable=False),
    Index(None, "person_id"),
)

voters: Final = keyed_table(
    "voters",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    removed("person_id", export_key="sides_that_you_vote_for", primary_key=True),
    Column("seat", Integer, nullable=False),  # for which the person votes throughout the match
    Column("is_out", Boolean, nullable=False, server_default=false()),  # whether a moderator has taken them out
    Index(None, "person_id"),
)

votes: Final = keyed_table(
    "votes",
    Column("match_id", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # how many entries the record had when the move was voted on
    removed("person_id", export_key="your_votes", primary_key=True),
    Column("choice", String(40), nullable=False),  # a legal move, or as `bot.model.votes` writes a draw and resigning
    Column("chosen_at", Instant, nullable=False),
    Index(None, "person_id"),
)
