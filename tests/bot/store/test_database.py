"""Transactions: durable, exclusive, all or nothing, and released whatever happens inside."""

import asyncio
import sqlite3
import traceback
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from bot.model.askers import ASKING, Asker
from bot.model.errors import DatabaseBusy, DatabaseCrowded, DatabaseError
from bot.store.engine import facts as fact_store
from bot.store.engine.database import Database
from bot.store.engine.errors import cause, failed
from bot.store.engine.schema.jobs import facts
from bot.store.engine.schema.matches import moves, plans
from tests.bot.tables import StandingClock, address_of, dump


@pytest_asyncio.fixture
async def database(fresh_url: str) -> AsyncGenerator[Database]:
    opened = await Database.open(fresh_url)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def impatient(fresh_file: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Database]:
    """An SQLite database that waits a hundredth of a second for a lock."""
    monkeypatch.setattr("bot.store.engine.engines.BUSY_SECONDS", 0.01)
    opened = await Database.open(address_of(fresh_file))
    yield opened
    await opened.close()


async def note(database: Database, key: str, value: str = "x") -> None:
    async with database.write() as connection:
        await fact_store.put(connection, key, value)


async def noted(database: Database) -> list[str]:
    async with database.read() as connection:
        return list((await connection.scalars(select(facts.c.key).order_by(facts.c.key))).all())


async def test_who_waits_too_long_to_write_after_others_is_told_that_the_database_is_busy(
    impatient: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.engine.database.LONGEST_QUEUE", 0.01)
    async with impatient.write():
        with pytest.raises(DatabaseBusy, match="others have been writing"):
            await note(impatient, "late")
    await note(impatient, "kept")
    assert await noted(impatient) == ["kept"]


async def test_whoever_has_many_waiting_to_write_keeps_neither_others_nor_the_bot_waiting(impatient: Database) -> None:
    written: list[str] = []

    async def note_for(asker: Asker | None, key: str) -> None:
        ASKING.set(asker)
        async with impatient.write() as connection:
            await fact_store.put(connection, key, "x")
            written.append(key)

    async with asyncio.TaskGroup() as tasks, impatient.write():
        for asker, keys in ((1, "abcdef"), (2, "B"), (None, "C")):
            for key in keys:
                tasks.create_task(note_for(asker, key))
        for _ in range(3):
            await asyncio.sleep(0)  # all of them wait now
    assert len(written) == 8 and written.index("C") <= 1 and written.index("B") <= 3


@pytest.mark.usefixtures("syncs")
async def test_every_connection_keeps_foreign_keys_and_syncs_fully(impatient: Database) -> None:
    async with AsyncExitStack() as stack:
        # One more than the pool keeps, so that all of them are different.
        reading = [await stack.enter_async_context(impatient.read()) for _ in range(6)]
        writing = await stack.enter_async_context(impatient.write())
        for connection in (*reading, writing):
            assert await connection.scalar(text("PRAGMA foreign_keys")) == 1
            assert await connection.scalar(text("PRAGMA synchronous")) == 2  # FULL
            assert await connection.scalar(text("PRAGMA journal_mode")) == "wal"


async def test_a_writing_transaction_takes_the_lock_with_its_first_statement_a_reading_one_never(
    impatient: Database, fresh_file: Path
) -> None:
    with closing(sqlite3.connect(fresh_file, isolation_level=None, timeout=0)) as other:
        async with impatient.write() as connection:
            assert await connection.scalar(select(facts.c.key)) is None
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
        async with impatient.read() as connection:
            assert await connection.scalar(select(facts.c.key)) is None
            other.execute("BEGIN IMMEDIATE")


async def test_a_reader_sees_one_view_while_others_write(database: Database) -> None:
    await note(database, "first")
    async with database.read() as connection:
        before = (await connection.scalars(select(facts.c.key))).all()
        await note(database, "second")
        assert (await connection.scalars(select(facts.c.key))).all() == before == ["first"]
    assert await noted(database) == ["first", "second"]


async def test_an_exception_takes_back_the_whole_transaction(database: Database) -> None:
    await note(database, "before")
    before = await dump(database)

    async def fail() -> None:
        async with database.write() as connection:
            await fact_store.put(connection, "one", "x")
            await fact_store.put(connection, "before", "changed")
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    assert await dump(database) == before
    await note(database, "after")
    assert await noted(database) == ["after", "before"]


async def test_a_broken_foreign_key_is_refused_and_does_not_mean_busy(database: Database) -> None:
    row = {"match_id": 77, "ply": 1, "token": "a4<c4", "played_at": StandingClock().at}
    with pytest.raises(DatabaseError) as caught:
        async with database.write() as connection:
            await connection.execute(insert(moves).values(row))
    assert caught.type is DatabaseError and isinstance(caught.value.__cause__, IntegrityError)


async def test_a_cancelled_task_leaves_nothing_written_and_nothing_locked(database: Database) -> None:
    inside = asyncio.Event()

    async def halfway() -> None:
        async with database.write() as connection:
            await fact_store.put(connection, "half", "x")
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(halfway())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await note(database, "after")
    assert await noted(database) == ["after"]


async def test_a_task_cancelled_while_it_waits_for_its_turn_does_not_hold_up_the_queue(database: Database) -> None:
    async with database.write() as connection:
        await fact_store.put(connection, "first", "x")
        waiting = asyncio.create_task(note(database, "second"))
        behind = asyncio.create_task(note(database, "third"))
        await asyncio.sleep(0)
        waiting.cancel()
    await behind
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await noted(database) == ["first", "third"]


async def test_writers_take_turns_in_the_order_of_their_arrival(impatient: Database) -> None:
    order: list[int] = []

    async def write(number: int) -> None:
        async with impatient.write():
            order.append(number)

    await asyncio.gather(*(write(number) for number in range(20)))
    assert order == list(range(20))


async def test_a_lock_held_by_another_program_means_busy(impatient: Database, fresh_file: Path) -> None:
    with closing(sqlite3.connect(fresh_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusy):
            await note(impatient, "early")
        other.execute("COMMIT")
    await note(impatient, "later")
    assert await noted(impatient) == ["later"]


async def test_a_full_disk_is_reported_as_such_and_nothing_is_half_written(impatient: Database) -> None:
    before = await dump(impatient)

    async def fill() -> None:
        async with impatient.write() as connection:
            await connection.execute(text("PRAGMA max_page_count = 30"))  # of the pool's only connection
            for number in range(100):
                await fact_store.put(connection, f"{number}", "x" * 4000)

    with pytest.raises(DatabaseBusy, match="full"):
        await fill()
    assert await dump(impatient) == before
    async with impatient.read() as connection:
        await connection.execute(text("PRAGMA max_page_count = 100000"))
    await note(impatient, "after")
    assert await noted(impatient) == ["after"]


async def test_a_file_that_cannot_be_written_means_busy(impatient: Database) -> None:
    async with impatient.read() as connection:
        await connection.execute(text("PRAGMA query_only = ON"))
    with pytest.raises(DatabaseBusy, match="readonly"):
        await note(impatient, "never")


_PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def _of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("no")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (NoFreeConnection(), True),
        (OperationalError("BEGIN", None, ConnectionRefusedError()), True),
        (OperationalError("SELECT", None, sqlite3.OperationalError("no such table: full")), False),
        *((OperationalError("BEGIN IMMEDIATE", None, _of_sqlite(code)), True) for code in _PASSING),
        (ValueError("the disk is full"), False),
    ],
)
def test_only_what_may_be_different_in_a_moment_counts_as_passing(error: Exception, passes: bool) -> None:
    assert isinstance(failed(error, is_writing=True), DatabaseBusy) is passes


@pytest.mark.parametrize(
    ("error", "is_crowded"),
    [
        (NoFreeConnection(), True),
        (OperationalError("BEGIN IMMEDIATE", None, _of_sqlite(sqlite3.SQLITE_BUSY)), True),
        (OperationalError("BEGIN IMMEDIATE", None, _of_sqlite(sqlite3.SQLITE_FULL)), False),
        (OperationalError("BEGIN", None, ConnectionRefusedError()), False),
    ],
)
def test_a_database_that_others_hold_is_told_from_one_that_is_away_or_full(error: Exception, is_crowded: bool) -> None:
    assert isinstance(failed(error, is_writing=True), DatabaseCrowded) is is_crowded


_PLAN = {"match_id": 1, "person_id": 2, "tree": "PRIVATE", "stopped_at": "PRIVATE"}


@pytest.mark.parametrize("values", [{}, {"match_id": None}, {"match_id": 2**70}, {"stopped_at": ("PRIVATE",)}])
async def test_no_error_tells_what_was_to_be_stored(database: Database, values: dict[str, Any]) -> None:
    """Statements that fail: no such match, a missing value, a number that is too large, a value that is not text."""
    with pytest.raises((DatabaseError, OverflowError)) as caught:
        async with database.write() as connection:
            await connection.execute(insert(plans).values({**_PLAN, **values}))
    assert "PRIVATE" not in "".join(traceback.format_exception(caught.value))


def test_the_cause_of_an_error_is_told_on_one_line_of_at_most_two_hundred_characters() -> None:
    assert cause(ValueError("no\n  such\ttable")) == "no such table"
    assert cause(ValueError("x" * 300)) == "x" * 200
