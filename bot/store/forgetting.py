"""Deleting a person's data, and letting an anonymous player take their place where others need it.

The columns themselves say which (`bot.store.engine.schema.columns`); a move needs nothing, because it is that of a seat.

It takes several transactions, so that others never wait long: `begin` chooses the anonymous player, `replace_some` puts
them in the person's place in some matches, again and again, and `finish` in all that is left. Until then `aliases` tells who
is who, so that computations over all matches of a server see one person. Every function works in the caller's transaction.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Select,
    String,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import State, Summary
from bot.model.offer import TAKEOVERS, OfferKind, OfferState
from bot.model.people import Person
from bot.store import puzzles
from bot.store import ratings as rating_store
from bot.store.engine import facts
from bot.store.engine.schema.columns import personal_columns
from bot.store.engine.schema.matches import matches, moves, offers, participants
from bot.store.engine.schema.people import people
from bot.store.engine.schema.processes import facts as facts_table
from bot.store.match_lists import summaries
from rules.core import Game, Seat
from rules.record import retirement

_REMOVED: Final = [column for column, personal in personal_columns().items() if personal.is_removed]
_REPLACED: Final = [
    column
    for column, personal in personal_columns().items()
    if not personal.is_removed and column is not offers.c.accepted_by
]


def _match_of(column: Column[Any]) -> Column[Any] | None:
    """The column with the match of a row that always has one; None in other tables."""
    number = matches.c.id if column.table is matches else column.table.c.get("match_id")
    return None if number is None or number.nullable else number


_OF_MATCHES: Final = sorted(
    ((column, number) for column in (*_REMOVED, *_REPLACED) if (number := _match_of(column)) is not None),
    key=lambda pair: pair[0].table is participants,
)
"""The columns of which a match has few rows, each with the one that tells which match it is; participants come last."""

_FORGETTING: Final = 0x466F7267  # an advisory lock; any number that has no other use
_ALIAS: Final = "forgetting "  # with a person's id it is the key of a fact: who takes their place
_RETIREMENT: Final = retirement(Seat(0)).removesuffix("0")


async def is_known(connection: AsyncConnection, person_id: int) -> bool:
    """Whether anything is stored about a person."""
    return await connection.scalar(select(people.c.id).where(people.c.id == person_id)) is not None


async def playing(
    connection: AsyncConnection, person_id: int, now: datetime, games: Mapping[str, Game]
) -> Sequence[Summary]:
    """The running matches in which a person still plays, as they are `now`."""
    return await summaries(connection, _playing(person_id), now, games)


async def waiting(
    connection: AsyncConnection, person_id: int, now: datetime, games: Mapping[str, Game]
) -> Sequence[Summary]:
    """The challenges that a person has made, joined or is asked to, as they are `now`."""
    return await summaries(connection, _with(person_id, State.OPEN), now, games)


async def is_at_rest(connection: AsyncConnection, person_id: int, numbers: Sequence[int] | None = None) -> bool:
    """Whether a person neither plays nor waits for a match to begin, in the matches of these numbers or in any."""
    for query in (_playing(person_id), _with(person_id, State.OPEN)):
        within = query if numbers is None else query.where(matches.c.id.in_(numbers))
        if (await connection.execute(within.limit(1))).first() is not None:
            return False
    return True


def _playing(person_id: int) -> Select[Any]:
    left = select(moves.c.ply).where(
        moves.c.match_id == matches.c.id,
        moves.c.token == literal(_RETIREMENT) + cast(participants.c.place, String),
    )
    taken_over = select(offers.c.id).where(
        offers.c.match_id == matches.c.id,
        func.coalesce(offers.c.for_id, offers.c.by_id) == person_id,
        offers.c.kind.in_(TAKEOVERS),
        offers.c.state == OfferState.ACCEPTED,
    )
    return _with(person_id, State.RUNNING).where(~left.exists(), ~taken_over.exists())


async def count_finished(connection: AsyncConnection, person_id: int) -> int:
    """How many finished matches a person has played."""
    query = _with(person_id, State.FINISHED).subquery()
    return await connection.scalar(select(func.count()).select_from(query)) or 0


def _with(person_id: int, state: State) -> Select[Any]:
    return (
        select(matches)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(participants.c.person_id == person_id, _is(state))
        .order_by(matches.c.id)
    )


def _is(state: State) -> ColumnElement[bool]:
    """Whether a match is in a state, asked so that SQLite does not begin with all matches that are."""
    return matches.c.state + "" == state


async def begin(connection: AsyncConnection, person_id: int) -> Person | None:
    """The anonymous player who takes a person's place, the same one if that was begun before; None for an unknown person."""
    await _lock(connection)
    row = await connection.scalar(select(people.c.id).where(people.c.id == person_id).with_for_update())
    if row is None:
        return None
    number = -int(await facts.get(connection, f"{_ALIAS}{person_id}") or 0)
    if not number:
        number = 1 + await rating_store.forgotten(connection)
        await connection.execute(insert(people).values(id=-number, name=_name(number)))
        await facts.put(connection, f"{_ALIAS}{person_id}", str(-number))
    return Person(-number, _name(number))


def _name(number: int) -> str:
    return f"Former player {number}"


async def _lock(connection: AsyncConnection) -> None:
    """Let no other person be forgotten at the same moment; SQLite lets one write at a time anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(_FORGETTING)))


async def aliases(connection: AsyncConnection) -> Mapping[int, int]:
    """By the id of each person whose data is being deleted at the moment: that of the anonymous player in their place."""
    found = await connection.execute(select(facts_table).where(facts_table.c.key.startswith(_ALIAS, autoescape=True)))
    return {int(row.key.removeprefix(_ALIAS)): int(row.value) for row in found}


async def some_matches(connection: AsyncConnection, person_id: int, limit: int) -> Sequence[int]:
    """The numbers of at most `limit` matches that a person is in, locked until the transaction ends.

    Matches come first and people after them, as everywhere, so that two never wait for each other.
    """
    await _lock(connection)
    theirs = select(participants.c.match_id).where(participants.c.person_id == person_id)
    numbers = (await connection.scalars(theirs.order_by(participants.c.match_id).limit(limit))).all()
    locked = select(matches.c.server_id).where(matches.c.id.in_(numbers)).order_by(matches.c.id).with_for_update()
    for server_id in sorted(set(await connection.scalars(locked))):
        await rating_store.lock(connection, server_id)
    return numbers


async def replace_some(
    connection: AsyncConnection, person_id: int, anonymous_id: int, numbers: Sequence[int], now: datetime
) -> Sequence[int]:
    """Let an anonymous player take a person's place in these matches; returns the numbers of those that look different now.

    Offers of a rematch with the person are closed. Puzzles from these matches go, and no more are made of them.
    """
    await puzzles.remove_of_matches(connection, numbers)
    running = matches.c.id.in_(numbers), _is(State.RUNNING)
    closed = (
        update(offers)
        .where(offers.c.match_id.in_(numbers), offers.c.state == OfferState.OPEN, offers.c.kind == OfferKind.REMATCH)
        .values(state=OfferState.OVERTAKEN, closed_at=now)
    )
    different = {*await connection.scalars(select(matches.c.id).where(*running))}
    different |= {*await connection.scalars(closed.returning(offers.c.match_id))}
    await _replace_in_answers(connection, person_id, anonymous_id, numbers)
    for column, match_id in _OF_MATCHES:
        theirs = (match_id.in_(numbers), column == person_id)
        if column in _REMOVED:
            await connection.execute(delete(column.table).where(*theirs))
        else:
            await connection.execute(update(column.table).where(*theirs).values({column: anonymous_id}))
    return sorted(different)


async def finish(connection: AsyncConnection, person_id: int, anonymous_id: int) -> None:
    """Let an anonymous player take a person's place in all that is left, and delete the rest.

    There is no such player if no row needs one. The person must be in no match any more.
    """
    for column in _REMOVED:
        await connection.execute(delete(column.table).where(column == person_id))
    for column in _REPLACED:
        await connection.execute(update(column.table).where(column == person_id).values({column: anonymous_id}))
    needed = [exists().where(column == anonymous_id) for column in _REPLACED]
    is_needed = await connection.scalar(select(or_(*needed)))
    # The database refuses this if anything still refers to one of them.
    unneeded = [person_id] if is_needed else [person_id, anonymous_id]
    await connection.execute(delete(people).where(people.c.id.in_(unneeded)))
    await facts.remove(connection, f"{_ALIAS}{person_id}")


async def _replace_in_answers(
    connection: AsyncConnection, person_id: int, anonymous_id: int, numbers: Sequence[int]
) -> None:
    """Offers keep who has agreed to them as a list, in which no query can look on every kind of database."""
    query = select(offers.c.id, offers.c.accepted_by).where(offers.c.match_id.in_(numbers))
    for offer_id, agreed in (await connection.execute(query)).all():
        if person_id in agreed:
            changed = [anonymous_id if other == person_id else other for other in agreed]
            await connection.execute(update(offers).where(offers.c.id == offer_id).values(accepted_by=changed))
