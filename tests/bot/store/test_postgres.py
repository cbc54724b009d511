"""What only PostgreSQL can do wrong; these tests need FURLONG_TEST_POSTGRES."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.model.errors import DatabaseBusy
from bot.store.engine import facts as fact_store
from bot.store.engine.database import Database
from bot.store.engine.schema.processes import facts


@pytest_asyncio.fixture
async def database(postgres_url: str) -> AsyncGenerator[Database]:
    opened = await Database.open(postgres_url)
    yield opened
    async with opened.write() as connection:
        await connection.execute(facts.delete())
    await opened.close()


async def set_fact_soon(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(text("SET LOCAL lock_timeout = '10ms'"))
        await fact_store.put(connection, "key", "y")


async def test_a_lock_that_is_not_free_in_time_is_told_as_busy(database: Database) -> None:
    async with database.write() as first:
        await fact_store.put(first, "key", "x")
        with pytest.raises(DatabaseBusy):
            await set_fact_soon(database)


async def test_a_connection_that_the_server_closes_is_told_as_passing_and_replaced(database: Database) -> None:
    async def lose() -> None:
        async with database.write() as connection:
            own = await connection.scalar(text("SELECT pg_backend_pid()"))
            async with database.write() as other:
                await other.execute(text("SELECT pg_terminate_backend(:own)"), {"own": own})
            await fact_store.put(connection, "lost", "x")

    with pytest.raises(DatabaseBusy):
        await lose()
    async with database.write() as connection:
        await fact_store.put(connection, "kept", "x")
        assert (await connection.scalars(select(facts.c.key))).all() == ["kept"]


async def test_a_server_that_is_away_is_told_as_passing() -> None:
    pytest.importorskip("asyncpg")
    database = Database(create_async_engine("postgresql+asyncpg://somebody@127.0.0.1:1/furlong"))
    with pytest.raises(DatabaseBusy):
        async with database.read():
            pass
    await database.close()


@dataclass
class UsedPool:
    """A database whose pool has one connection, which has just been used."""

    url: str
    database: Database

    async def read(self) -> None:
        async with self.database.read() as connection:
            await connection.execute(text("SELECT 1"))

    async def lose(self) -> asyncio.Event:
        """Let the server close the connection that waits; the event comes when this has been noticed here."""
        noticed = asyncio.Event()

        def notice(_driver: object) -> None:
            noticed.set()

        async with self.database.read() as connection:
            process = await connection.scalar(text("SELECT pg_backend_pid()"))
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(notice)
        other = create_async_engine(self.url)
        async with other.begin() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(:process)"), {"process": process})
        await other.dispose()
        return noticed


@pytest_asyncio.fixture
async def used_pool(postgres_url: str) -> AsyncGenerator[UsedPool]:
    found = UsedPool(postgres_url, await Database.open(postgres_url))
    await found.read()
    yield found
    await found.database.close()


async def test_a_connection_that_is_known_to_be_closed_is_replaced(used_pool: UsedPool) -> None:
    await (await used_pool.lose()).wait()
    await used_pool.read()


async def test_a_connection_that_was_closed_while_it_waited_is_replaced(used_pool: UsedPool) -> None:
    await used_pool.lose()
    await used_pool.read()


async def test_a_connection_that_was_closed_a_moment_ago_fails_nobody(used_pool: UsedPool) -> None:
    for _ in range(5):
        await used_pool.lose()
        await used_pool.read()
