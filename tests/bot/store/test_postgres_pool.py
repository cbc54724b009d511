"""Connections to PostgreSQL that waited in the pool; these tests need FURLONG_TEST_POSTGRES."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.engine.database import Database
from tests.bot.store.trips import Wire, wire_to


@dataclass
class Setting:
    """A database whose pool has one connection, which has just been used."""

    url: str
    database: Database
    wire: Wire

    async def read(self, number: int = 1) -> int:
        """The round trips of a transaction that reads `number` times."""
        before = self.wire.trips
        async with self.database.read() as connection:
            for _ in range(number):
                await connection.execute(text("SELECT 1"))
        return self.wire.trips - before

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
async def setting(postgres_url: str) -> AsyncGenerator[Setting]:
    async with wire_to(postgres_url) as (url, wire):
        database = await Database.open(url)
        found = Setting(postgres_url, database, wire)
        await found.read()
        yield found
        await database.close()


async def test_a_transaction_adds_three_round_trips_to_its_statements(setting: Setting) -> None:
    assert [await setting.read(number) for number in (1, 2, 5)] == [4, 5, 8]


async def test_a_connection_that_waited_is_asked_in_one_round_trip(setting: Setting) -> None:
    assert [await setting.read() for _ in range(3)] == [1 + 3] * 3


async def test_a_connection_that_is_known_to_be_closed_is_replaced(setting: Setting) -> None:
    await (await setting.lose()).wait()
    await setting.read()


async def test_a_connection_that_was_closed_while_it_waited_is_replaced(setting: Setting) -> None:
    await setting.lose()
    await setting.read()
    assert await setting.read() == 4


async def test_a_connection_that_was_closed_a_moment_ago_fails_nobody(setting: Setting) -> None:
    for _ in range(5):
        await setting.lose()
        await setting.read()
