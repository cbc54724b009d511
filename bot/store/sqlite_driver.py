"""The way to SQLite: aiosqlite, with one trip to its thread for each statement.

aiosqlite runs everything on a thread of its own, and a trip there and back takes far longer than a small statement
does. SQLAlchemy's adapter makes one to open a cursor, one to execute, one to fetch and one to close; the adapter here
does all of that in a single trip, and makes none where SQLite would have nothing to do. An engine is given it as
`create_async_engine(…, module=ONE_TRIP_A_STATEMENT)`; addresses, errors and everything else stay what they are.
"""

import sqlite3
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import aiosqlite
from sqlalchemy.connectors.asyncio import AsyncAdapt_dbapi_cursor
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_dbapi

_BEGINNINGS: Final = frozenset({"BEGIN", "BEGIN IMMEDIATE"})
"""What begins a transaction. It waits for the first statement, for until then nobody can tell whether it has been executed."""

_Method = Literal["execute", "executemany"]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a cursor says after a statement, and all rows that the statement gave."""

    description: Any
    rowcount: int
    lastrowid: int | None
    rows: deque[Any]


_NOTHING_YET: Final = _Outcome(None, -1, None, deque())


def _outcome(connection: sqlite3.Connection, method: _Method, statement: str, values: Any, begin: str) -> _Outcome:
    """Execute a statement to its end, after `begin` unless that is empty; runs on the thread of the connection."""
    cursor = connection.cursor()
    try:
        if begin:
            cursor.execute(begin)
        getattr(cursor, method)(statement, values)
        rows = deque(cursor.fetchall() if cursor.description else ())
        return _Outcome(cursor.description, cursor.rowcount, cursor.lastrowid, rows)
    finally:
        # Not left to the collector: a connection with an unfinished statement keeps its lock even when it is closed.
        cursor.close()


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
        if operation in _BEGINNINGS:
            self._owner.begin_with_next_statement(operation)
        else:
            self._run("execute", operation, () if parameters is None else parameters)

    def executemany(self, operation: Any, seq_of_parameters: Any) -> None:
        self._run("executemany", operation, seq_of_parameters)

    def _run(self, method: _Method, statement: str, values: Any) -> None:
        self._outcome = self._owner.outcome(method, statement, values)
        self._rows = self._outcome.rows

    def fetchmany(self, size: int | None = None) -> Sequence[Any]:
        return super().fetchmany(1 if size is None else size)

    def close(self) -> None:
        self._rows.clear()


class _Connection(AsyncAdapt_aiosqlite_connection):
    __slots__ = ("_begin",)
    _cursor_cls = _Cursor
    _ss_cursor_cls = _Cursor  # who asks for a stream gets all rows at once too

    def __init__(self, dbapi: Any, connection: Any) -> None:
        super().__init__(dbapi, connection)
        self._begin = ""

    def begin_with_next_statement(self, begin: str) -> None:
        self._begin = begin

    def outcome(self, method: _Method, statement: str, values: Any) -> _Outcome:
        begin, self._begin = self._begin, ""
        try:
            return self.run_async(lambda inner: inner._execute(_outcome, inner._conn, method, statement, values, begin))
        except ValueError as error:  # from aiosqlite: the connection is closed
            self._handle_exception(error)

    def commit(self) -> None:
        if self._is_in_transaction():
            super().commit()

    def rollback(self) -> None:
        if self._is_in_transaction():
            super().rollback()

    def _is_in_transaction(self) -> bool:
        # SQLite can be asked from any thread, and answers at once. Nothing is under way that could change the answer:
        # SQLAlchemy closes a connection whose statement was cancelled, and does not use it again.
        self._begin = ""
        inner: sqlite3.Connection | None = self._connection._connection
        return inner is not None and inner.in_transaction


class _Module(AsyncAdapt_aiosqlite_dbapi):
    def connect(self, *arg: Any, **kw: Any) -> _Connection:
        return _Connection(self, super().connect(*arg, **kw).driver_connection)


ONE_TRIP_A_STATEMENT: Final = _Module(aiosqlite, sqlite3)

__all__ = ("ONE_TRIP_A_STATEMENT",)
