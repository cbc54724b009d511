"""What can go wrong with a database, for those who know nothing of SQLAlchemy and its drivers."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

DatabaseError: TypeAlias = SQLAlchemyError
"""Whatever a transaction on a database that was opened may raise."""

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


class DatabaseUnusable(Exception):
    """The database cannot be used; `str(error)` is one line that says why and what to do."""


class DatabaseUnreachable(DatabaseUnusable):
    """The same for the moment: trying again later may go well."""


@contextmanager
def address_in_use() -> Generator[None]:
    """While an engine is made for an address: what is wrong with it, or missing for it, is a DatabaseUnusable."""
    try:
        yield
    except ImportError as error:
        raise DatabaseUnusable(f"its driver is not installed ({error.name}): install furlong[postgres]") from None
    except (SQLAlchemyError, TypeError, ValueError) as error:
        raise DatabaseUnusable(f"its address is wrong: {cause(error)}") from error


def not_opened(error: BaseException) -> DatabaseUnusable:
    """What it means that a database could not be opened, with what its driver says about that."""
    # A file that is not there or may not be written to will be no other in a minute, so it counts as a wrong setting.
    original: Any = error.orig if isinstance(error, DBAPIError) else error
    is_lasting = getattr(original, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
    passes = isinstance(error, OSError) or (is_busy_or_full(error) and not is_lasting)
    kind = DatabaseUnreachable if passes else DatabaseUnusable
    return kind(f"it cannot be opened: {cause(error)}")


def cause(error: BaseException) -> str:
    """What a driver says about an error, on one line."""
    original: Any = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(original).split())[:200]


def is_busy_or_full(error: BaseException) -> bool:
    """Whether a database error is of the kind that passes: locked, full, or out of reach for the moment."""
    if isinstance(error, NoFreeConnection):
        return True
    if not isinstance(error, DBAPIError):
        return False
    original: Any = error.orig
    if error.connection_invalidated or isinstance(original, OSError):
        return True
    if isinstance(original, sqlite3.Error):
        # The low byte is the kind of error, the rest says more; errors of the Python module itself have no code.
        return getattr(original, "sqlite_errorcode", 0) & 0xFF in _PASSING_SQLITE_CODES
    return str(getattr(original, "sqlstate", None) or "").startswith(_PASSING_SQL_STATES)
