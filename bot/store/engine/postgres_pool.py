"""Connections to PostgreSQL that wait in the pool: whether one is still good before it is used again.

A connection that an administrator, a firewall or a restart has ended meanwhile must not fail whoever gets it, and
nothing here can tell for sure without asking. SQLAlchemy's own check (`pool_pre_ping`) takes three round trips to the
server, before every transaction; the one here takes a single one.
"""

from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry

_HAS_WAITED: Final = "furlong_has_waited"
_PATIENCE: Final = 10.0
"""Seconds: where nobody says that a connection has broken, it would take a quarter of an hour to find out."""


def check_waiting_connections(engine: AsyncEngine) -> None:
    """Let `engine` replace connections that broke while they waited, instead of handing them out."""
    event.listen(engine.sync_engine, "checkin", _note_wait)
    event.listen(engine.sync_engine, "checkout", _check)


def _note_wait(_connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    record.info[_HAS_WAITED] = True


def _check(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
    if _HAS_WAITED not in record.info:  # it is new
        return
    try:
        connection.run_async(_ask)
    except Exception as error:  # whatever it is, a new connection serves better
        raise InvalidatePoolError from error


async def _ask(driver: Any) -> None:
    await driver.execute("SELECT 1", timeout=_PATIENCE)  # without parameters nothing is prepared: one round trip


__all__ = ("check_waiting_connections",)
