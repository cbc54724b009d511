"""Writing matches to the database. Every function works inside the caller's transaction."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.person import Person
from bot.store.schema import facts, matches, people
from bot.store.upserts import insert_into


async def remember_person(connection: AsyncConnection, person: Person) -> None:
    """Keep the name that a person goes by now."""
    await _upsert(connection, people, {"id": person.id}, {"name": person.name[:100]})


async def set_fact(connection: AsyncConnection, key: str, value: str) -> None:
    """Keep one of the few values that belong to the bot itself rather than to a match."""
    await _upsert(connection, facts, {"key": key}, {"value": value})


async def _upsert(connection: AsyncConnection, table: Any, key: dict[str, Any], values: dict[str, Any]) -> None:
    statement = insert_into(connection, table).values(**key, **values)
    await connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=values))


async def update_match(connection: AsyncConnection, match_id: int, values: dict[str, Any]) -> None:
    """Change columns of a match."""
    await connection.execute(update(matches).where(matches.c.id == match_id).values(**values))


async def next_end(connection: AsyncConnection, server_id: int, now: datetime) -> datetime:
    """The instant at which a match ends that ends now: later than every other end on its server.

    So the order in which matches have ended can be told for ever, whatever the machine's clock does.
    """
    latest = await connection.scalar(select(func.max(matches.c.ended_at)).where(matches.c.server_id == server_id))
    return now if latest is None else max(now, latest + timedelta(milliseconds=1))
