"""Servers, and the interventions of their managers."""

from typing import Final

from sqlalchemy import JSON, Boolean, Column, Index, false, text, true

from bot.store.engine.schema.columns import EMPTIED, EXPORTED, known_index, numbered_table, replaced, table
from bot.store.engine.schema.types import BigInteger, Instant, Integer, String, Text

servers: Final = table(
    "servers",
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("days", Integer),  # for a move, unless a challenge says otherwise; null without a limit
    Column("channel_id", BigInteger),  # the only one in which matches may begin; null for any
    Column("uses_threads", Boolean, nullable=False),
    Column("theme", String(20), nullable=False),
    Column("panel_channel_id", BigInteger),
    Column("panel_message_id", BigInteger),
    # for which an open challenge waits; null without a limit
    Column("challenge_days", Integer, server_default=text("7")),
    Column("puzzle_channel_id", BigInteger),  # for the puzzle of the day; null for none
    Column("review_channel_id", BigInteger),  # for the week in review; null for none
    Column("has_public_pages", Boolean, nullable=False, server_default=false()),  # anyone may watch its matches
    Column("lets_new_accounts_vote", Boolean, nullable=False, server_default=true()),
    # empty for that of its community on Discord
    Column("language", String(20), nullable=False, server_default=text("''")),
    Column("keeps_boards", Boolean, nullable=False, server_default=false()),  # with their pictures
    # in its channels, matches of one person with characters alone
    Column("shows_solitary", Boolean, nullable=False, server_default=false()),
    # what its members may do with challenges for everyone on Furlong
    Column("lobby", String(20), nullable=False, server_default="see"),
    Column("meets_servers", Boolean, nullable=False, server_default=false()),  # in matches between servers
)

interventions: Final = numbered_table(
    "interventions",
    Column("server_id", BigInteger, nullable=False, info=EXPORTED),
    Column("channel_id", BigInteger, nullable=False, info=EXPORTED),  # in which the person concerned can be mentioned
    replaced("by_id", export_key="what_you_did_as_a_manager", nullable=False),  # a manager of the server
    Column("deed", String(20), nullable=False, info=EXPORTED),
    Column("done_at", Instant, nullable=False, info=EXPORTED),
    Column("subject", JSON, nullable=False, info=EXPORTED),  # the match or competition concerned
    Column("reason", Text, nullable=False, info=EXPORTED | EMPTIED),
    replaced("person_id", export_key="what_managers_did_to_you"),  # the person concerned
    Index(None, "server_id", "id"),
    Index(None, "by_id"),
    known_index("person_id"),
)
