"""Translation of the errors of SQLAlchemy and its drivers into those of `bot.model.errors`."""

import re
import sqlite3
from typing import Any, Final

from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, InvalidRequestError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from bot.model.errors import DatabaseBusy, DatabaseCrowded, DatabaseError, DatabaseUnreachable, DatabaseUnusable

_PASSING_SQLITE_CODES: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)
# Connection lost, transaction rolled back, out of resources, lock not available, shutting down, system error.
_PASSING_SQL_STATES: Final = ("08", "40", "53", "55", "57", "58")

_READ_ONLY: Final = "25006"
_HELD: Final = ("40", "53300", "55P03")  # rolled back because of another transaction, too many connections, locked

_DRIVER: Final = "asyncpg"
_LOST: Final = (InterfaceError, InternalError, InvalidRequestError)
"""What SQLAlchemy says if the driver, or the pool after a second attempt, has got no connection that lasts."""

_DETAIL: Final = re.compile(r"\n(?:DETAIL|HINT): .*", re.DOTALL)
_ARGUMENT: Final = re.compile(r"(query argument \$\d+): .*", re.DOTALL)


def is_failure(error: BaseException) -> bool:
    """Whether an error is the database's: the driver's own gets through where SQLAlchemy prepares a new connection."""
    return isinstance(error, (SQLAlchemyError, OSError)) or _is_of_driver(error)


def _is_of_driver(error: BaseException) -> bool:
    return type(error).__module__.partition(".")[0] == _DRIVER


def not_opened(error: BaseException) -> DatabaseUnusable:
    """The error for a database that could not be opened, with the driver's message."""
    # A missing or read-only file will not mend itself, so it counts as a wrong setting.
    is_lasting = _sqlite_code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
    kind = DatabaseUnreachable if _passes(error) and not is_lasting else DatabaseUnusable
    return kind(f"it cannot be opened: {cause(error)}")


def failed(error: BaseException, *, is_writing: bool, has_begun: bool = True) -> DatabaseError:
    """The error to raise to the rest of the bot for a failed transaction.

    A server that refuses to write has failed over to another one, which passes; writing in a transaction that was meant
    to read is our own fault. Before it `has_begun`, what has no code of PostgreSQL's is about a new connection, which a
    server that restarts has closed at once.
    """
    if _is_held_by_others(error):
        return DatabaseCrowded(cause(error))
    is_lost = not has_begun and not _sql_state(error) and isinstance(error, _LOST)
    passes = _passes(error) or is_lost or (is_writing and _sql_state(error) == _READ_ONLY)
    return (DatabaseBusy if passes else DatabaseError)(cause(error))


def cause(error: BaseException) -> str:
    """The driver's message of an error, on one line."""
    return " ".join(str(_original(error)).split())[:200]


def _passes(error: BaseException) -> bool:
    """Whether the error may pass: the database is locked, full or unreachable at the moment."""
    original = _original(error)
    if isinstance(original, (NoFreeConnection, OSError)) or (_is_of_driver(error) and not _sql_state(error)):
        return True
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if isinstance(original, sqlite3.Error):
        return _sqlite_code(error) in _PASSING_SQLITE_CODES
    return _sql_state(error).startswith(_PASSING_SQL_STATES)


def _is_held_by_others(error: BaseException) -> bool:
    """Whether nothing is wrong with the database but that others use it at the moment."""
    is_locked = _sqlite_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return is_locked or isinstance(_original(error), NoFreeConnection) or _sql_state(error).startswith(_HELD)


def _sql_state(error: BaseException) -> str:
    """PostgreSQL's code of an error; empty for others."""
    return str(getattr(_original(error), "sqlstate", None) or "")


def _original(error: BaseException) -> Any:
    return error.orig if isinstance(error, DBAPIError) else error


def _sqlite_code(error: BaseException) -> int:
    """The primary code of an SQLite error, the low byte of its code; 0 for errors of the Python module itself."""
    return getattr(_original(error), "sqlite_errorcode", 0) & 0xFF


def leave_out_values(context: ExceptionContext) -> None:
    """Remove stored values, which may be plans or secrets, from an error before it gets into a log.

    SQLAlchemy hides the parameters of its statements; messages of PostgreSQL and its driver still contain some of them.
    """
    from_driver: Any = context.original_exception.__cause__
    if getattr(from_driver, "detail", None) is not None:
        from_driver.detail = None
    for error in (context.sqlalchemy_exception, context.original_exception, from_driver):
        if error is not None:
            error.args = tuple(_without_values(argument) for argument in error.args)


def _without_values(argument: object) -> object:
    if not isinstance(argument, str):
        return argument
    return _ARGUMENT.sub(r"\1 does not fit", _DETAIL.sub("", argument))
