"""Taking turns: what only one process may do at a time, whatever rows it is about."""

from enum import IntEnum

from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import AsyncConnection


class Turn(IntEnum):
    """What is done by one process at a time. Each value is the number of an advisory lock, unlike any that others use."""

    MIGRATION = 0x4675726C
    HEARTBEAT = 0x4675726D
    ENTRY = 0x4675726E
    COMMANDS = 0x4675726F
    SYMBOLS = 0x46757270
    IDENTIFICATION = 0x46757271


async def take(connection: AsyncConnection, turn: Turn) -> None:
    """Hold a lock until this transaction ends.

    On SQLite, which lets one write at a time, every writing transaction is such a turn.
    """
    await connection.run_sync(take_now, turn)


def take_now(connection: Connection, turn: Turn) -> None:
    """Do what `take` does, on a connection that is not asynchronous."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(int(turn))))
