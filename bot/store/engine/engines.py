"""SQLAlchemy's engines for the two kinds of databases, their addresses, and how transactions begin."""

from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Final

from sqlalchemy import URL, Connection, Dialect, event, func, make_url, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, InvalidatePoolError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from bot.model.errors import DatabaseUnusable
from bot.store.engine.errors import cause, leave_out_values
from bot.store.engine.schema.types import json_of

SQLITE_DRIVER: Final = "sqlite+aiosqlite"
POSTGRES_DRIVER: Final = "postgresql+asyncpg"
BUSY_SECONDS = 4.0
"""How long a statement waits for a lock, of the file of SQLite or of rows and tables of PostgreSQL.

After as long a wait for a connection or for its turn to write, a person still gets an answer within ten seconds.
"""

LONGEST_UNASKED = 1.0
"""For how many seconds a connection to PostgreSQL may have been idle and still be used without asking it first.

A server that restarts is away for about as long, and closes its connections, which the driver notices. SQLAlchemy's
`pool_pre_ping` asks before every transaction, which takes three round trips.
"""

USUAL_POOL_SIZE: Final = 15
"""The default number of connections to PostgreSQL, which by default accepts a hundred from all processes together."""

_SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_OF_SESSION: Final = ("application_name", "options")
_PARTS: Final = frozenset({"ssl", "target_session_attrs", "connect_timeout", *_OF_SESSION})
_IN_VARIABLES: Final = {
    "passfile": "PGPASSFILE",
    "sslcert": "PGSSLCERT",
    "sslcrl": "PGSSLCRL",
    "sslkey": "PGSSLKEY",
    "sslrootcert": "PGSSLROOTCERT",
}
"""The options that the driver takes only from environment variables, with their names there."""

_UNPREPARED: Final = {
    "statement_cache_size": 0,
    "prepared_statement_cache_size": 0,
    "prepared_statement_name_func": lambda: "",
}
"""Options without named prepared statements: a pooler may run each transaction on another connection, where the
statement is missing or its name belongs to another client's."""

SYNCHRONOUS = "FULL"
"""How carefully SQLite writes to disk; most tests turn this off to save time."""


class Kind(Enum):
    """A kind of transaction."""

    READ = "read"
    """It only reads, and has one view of the data."""
    WRITE = "write"
    """It may write, and on SQLite has the write lock from the start."""
    NONE = "none"
    """Each statement is its own transaction."""


_KIND: Final = "furlong_kind"
_POOLED: Final = "furlong_pooled"
_IDLE_SINCE: Final = "furlong_idle_since"
PLACE: Final = "furlong_place"
"""The key, in the `info` of a connection to PostgreSQL, of what differs once another server or database answers."""

_PLACE: Final = "SELECT oid, pg_postmaster_start_time() FROM pg_database WHERE datname = current_database()"
_BEGINNINGS: Final = {Kind.READ: "BEGIN", Kind.WRITE: "BEGIN IMMEDIATE"}
_ON_POSTGRES: Final[Mapping[Kind, Mapping[str, Any]]] = {
    # Read-only, so that PostgreSQL refuses a lock here: it would fail whenever another transaction changes the row.
    Kind.READ: {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
    Kind.WRITE: {"isolation_level": "READ COMMITTED"},
    Kind.NONE: {"isolation_level": "AUTOCOMMIT"},
}


def driver_url(url: str) -> str:
    """The address `url` with Furlong's driver; `postgres://…`, `postgresql://…` and `sqlite://…` are accepted too.

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
        query = _understood({key: str(value) for key, value in parsed.query.items()})
        return parsed.set(drivername=POSTGRES_DRIVER, query=query).render_as_string(hide_password=False)
    raise DatabaseUnusable(f"Furlong works with sqlite and postgresql, not with {kind[:40]}")


def _understood(query: Mapping[str, str]) -> Mapping[str, str]:
    """The query of an address in the driver's terms; hosting services write it for PostgreSQL's own tools.

    Raises DatabaseUnusable for a part that cannot be used.
    """
    parts = {"ssl" if key == "sslmode" else key: value for key, value in query.items() if key != "pgbouncer"}
    if parts.pop("channel_binding", "") == "require":
        raise DatabaseUnusable(
            "channel_binding=require asks for what its driver cannot do: leave it out, and write sslmode=verify-full if "
            "the server must prove who it is"
        )
    for name in parts.keys() - _PARTS:
        if name in _IN_VARIABLES:
            raise DatabaseUnusable(f"{name} does not belong in the address: set the variable {_IN_VARIABLES[name]}")
        raise DatabaseUnusable(f"{name[:40]}=… is not understood in its address: leave it out")
    if parts.get("ssl", _SSL_MODES[0]) not in _SSL_MODES:
        raise DatabaseUnusable(f"sslmode={parts['ssl'][:40]} is none of {', '.join(_SSL_MODES)}")
    if not parts.get("connect_timeout", "0").isdecimal():
        raise DatabaseUnusable("connect_timeout must be a number of seconds")
    return parts


def is_sqlite(url: str) -> bool:
    """Whether an address from `driver_url` names an SQLite database."""
    return url.startswith(SQLITE_DRIVER)


def named_file(url: str) -> Path:
    """The file that an SQLite address names, whether or not it is there. Raises DatabaseUnusable if it names none."""
    file = file_of(make_url(url))
    if file is None:
        raise DatabaseUnusable("it is a database in memory, which is gone with the bot")
    return file


def file_of(url: URL) -> Path | None:
    """The file that an address names; None for a database in memory or on PostgreSQL."""
    is_file = url.drivername == SQLITE_DRIVER and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if is_file else None


def engine_for(
    url: str | URL, pool_size: int = USUAL_POOL_SIZE, *, is_pooled: bool = False, **options: Any
) -> AsyncEngine:
    """An engine for an address from `driver_url`; `is_pooled` if a pooler such as PgBouncer may answer there.

    Raises DatabaseUnusable for an address that cannot be used.
    """
    url = make_url(url)
    if url.drivername != SQLITE_DRIVER:
        settings = {name: str(url.query[name]) for name in _OF_SESSION if name in url.query}
        if is_pooled:
            options["execution_options"] = {**options.get("execution_options", {}), _POOLED: True}
        else:
            settings |= _for_few_rows()
        arguments: dict[str, Any] = {"server_settings": settings, **(_UNPREPARED if is_pooled else {})}
        if "connect_timeout" in url.query:
            arguments["timeout"] = int(str(url.query["connect_timeout"])) or None
        url = url.difference_update_query([*_OF_SESSION, "connect_timeout"])
        options |= {"connect_args": arguments}
        options |= {"pool_size": pool_size, "max_overflow": 0, "pool_timeout": BUSY_SECONDS}
        options |= {"pool_use_lifo": True}
    else:
        # Python's sqlite3 module must not begin transactions, because `_begin` does.
        options |= {"connect_args": {"timeout": BUSY_SECONDS, "isolation_level": None}}
        if file_of(url) is None:
            # A database in memory ends with its connection, so all transactions share a single one.
            options |= {"poolclass": AsyncAdaptedQueuePool, "pool_size": 1, "max_overflow": 0}
    try:
        engine = create_async_engine(url, hide_parameters=True, json_serializer=json_of, **options)
    except ImportError as error:
        raise DatabaseUnusable(f"its driver is not installed ({error.name}): install furlong-bot[postgres]") from None
    except (SQLAlchemyError, TypeError, ValueError) as error:
        raise DatabaseUnusable(f"its address is wrong: {cause(error)}") from error
    event.listen(engine.sync_engine, "handle_error", leave_out_values)
    if url.drivername == SQLITE_DRIVER:
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin)
        event.listen(engine.sync_engine, "invalidate", _roll_back)
        return engine
    event.listen(engine.sync_engine, "connect", _note_place)
    event.listen(engine.sync_engine, "checkin", _note_idle)
    event.listen(engine.sync_engine, "checkout", partial(_check_alive, engine.dialect))
    if is_pooled:
        event.listen(engine.sync_engine, "begin", limit_waiting)
    return engine


async def is_direct(engine: AsyncEngine) -> bool:
    """Whether PostgreSQL itself answers: a pooler runs transactions in another process than the one it names."""
    if engine.dialect.name != "postgresql":
        return False
    async with engine.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        return driver.get_server_pid() == await connection.scalar(select(func.pg_backend_pid()))


async def size_of(connection: AsyncConnection) -> int:
    """The bytes of a database, indexes included."""
    if connection.dialect.name == "postgresql":
        return await connection.scalar(select(func.pg_database_size(func.current_database()))) or 0
    pages, size = [await connection.scalar(text(f"PRAGMA page_{what}")) for what in ("count", "size")]
    return pages * size


async def take_room(connection: AsyncConnection) -> None:
    """Have PostgreSQL write half a megabyte to its disk, for this statement only, so that a full one says so.

    A row can be replaced, and noted in the log, in the room that is already there.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SET LOCAL work_mem = '64kB'"))
        await connection.execute(text("SELECT count(*) FROM generate_series(1, 20000)"))


def with_transactions(engine: AsyncEngine, kind: Kind) -> AsyncEngine:
    """The same engine and connections, for transactions of one kind."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(**{_KIND: kind})
    if kind is Kind.NONE and engine.get_execution_options().get(_POOLED):
        kind = Kind.READ  # there, the wait for locks can be limited only within a transaction
    return engine.execution_options(**_ON_POSTGRES[kind])


def _prepare_sqlite(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    cursor.close()


def _note_place(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute(_PLACE)
    record.info[PLACE] = cursor.fetchone()
    cursor.close()
    connection.rollback()


def place_of_file(engine: AsyncEngine) -> tuple[int, int] | None:
    """What differs once the file of an SQLite database is another one, or gone; None if there is no file."""
    file = file_of(engine.url)
    if file is None or not file.exists():
        return None if file is None else (0, 0)
    found = file.stat()
    return found.st_dev, found.st_ino


def _begin(connection: Connection) -> None:
    kind = connection.get_execution_options().get(_KIND, Kind.READ)
    if kind is not Kind.NONE:
        connection.exec_driver_sql(_BEGINNINGS[kind])


def _note_idle(_connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    record.info[_IDLE_SINCE] = monotonic()


def _check_alive(dialect: Dialect, connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:
    """Have a connection of the pool, and all its others, replaced if it is closed, as after a restart of the server.

    The driver knows if the server has closed it. Where the network has lost it, only asking tells.
    """
    if connection.driver_connection.is_closed():
        raise InvalidatePoolError("the server has closed it")
    if monotonic() - record.info.get(_IDLE_SINCE, inf) > LONGEST_UNASKED:
        try:
            dialect.do_ping(connection)
        except Exception as error:
            raise InvalidatePoolError("it does not answer") from error


def _for_few_rows() -> Mapping[str, str]:
    """Settings of PostgreSQL for statements that read a few rows.

    Waiting for locks is limited. Nothing is compiled to machine code: where PostgreSQL expects many rows it does so by
    default, which takes longer than any statement here.
    """
    return {"lock_timeout": f"{BUSY_SECONDS * 1000:.0f}ms", "jit": "off"}


def limit_waiting(connection: Connection) -> None:
    """Limit how long one transaction waits, for a pooler that passes on no settings when it connects.

    SQLite has no lock but the one for writing, which the transaction already holds.
    """
    if connection.dialect.name == "postgresql":
        settings = ", ".join(f"set_config('{name}', '{value}', true)" for name, value in _for_few_rows().items())
        connection.exec_driver_sql(f"SELECT {settings}")


def _roll_back(connection: DBAPIConnection, _record: object, _error: object) -> None:
    """Release the lock of a cancelled statement: closing alone keeps it while there is a reference to its cursor."""
    with suppress(Exception):  # the connection is closed in any case
        connection.rollback()
