"""Measuring how long a slow piece of work keeps other tasks from writing."""

import asyncio
from collections.abc import Awaitable
from time import perf_counter

from bot.store.engine import facts
from bot.store.engine.database import Database
from tests.bench.measure import seconds_of


async def beside_others(database: Database, work: Awaitable[object]) -> tuple[float, float]:
    """The seconds that some work takes, and the longest wait of another task that writes all the time."""
    waits = [0.0]
    task = asyncio.ensure_future(seconds_of(work))
    while not task.done():
        begun = perf_counter()
        async with database.write() as connection:
            await facts.put(connection, "key", "value")
        waits.append(perf_counter() - begun)
        await asyncio.sleep(0.001)
    return await task, max(waits)
