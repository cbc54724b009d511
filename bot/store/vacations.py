"""Vacations in the database. Every function works inside the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.vacations import Vacation
from bot.store.engine.schema.people import vacations


async def taken(connection: AsyncConnection, person_id: int, since: datetime) -> Sequence[Vacation]:
    """The vacations of a person that end after `since`, the earliest first."""
    query = (
        select(vacations)
        .where(vacations.c.person_id == person_id, vacations.c.ended_at > since)
        .order_by(vacations.c.ended_at)
    )
    rows = await connection.execute(query)
    return [Vacation(row.id, row.began_at, row.ended_at) for row in rows]


async def add(connection: AsyncConnection, person_id: int, began_at: datetime, ended_at: datetime) -> None:
    """Keep a new vacation."""
    await connection.execute(insert(vacations).values(person_id=person_id, began_at=began_at, ended_at=ended_at))


async def put_right(connection: AsyncConnection, now: datetime) -> None:
    """Let vacations that begin after `now` begin now: the machine's clock was ahead."""
    late = (await connection.execute(select(vacations).where(vacations.c.began_at > now))).all()
    for row in late:
        values = {"began_at": now, "ended_at": now + (row.ended_at - row.began_at)}
        await connection.execute(update(vacations).where(vacations.c.id == row.id).values(**values))


async def move_end(connection: AsyncConnection, vacation_id: int, ended_at: datetime) -> None:
    """Let a vacation end at another time."""
    await connection.execute(update(vacations).where(vacations.c.id == vacation_id).values(ended_at=ended_at))
