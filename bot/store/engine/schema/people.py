"""People, their preferences, vacations, tokens and ratings."""

from typing import Final

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, false, text

from bot.store.engine.schema.columns import keyed_table, known_index, numbered_table, removed, replaced, table
from bot.store.engine.schema.types import BigInteger, Double, Instant, Integer, String, Text

people: Final = table(
    "people",
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    Column("user_name", String(32), nullable=False, server_default=text("''")),  # empty if it is not known
)

preferences: Final = table(
    "preferences",
    removed("person_id", export_key="settings", primary_key=True),
    Column("notice", String(20), nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("quiet_from", Integer),  # minutes after midnight; null without quiet hours
    Column("quiet_until", Integer),
    Column("view", String(20), nullable=False, server_default="usual"),
    Column("challengers", String(20), nullable=False, server_default="everyone"),  # who may challenge them
    Column("sharing", String(20), nullable=False, server_default="unnamed"),
    Column("language", String(20), nullable=False, server_default=text("''")),  # chosen; empty for that of Discord
    # empty if Furlong does not speak it
    Column("discord_language", String(20), nullable=False, server_default=text("''")),
    Column("reminders", String(20), nullable=False, server_default="once"),  # of a move
    Column("timeouts", String(20), nullable=False, server_default="claimed"),  # those of their opponents
    Column("confirming", String(20), nullable=False, server_default="final"),  # of moves that they have picked
    Column("theme", String(20), nullable=False, server_default=text("''")),  # on the page; empty for that of servers
    Column("lobby", String(20), nullable=False, server_default="shown"),  # whether they are in that across servers
    Column("news_hour", Integer),  # of their day, at which they are told of what they follow; null as soon as it comes
)

blocks: Final = keyed_table(
    "blocks",
    removed("person_id", export_key="people_you_have_blocked", primary_key=True),
    removed("blocked_id", primary_key=True),
    Column("blocked_at", Instant, nullable=False),
    Index(None, "blocked_id"),
)

lookouts: Final = keyed_table(
    "lookouts",
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(40), primary_key=True),  # the person wants to hear of its open challenges there
    removed("person_id", export_key="games_you_are_told_of", primary_key=True),
    Column("told_at", Instant),  # of any game anywhere; null if not since they asked for this one
    Index(None, "person_id"),
)

follows: Final = numbered_table(
    "follows",
    removed("person_id", export_key="follows", nullable=False),
    Column("server_id", BigInteger, nullable=False),  # whose members see what is followed
    removed("followed_id"),  # a person, of all whose matches there they are told; null for a single match
    Column("match_id", Integer, ForeignKey("matches.id")),  # null for a person
    Column("since", Instant, nullable=False),  # what ended until then is no news
    Column("told_at", Instant),  # about anything on that server; null if never
    Column("seen_ply", Integer),  # entries when they last looked; -1 once told of more; null: of the end alone
    Index(None, "person_id", "server_id", "followed_id", unique=True),
    Index(None, "person_id", "match_id", unique=True),
    Index(None, "server_id"),
    known_index("followed_id"),
    known_index("match_id"),
)

vacations: Final = numbered_table(
    "vacations",
    removed("person_id", export_key="vacations", nullable=False),
    Column("began_at", Instant, nullable=False),
    Column("ended_at", Instant, nullable=False),
    Column("is_planned", Boolean, nullable=False, server_default=false()),  # began on a date that was named beforehand
    Index(None, "person_id", "ended_at"),
)

page_sessions: Final = table(
    "page_sessions",
    Column("token_hash", String(64), primary_key=True),
    removed("person_id", export_key="page_sessions", nullable=False),
    Column("server_id", BigInteger),  # where the link was asked for; null in a direct message
    Column("channel_id", BigInteger),
    Column("is_link", Boolean, nullable=False),  # a link that begins a session, instead of a session
    Column("begun_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("match_id", BigInteger),  # which a link leads to; null for the first page
    Column("is_in_discord", Boolean, nullable=False, server_default=false()),
    Index(None, "person_id"),
    Index(None, "server_id"),
    Index(None, "expires_at"),
    Index(None, "match_id"),
)

push_subscriptions: Final = table(
    "push_subscriptions",
    Column("address_hash", String(64), primary_key=True),
    removed("person_id", export_key="push_subscriptions", nullable=False),
    Column("session_hash", String(64), nullable=False),  # the session in whose browser it was made, and ends with it
    Column("address", Text, nullable=False),  # at a push service
    Column("key", String(120), nullable=False),  # of the browser; nobody else can read what is encrypted with it
    Column("secret", String(120), nullable=False),
    Column("begun_at", Instant, nullable=False),
    Index(None, "person_id"),
    Index(None, "session_hash"),
)

tokens: Final = numbered_table(
    "tokens",
    removed("person_id", export_key="tokens", nullable=False),
    Column("name", String(40), nullable=False),  # as the person calls the program
    Column("scope", String(20), nullable=False),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("made_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("webhook_address", String(500)),  # to which events are posted; null without a webhook
    Column("webhook_failures", Integer, nullable=False, server_default=text("0")),  # since the last success
    Column("webhook_status", Integer),  # of HTTP, of the last failure; null if there was no answer
    Column("webhook_rests_until", Instant),  # after a failure
    Column("webhook_stopped_at", Instant),  # null while it is on
    Index(None, "person_id"),
    Index(None, "expires_at"),
)

engines: Final = table(
    "engines",
    removed("person_id", primary_key=True, autoincrement=False),  # as a player, with a name and tokens of its own
    removed("owner_id", export_key="engines", nullable=False),
    Column("server_id", BigInteger, nullable=False),  # whose members can challenge it
    Column("games", JSON, nullable=False),  # the keys of those that it plays
    Column("seen_at", Instant),  # when its program was last seen to follow its matches
    Index(None, "owner_id"),
    Index(None, "server_id"),
)

guests: Final = table(
    "guests",
    removed("person_id", export_key="guest", primary_key=True, autoincrement=False),
    Column("household", String(64), nullable=False),  # a keyed hash of the address with which they came
    Column("network", String(64), nullable=False),  # the same of the network around it: whose use counts together
    Column("came_at", Instant, nullable=False),
    Index(None, "household", "came_at"),
    Index(None, "network"),
)

uses: Final = numbered_table(
    "uses",
    # A keyed hash of who used what; only those who have the key, and know whom to look for, can tell who it was.
    Column("name", String(32), nullable=False),
    Column("used_at", Instant, nullable=False),  # by somebody who has deleted their data since; forgotten after a day
    Index(None, "name", "used_at"),
    Index(None, "used_at"),
)


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
