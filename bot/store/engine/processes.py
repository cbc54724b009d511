"""The processes that share a database: which are at work, the shards each holds, and locks for one process at a time.

A process enters itself when it starts, and then reports regularly that it is still there. Functions that take a
connection work in the caller's transaction.
"""

import os
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, unique
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, inspect, null, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import Lease, Shards
from bot.store.engine.conditions import ACCURACY
from bot.store.engine.schema.jobs import processes

SILENCE: Final = timedelta(seconds=30)
"""A process that was silent for this long no longer holds its shards."""

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES = Path("/proc/self/ns/pid")
_LONGEST = 200  # characters of the column
_RENEW: Final = update(processes).where(processes.c.id == bindparam("entry"))


@unique
class Lock(IntEnum):
    """Work that one process does at a time. The values are numbers of advisory locks that no other program uses."""

    MIGRATION = 0x4675726C
    HEARTBEAT = 0x4675726D
    ENTRY = 0x4675726E
    COMMANDS = 0x4675726F
    SYMBOLS = 0x46757270
    IDENTIFICATION = 0x46757271
    REQUESTS = 0x46757272


async def take(connection: AsyncConnection, lock: Lock) -> None:
    """Hold a lock until this transaction ends, however long others hold it.

    On SQLite every writing transaction is alone anyway.
    """
    await connection.run_sync(take_now, lock)


def take_now(connection: Connection, lock: Lock) -> None:
    """Hold a lock as `take` does, on a connection that is not asynchronous."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(select(func.pg_advisory_xact_lock(int(lock))))


async def database_time(connection: AsyncConnection) -> datetime | None:
    """The time by the database's own clock; None for SQLite, which runs on this machine."""
    is_server = connection.dialect.name == "postgresql"
    return await connection.scalar(select(func.clock_timestamp())) if is_server else None


def this_machine() -> str:
    """A name for the place where this process runs, shared by exactly the processes that it can see.

    It changes when the machine restarts, and every container has its own.
    """
    parts = [socket.gethostname()]
    with suppress(OSError):  # elsewhere than on Linux, the host name has to do
        parts += [_BOOT.read_text(encoding="ascii").strip(), str(_PROCESSES.stat().st_ino)]
    return " ".join(parts)[:_LONGEST]


def is_running(process: int) -> bool:
    """Whether another process with this id runs on this machine."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


@dataclass(frozen=True, slots=True)
class Process:
    """A process that has entered itself; `renewed_at` is its latest report, by its own clock."""

    id: int
    machine: str
    process: int
    shards: Shards
    renewed_at: datetime
    revision: str | None
    """Its newest migration; None for a Furlong that did not enter it."""

    def __str__(self) -> str:
        """A description by which a host recognizes the process."""
        return f"process {self.process} on {self.machine.partition(' ')[0]}"

    def is_gone(self, now: datetime) -> bool:
        """Whether it has certainly ended. Clocks of other machines may differ a little."""
        if self.machine == this_machine():
            return not is_running(self.process)
        return now - self.renewed_at > SILENCE + ACCURACY


async def entered(connection: AsyncConnection) -> Sequence[Process]:
    """All processes that have entered themselves; no other can until the transaction ends."""
    await take(connection, Lock.ENTRY)
    return [_process(row) for row in await connection.execute(select(processes).order_by(processes.c.id))]


async def enter(connection: AsyncConnection, shards: Shards, now: datetime, revision: str) -> int:
    """Enter this process, whose newest migration is `revision`; return the number of the entry."""
    this = {"machine": this_machine(), "process": os.getpid(), "revision": revision}
    values = {**this, "shards": str(shards), "renewed_at": now}
    return (await connection.scalars(insert(processes).values(values).returning(processes.c.id))).one()


async def renew(connection: AsyncConnection, number: int, now: datetime, refused: int = 0) -> bool:
    """Report that a process is still there, and how many of its requests were refused; False if its entry is gone."""
    values = {"entry": number, "renewed_at": now, "refused": refused}
    return (await connection.execute(_RENEW, values)).rowcount == 1


async def count(connection: AsyncConnection, now: datetime) -> int:
    """How many processes have lately reported that they are still there."""
    query = select(func.count()).where(processes.c.renewed_at > now - SILENCE)
    return await connection.scalar(query) or 1


@dataclass(frozen=True, slots=True)
class ProcessLease:
    """The requests that a process may send; `leases` counts how often it has renewed the lease."""

    id: int
    lease: Lease
    leases: int
    refused: int


async def request_leases(connection: AsyncConnection) -> Sequence[ProcessLease]:
    """The leases of all processes; no other can change its own until the transaction ends."""
    await take(connection, Lock.REQUESTS)
    rows = await connection.execute(
        select(processes.c.id, processes.c.wanted, processes.c.rate, processes.c.leases, processes.c.refused)
    )
    return [ProcessLease(row.id, Lease(row.wanted, row.rate), row.leases, row.refused) for row in rows]


async def lease_requests(connection: AsyncConnection, number: int, lease: Lease) -> None:
    """Store the requests that a process may send from now on."""
    values = {"wanted": lease.wanted, "rate": lease.rate, "leases": processes.c.leases + 1}
    await connection.execute(update(processes).where(processes.c.id == number).values(values))


async def remove(connection: AsyncConnection, numbers: Sequence[int]) -> None:
    """Remove entries of processes that have ended, or are about to."""
    await connection.execute(delete(processes).where(processes.c.id.in_(numbers)))


def at_work(connection: Connection, now: datetime) -> Sequence[Process]:
    """The processes that seem to be at work now: the tables must not change under them.

    The tables may still be those of an older Furlong; what they lack is null.
    """
    there = {column["name"] for column in inspect(connection).get_columns(processes.name)}
    columns = (column if column.name in there else null().label(column.name) for column in processes.c)
    all_processes = (_process(row) for row in connection.execute(select(*columns).select_from(processes)))
    return [process for process in all_processes if not process.is_gone(now) and now - process.renewed_at <= SILENCE]


def _process(row: Row[tuple[object, ...]]) -> Process:
    return Process(row.id, row.machine, row.process, Shards.parse(row.shards), row.renewed_at, row.revision)
