"""Problems that only SQLite can have: statements that fail or are cancelled, and connections that are closed."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
import pytest_asyncio
from sqlalchemy import delete, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.errors import DatabaseBusy, DatabaseError
from bot.store.engine.database import Database
from bot.store.engine.schema.jobs import facts
from tests.bot.tables import address_of

pytestmark = pytest.mark.usefixtures("threads")


@pytest_asyncio.fixture
async def database(fresh_file: Path) -> AsyncGenerator[Database]:
    """An SQLite database with three facts, and one open connection."""
    opened = await Database.open(address_of(fresh_file))
    async with opened.write() as connection:
        await connection.execute(insert(facts), [{"key": key, "value": key * 2} for key in "abc"])
    yield opened
    await opened.close()


async def driver_of(connection: AsyncConnection) -> aiosqlite.Connection:
    """The connection as aiosqlite names it."""
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, aiosqlite.Connection)
    return driver


async def test_a_transaction_that_was_left_empty_does_not_begin_in_the_next(database: Database) -> None:
    async with database.read():
        pass
    async with database.write() as connection:
        await connection.execute(delete(facts))
    async with database.read() as connection:
        assert (await connection.execute(select(facts))).all() == []


async def test_a_statement_that_fails_leaves_its_transaction_going_on(database: Database) -> None:
    async with database.write() as connection:
        with pytest.raises(IntegrityError) as caught:
            await connection.execute(insert(facts).values(key="a", value="again"))
        await connection.execute(insert(facts).values(key="d", value="new"))
    assert getattr(caught.value.orig, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_PRIMARYKEY"
    assert not caught.value.connection_invalidated
    async with database.read() as connection:
        found = await connection.execute(select(facts.c.key, facts.c.value).order_by(facts.c.key))
        assert found.all() == [("a", "aa"), ("b", "bb"), ("c", "cc"), ("d", "new")]


async def test_a_transaction_whose_first_statement_fails_is_taken_back(database: Database) -> None:
    for _ in range(3):
        with pytest.raises(DatabaseError, match="no such table"):
            async with database.read() as connection:
                await connection.execute(text("SELECT * FROM nowhere"))
    async with database.write() as connection:
        await connection.execute(delete(facts))


async def test_a_connection_closed_meanwhile_means_busy_and_is_replaced(database: Database) -> None:
    async def close_and_ask() -> None:
        async with database.read() as connection:
            await (await driver_of(connection)).close()
            await connection.execute(select(facts))

    with pytest.raises(DatabaseBusy):
        await close_and_ask()
    async with database.read() as connection:
        assert len((await connection.execute(select(facts))).all()) == 3


class Hold:
    """An SQL function that returns only when the test releases it."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.reached = asyncio.Event()
        self.let_go = threading.Event()

    def put_into(self, connection: Any) -> None:
        connection.create_function("hold", 0, self)

    def __call__(self) -> str:
        self.loop.call_soon_threadsafe(self.reached.set)
        self.let_go.wait()
        return "held"


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO facts (key, value) VALUES ('half', hold())",
        "UPDATE facts SET value = hold() RETURNING key",
        "SELECT hold()",
    ],
)
async def test_a_task_cancelled_in_the_middle_of_a_statement_leaves_nothing_written_and_nothing_locked(
    database: Database, fresh_file: Path, statement: str
) -> None:
    hold = Hold()

    async def halfway() -> None:
        async with database.write() as connection:
            await connection.execute(insert(facts).values(key="first", value="1"))
            await connection.run_sync(lambda inner: hold.put_into(inner.connection.dbapi_connection))
            await connection.execute(text(statement))

    task = asyncio.create_task(halfway())
    await hold.reached.wait()
    task.cancel()
    hold.let_go.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    with closing(sqlite3.connect(fresh_file, timeout=0)) as other, other:
        other.execute("BEGIN IMMEDIATE")
        assert other.execute("SELECT key FROM facts").fetchall() == [("a",), ("b",), ("c",)]
    async with database.write() as connection:
        await connection.execute(delete(facts))
