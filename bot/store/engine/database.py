"""The connection to the database: opening, migrating and closing it, and its transactions.

SQLite runs in WAL mode with full synchronisation, so that an acknowledged move is on disk, and a writing transaction
takes the write lock with its first statement, so that what it reads cannot change before it writes. On PostgreSQL the same
queries lock the rows that they read for an update.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, inspect, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.store.engine import locks, processes
from bot.store.engine.engines import engine_for
from bot.store.engine.errors import DatabaseUnusable, address_in_use, not_opened
from bot.store.engine.locks import Turn
from bot.store.engine.postgres_pool import check_waiting_connections
from bot.store.engine.processes import Process
from bot.store.engine.revisions import revisions_in_file
from bot.store.engine.schema.processes import processes as processes_table
from bot.store.engine.sqlite_driver import ONE_TRIP_A_STATEMENT, OUR_TRANSACTIONS, begin_with, let_unanswered_wait
from bot.store.engine.sqlite_files import make_new, make_private

SQLITE_DRIVER: Final = "sqlite+aiosqlite"
POSTGRES_DRIVER: Final = "postgresql+asyncpg"
_BUSY_SECONDS: Final = 5.0
USUAL_POOL_SIZE: Final = 15
"""Connections to PostgreSQL; a server takes a hundred as it is installed, which all processes share."""

SYNCHRONOUS = "FULL"
"""How carefully SQLite writes to disk; tests that do not ask for it save themselves the waiting."""

_MIGRATIONS: Final = Path(__file__).with_name("migrations")

_TO_READ: Final = "BEGIN"
_TO_WRITE: Final = "BEGIN IMMEDIATE"
_WITHOUT_TRANSACTION: Final = ""
"""What begins a transaction on SQLite."""

_ONE_VIEW: Final = {"isolation_level": "REPEATABLE READ"}
_NO_TRANSACTION: Final = {"isolation_level": "AUTOCOMMIT"}
"""What connections to PostgreSQL are told."""


def driver_url(url: str) -> str:
    """`url` with the driver that Furlong uses: `postgres://…`, `postgresql://…` and `sqlite://…` are accepted too.

    Raises DatabaseUnusable for anything that is not the address of an SQLite or PostgreSQL database.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise DatabaseUnusable(
            "it is not a database address; write sqlite+aiosqlite:///furlong.db or "
            "postgresql+asyncpg://user:password@host/name"
        ) from None
    kind = parsed.drivername.partition("+")[0]
    if kind == "sqlite":
        return parsed.set(drivername=SQLITE_DRIVER).render_as_string(hide_password=False)
    if kind in ("postgres", "postgresql"):
        # Hosting services write `sslmode`, as PostgreSQL's own tools do; the driver has another word for it.
        query = {"ssl" if key == "sslmode" else key: value for key, value in parsed.query.items()}
        return parsed.set(drivername=POSTGRES_DRIVER, query=query).render_as_string(hide_password=False)
    raise DatabaseUnusable(f"Furlong works with sqlite and postgresql, not with {kind[:40]}")


class Database:
    """An open database whose tables are up to date."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Wrap an engine that `open` has prepared."""
        is_sqlite = engine.dialect.name == "sqlite"
        self._reading = engine if is_sqlite else engine.execution_options(**_ONE_VIEW)
        self._writing = engine
        self._asking = engine if is_sqlite else engine.execution_options(**_NO_TRANSACTION)
        # SQLite lets one connection write at a time and makes the others poll; queueing here is fair and quicker.
        self._turn_to_write = asyncio.Lock() if is_sqlite else nullcontext()

    @classmethod
    async def open(cls, url: str, pool_size: int = USUAL_POOL_SIZE) -> Self:
        """Connect to `url`, bring its tables up to date and return it ready for use.

        It has `pool_size` connections at most if it is one to PostgreSQL; whoever needs another waits for one to be free.
        Raises DatabaseUnreachable if it cannot be reached just now, and DatabaseUnusable if it will not do, such as one
        that was written by a newer Furlong, which is left as it is.
        """
        engine = _engine(driver_url(url), pool_size)
        try:
            await _bring_up_to_date(engine)
        except BaseException as error:
            await engine.dispose()
            # The drivers let wrong parameters of the address through as TypeError and the like.
            if isinstance(error, (SQLAlchemyError, OSError, TypeError, ValueError, OverflowError)):
                raise not_opened(error) from error
            raise
        return cls(engine)

    async def close(self) -> None:
        """Close every connection."""
        await self._reading.dispose()

    def read(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that only reads: one consistent view of the data."""
        return _transaction(self._reading, _TO_READ)

    def ask(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection for a single query, which has one view of the data by itself.

        That saves what begins and ends a transaction: a trip to SQLite's thread, two to PostgreSQL.
        """
        return _transaction(self._asking, _WITHOUT_TRANSACTION)

    @asynccontextmanager
    async def alone(self, turn: Turn) -> AsyncGenerator[None]:
        """Meanwhile no other process does the same. SQLite is for a single process, where nobody has to wait."""
        if isinstance(self._turn_to_write, asyncio.Lock):
            yield
            return
        async with self.write() as connection:
            await locks.take(connection, turn)
            yield

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncConnection]:
        """A transaction that may write: committed whole on leaving, rolled back whole on an exception."""
        async with self._turn_to_write, _transaction(self._writing, _TO_WRITE) as connection:
            yield connection


@asynccontextmanager
async def _transaction(engine: AsyncEngine, beginning: str) -> AsyncGenerator[AsyncConnection]:
    """What `AsyncEngine.begin` does, without a task of its own for closing a connection that has nothing left to do.

    On SQLite it begins with the statement `beginning`, together with the first of its own.
    """
    try:
        connection = await engine.connect()
    except OSError as error:  # the driver of PostgreSQL does not wrap what happens before it is connected
        raise OperationalError("BEGIN", None, error) from error
    try:
        if engine.dialect.name == "sqlite":
            begin_with(connection, beginning)
        async with connection.begin():
            yield connection
    except BaseException as error:
        await connection.__aexit__(type(error), error, error.__traceback__)  # to the end, even if it is cancelled
        raise
    await connection.close()


def _engine(url: str, pool_size: int = USUAL_POOL_SIZE) -> AsyncEngine:
    with address_in_use():
        if not url.startswith(SQLITE_DRIVER):
            engine = engine_for(url, pool_size=pool_size, max_overflow=0)
            check_waiting_connections(engine)
            return engine
        connecting = {"timeout": _BUSY_SECONDS, **OUR_TRANSACTIONS}
        options: dict[str, Any] = {"module": ONE_TRIP_A_STATEMENT, "connect_args": connecting}
        if _file_of(url) is None:
            # A database in memory is gone with its connection: everybody takes turns with the only one.
            options |= {"poolclass": AsyncAdaptedQueuePool, "pool_size": 1, "max_overflow": 0}
        engine = engine_for(url, **options)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    let_unanswered_wait(engine.sync_engine)
    return engine


def _file_of(url: str) -> Path | None:
    """The file that an SQLite address names; None for a database in memory."""
    name = make_url(url).database
    return None if name in (None, "", ":memory:") else Path(name)


def _prepare_sqlite(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    cursor.close()


async def _bring_up_to_date(engine: AsyncEngine) -> None:
    is_sqlite = engine.dialect.name == "sqlite"
    file = _file_of(engine.url.render_as_string(hide_password=False)) if is_sqlite else None
    revisions: frozenset[str] = frozenset()
    if file is not None:
        if not file.parent.is_dir():
            raise DatabaseUnusable(f"there is no folder {file.parent}; create it first")
        revisions = revisions_in_file(file)
        _refuse_newer(revisions)
        make_new(file)
    if revisions != _newest_revisions():
        async with engine.connect() as connection:
            revisions = await connection.run_sync(_revisions)
        _refuse_newer(revisions)
    if is_sqlite:
        await _use_write_ahead_log(engine)
    if file is not None:
        make_private(file)
    if revisions != _newest_revisions():
        async with _transaction(engine, _TO_WRITE) as connection:
            await connection.run_sync(_upgrade)


async def _use_write_ahead_log(engine: AsyncEngine) -> None:
    # The mode lasts in the file; it cannot be changed within a transaction.
    async with _transaction(engine, _WITHOUT_TRANSACTION) as connection:
        await connection.execute(text("PRAGMA journal_mode = WAL"))


def alembic_configuration(connection: Connection | None = None) -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    configuration.attributes["connection"] = connection
    return configuration


def _revisions(connection: Connection) -> frozenset[str]:
    return frozenset(MigrationContext.configure(connection).get_current_heads())


def _refuse_newer(revisions: frozenset[str]) -> None:
    unknown = ", ".join(sorted(revisions - _known_revisions()))
    if unknown:
        raise DatabaseUnusable(
            f"it was written by a newer version of Furlong (its tables are at {unknown[:40]}); nothing was changed. "
            "Install that version or use another database"
        )


@cache
def _known_revisions() -> frozenset[str]:
    return frozenset(
        script.revision for script in ScriptDirectory.from_config(alembic_configuration()).walk_revisions()
    )


@cache
def _newest_revisions() -> frozenset[str]:
    return frozenset(ScriptDirectory.from_config(alembic_configuration()).get_heads())


def _upgrade(connection: Connection) -> None:
    locks.take_now(connection, Turn.MIGRATION)  # two that start at the same time migrate one after the other
    if _revisions(connection) == _newest_revisions():
        return
    if inspect(connection).has_table(processes_table.name):
        _refuse_under(processes.at_work(connection, datetime.now(UTC)))
    command.upgrade(alembic_configuration(connection), "head")


def _refuse_under(at_work: Sequence[Process]) -> None:
    """What an older Furlong is working with stays as it is: it knows nothing of newer tables."""
    if at_work:
        raise DatabaseUnusable(
            f"an older Furlong works with it ({', '.join(map(str, at_work))[:100]}); nothing was changed. Stop it before "
            "the tables are brought up to date, or wait half a minute if it has crashed"
        )


__all__ = ("Database", "driver_url")
