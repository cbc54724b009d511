"""What a statement on SQLite costs, with Furlong's adapter and with SQLAlchemy's own."""

import asyncio
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store.engine.database import Database
from bot.store.engine.schema.processes import facts
from bot.store.engine.sqlite_driver import ONE_TRIP_A_STATEMENT
from tests.bench.measure import Measurement
from tests.bot.store.trips import trips

ROUNDS, STATEMENTS = 31, 100
_READ = select(facts.c.value).where(facts.c.key == "key")


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        return runner.run(_rows(f"sqlite+aiosqlite:///{Path(folder) / 'statements.db'}"))


async def _rows(url: str) -> list[Measurement]:
    database = await Database.open(url)
    async with database.write() as connection:
        await connection.execute(insert(facts).values(key="key", value="value"))
    await database.close()
    engines = [create_async_engine(url, module=ONE_TRIP_A_STATEMENT), create_async_engine(url)]
    async with engines[0].connect() as own, engines[1].connect() as stock:
        taken = [[await _seconds(own), await _seconds(stock)] for _ in range(ROUNDS + 1)][1:]
        numbers = [await _trips(own), await _trips(stock)]
    for engine in engines:
        await engine.dispose()
    own_seconds, stock_seconds = (median(of_one) for of_one in zip(*taken, strict=True))
    ratio = median(stock_taken / own_taken for own_taken, stock_taken in taken)
    return [
        Measurement(
            "A statement on SQLite",
            own_seconds * 1e6,
            "µs",
            f"one row read; trips to the driver's thread: {numbers[0]}",
        ),
        Measurement(
            "  with SQLAlchemy's adapter", stock_seconds * 1e6, "µs", f"in turn with the above; trips: {numbers[1]}"
        ),
        Measurement("  ratio", ratio, "times", "the second to the first, of each turn"),
    ]


async def _seconds(connection: AsyncConnection) -> float:
    """How long a statement takes, in seconds: the mean of `STATEMENTS`."""
    begun = perf_counter()
    for _ in range(STATEMENTS):
        await connection.scalar(_READ)
    return (perf_counter() - begun) / STATEMENTS


async def _trips(connection: AsyncConnection) -> int:
    with trips() as made:
        await connection.scalar(_READ)
    return len(made)
