"""Who is in which competition, in the database. In the caller's transaction."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Row, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import (
    Entrant,
    Withdrawal,
    WithdrawalCause,
)
from bot.model.people import Person
from bot.store.engine.schema.competitions import entrants
from bot.store.engine.schema.people import people
from bot.store.engine.schema.ratings import ratings

_CHANGE: Final = update(entrants).where(
    entrants.c.competition_id == bindparam("number"), entrants.c.person_id == bindparam("whom")
)


async def entrants_of(
    connection: AsyncConnection, competition_id: int, division: int | None = None
) -> Sequence[Entrant]:
    """Everybody in a competition, or in one division of it, by division and seed, or as they have joined."""
    query = (
        select(entrants, people.c.name)
        .join(people, people.c.id == entrants.c.person_id)
        .where(entrants.c.competition_id == competition_id)
        .order_by(entrants.c.division, entrants.c.seed, entrants.c.joined_at, entrants.c.person_id)
    )
    if division is not None:
        query = query.where(entrants.c.division == division)
    return [_entrant(row) for row in await connection.execute(query)]


async def divisions_of(connection: AsyncConnection, competition_id: int) -> int:
    """How many divisions a competition has; 0 before it begins."""
    query = select(func.max(entrants.c.division)).where(entrants.c.competition_id == competition_id)
    return await connection.scalar(query) or 0


async def division_of(connection: AsyncConnection, competition_id: int, person_id: int) -> int | None:
    """The division of somebody; None if they are in none."""
    return await connection.scalar(select(entrants.c.division).where(_is(competition_id, person_id)))


def _entrant(row: Row[Any]) -> Entrant:
    out = None if row.out_at is None else Withdrawal(WithdrawalCause(row.out_because), row.out_at, row.is_struck)
    return Entrant(Person(row.person_id, row.name), row.joined_at, row.division, row.seed, out, row.place)


def _columns(entrant: Entrant) -> dict[str, Any]:
    """Somebody in a competition as columns."""
    out = entrant.withdrawal
    return {
        "joined_at": entrant.joined_at,
        "out_at": None if out is None else out.at,
        "out_because": None if out is None else out.cause,
        "is_struck": entrant.is_struck,
        "division": entrant.division,
        "seed": entrant.seed,
        "place": entrant.place,
    }


async def save_entrants(
    connection: AsyncConnection, competition_id: int, before: Sequence[Entrant], after: Sequence[Entrant]
) -> None:
    """Write who is in a competition that is locked, and what is different about them, each in one trip to the database."""
    known = {one.person.id: _columns(one) for one in before}
    wanted = {one.person.id: _columns(one) for one in after}
    if gone := known.keys() - wanted.keys():
        of_gone = (entrants.c.competition_id == competition_id, entrants.c.person_id.in_(gone))
        await connection.execute(delete(entrants).where(*of_gone))
    if new := [one for one in wanted if one not in known]:
        rows = [{"competition_id": competition_id, "person_id": one, **wanted[one]} for one in new]
        await connection.execute(insert(entrants), rows)
    if changed := [one for one in wanted if one in known and known[one] != wanted[one]]:
        rows = [{"number": competition_id, "whom": one, **wanted[one]} for one in changed]
        await connection.execute(_CHANGE, rows)


def _is(competition_id: int, person_id: int) -> Any:
    return (entrants.c.competition_id == competition_id) & (entrants.c.person_id == person_id)


async def ratings_of(
    connection: AsyncConnection, server_id: int, pool: str, person_ids: Collection[int]
) -> Mapping[int, float]:
    """By person: the ratings in a pool that are no longer provisional."""
    query = select(ratings.c.person_id, ratings.c.mu).where(
        ratings.c.server_id == server_id,
        ratings.c.pool == pool,
        ratings.c.is_provisional.is_(False),
        ratings.c.person_id.in_(person_ids),
    )
    return {row.person_id: row.mu for row in await connection.execute(query)}
