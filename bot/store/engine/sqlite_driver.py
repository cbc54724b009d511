"""The way to SQLite: aiosqlite, with one trip to its thread for each statement at most.

aiosqlite runs everything on a thread of its own, and a trip there and back takes far longer than a small statement
does. SQLAlchemy's adapter makes one to open a cursor, one to execute, one to fetch and one to close; the adapter here
does all of that in a single trip, and makes none where SQLite would have nothing to do. An engine is given it as
`create_async_engine(…, module=ONE_TRIP_A_STATEMENT)`; addresses, errors and everything else stay what they are.

A statement with the execution options `UNANSWERED` makes no trip of its own where `let_unanswered_wait` has prepared the
engine: it goes along with the next statement or the end of the transaction. There it fails too, if it does.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeVar

import aiosqlite
from sqlalchemy import Engine, event
from sqlalchemy.connectors.asyncio import AsyncAdapt_dbapi_cursor
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_dbapi
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.util.concurrency import await_

UNANSWERED: Final = {"furlong_unanswered": True}
"""Execution options of a statement that gives no rows, and of which nobody asks how many rows it has found."""


_Result = TypeVar("_Result")


class _Step(NamedTuple):
    """Something to be executed, with values for one execution or for several."""

    method: Literal["execute", "executemany"]
    statement: str
    values: Any


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a cursor says after a statement, and all rows that the statement gave."""

    description: Any
    rowcount: int
    lastrowid: int | None
    rows: deque[Any]


_NOTHING_YET: Final = _Outcome(None, -1, None, deque())


def _outcome(connection: sqlite3.Connection, steps: Sequence[_Step]) -> _Outcome:
    """Execute statements to their end, and tell of the last one; runs on the thread of the connection."""
    cursor = connection.cursor()
    try:
        for method, statement, values in steps:
            getattr(cursor, method)(statement, values)
        rows = deque(cursor.fetchall() if cursor.description else ())
        return _Outcome(cursor.description, cursor.rowcount, cursor.lastrowid, rows)
    finally:
        # Not left to the collector: a connection with an unfinished statement keeps its lock even when it is closed.
        cursor.close()


def _committed(connection: sqlite3.Connection, steps: Sequence[_Step]) -> None:
    """Execute statements and commit; runs on the thread of the connection."""
    _outcome(connection, steps)
    connection.commit()


class _Cursor(AsyncAdapt_dbapi_cursor):
    """A statement and all of its rows, in memory: the bot asks for no more than fit there easily."""

    __slots__ = ("_outcome", "_owner")
    _awaitable_cursor_close = False  # there is nothing to close

    def __init__(self, adapt_connection: "_Connection") -> None:
        self._owner = adapt_connection
        self._outcome = _NOTHING_YET
        self._rows = deque()

    @property
    def description(self) -> Any:
        return self._outcome.description

    @property
    def rowcount(self) -> int:
        return self._outcome.rowcount

    @property
    def lastrowid(self) -> Any:
        return self._outcome.lastrowid

    def execute(self, operation: Any, parameters: Any = None) -> None:
        self._run(_Step("execute", operation, () if parameters is None else parameters))

    def executemany(self, operation: Any, seq_of_parameters: Any) -> None:
        self._run(_Step("executemany", operation, seq_of_parameters))

    def let_wait(self, step: _Step) -> None:
        self._owner.waiting.append(step)

    def _run(self, step: _Step) -> None:
        self._outcome = self._owner.outcome(step)
        self._rows = self._outcome.rows

    def fetchmany(self, size: int | None = None) -> Sequence[Any]:
        return super().fetchmany(1 if size is None else size)

    def close(self) -> None:
        self._rows.clear()


class _Connection(AsyncAdapt_aiosqlite_connection):
    __slots__ = ("_has_begun", "begins_with", "waiting")
    _cursor_cls = _Cursor
    _ss_cursor_cls = _Cursor  # who asks for a stream gets all rows at once too

    def __init__(self, dbapi: Any, connection: Any) -> None:
        super().__init__(dbapi, connection)
        self.waiting: list[_Step] = []  # for the next trip
        self.begins_with = ""  # what its transactions begin with, if they do so by themselves
        self._has_begun = False

    def outcome(self, step: _Step) -> _Outcome:
        return self._trip(_outcome, [*self._taken(), step])

    def commit(self) -> None:
        if self.waiting:
            self._trip(_committed, self._taken())
        elif self._is_in_transaction():
            super().commit()
        self._has_begun = False

    def rollback(self) -> None:
        self.waiting.clear()
        self._has_begun = False
        if self._is_in_transaction():
            super().rollback()

    def _taken(self) -> Sequence[_Step]:
        """What waits for the next trip, after what begins the transaction if that is its first."""
        steps, self.waiting = self.waiting, []
        if self._has_begun or not self.begins_with:
            return steps
        self._has_begun = True
        return [_Step("execute", self.begins_with, ()), *steps]

    def _trip(
        self, function: Callable[[sqlite3.Connection, Sequence[_Step]], _Result], steps: Sequence[_Step]
    ) -> _Result:
        try:
            return self.run_async(lambda inner: inner._execute(function, inner._conn, steps))
        except ValueError as error:  # from aiosqlite: the connection is closed
            self._handle_exception(error)

    def _is_in_transaction(self) -> bool:
        # SQLite can be asked from any thread, and answers at once. Nothing is under way that could change the answer:
        # SQLAlchemy closes a connection whose statement was cancelled, and does not use it again.
        inner: sqlite3.Connection | None = self._connection._connection
        return inner is not None and inner.in_transaction


class _Module(AsyncAdapt_aiosqlite_dbapi):
    def connect(self, *arg: Any, **kw: Any) -> _Connection:
        return _Connection(self, super().connect(*arg, **kw).driver_connection)


ONE_TRIP_A_STATEMENT: Final = _Module(aiosqlite, sqlite3)


OUR_TRANSACTIONS: Final = {"isolation_level": None}
"""What an engine whose connections are told to `begin_with` something gives them: Python's module is not to begin itself."""


def begin_with(connection: AsyncConnection, statement: str) -> None:
    """Have transactions on a connection with this driver begin with a statement of their own; "" for none.

    It goes along with the first statement, if there ever is one, and is none to SQLAlchemy.
    """
    inner = connection.sync_connection
    assert inner is not None, "the connection was started"
    driver = inner.connection.dbapi_connection
    assert isinstance(driver, _Connection), "it has this driver"
    driver.begins_with = statement


def let_unanswered_wait(engine: Engine) -> None:
    """Have statements with the options `UNANSWERED` go along with the next ones; the engine has this driver."""
    event.listen(engine, "do_execute", partial(_let_wait, "execute"))
    event.listen(engine, "do_executemany", partial(_let_wait, "executemany"))


def _let_wait(
    method: Literal["execute", "executemany"], cursor: _Cursor, statement: str, values: Any, context: ExecutionContext
) -> bool:
    """Keep a statement that may wait; tells whether that was done, and SQLAlchemy is not to execute it."""
    may_wait = bool(context.execution_options.get(*UNANSWERED))
    if may_wait:
        cursor.let_wait(_Step(method, statement, values))
        await_(_nothing())
    return may_wait


async def _nothing() -> None:
    """What is awaited for a statement that waits: SQLAlchemy takes a driver that awaits nothing for the wrong one."""


__all__ = ("ONE_TRIP_A_STATEMENT", "OUR_TRANSACTIONS", "UNANSWERED", "begin_with", "let_unanswered_wait")
