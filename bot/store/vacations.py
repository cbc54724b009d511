"""Vacations in the database. Every function works inside the caller's transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.budget import Vacation
from bot.store import panels
from bot.store.schema import outbox, vacations


async def taken(connection: AsyncConnection, person_id: int, since: datetime) -> Sequence[Vacation]:
    """Somebody's vacations as far as they end after `since`, the earliest first."""
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


async def move_end(connection: AsyncConnection, vacation_id: int, ended_at: datetime) -> None:
    """Let a vacation end at another time."""
    await connection.execute(update(vacations).where(vacations.c.id == vacation_id).values(ended_at=ended_at))


async def show(connection: AsyncConnection, servers: Mapping[int, int], due_at: datetime) -> None:
    """Have many boards at once, by match with its server, show how things are, without a new message.

    As `bot.store.outbox.announce` for one, with one statement for all boards and one for every server.
    """
    if servers:
        rows = [{"match_id": number, "is_new_message": False, "attempts": 0, "due_at": due_at} for number in servers]
        await connection.execute(insert(outbox), rows)
    representatives = {server_id: match_id for match_id, server_id in servers.items()}
    for server_id in sorted(representatives):
        await panels.touch(connection, representatives[server_id], due_at)
