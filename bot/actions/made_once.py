"""Secrets of an installation, made when they are first needed, once for each database."""

from collections.abc import Callable

from bot.actions.context import Context
from bot.store.engine import facts


async def made_once(context: Context, key: str, make: Callable[[], str]) -> str:
    """The fact with a key; if it is not stored yet, what `make` returns, unless another process is quicker."""
    async with context.database.ask() as connection:
        stored = await facts.get(connection, key)
    if stored is None:
        async with context.database.write() as connection:
            await facts.add_once(connection, key, make())
            stored = await facts.get(connection, key)
    assert stored is not None, "it was just stored"
    return stored
