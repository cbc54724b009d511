"""SQLite for tests without the driver's threads: a trip to a thread takes several times as long as a small statement.

A connection does its work at once. If another task is ready, the answer comes with the next turn of the event loop, so
that the other task can go first, as with a thread; otherwise it comes at once. If the database is locked, the
connection tries again, to let the other task work.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest
from aiosqlite import core

_Work = tuple[asyncio.Future[Any] | None, Callable[[], Any]]


def without_threads(patch: pytest.MonkeyPatch) -> None:
    """Have connections that are opened during the lifetime of `patch` work without a thread."""
    patch.setattr(core, "SimpleQueue", _AtOnce)
    patch.setattr(core, "Thread", _NoThread)


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
