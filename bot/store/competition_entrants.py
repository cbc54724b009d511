"""Who is in which competition, in the database. In the caller's transaction."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import (
    Entrant,
    Withdrawal,
    WithdrawalCause,
)
from bot.model.person import Person
from bot.store.schema.competitions import entrants
from bot.store.schema.people import people
from bot.store.schema.ratings import ratings


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


async def enter(
    connection: AsyncConnection, competition_id: int, person_id: int, now: datetime, *, seed: int | None = None
) -> None:
    """Let somebody be in a competition that is locked and in which they are not yet; with a seed, in one that runs."""
    division = None if seed is None else 1
    row = {"competition_id": competition_id, "person_id": person_id, "joined_at": now}
    row |= {"division": division, "seed": seed}
    await connection.execute(insert(entrants).values(**row))


async def take_out(connection: AsyncConnection, competition_id: int, person_id: int) -> None:
    """Let somebody be in a competition no more that has not begun."""
    await connection.execute(delete(entrants).where(_is(competition_id, person_id)))


async def withdraw(connection: AsyncConnection, competition_id: int, person_id: int, withdrawal: Withdrawal) -> None:
    """Note that somebody plays no more in a competition that runs."""
    values = {"out_at": withdrawal.at, "out_because": withdrawal.cause, "is_struck": withdrawal.is_struck}
    await connection.execute(update(entrants).where(_is(competition_id, person_id)).values(**values))


def _is(competition_id: int, person_id: int) -> Any:
    return (entrants.c.competition_id == competition_id) & (entrants.c.person_id == person_id)


async def seat(connection: AsyncConnection, competition_id: int, divisions: Sequence[Sequence[Entrant]]) -> None:
    """Note who is in which division, and in which order."""
    rows = [
        {"whom": entrant.person.id, "division": number, "seed": index}
        for number, division in enumerate(divisions, start=1)
        for index, entrant in enumerate(division)
    ]
    await _update_all(connection, competition_id, rows)


async def set_places(connection: AsyncConnection, competition_id: int, places: Mapping[int, int | None]) -> None:
    """Note what everybody has reached, by person."""
    await _update_all(connection, competition_id, [{"whom": whom, "place": place} for whom, place in places.items()])


async def _update_all(connection: AsyncConnection, competition_id: int, rows: Sequence[Mapping[str, Any]]) -> None:
    """Change columns of many who are in a competition, in one trip to the database; `whom` is each one's id."""
    if not rows:
        return
    columns = {name: bindparam(name, type_=entrants.c[name].type) for name in rows[0] if name != "whom"}
    whose = (entrants.c.competition_id == competition_id, entrants.c.person_id == bindparam("whom"))
    await connection.execute(update(entrants).where(*whose).values(**columns), list(rows))


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
