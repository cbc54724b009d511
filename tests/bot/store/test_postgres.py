"""Problems that only PostgreSQL can have; these tests need FURLONG_TEST_POSTGRES."""

import asyncio
import logging
import os
import re
import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from traceback import format_exception
from typing import Any, Final
from unittest.mock import AsyncMock

import pytest
import pytest_asyncio
from sqlalchemy import event, make_url, select, text
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.engine import AdaptedConnection
from sqlalchemy.ext.asyncio import create_async_engine

from bot.actions import startup
from bot.actions.context import Context
from bot.hosting.checking import check
from bot.hosting.databases import move
from bot.model.errors import DatabaseBusy, DatabaseError
from bot.store.engine import engines, restores
from bot.store.engine import facts as fact_store
from bot.store.engine.database import Database
from bot.store.engine.processes import Lock
from bot.store.engine.schema.jobs import facts
from bot.store.engine.schema.matches import matches
from tests.bot.tables import ADA, POOLER, POSTGRES, address_of, empty_tables, hall_at, here, postgres_database, run
from tools.migration import make_first_tables


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


async def test_a_lock_that_is_not_free_in_time_means_busy(database: Database) -> None:
    async with database.write() as first:
        await fact_store.put(first, "key", "x")
        with pytest.raises(DatabaseBusy):
            await set_fact_soon(database)


@pytest.mark.parametrize("is_pooled", [False, True])
async def test_a_locked_table_means_busy_within_seconds(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, is_pooled: bool
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.01)
    others, limited = (Database(engines.engine_for(postgres_url, is_pooled=is_pooled)) for _ in range(2))

    async def read() -> None:
        async with limited.read() as connection:
            await fact_store.get(connection, "key")

    async def ask() -> None:
        async with limited.ask() as connection:
            await fact_store.get(connection, "key")

    async def write() -> None:
        async with limited.write() as connection:
            await fact_store.put(connection, "key", "y")

    async with others.write() as first:
        await first.execute(text("LOCK TABLE facts"))
        for work in (read, ask, write):
            with pytest.raises(DatabaseBusy, match="lock timeout"):
                await work()
    await write()
    for database in (others, limited):
        await database.close()


async def test_a_lock_between_processes_is_waited_for_however_long_that_takes(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.01)
    database, waits = Database(engines.engine_for(postgres_url)), asyncio.Event()

    async def wait_for_lock() -> None:
        waits.set()
        async with database.alone(Lock.COMMANDS):
            pass

    async with database.alone(Lock.COMMANDS):
        waiting = asyncio.create_task(wait_for_lock())
        await waits.wait()
        async with database.read() as connection:
            await connection.execute(text("SELECT pg_sleep(0.05)"))
        assert not waiting.done()
    await waiting
    await database.close()


async def test_a_transaction_that_only_reads_can_neither_lock_nor_write(database: Database) -> None:
    for statement in ("SELECT id FROM matches FOR UPDATE", "DELETE FROM facts"):
        with pytest.raises(DatabaseError, match="read-only transaction") as caught:
            async with database.read() as connection:
                await connection.execute(text(statement))
        assert not isinstance(caught.value, DatabaseBusy), "it's a fault of ours"


async def test_a_server_that_has_become_a_copy_of_another_means_busy(database: Database) -> None:
    async def write() -> None:
        async with database.write() as connection:
            await connection.execute(text("SET TRANSACTION READ ONLY"))
            await fact_store.put(connection, "key", "x")

    with pytest.raises(DatabaseBusy, match="read-only"):
        await write()


async def test_a_connection_closed_by_the_server_means_busy_and_is_replaced(database: Database) -> None:
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


_LOST: Final = ("08", "57P")
"""The beginnings of PostgreSQL's codes for connections that it refuses, or closes while it stops or starts."""


def _at_a_restart() -> list[Exception]:
    """Every error that the driver can raise while the server restarts."""
    driver: Any = pytest.importorskip("asyncpg")
    kinds: list[Any] = [getattr(driver, name) for name in dir(driver)]
    coded = [kind("gone") for kind in kinds if str(getattr(kind, "sqlstate", "")).startswith(_LOST)]
    closed = driver.InterfaceError("connection is closed"), driver.InternalClientError("cannot switch to state 15")
    return [*coded, *closed, ConnectionResetError(), ConnectionRefusedError(), TimeoutError()]


@asynccontextmanager
async def _losing(url: str, error: Exception | None) -> AsyncGenerator[Database]:
    """A database each new connection to which is closed by the server at once, as the driver tells by an error or not."""

    def close(connection: AdaptedConnection, _record: object) -> None:
        connection.run_async(lambda driver: driver.close())
        if error is not None:
            raise error

    engine = engines.engine_for(url)
    event.listen(engine.sync_engine, "connect", close)
    yield Database(engine)
    await engine.dispose()


async def _begins(begin: Callable[[], AbstractAsyncContextManager[object]]) -> None:
    async with begin():
        pass


async def test_whatever_the_driver_raises_while_a_server_restarts_means_busy(postgres_url: str) -> None:
    """Where SQLAlchemy prepares a new connection, it lets the driver's own errors through."""
    errors = _at_a_restart()
    assert len(errors) > 15
    for error in errors:
        async with _losing(postgres_url, error) as database:
            for begin in (database.ask, database.read, database.write):
                with pytest.raises(DatabaseBusy):
                    await _begins(begin)


async def test_a_new_connection_that_is_closed_each_time_without_a_word_means_busy(postgres_url: str) -> None:
    async with _losing(postgres_url, None) as database:
        with pytest.raises(DatabaseBusy):
            await _begins(database.read)


async def test_a_mistake_of_ours_is_no_outage_though_no_transaction_has_begun(postgres_url: str) -> None:
    async with _losing(postgres_url, LookupError("ours")) as database:
        with pytest.raises(LookupError, match="ours"):
            await _begins(database.read)


@pytest.mark.usefixtures("settles")
@pytest.mark.parametrize("lost", ["connecting", "asking where it is"])
async def test_a_server_that_restarts_again_while_a_new_one_is_looked_at_means_busy(
    database: Database, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    if lost == "connecting":
        monkeypatch.setattr("bot.store.engine.database.settle", AsyncMock(side_effect=ConnectionRefusedError()))
    else:
        monkeypatch.setattr(restores, "_SERVER", text("SELECT pg_terminate_backend(pg_backend_pid())"))
    with monkeypatch.context() as patch:
        patch.setattr(database, "_place", "elsewhere")
        with pytest.raises(DatabaseBusy):
            await _begins(database.read)


async def test_an_unreachable_server_means_busy() -> None:
    pytest.importorskip("asyncpg")
    database = Database(create_async_engine("postgresql+asyncpg://owner@127.0.0.1:1/furlong"))
    with pytest.raises(DatabaseBusy):
        async with database.read():
            pass
    await database.close()


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT CAST(:value AS integer) + 1",  # the driver refuses it
        "INSERT INTO facts VALUES (:value, '1'), (:value, '2')",  # the server tells of the row in a detail
    ],
)
async def test_what_is_stored_does_not_get_into_an_error(database: Database, statement: str) -> None:
    values = {"value": "a plan\n\nwith a secret"}
    with pytest.raises(DatabaseError) as raised:
        async with database.write() as connection:
            await connection.execute(text(statement), values)
    told = "".join(format_exception(raised.value))
    assert "asyncpg" in told and "secret" not in told and "a plan" not in told


async def test_a_clock_that_is_wrong_by_minutes_is_named(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    for ahead in (timedelta(minutes=7), -timedelta(minutes=7), timedelta(minutes=1)):
        context = Context(database, now=lambda: datetime.now(UTC) + ahead)  # noqa: B023
        await startup.compare_clocks(context)
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert [line.split(":")[0] for line in told] == [
        "the clock of this machine is 7 minutes ahead of the database's",
        "the clock of this machine is 7 minutes behind the database's",
    ]


async def test_the_parts_of_a_platforms_address_reach_the_server(postgres_url: str) -> None:
    parts = (
        "sslmode=prefer&channel_binding=prefer&connect_timeout=7&application_name=my%20club&options=-c%20work_mem%3D5MB"
    )
    opened = await Database.open(f"{postgres_url}?{parts}")
    async with opened.read() as connection:
        found = [await connection.scalar(text(f"SHOW {name}")) for name in ("application_name", "work_mem")]
    await opened.close()
    assert found == ["my club", "5MB"]


@pytest.fixture
def pooled_url(postgres_url: str) -> str:
    """The address of the same database through PgBouncer, which assigns its few connections by transaction."""
    if not POOLER:
        pytest.skip("FURLONG_TEST_PGBOUNCER is not set")
    return make_url(POOLER).set(database=make_url(postgres_url).database).render_as_string(hide_password=False)


async def test_a_pooler_that_gives_each_transaction_another_connection_does_no_harm(pooled_url: str) -> None:
    opened = [await Database.open(f"{pooled_url}?connect_timeout=20") for _ in range(3)]

    async def count_up(database: Database, key: str) -> None:
        for number in range(8):
            async with database.write() as connection:
                await fact_store.put(connection, key, str(number))
            async with database.read() as connection:
                assert await fact_store.get(connection, key) == str(number)
            async with database.ask() as connection:
                assert key in await fact_store.beginning(connection, "k")

    await asyncio.gather(*(count_up(opened[each % 3], f"k{each}") for each in range(12)))
    async with opened[0].alone(Lock.ENTRY), opened[1].write() as connection:
        await connection.execute(facts.delete())
    for database in opened:
        await database.close()


async def test_a_hosts_commands_work_through_a_pooler(pooled_url: str, tmp_path: Path) -> None:
    hall = await hall_at(pooled_url)
    await hall.running(moves=("a4<c4", "e5<e4"))
    assert (await check(pooled_url, print)).moves == 2
    moved = await move(pooled_url, address_of(tmp_path / "copy.db"), print)
    await empty_tables(pooled_url)
    for _ in range(3):
        assert (await move(address_of(tmp_path / "copy.db"), pooled_url, print)) == moved
        await empty_tables(pooled_url)
    await hall.database.close()


@dataclass
class UsedPool:
    """A database whose pool has one connection, which has just been used."""

    url: str
    database: Database

    async def read(self) -> None:
        async with self.database.read() as connection:
            await connection.execute(text("SELECT 1"))

    async def lose(self) -> asyncio.Event:
        """Let the server close the idle connection; the event is set when this has been noticed here."""
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


@pytest.fixture
def asked_each_time(pings: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each connection asked before its use, however short a time it was idle."""
    monkeypatch.setattr(engines, "LONGEST_UNASKED", 0.0)


async def test_a_connection_that_is_known_to_be_closed_is_replaced_without_asking(used_pool: UsedPool) -> None:
    await (await used_pool.lose()).wait()
    await used_pool.read()


async def test_a_connection_is_asked_whether_it_answers_only_if_it_was_idle_for_long(
    used_pool: UsedPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[object]()

    def ask(_dialect: object, connection: object) -> None:
        asked.append(connection)

    monkeypatch.setattr(PGDialect_asyncpg, "do_ping", ask)
    await used_pool.read()
    assert not asked
    monkeypatch.setattr(engines, "LONGEST_UNASKED", 0.0)
    await used_pool.read()
    assert len(asked) == 1


@pytest.mark.usefixtures("asked_each_time")
async def test_a_connection_that_was_closed_while_it_waited_is_replaced(used_pool: UsedPool) -> None:
    await used_pool.lose()
    await used_pool.read()


@pytest.mark.usefixtures("asked_each_time")
async def test_a_connection_that_was_closed_a_moment_ago_fails_nobody(used_pool: UsedPool) -> None:
    for _ in range(5):
        await used_pool.lose()
        await used_pool.read()


@pytest.mark.parametrize("is_pooled", [False, True])
async def test_no_statement_is_compiled_to_machine_code(postgres_url: str, is_pooled: bool) -> None:
    database = Database(engines.engine_for(postgres_url, is_pooled=is_pooled))
    async with database.read() as reading:
        assert await reading.scalar(text("SHOW jit")) == "off"
    async with database.write() as writing:
        assert await writing.scalar(text("SHOW jit")) == "off"
    await database.close()


def test_a_dump_of_an_older_version_is_restored_as_the_documentation_says(tmp_path: Path) -> None:
    """With the database of the newer version still there, in which a match has been played since."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    if not POSTGRES or not folders:
        pytest.skip("FURLONG_TEST_POSTGRES is not set, or PostgreSQL's tools are not installed")
    page = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text("utf-8")
    section = page.split("Back up and restore with PostgreSQL's own tools")[1].split("\n## ")[0]
    commands = re.findall(r"^sudo -u postgres (.*)$", section, re.MULTILINE)
    with postgres_database() as url:
        server = make_url(url)
        name, owner = str(server.database), str(server.username)
        places = {"HOST": server.host, "PORT": str(server.port or 5432), "USER": owner, "PASSWORD": server.password}
        known = {f"PG{key}": value for key, value in places.items() if value}
        environment = {"PATH": f"{folders[-1]}:{os.environ['PATH']}", "PGDATABASE": "postgres", **known}

        def call(command: str) -> None:
            command = re.sub(r"(?<!--owner )\bfurlong(?![.\w])|\bfurlong(?=_aside)", name, command)
            command = command.replace("--owner furlong ", f"--owner {owner} ")
            subprocess.run(["sh", "-c", command], cwd=tmp_path, env=environment, check=True)

        run(_make_first(url))
        dump, *restoring = commands
        call(dump)
        assert run(_matches_after_one_more(url)) == 1
        try:
            for command in restoring:
                call(command)
        finally:
            call("dropdb --if-exists furlong_aside")
        assert run(_matches_after_one_more(url)) == 1


async def _make_first(url: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(make_first_tables)
    await engine.dispose()


async def _matches_after_one_more(url: str) -> int:
    """Upgrade a database, play a match to its end in it, and return how many it has."""
    hall = await hall_at(url)
    match = await hall.running(moves=("a4<c4",))
    await hall.matches.resign(here(ADA), match.id)
    async with hall.database.read() as connection:
        found = (await connection.execute(select(matches.c.id))).all()
    await hall.database.close()
    return len(found)
