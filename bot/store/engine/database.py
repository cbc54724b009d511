"""The connection to the database: opening it for work or only to read, closing it, and its transactions.

SQLite runs in WAL mode with full synchronisation, so that an acknowledged move is on disk. A writing transaction takes
the write lock when it begins, so that what it reads cannot change before it writes. On PostgreSQL, the same queries
lock the rows that they read for an update.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from copy import copy
from pathlib import Path
from typing import Self, TypeAlias, cast

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import QueuePool

from bot.model.askers import ASKING
from bot.model.errors import DatabaseBusy, DatabaseCrowded, DatabaseError, DatabaseUnusable
from bot.model.shares import Turns
from bot.outside import telemetry
from bot.store.engine.engines import (
    PLACE,
    SQLITE_DRIVER,
    USUAL_POOL_SIZE,
    Kind,
    driver_url,
    engine_for,
    is_direct,
    is_sqlite,
    named_file,
    place_of_file,
    with_transactions,
)
from bot.store.engine.errors import cause, failed, is_failure, not_opened
from bot.store.engine.processes import Lock, take
from bot.store.engine.restores import is_restored, settle
from bot.store.engine.upgrading import bring_up_to_date, go_back, newest_revision, refuse_outdated

Connection: TypeAlias = AsyncConnection
"""An open transaction; code outside `bot.store` only passes it on."""

Check: TypeAlias = Callable[[Connection], Awaitable[None]]
"""A check at the beginning of a writing transaction, which raises an exception unless the transaction may go on."""


LONGEST_QUEUE = 4.0
"""Seconds that a transaction on SQLite waits for those that want to write before it."""


class Database:
    """An open database whose tables are up to date."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Wrap an engine from `engine_for`."""
        self._reading = with_transactions(engine, Kind.READ)
        self._writing = with_transactions(engine, Kind.WRITE)
        self._asking = with_transactions(engine, Kind.NONE)
        # SQLite lets one connection write at a time and makes the others poll; queueing here is fair and quicker. Askers
        # first wait for their turn among themselves, so that however many there are, the bot waits for one of them.
        self._one_writer = asyncio.Lock() if engine.dialect.name == "sqlite" else None
        self._asking_to_write = Turns(1)
        self._check: Check | None = None
        self._place: object = None  # where it was opened, once it is

    @classmethod
    async def open(cls, url: str, pool_size: int = USUAL_POOL_SIZE) -> Self:
        """Connect to `url`, bring its tables up to date and return it ready for use.

        On PostgreSQL there are at most `pool_size` connections; a transaction that needs another one waits. Raises
        DatabaseUnreachable if it cannot be reached at the moment, and DatabaseUnusable if it cannot be used, such as a
        database of a newer Furlong, which is left unchanged.
        """
        url = driver_url(url)
        engine = engine_for(url, pool_size, is_pooled=True)
        try:
            if await is_direct(engine):
                await engine.dispose()
                engine = engine_for(url, pool_size)
            await bring_up_to_date(engine)
            await settle(engine)
            async with engine.connect() as connection:
                place = connection.info.get(PLACE) or place_of_file(engine)
        except BaseException as error:
            await engine.dispose()
            # The drivers let wrong parameters of the address through as TypeError and the like.
            if is_failure(error) or isinstance(error, (TypeError, ValueError, OverflowError)):
                raise not_opened(error) from error
            raise
        pool = cast(QueuePool, engine.pool)
        for name, meaning, read in (
            ("database_connections_used", "Connections to the database that are in use.", pool.checkedout),
            ("database_connections_limit", "How many there can be.", pool.size),
        ):
            telemetry.provide(telemetry.Gauge(name, meaning, read))
        database = cls(engine)
        database._place = place
        return database

    @property
    def revision(self) -> str:
        """The newest migration of this Furlong."""
        return newest_revision()

    async def go_back(self, revision: str) -> None:
        """Downgrade the tables to a migration, for an older Furlong. Raises DatabaseUnusable."""
        async with self.write() as connection:
            await connection.run_sync(go_back, revision)

    async def look_back(self) -> None:
        """Find out whether a backup was put into it while it is open; then numbers are skipped, as at a start."""
        if self._one_writer is None:
            async with self.read() as connection:
                if not await is_restored(connection):
                    return
        elif place_of_file(self._writing) is None or place_of_file(self._writing) != self._place:
            return  # it is in memory, or its file is left alone
        async with self._turn_to_write():
            await self._settle()

    async def _settle(self) -> None:
        """Settle as at a start, with failures raised as DatabaseError."""
        try:
            await settle(self._writing)
        except Exception as error:
            if not is_failure(error):
                raise
            raise failed(error, is_writing=True, has_begun=False) from error

    async def close(self) -> None:
        """Close every connection."""
        await self._reading.dispose()

    def read(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that only reads: one consistent view of the data."""
        return self._transaction(self._reading)

    def ask(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection for a single query, which has one view of the data and needs no transaction around it."""
        return self._transaction(self._asking)

    @asynccontextmanager
    async def alone(self, lock: Lock) -> AsyncGenerator[None]:
        """Hold a lock that only one process has at a time. With SQLite there is one process, which need not wait."""
        if self._one_writer is not None:
            yield
            return
        async with self.write() as connection:
            await take(connection, lock)
            yield

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncConnection]:
        """A transaction that may write: committed whole on leaving, rolled back whole on an exception."""
        async with self._turn_to_write(), self._transaction(self._writing) as connection:
            if self._check is not None:
                await self._check(connection)
            yield connection

    @asynccontextmanager
    async def _turn_to_write(self) -> AsyncGenerator[None]:
        if self._one_writer is None:
            yield
            return
        async with AsyncExitStack() as turns:
            try:
                async with asyncio.timeout(LONGEST_QUEUE):
                    if (asker := ASKING.get()) is not None:
                        await turns.enter_async_context(self._asking_to_write.turn(asker))
                    await turns.enter_async_context(self._one_writer)
            except TimeoutError:
                raise DatabaseCrowded("others have been writing for too long") from None
            yield

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine) -> AsyncGenerator[AsyncConnection]:
        """A transaction on the database that was opened, even if an older one was put in its place meanwhile.

        On PostgreSQL, numbers are then skipped first, as at a start. Another file is left alone, because SQLite's log beside
        it may be that of the one before: raises DatabaseBusy.
        """
        while (place := place_of_file(engine)) is None or self._place in (None, place):
            async with _transaction(engine) as connection:
                server = connection.info.get(PLACE)
                if server is None or self._place in (None, server):
                    yield connection
                    return
            await self._settle()
            self._place = server
        raise DatabaseBusy("another file was put in its place while it was open")

    def checking(self, check: Check) -> Self:
        """The same database, on which every writing transaction begins with a check."""
        checked = copy(self)
        checked._check = check
        return checked


@asynccontextmanager
async def _transaction(engine: AsyncEngine) -> AsyncGenerator[AsyncConnection]:
    """A transaction that raises its failures as DatabaseError."""
    has_begun = False
    try:
        async with engine.begin() as connection:
            has_begun = True
            yield connection
    except Exception as error:
        if not is_failure(error) or (has_begun and isinstance(error, OSError)):
            raise  # it is the caller's; asyncpg says OSError if it cannot connect
        is_writing = not engine.get_execution_options().get("postgresql_readonly")
        raise failed(error, is_writing=is_writing, has_begun=has_begun) from error


def check_there(url: str) -> None:
    """Raise DatabaseUnusable for the address of a missing SQLite file, because opening it would create it."""
    if is_sqlite(url):
        sqlite_file(url)


def sqlite_file(url: str) -> Path:
    """The existing file of an SQLite database. Raises DatabaseUnusable if there is none."""
    file = named_file(url)
    if not file.is_file():
        raise DatabaseUnusable(f"there is no file {file}; start this where the bot starts, or set DATABASE_URL")
    return file


@asynccontextmanager
async def looked_at(url: str) -> AsyncGenerator[Database]:
    """The database at `url`, read-only, while others may work with it.

    Raises DatabaseUnusable if it cannot be read, or if its tables are not those that this Furlong knows.
    """
    async with found_at(url) as database:
        async with one_view(database) as connection:
            await connection.run_sync(refuse_outdated)
        yield database


@asynccontextmanager
async def found_at(url: str) -> AsyncGenerator[Database]:
    """The database at `url`, read-only, whatever its tables; it is not contacted before the first read."""
    if is_sqlite(url):
        address = URL.create(SQLITE_DRIVER, database=sqlite_file(url).absolute().as_uri())
        engine = engine_for(address.update_query_dict({"mode": "ro", "uri": "true"}))
    else:
        engine = engine_for(url, is_pooled=True, execution_options={"postgresql_readonly": True})
    try:
        yield Database(engine)
    finally:
        await engine.dispose()


@asynccontextmanager
async def one_view(database: Database) -> AsyncGenerator[AsyncConnection]:
    """A reading transaction like `Database.read` that raises failures as DatabaseUnusable."""
    try:
        async with database.read() as connection:
            yield connection
    # The drivers let wrong parameters of the address and damaged values through as TypeError and the like.
    except (DatabaseError, OSError, TypeError, ValueError, OverflowError) as error:
        raise DatabaseUnusable(f"it cannot be read: {cause(error)}") from error


__all__ = ("Connection", "Database", "check_there", "found_at", "looked_at", "one_view", "sqlite_file")
