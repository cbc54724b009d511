"""A person's reliability, computed from their latest matches. In the caller's transaction.

Only the latest matches are read, from the end of an index, however many a person has played.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final, TypeAlias

from sqlalchemy import BigInteger, Row, Select, Subquery, and_, bindparam, case, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.servers import LATEST, Record
from bot.model.history import Cause
from bot.model.match import State
from bot.model.offers import OfferKind
from bot.model.ratings import ALIKE_PERIOD, MOST_ALIKE, Reliability
from bot.model.result import Ending
from bot.store.engine.schema.matches import matches, offers, participants
from bot.store.entries import entries_of, seats_by_cause
from bot.store.people import is_nobody

MOST_LOOKED_AT: Final = 200
"""How many of a person's latest matches, of all servers and kinds, are read."""

_MOST_COUNTED: Final = 50  # docs/ratings.md promises this and the next number
_MOST_TIMED: Final = 10
"""From how many of the latest matches the usual time for a turn is taken."""

_Row: TypeAlias = Row[*tuple[Any, ...]]
_PERSON: Final = bindparam("person", type_=BigInteger)
_SERVER: Final = bindparam("server", type_=BigInteger)
_HAS_ENDED_IT: Final = and_(matches.c.ending.in_((Ending.TIME, Ending.UNPLAYED)), matches.c.ended_by_id == _PERSON)
HAS_TIMED_OUT: Final = or_(
    _HAS_ENDED_IT,
    and_(
        matches.c.seats > 2,
        exists().where(
            offers.c.match_id == matches.c.id,
            offers.c.by_id == _PERSON,
            offers.c.kind == OfferKind.STAND_IN,
            offers.c.cause == Cause.TIME,
        ),
    ),
)
"""Condition: the `person` has run out of time in a match."""


def latest_of_person(most: int) -> Subquery:
    """Query: the matches that the `person` joined last, from the end of an index."""
    return (
        select(participants.c.match_id, participants.c.place)
        .where(participants.c.person_id == _PERSON, participants.c.joined)
        .order_by(participants.c.match_id.desc())
        .limit(most)
        .subquery()
    )


def _query_of_latest() -> Select[*tuple[Any, ...]]:
    """A person's finished matches on a server, the latest first, and whether they ran out of time in each."""
    latest = latest_of_person(MOST_LOOKED_AT)
    others = participants.alias("others")
    has_characters = exists().where(others.c.match_id == matches.c.id, is_nobody(others.c.person_id))
    # Written so that SQLite does not begin with all matches in a state.
    is_over = or_(matches.c.state + "" == State.FINISHED, _HAS_ENDED_IT)
    met = select(others.c.person_id).where(others.c.match_id == matches.c.id, others.c.person_id != _PERSON)
    return (
        select(
            latest.c.match_id,
            latest.c.place,
            matches.c.ended_at,
            matches.c.ending,
            matches.c.seats,
            met.with_only_columns(func.min(others.c.person_id)).scalar_subquery().label("first_met"),
            met.with_only_columns(func.max(others.c.person_id)).scalar_subquery().label("last_met"),
            case((HAS_TIMED_OUT, 1), else_=0).label("has_timed_out"),
        )
        .join(matches, matches.c.id == latest.c.match_id)
        .where(matches.c.server_id + 0 == _SERVER, matches.c.days.is_not(None), is_over, ~has_characters)
        .order_by(latest.c.match_id.desc())
    )


_LATEST: Final = _query_of_latest()
_ENDED: Final = latest_of_person(MOST_LOOKED_AT)
_RECORD: Final = (
    select(HAS_TIMED_OUT)
    .join(_ENDED, _ENDED.c.match_id == matches.c.id)
    .where(matches.c.among_people, or_(matches.c.days.is_not(None), matches.c.bank.is_not(None)))
    .where(or_(and_(matches.c.state + "" == State.FINISHED, matches.c.ply >= matches.c.seats), _HAS_ENDED_IT))
    .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
    .limit(LATEST)
)


async def record_of(connection: AsyncConnection, person_id: int) -> Record:
    """The latest matches among people with a time limit that a person has played anywhere, and how many they lost on time.

    One in which not everybody has moved counts only if their time ran out.
    """
    timed_out = (await connection.scalars(_RECORD, {"person": person_id})).all()
    return Record(len(timed_out), sum(timed_out))


async def of_person(connection: AsyncConnection, server_id: int, person_id: int) -> Reliability:
    """A person's reliability on a server, by matches with a limit and without characters."""
    rows = (await connection.execute(_LATEST, {"person": person_id, "server": server_id})).all()
    timed_out = {row.match_id for row in rows if row.has_timed_out} | await _left_on_time(connection, rows)
    counting = _counting(rows, timed_out)[:_MOST_COUNTED]
    times = await _times(connection, {row.match_id: row.place for row in counting[:_MOST_TIMED]})
    return Reliability.of([row.match_id in timed_out for row in counting], times)


async def _left_on_time(connection: AsyncConnection, rows: Iterable[_Row]) -> set[int]:
    """The matches that went on after the person had run out of time and left."""
    seats = {row.match_id: row.place for row in rows if row.seats > 2}
    left = await seats_by_cause(connection, list(seats), Cause.TIME)
    return {number for number, gone in left.items() if seats[number] in gone}


def _counting(rows: Iterable[_Row], timed_out: Container[int]) -> Sequence[_Row]:
    """The matches that count, the latest first: all lost on time, and a limited number of others with the same people.

    This keeps people from hiding matches lost on time behind dozens of quickly finished ones.
    """
    ends: defaultdict[tuple[int, int], list[datetime]] = defaultdict(list)
    counting = list[_Row]()
    for row in rows:
        alike = ends[row.first_met, row.last_met]
        if row.match_id in timed_out or row.ending in (Ending.TIME, Ending.UNPLAYED):
            counting.append(row)
        elif sum(end - row.ended_at < ALIKE_PERIOD for end in alike) < MOST_ALIKE:
            counting.append(row)
            alike.append(row.ended_at)
    return counting


async def _times(connection: AsyncConnection, seats: dict[int, int]) -> Sequence[timedelta]:
    """The time of the player in a seat for each turn in these matches, except planned moves and resignations."""
    times: list[timedelta] = []
    for number, entries in (await entries_of(connection, list(seats))).items():
        made = [entry for entry in entries if entry.seat is not None]
        for before, entry in pairwise(made):
            if before.seat != entry.seat == seats[number] and entry.cause is None:
                times.append(max(entry.played_at - before.played_at, timedelta()))
    return times
