"""Letting an anonymous player take somebody's place in what is stored.

Every column that refers to people stands in `PUT_ASIDE` or belongs to a table in `REMOVED`; whoever adds one decides
which it is, and gives it a place in `bot.store.personal_data`. Every function works in the caller's transaction.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, Select, String, Table, cast, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import State, Summary
from bot.model.offer import OfferState
from bot.model.person import Person
from bot.store import ratings as rating_store
from bot.store.queries import summaries
from bot.store.schema import (
    matches,
    moves,
    notices,
    offers,
    participants,
    people,
    plans,
    preferences,
    rating_changes,
    ratings,
    vacations,
)
from rules.core import Game, Seat
from rules.record import retirement

PUT_ASIDE: Final[tuple[Column[Any], ...]] = (
    matches.c.host_id,
    matches.c.to_move_id,
    matches.c.ended_by_id,
    participants.c.person_id,
    moves.c.person_id,
    offers.c.by_id,
    ratings.c.person_id,
    rating_changes.c.person_id,
)
"""Columns that others need too: here an anonymous player takes the place of somebody who wants to be forgotten."""

REMOVED: Final[tuple[Table, ...]] = (plans, notices, preferences, vacations)
"""Tables of which a row concerns nobody but the one in its column `person_id`."""

_FORGETTING: Final = 0x466F7267  # any number that nobody else uses for an advisory lock
_RETIREMENT: Final = retirement(Seat(0)).removesuffix("0")


async def is_known(connection: AsyncConnection, person_id: int) -> bool:
    """Whether anything is stored about somebody."""
    return await connection.scalar(select(people.c.id).where(people.c.id == person_id)) is not None


async def playing(
    connection: AsyncConnection, person_id: int, now: datetime, games: Mapping[str, Game]
) -> Sequence[Summary]:
    """The running matches in which somebody still plays, as they are `now`."""
    return await summaries(connection, _playing(person_id), now, games)


async def waiting(
    connection: AsyncConnection, person_id: int, now: datetime, games: Mapping[str, Game]
) -> Sequence[Summary]:
    """The challenges and tables that somebody has made, joined or is asked to, as they are `now`."""
    return await summaries(connection, _with(person_id, State.OPEN), now, games)


async def is_at_rest(connection: AsyncConnection, person_id: int) -> bool:
    """Whether somebody neither plays nor waits for a match to begin."""
    for query in (_playing(person_id), _with(person_id, State.OPEN)):
        if (await connection.execute(query.limit(1))).first() is not None:
            return False
    return True


def _playing(person_id: int) -> Select[Any]:
    left = select(moves.c.ply).where(
        moves.c.match_id == matches.c.id,
        moves.c.token == literal(_RETIREMENT) + cast(participants.c.place, String),
    )
    return _with(person_id, State.RUNNING).where(~left.exists())


async def count_finished(connection: AsyncConnection, person_id: int) -> int:
    """How many finished matches somebody has played."""
    query = _with(person_id, State.FINISHED).subquery()
    return await connection.scalar(select(func.count()).select_from(query)) or 0


def _with(person_id: int, state: State) -> Select[Any]:
    return (
        select(matches)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(participants.c.person_id == person_id, matches.c.state == state)
        .order_by(matches.c.id)
    )


async def lock(connection: AsyncConnection, person_id: int) -> bool:
    """Let nobody change anything of somebody until the transaction ends; False if nothing is stored about them.

    Matches come first and people after them, as everywhere, so that two never wait for each other.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(_FORGETTING)))
    in_matches = matches.c.id.in_(_their_matches(person_id))
    locked = select(matches.c.server_id).where(in_matches).order_by(matches.c.id).with_for_update()
    for server_id in sorted(set(await connection.scalars(locked))):
        await rating_store.take_turn(connection, server_id)
    row = await connection.scalar(select(people.c.id).where(people.c.id == person_id).with_for_update())
    return row is not None


def _their_matches(person_id: int) -> Select[Any]:
    return select(participants.c.match_id).where(participants.c.person_id == person_id)


async def next_number(connection: AsyncConnection) -> int:
    """The number of the next anonymous player, from 1 on: their id is its negative. Only once `lock` was called."""
    return 1 + await rating_store.forgotten(connection)


async def close_rematches(connection: AsyncConnection, person_id: int, now: datetime) -> Sequence[int]:
    """Close the offers of a rematch with somebody that wait for an answer; the numbers of their matches."""
    closed = (
        update(offers)
        .where(offers.c.match_id.in_(_with(person_id, State.FINISHED).with_only_columns(matches.c.id)))
        .where(offers.c.state == OfferState.OPEN)
        .values(state=OfferState.OVERTAKEN, closed_at=now)
    )
    return (await connection.scalars(closed.returning(offers.c.match_id))).all()


async def running_with(connection: AsyncConnection, person_id: int) -> Sequence[int]:
    """The numbers of the running matches that somebody is in, also those that they have left to the others."""
    return (await connection.scalars(_with(person_id, State.RUNNING).with_only_columns(matches.c.id))).all()


async def replace(connection: AsyncConnection, person_id: int, anonymous: Person) -> None:
    """Let an anonymous player take somebody's place wherever others need one, and forget all else.

    If nobody needs one, there will be no such player. Only once `lock` was called.
    """
    await connection.execute(insert(people).values(id=anonymous.id, name=anonymous.name))
    await _replace_in_answers(connection, person_id, anonymous.id)
    for table in REMOVED:
        await connection.execute(delete(table).where(table.c.person_id == person_id))
    moved = 0
    for column in PUT_ASIDE:
        aside = update(column.table).where(column == person_id).values({column: anonymous.id})
        moved += (await connection.execute(aside)).rowcount
    # The database refuses this if anything still refers to one of them.
    unneeded = [person_id] if moved else [person_id, anonymous.id]
    await connection.execute(delete(people).where(people.c.id.in_(unneeded)))


async def _replace_in_answers(connection: AsyncConnection, person_id: int, anonymous_id: int) -> None:
    """Offers keep who has agreed to them as a list, in which no query can look on every kind of database."""
    query = select(offers.c.id, offers.c.accepted_by).where(offers.c.match_id.in_(_their_matches(person_id)))
    for offer_id, agreed in (await connection.execute(query)).all():
        if person_id in agreed:
            changed = [anonymous_id if other == person_id else other for other in agreed]
            await connection.execute(update(offers).where(offers.c.id == offer_id).values(accepted_by=changed))
