"""Reading matches from the database."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.fairness import Fairness
from bot.model.match import Away, Ending, Match, Person, Result, State, Summary
from bot.model.plans import Plan
from bot.model.progress import Cause
from bot.model.rating import NewRating
from bot.store import offers
from bot.store.clocks import clock_of, terms_of
from bot.store.positions import Positions
from bot.store.ratings import new_ratings
from bot.store.schema import matches, moves, participants, people, plans, servers, vacations
from rules import GAMES
from rules.core import IllegalMove, Move, Seat

_UNKNOWN_NAME: Final = "somebody"
_LARGEST_NUMBER: Final = 2**31 - 1


class BrokenRecord(Exception):
    """A stored record cannot be replayed: the rules have changed under it, or the database is damaged."""


async def load_match(
    connection: AsyncConnection, match_id: int, positions: Positions, now: datetime, *, for_update: bool = False
) -> Match | None:
    """The match of that number as it is `now`, or None.

    `for_update` keeps others from changing it until the transaction ends.
    """
    if not 0 < match_id <= _LARGEST_NUMBER:  # people type any number; the column does not hold every one
        return None
    query = (
        select(matches, servers.c.theme)
        .outerjoin(servers, servers.c.id == matches.c.server_id)
        .where(matches.c.id == match_id)
    )
    if for_update:
        query = query.with_for_update(of=matches)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    entries = (
        await connection.execute(
            select(moves.c.token, moves.c.cause).where(moves.c.match_id == match_id).order_by(moves.c.ply)
        )
    ).all()
    seated = await _participants(connection, [match_id], now)
    named = await _named(connection, seated, [row.host_id, row.ended_by_id])
    game = GAMES[row.game]
    record = tuple(Move(entry.token) for entry in entries)
    try:
        reached = positions.reached(game, row.seats, record)
    except IllegalMove as error:
        # Not the mistake of whoever asks: nobody but Furlong itself has written this record.
        raise BrokenRecord(f"the record of match {match_id} does not replay: {error}") from error
    return Match(
        id=row.id,
        server_id=row.server_id,
        channel_id=row.channel_id,
        message_id=row.message_id,
        message_ply=row.message_ply,
        game=game,
        seats=row.seats,
        state=State(row.state),
        host=named[row.host_id],
        host_seat=None if row.host_seat is None else Seat(row.host_seat),
        is_table=row.is_table,
        invited=tuple(seat.person for seat in seated[match_id] if not seat.joined),
        players=tuple(seat.person for seat in seated[match_id] if seat.joined),
        moves=record,
        position=reached.position,
        steps=reached.steps,
        result=_result(row, named),
        fairness=_fairness(row),
        plans=await _plans(connection, match_id),
        changed_at=row.changed_at,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        terms=terms_of(row),
        revision=row.revision,
        causes=tuple(entry.cause and Cause(entry.cause) for entry in entries),
        clock=clock_of(row),
        away=tuple(seat.away for seat in seated[match_id] if seat.away is not None),
        offers=await offers.of_match(connection, match_id),
        thread_id=row.thread_id,
        wants_thread=row.wants_thread,
        theme=row.theme or "",
        ratings=await _ratings(connection, row, [seat.person.id for seat in seated[match_id]]),
    )


async def _ratings(connection: AsyncConnection, row: Row[Any], player_ids: Sequence[int]) -> tuple[NewRating, ...]:
    if row.state != State.FINISHED or not row.is_rated:
        return ()
    return await new_ratings(connection, row.id, row.game, player_ids)


def _result(row: Row[Any], named: dict[int, Person]) -> Result | None:
    if row.ending is None:
        return None
    return Result(
        ending=Ending(row.ending),
        places=tuple(row.places or ()),
        points=None if row.points is None else tuple(row.points),
        by=None if row.ended_by_id is None else named[row.ended_by_id],
        reason=row.reason or "",
    )


def _fairness(row: Row[Any]) -> Fairness | None:
    return None if row.secret is None else Fairness(row.secret, row.commitment, tuple(row.joined_by or ()))


async def _plans(connection: AsyncConnection, match_id: int) -> tuple[Plan, ...]:
    rows = await connection.execute(select(plans).where(plans.c.match_id == match_id))
    return tuple(Plan(row.person_id, tuple(row.moves), row.stopped_at or "", row.stopped_because or "") for row in rows)


async def load_person(connection: AsyncConnection, person_id: int) -> Person:
    """Somebody by their id, with the name last seen; "somebody" if they were never seen."""
    name = await connection.scalar(select(people.c.name).where(people.c.id == person_id))
    return Person(person_id, name or _UNKNOWN_NAME)


@dataclass(frozen=True, slots=True)
class _Seated:
    """Somebody's place in a match: whether they have joined, and whether they are on vacation."""

    person: Person
    joined: bool
    away: Away | None


_ByMatch = defaultdict[int, list[_Seated]]


async def _named(connection: AsyncConnection, seated: _ByMatch, ids: Iterable[int | None]) -> dict[int, Person]:
    """By id: the people in `seated` and, looked up only where they are not among them, those in `ids`."""
    named = {seat.person.id: seat.person for seats in seated.values() for seat in seats}
    missing = {person_id for person_id in ids if person_id is not None} - named.keys()
    if missing:
        rows = await connection.execute(select(people).where(people.c.id.in_(missing)))
        named |= {row.id: Person(row.id, row.name) for row in rows}
    return named


async def _participants(connection: AsyncConnection, match_ids: Sequence[int], now: datetime) -> _ByMatch:
    """By match: its people in order of their place."""
    is_away_now = and_(vacations.c.person_id == people.c.id, vacations.c.began_at <= now, vacations.c.ended_at > now)
    rows = await connection.execute(
        select(
            participants.c.match_id, participants.c.joined, people.c.id, people.c.name, func.max(vacations.c.ended_at)
        )
        .join(people, people.c.id == participants.c.person_id)
        .outerjoin(vacations, is_away_now)
        .where(participants.c.match_id.in_(match_ids))
        .group_by(participants.c.match_id, participants.c.place, participants.c.joined, people.c.id, people.c.name)
        .order_by(participants.c.match_id, participants.c.place)
    )
    found: _ByMatch = defaultdict(list)
    for match_id, joined, person_id, name, until in rows:
        away = None if until is None else Away(person_id, until)
        found[match_id].append(_Seated(Person(person_id, name), joined, away))
    return found


def matches_with(person_id: int, states: Sequence[State], server_id: int | None) -> Select[Any]:
    """Query: the matches in these states that a person plays in or is asked to; on one server unless it is None."""
    query = (
        select(matches)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(participants.c.person_id == person_id, matches.c.state.in_(states))
    )
    # The sum keeps SQLite from going through all matches of the server instead of those of the person.
    return query if server_id is None else query.where(matches.c.server_id + 0 == server_id)


async def summaries(connection: AsyncConnection, query: Select[Any], now: datetime) -> list[Summary]:
    """The matches that a query over the table of matches finds, in its order, as they are `now`."""
    rows = (await connection.execute(query)).all()
    seated = await _participants(connection, [row.id for row in rows], now)
    named = await _named(connection, seated, (person_id for row in rows for person_id in (row.host_id, row.to_move_id)))
    return [
        Summary(
            id=row.id,
            server_id=row.server_id,
            channel_id=row.channel_id,
            message_id=row.message_id,
            game=GAMES[row.game],
            state=State(row.state),
            host=named[row.host_id],
            is_table=row.is_table,
            people=tuple(seat.person for seat in seated[row.id]),
            to_move=None if row.to_move_id is None else named[row.to_move_id],
            ply=row.ply,
            changed_at=row.changed_at,
            message_ply=row.message_ply,
            thread_id=row.thread_id,
            deadline=row.deadline,
            is_away=any(seat.away is not None and seat.person.id == row.to_move_id for seat in seated[row.id]),
        )
        for row in rows
    ]
