"""Reading matches from the database."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import Row, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.fairness import Fairness
from bot.match import Ending, Match, Person, Result, State, Summary
from bot.plans import Plan
from bot.store.positions import Positions
from bot.store.schema import matches, moves, participants, people, plans
from rules import GAMES
from rules.core import IllegalMove, Move, Seat

_UNKNOWN_NAME: Final = "somebody"
_LARGEST_NUMBER: Final = 2**31 - 1


class BrokenRecord(Exception):
    """A stored record cannot be replayed: the rules have changed under it, or the database is damaged."""


async def load_match(
    connection: AsyncConnection, match_id: int, positions: Positions, *, for_update: bool = False
) -> Match | None:
    """The match of that number, or None. `for_update` keeps others from changing it until the transaction ends."""
    if not 0 < match_id <= _LARGEST_NUMBER:  # people type any number; the column does not hold every one
        return None
    query = select(matches).where(matches.c.id == match_id)
    row = (await connection.execute(query.with_for_update() if for_update else query)).one_or_none()
    if row is None:
        return None
    tokens = (
        await connection.scalars(select(moves.c.token).where(moves.c.match_id == match_id).order_by(moves.c.ply))
    ).all()
    seated = await _participants(connection, [match_id])
    named = await _named(connection, seated, [row.host_id, row.ended_by_id])
    game = GAMES[row.game]
    record = tuple(Move(token) for token in tokens)
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
        invited=tuple(person for person, joined in seated[match_id] if not joined),
        players=tuple(person for person, joined in seated[match_id] if joined),
        moves=record,
        position=reached.position,
        steps=reached.steps,
        result=_result(row, named),
        fairness=_fairness(row),
        plans=await _plans(connection, match_id),
        changed_at=row.changed_at,
    )


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


_Seated = defaultdict[int, list[tuple[Person, bool]]]


async def _named(connection: AsyncConnection, seated: _Seated, ids: Iterable[int | None]) -> dict[int, Person]:
    """By id: the people in `seated` and, looked up only where they are not among them, those in `ids`."""
    named = {person.id: person for people_of in seated.values() for person, _joined in people_of}
    missing = {person_id for person_id in ids if person_id is not None} - named.keys()
    if missing:
        rows = await connection.execute(select(people).where(people.c.id.in_(missing)))
        named |= {row.id: Person(row.id, row.name) for row in rows}
    return named


async def _participants(connection: AsyncConnection, match_ids: Sequence[int]) -> _Seated:
    """By match: its people in order of their place, and whether they have joined."""
    rows = await connection.execute(
        select(participants.c.match_id, participants.c.joined, people.c.id, people.c.name)
        .join(people, people.c.id == participants.c.person_id)
        .where(participants.c.match_id.in_(match_ids))
        .order_by(participants.c.match_id, participants.c.place)
    )
    found: _Seated = defaultdict(list)
    for match_id, joined, person_id, name in rows:
        found[match_id].append((Person(person_id, name), joined))
    return found


def matches_with(person_id: int, states: Sequence[State], server_id: int | None) -> Select[Any]:
    """Query: the matches in these states that a person plays in or is asked to; on one server unless it is None."""
    query = (
        select(matches)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(participants.c.person_id == person_id, matches.c.state.in_(states))
    )
    return query if server_id is None else query.where(matches.c.server_id == server_id)


async def summaries(connection: AsyncConnection, query: Select[Any]) -> list[Summary]:
    """The matches that a query over the table of matches finds, in its order."""
    rows = (await connection.execute(query)).all()
    seated = await _participants(connection, [row.id for row in rows])
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
            people=tuple(person for person, _joined in seated[row.id]),
            to_move=None if row.to_move_id is None else named[row.to_move_id],
            ply=row.ply,
            changed_at=row.changed_at,
        )
        for row in rows
    ]
