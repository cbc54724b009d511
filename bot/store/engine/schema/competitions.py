"""Leagues, events and ladders."""

from typing import Final

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, false, text

from bot.store.engine.schema.columns import (
    EXPORTED,
    WRITTEN,
    keyed_table,
    known_index,
    numbered_table,
    replaced,
)
from bot.store.engine.schema.types import BigInteger, Instant, Integer, String

competitions: Final = numbered_table(
    "competitions",
    Column("server_id", BigInteger, nullable=False, info=EXPORTED),
    Column("channel_id", BigInteger, nullable=False, info=EXPORTED),  # for its standings
    Column("match_channel_id", BigInteger, nullable=False),
    Column("wants_threads", Boolean, nullable=False),
    Column("format", String(20), nullable=False, info=EXPORTED),
    Column("name", String(60), nullable=False, info=EXPORTED | WRITTEN),
    Column("number", Integer, nullable=False, info=EXPORTED),  # of the season; 1 for an event
    Column("previous_id", Integer, ForeignKey("competitions.id")),  # the season before
    replaced("host_id", export_key="competitions.you_have_opened_it", nullable=False),
    Column("games", JSON, nullable=False, info=EXPORTED),  # their keys, one for each round in turn
    Column("size", Integer, nullable=False),  # of a division, at most
    Column("both_sides", Boolean, nullable=False),
    Column("rounds", Integer),  # of an event with a fixed number of them
    Column("days", Integer, nullable=False),  # for a move; 0 where players have a bank
    Column("pauses_weekends", Boolean, nullable=False),
    Column("goes_on", Boolean, nullable=False),  # into another season
    Column("stage", String(20), nullable=False, info=EXPORTED),
    Column("begins_at", Instant, nullable=False, info=EXPORTED),
    Column("ends_at", Instant, nullable=False, info=EXPORTED),
    Column("created_at", Instant, nullable=False),
    Column("closed_at", Instant, info=EXPORTED),
    Column("bank", Integer),  # seconds that each player has for a whole match
    Column("increment", Integer, nullable=False, server_default=text("0")),  # seconds that a turn adds to it
    Index(None, "server_id", "stage"),
    Index(None, "stage"),
    Index(None, "host_id"),
    known_index("previous_id"),
    is_number_exported=True,
)

sides: Final = keyed_table(
    "sides",
    Column("competition_id", Integer, ForeignKey("competitions.id"), primary_key=True),
    Column("side_id", BigInteger, primary_key=True),  # a server in a match between servers
    Column("number", Integer, nullable=False),  # 0 for the one that called
    Column("channel_id", BigInteger, nullable=False),  # of its table; 0 once the bot has left the server for good
    Column("name", String(100), nullable=False),  # of the server, which may be gone when others still read it
    Index(None, "side_id"),
)

entrants: Final = keyed_table(
    "entrants",
    Column("competition_id", Integer, ForeignKey("competitions.id"), primary_key=True),
    replaced("person_id", export_key="competitions.your_entry", primary_key=True),
    Column("joined_at", Instant, nullable=False),
    Column("division", Integer),  # counted from 1; this and the next are null until the first day
    Column("seed", Integer),  # within the division, counted from 0
    Column("out_at", Instant),  # when the entrant left or was removed; null while they play
    Column("out_because", String(20)),
    Column("is_struck", Boolean, nullable=False, server_default=false()),  # then none of their matches count
    Column("place", Integer),  # in the division, once the competition is over
    Column("side_id", BigInteger, info=EXPORTED),  # the server for which they play, in a match between servers
    Index(None, "person_id"),
)

fixtures: Final = numbered_table(
    "fixtures",
    Column("competition_id", Integer, ForeignKey("competitions.id"), nullable=False),
    Column("division", Integer, nullable=False, info=EXPORTED),
    Column("round", Integer, nullable=False, info=EXPORTED),
    replaced("first_id", export_key="competitions.your_fixtures", nullable=False),  # the player of the first seat
    replaced("second_id", export_key="competitions.your_fixtures"),  # null for a bye
    Column("match_id", Integer, ForeignKey("matches.id"), info=EXPORTED),  # null before it begins
    Column("is_casual", Boolean, nullable=False, server_default=false()),  # although the others are rated
    Index(None, "competition_id", "division"),
    Index(None, "first_id"),
    Index(None, "second_id"),
    Index(None, "match_id", unique=True),
)

ladder_steps: Final = numbered_table(
    "ladder_steps",
    Column("competition_id", Integer, ForeignKey("competitions.id"), nullable=False),
    replaced("person_id", export_key="competitions.your_steps", nullable=False),
    Column("done_at", Instant, nullable=False),
    Column("is_there", Boolean, nullable=False),  # true for joining, false for leaving
    Index(None, "competition_id"),
    Index(None, "person_id"),
)
