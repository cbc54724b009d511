"""The way to SQLite: what its trips are, and that everything else is as with SQLAlchemy's own adapter."""

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
from sqlalchemy import Executable, bindparam, delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store.engine.database import Database
from bot.store.engine.errors import is_busy_or_full
from bot.store.engine.schema.people import people
from bot.store.engine.schema.processes import facts
from bot.store.engine.sqlite_driver import ONE_TRIP_A_STATEMENT, UNANSWERED
from tests.bot.store.trips import trips
from tests.bot.tables import address_of

pytestmark = pytest.mark.usefixtures("threads")

KINDS_OF_STATEMENT: dict[str, tuple[Executable, Any]] = {
    "a row read": (select(facts).where(facts.c.key == "a"), None),
    "several rows read": (select(facts).order_by(facts.c.key), None),
    "nothing found": (select(facts).where(facts.c.key == "z"), None),
    "a row put in": (insert(people), {"id": 7, "name": "Ada"}),
    "rows put in": (insert(facts), [{"key": "d", "value": "4"}, {"key": "e", "value": "5"}]),
    "rows put in and given back": (
        insert(facts).returning(facts.c.key, sort_by_parameter_order=True),
        [{"key": "d", "value": "4"}, {"key": "e", "value": "5"}],
    ),
    "rows changed": (update(facts).values(value="9"), None),
    "rows changed and given back": (update(facts).values(value="9").returning(facts.c.key), None),
    "each row changed": (
        update(facts).where(facts.c.key == bindparam("of")),
        [{"of": "a", "value": "8"}, {"of": "z", "value": "9"}],
    ),
    "rows deleted": (delete(facts).where(facts.c.key > "a"), None),
    "a setting": (text("PRAGMA user_version"), None),
}

UNANSWERED_CHANGE = (
    update(facts).where(facts.c.key == bindparam("of")).values(value=bindparam("to")).execution_options(**UNANSWERED)
)
UNANSWERED_INSERT = insert(facts).execution_options(**UNANSWERED)


@pytest_asyncio.fixture
async def database(fresh_file: Path) -> AsyncGenerator[Database]:
    """A database on SQLite with three facts, and one connection that is open already."""
    opened = await Database.open(address_of(fresh_file))
    async with opened.write() as connection:
        await connection.execute(insert(facts), [{"key": key, "value": key * 2} for key in "abc"])
    yield opened
    await opened.close()


async def result_of(connection: AsyncConnection, statement: Executable, values: Any) -> dict[str, Any]:
    """Everything that a statement tells."""
    result = await connection.execute(statement, values)
    found: dict[str, Any] = {"count": result.rowcount, "is_insert": result.is_insert}
    if result.returns_rows:
        found |= {"names": list(result.keys()), "some": result.fetchmany(), "others": result.all()}
    elif result.is_insert and not result.context.executemany:
        found["key"] = result.inserted_primary_key
    return found


async def driver_of(connection: AsyncConnection) -> aiosqlite.Connection:
    """What aiosqlite calls the connection."""
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, aiosqlite.Connection)
    return driver


@pytest.mark.parametrize("kind", KINDS_OF_STATEMENT)
async def test_a_statement_is_one_trip(database: Database, kind: str) -> None:
    statement, values = KINDS_OF_STATEMENT[kind]
    async with database.write() as connection:
        with trips() as made:
            await result_of(connection, statement, values)
        assert len(made) == 1


@pytest.mark.parametrize("kind", KINDS_OF_STATEMENT)
async def test_a_statement_tells_what_it_tells_with_the_adapter_of_sqlalchemy(
    database: Database, fresh_file: Path, kind: str
) -> None:
    own, stock = [
        create_async_engine(address_of(fresh_file), **options) for options in ({"module": ONE_TRIP_A_STATEMENT}, {})
    ]
    answers: list[dict[str, Any]] = []
    for engine in (own, stock):
        async with engine.connect() as connection:
            answers.append(await result_of(connection, *KINDS_OF_STATEMENT[kind]))
            await connection.rollback()
        await engine.dispose()
    assert answers[0] == answers[1]


async def test_a_transaction_that_reads_adds_one_trip_to_its_statements(database: Database) -> None:
    with trips() as made:
        async with database.read() as connection:
            for _ in range(3):
                await connection.execute(select(facts))
    assert len(made) == 3 + 1


async def test_a_transaction_that_writes_adds_one_trip_to_its_statements(database: Database) -> None:
    with trips() as made:
        async with database.write() as connection:
            for key in "xyz":
                await connection.execute(insert(facts).values(key=key, value="1"))
    assert len(made) == 3 + 1


async def test_a_transaction_that_is_taken_back_adds_one_trip_to_its_statements(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as connection:
            await connection.execute(delete(facts))
            raise LookupError

    with trips() as made, pytest.raises(LookupError):
        await fail()
    assert len(made) == 1 + 1


async def test_statements_whose_answers_nobody_needs_go_along_with_the_next_trip(database: Database) -> None:
    with trips() as made:
        async with database.write() as connection:
            await connection.execute(UNANSWERED_CHANGE, {"of": "a", "to": "9"})
            await connection.execute(UNANSWERED_INSERT, [{"key": "d", "value": "4"}, {"key": "e", "value": "5"}])
            rows = (await connection.execute(select(facts).order_by(facts.c.key))).all()
            assert rows == [("a", "9"), ("b", "bb"), ("c", "cc"), ("d", "4"), ("e", "5")]
            await connection.execute(UNANSWERED_CHANGE, {"of": "b", "to": "8"})
    assert len(made) == 1 + 1
    async with database.read() as connection:
        assert await connection.scalar(select(facts.c.value).where(facts.c.key == "b")) == "8"


async def test_what_has_not_been_executed_when_a_transaction_is_taken_back_never_is(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as connection:
            await connection.execute(UNANSWERED_CHANGE, {"of": "a", "to": "9"})
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    async with database.write() as connection:
        assert await connection.scalar(select(facts.c.value).where(facts.c.key == "a")) == "aa"


@pytest.mark.parametrize("is_read_after", [True, False], ids=["by the next statement", "by the end"])
async def test_an_error_of_a_statement_that_waits_takes_its_transaction_back(
    database: Database, is_read_after: bool
) -> None:
    async def fail() -> None:
        async with database.write() as connection:
            await connection.execute(UNANSWERED_CHANGE, {"of": "a", "to": "9"})
            await connection.execute(UNANSWERED_INSERT, {"key": "b", "value": "is there already"})
            if is_read_after:
                await connection.execute(select(facts))

    with pytest.raises(IntegrityError):
        await fail()
    async with database.write() as connection:
        assert await connection.scalar(select(facts.c.value).where(facts.c.key == "a")) == "aa"


async def test_a_transaction_that_reads_nothing_is_no_trip(database: Database) -> None:
    with trips() as made:
        async with database.read():
            pass
        with pytest.raises(LookupError):
            async with database.read():
                raise LookupError
    assert made == []


async def test_a_transaction_that_was_left_empty_does_not_begin_in_the_next(database: Database) -> None:
    async with database.read():
        pass
    async with database.write() as connection:
        await connection.execute(delete(facts))
    async with database.read() as connection:
        assert (await connection.execute(select(facts))).all() == []


async def test_a_statement_that_fails_is_one_trip_and_its_transaction_goes_on(database: Database) -> None:
    async with database.write() as connection:
        with trips() as made, pytest.raises(IntegrityError) as caught:
            await connection.execute(insert(facts).values(key="a", value="again"))
        assert len(made) == 1
        await connection.execute(insert(facts).values(key="d", value="new"))
    assert getattr(caught.value.orig, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_PRIMARYKEY"
    assert not caught.value.connection_invalidated
    async with database.read() as connection:
        found = await connection.execute(select(facts.c.key, facts.c.value).order_by(facts.c.key))
        assert found.all() == [("a", "aa"), ("b", "bb"), ("c", "cc"), ("d", "new")]


async def test_a_transaction_whose_first_statement_fails_is_taken_back(database: Database) -> None:
    for _ in range(3):
        with pytest.raises(OperationalError, match="no such table"):
            async with database.read() as connection:
                await connection.execute(text("SELECT * FROM nowhere"))
    async with database.write() as connection:
        await connection.execute(delete(facts))


async def test_a_stream_gives_all_rows(database: Database) -> None:
    async with database.read() as connection:
        stream = await connection.stream(select(facts.c.key).order_by(facts.c.key))
        assert [row.key async for row in stream] == ["a", "b", "c"]


async def test_a_connection_that_is_closed_meanwhile_is_told_as_passing_and_replaced(database: Database) -> None:
    async def close_and_ask() -> None:
        async with database.read() as connection:
            await (await driver_of(connection)).close()
            await connection.execute(select(facts))

    with pytest.raises(OperationalError) as caught:
        await close_and_ask()
    assert caught.value.connection_invalidated and is_busy_or_full(caught.value)
    async with database.read() as connection:
        assert len((await connection.execute(select(facts))).all()) == 3


class Hold:
    """A function of SQL that does not come back until it is let go."""

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
