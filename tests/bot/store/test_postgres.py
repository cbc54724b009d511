"""What only PostgreSQL can do wrong; these tests need FURLONG_TEST_POSTGRES."""

from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.engine import facts as fact_store
from bot.store.engine.database import Database
from bot.store.engine.errors import is_busy_or_full
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
        with pytest.raises(DBAPIError) as caught:
            await set_fact_soon(database)
        assert is_busy_or_full(caught.value)


async def test_a_connection_that_the_server_closes_is_told_as_passing_and_replaced(database: Database) -> None:
    async def lose() -> None:
        async with database.write() as connection:
            own = await connection.scalar(text("SELECT pg_backend_pid()"))
            async with database.write() as other:
                await other.execute(text("SELECT pg_terminate_backend(:own)"), {"own": own})
            await fact_store.put(connection, "lost", "x")

    with pytest.raises(DBAPIError) as caught:
        await lose()
    assert is_busy_or_full(caught.value)
    async with database.write() as connection:
        await fact_store.put(connection, "kept", "x")
        assert (await connection.scalars(select(facts.c.key))).all() == ["kept"]


async def test_a_server_that_is_away_is_told_as_passing() -> None:
    pytest.importorskip("asyncpg")
    database = Database(create_async_engine("postgresql+asyncpg://somebody@127.0.0.1:1/furlong"))
    with pytest.raises(OperationalError) as caught:
        async with database.read():
            pass
    assert is_busy_or_full(caught.value)
    await database.close()
