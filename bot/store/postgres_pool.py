"""Connections to PostgreSQL that wait in the pool: whether one is still good before it is used again.

SQLAlchemy's own check (`pool_pre_ping`) takes three round trips to the server, before every transaction. The one here
takes none for a connection that was in use a moment ago: asyncpg hears at once when a server that is shut down or
restarted closes a connection. Only a firewall or a failing network drops one silently, which takes longer than a
moment; so a connection that has waited is asked, in one round trip.
"""

from time import monotonic
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry

_TRUSTED_SECONDS: Final = 1.0
_USED_AT: Final = "furlong_used_at"


def check_waiting_connections(engine: AsyncEngine) -> None:
    """Let `engine` replace connections that broke while they waited, instead of handing them out."""
    event.listen(engine.sync_engine, "checkin", _note_use)
    event.listen(engine.sync_engine, "checkout", _check)


def _note_use(_connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    record.info[_USED_AT] = monotonic()


def _check(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
    used_at: float | None = record.info.get(_USED_AT)
    if used_at is None:  # it is new
        return
    driver: Any = record.driver_connection
    if monotonic() - used_at < _TRUSTED_SECONDS and not driver.is_closed():
        return
    try:
        connection.run_async(_ask)
    except Exception as error:  # whatever it is, a new connection serves better
        raise InvalidatePoolError from error


async def _ask(driver: Any) -> None:
    await driver.execute("SELECT 1")  # without parameters nothing is prepared: one round trip


__all__ = ("check_waiting_connections",)
