"""Facts in the database: the few values, each under a key, that belong to the bot itself rather than to a match.

Every function works in the caller's transaction.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine.schema.jobs import facts
from bot.store.engine.statements import insert_into, upsert

_VALUE: Final = select(facts.c.value).where(facts.c.key == bindparam("of"))


async def get(connection: AsyncConnection, key: str) -> str | None:
    """The value of a fact; None if it is not stored."""
    return await connection.scalar(_VALUE, {"of": key})


async def locked(connection: AsyncConnection, key: str) -> str | None:
    """The value of a fact, which nobody else changes until the transaction ends; None if it is not stored."""
    return await connection.scalar(_VALUE.with_for_update(), {"of": key})


async def rewrite(connection: AsyncConnection, key: str) -> None:
    """Write the value that a fact has: nothing changes, but a database that cannot be written to says so.

    It changes and changes back, because SQLite writes no page whose bytes stay the same.
    """
    value = facts.c.value
    for written in (value + " ", func.substr(value, 1, func.length(value) - 1)):
        await connection.execute(update(facts).where(facts.c.key == key).values(value=written))


async def add_once(connection: AsyncConnection, key: str, value: str) -> None:
    """Store a fact, unless it is stored already."""
    await connection.execute(insert_into(connection, facts).values(key=key, value=value).on_conflict_do_nothing())


async def put(connection: AsyncConnection, key: str, value: str) -> None:
    """Store a fact, replacing its earlier value."""
    await upsert(connection, facts, {"key": key}, {"value": value})


async def beginning(connection: AsyncConnection, start: str) -> Mapping[str, str]:
    """The facts whose keys begin with `start`, by key."""
    rows = await connection.execute(select(facts).where(facts.c.key.startswith(start, autoescape=True)))
    return {row.key: row.value for row in rows}


async def remove(connection: AsyncConnection, key: str) -> None:
    """Delete a fact, if it is stored."""
    await connection.execute(delete(facts).where(facts.c.key == key))
