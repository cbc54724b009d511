"""SQLite for tests without the driver's threads: a trip to a thread takes several times as long as a small statement.

A connection does its work at once, and without the driver's coroutines, which cost more than the work. If another task
is ready, the answer comes with the next turn of the event loop, so that the other task can go first, as with a thread;
otherwise it comes at once. If the database is locked, the connection tries again, to let the other task work.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, Final

import pytest
from aiosqlite import core
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_cursor
from sqlalchemy.ext.asyncio import engine
from sqlalchemy.util import EMPTY_DICT
from sqlalchemy.util.concurrency import await_, greenlet_spawn, in_greenlet

_Connection = Any  # SQLAlchemy's, of which private members are used
_Work = tuple[asyncio.Future[Any] | None, Callable[[], Any]]


def without_threads(patch: pytest.MonkeyPatch) -> None:
    """Have connections that are opened during the lifetime of `patch` work without a thread."""
    patch.setattr(core, "SimpleQueue", _AtOnce)
    patch.setattr(core, "Thread", _NoThread)
    patch.setattr(AsyncAdapt_aiosqlite_connection, "_cursor_cls", _Cursor)
    for name in ("commit", "rollback"):
        patch.setattr(AsyncAdapt_aiosqlite_connection, name, _ending(name))
    patch.setattr(engine, "greenlet_spawn", _spawn)


def with_threads(patch: pytest.MonkeyPatch) -> None:
    """Undo that for connections that are opened during the lifetime of `patch`."""
    patch.setattr(core, "SimpleQueue", SimpleQueue)
    patch.setattr(core, "Thread", Thread)
    for name, was in _DRIVER.items():
        patch.setattr(AsyncAdapt_aiosqlite_connection, name, was)


_DRIVER: Final = {
    name: getattr(AsyncAdapt_aiosqlite_connection, name) for name in ("_cursor_cls", "commit", "rollback")
}


def _spawn(function: Callable[..., Any], *of: Any, _require_await: bool = False, **options: Any) -> Awaitable[Any]:
    """As SQLAlchemy runs a function, which it expects to wait for the driver at least once."""
    return greenlet_spawn(function, *of, **options)


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    """A cursor of SQLite itself, which takes the steps of the driver's without its coroutines."""

    def __init__(self, adapt_connection: _Connection) -> None:
        """Open a cursor."""
        self._adapt_connection, self._connection = adapt_connection, adapt_connection._connection
        self._soft_closed_memoized, self._rows = EMPTY_DICT, deque()
        self._cursor = _done(adapt_connection, lambda: adapt_connection._connection._conn.cursor())

    def execute(self, operation: Any, parameters: Any = None) -> None:
        """Do a statement, and fetch its rows."""
        self._do(partial(self._cursor.execute, operation, parameters or ()))

    def executemany(self, operation: Any, seq_of_parameters: Any) -> None:
        """Do a statement several times."""
        self._do(partial(self._cursor.executemany, operation, seq_of_parameters))

    def _do(self, execute: Callable[[], object]) -> None:
        cursor: Any = self._cursor
        _done(self._adapt_connection, execute)
        if cursor.description:
            self._rows = deque(_done(self._adapt_connection, cursor.fetchall))

    async def _async_soft_close(self) -> None:
        """Close the cursor, and keep its rows and their description."""
        self._soft_closed_memoized = self._soft_closed_memoized.union({"description": self._cursor.description})
        await _begun(self._adapt_connection, self._cursor.close)

    def close(self) -> None:
        """Close the cursor, if it is still open."""
        self._rows.clear()
        if not self._soft_closed_memoized and in_greenlet():
            _done(self._adapt_connection, self._cursor.close)


def _ending(name: str) -> Callable[[_Connection], None]:
    def end(connection: _Connection) -> None:
        driver = connection._connection
        if driver._connection:
            _done(connection, getattr(driver._conn, name))

    return end


def _begun(connection: _Connection, work: Callable[[], object]) -> asyncio.Future[Any]:
    """Have a connection do its work; it is done at once unless other tasks are ready."""
    driver = connection._connection
    if not driver._running or not driver._connection:
        raise ValueError("Connection closed")
    future = asyncio.get_running_loop().create_future()
    driver._tx.put_nowait((future, work))
    return future


def _done(connection: _Connection, work: Callable[[], object]) -> Any:
    """The result of a connection's work."""
    try:
        future = _begun(connection, work)
        return future.result() if future.done() else await_(future)
    except Exception as error:  # noqa: BLE001 - which is raised again, in the terms of SQLAlchemy
        connection._handle_exception(error)


class _NoThread:
    daemon = True

    def __init__(self, *, target: object, args: object) -> None:
        """Run nothing."""

    def start(self) -> None:
        """Wait for nothing."""


class _AtOnce:
    """Stands in for a connection's queue of work."""

    def __init__(self) -> None:
        self._connection: sqlite3.Connection | None = None
        self._patience = 0.0

    def put_nowait(self, work: _Work) -> None:
        self._do(work, perf_counter() + self._patience)

    def _do(self, work: _Work, give_up_at: float) -> None:
        future, function = work
        core.LOG.debug("executing %s", function)
        try:
            result = function()
        except BaseException as error:  # noqa: BLE001 - the waiting task gets it, as from the thread
            if future is None:
                return
            if self._is_to_be_tried_again(error) and perf_counter() < give_up_at:
                _with_next_turn(future, self._do, work, give_up_at)
            else:
                _after_others(future, _fail, future, error)
            return
        if isinstance(result, sqlite3.Connection):
            self._opened(result)
        if future is not None:
            _after_others(future, _succeed, future, result)

    def _opened(self, connection: sqlite3.Connection) -> None:
        [milliseconds] = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute("PRAGMA busy_timeout = 0")  # waiting would keep the holder of the lock from its work
        self._connection, self._patience = connection, milliseconds / 1000

    def _is_to_be_tried_again(self, error: BaseException) -> bool:
        """Whether the database was locked before anything was done; a transaction in progress cannot wait."""
        is_busy = isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_BUSY
        return is_busy and self._connection is not None and not self._connection.in_transaction


def _succeed(future: asyncio.Future[Any], result: object) -> None:
    if not future.done():  # the waiting task may have been cancelled
        future.set_result(result)


def _fail(future: asyncio.Future[Any], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)


def _after_others(future: asyncio.Future[Any], function: Callable[..., object], *values: object) -> None:
    loop: Any = future.get_loop()
    if loop._ready:
        _with_next_turn(future, function, *values)
    else:
        function(*values)


def _with_next_turn(future: asyncio.Future[Any], function: Callable[..., object], *values: object) -> None:
    # The simulated Discord replaces the loop's method by one that tracks callbacks, which these do not need.
    loop = future.get_loop()
    call_soon: Callable[..., object] = type(loop).call_soon
    call_soon(loop, function, *values)
