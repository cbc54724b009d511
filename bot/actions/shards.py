"""The holding of shards: at most one of the processes that share a database looks after a server.

A process that starts enters itself with its shards and renews this entry regularly. If another process holds one of its
shards, it waits until that one stops: an entry that is not renewed for as long as it lasts belongs to a dead process,
and a live one is perhaps about to be replaced.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from time import monotonic
from typing import Final

from bot.model.shards import PER_SECOND, Lease, Shards, Share, rate_of
from bot.store.engine import processes
from bot.store.engine.database import Connection, Database
from bot.store.engine.processes import SILENCE, Process, ProcessLease

_log: Final = logging.getLogger(__name__)
_MOST_WAITS: Final = 20
"""How often a process waits for another one: ten minutes. Some platforms start the new one first, and then stop the old."""

_LEASE: Final = 10.0  # seconds after which a process that does not renew its share of the requests counts as gone


class ShardsHeld(Exception):
    """Another process, which `by` names, holds the `shards` among those that were wanted."""

    def __init__(self, shards: Shards, by: str) -> None:
        """Keep the shards and the holder for the message."""
        super().__init__(f"{shards} held by {by}")
        self.shards = shards
        self.by = by


class Holding:
    """The shards that this process holds, or is about to; `now` tells the time."""

    def __init__(
        self,
        database: Database,
        shards: Shards,
        *,
        now: Callable[[], datetime],
        wait: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Nothing is held before `take` is called; `wait` sleeps for some seconds, `clock` measures seconds."""
        self._database = database
        self._shards = shards
        self._now = now
        self._wait = wait
        self._clock = clock
        self._seen: dict[int, tuple[int, float]] = {}
        """How often each process had leased its rate, and when this process first saw that, by process."""

        self._entry: int | None = None

    async def take(self) -> None:
        """Hold the shards from now on. Raises `ShardsHeld` if another process does and does not stop."""
        rivals = await self._enter()
        for left in range(_MOST_WAITS, 0, -1):
            if not rivals:
                return
            _log.warning(
                "%s holds shards %s; waiting until it stops, for %s at most",
                rivals[0],
                rivals[0].shards,
                left * SILENCE,
            )
            await self._wait(SILENCE.total_seconds())
            rivals = await self._enter(silent=rivals)
        if rivals:
            raise ShardsHeld(self._shards.meet(rivals[0].shards), str(rivals[0]))

    async def renew(self, refused: int = 0) -> int:
        """Keep holding the shards, and report how many requests Discord has `refused` lately.

        Return how many processes are at work, this one included. Raises `ShardsHeld` if this process was silent for so
        long that another one has taken them.
        """
        if self._entry is None:
            return 1
        async with self._database.write() as connection:
            if await processes.renew(connection, self._entry, self._now(), refused):
                return await processes.count(connection, self._now())
        rivals = await self._enter()
        if rivals:
            self._entry = None
            raise ShardsHeld(self._shards.meet(rivals[0].shards), str(rivals[0]))
        return 1

    async def lease(self, wanted: float, refused: int) -> Share:
        """The share of the requests to Discord for a process that wants `wanted` a second; valid for a few seconds.

        A process that wants none gives its share back. One that holds all shards shares with no other.
        """
        if self._shards.is_everything or self._entry is None:
            return Share(PER_SECOND, refused)
        async with self._database.write() as connection:
            leases = await processes.request_leases(connection)
            others = [other for other in leases if other.id != self._entry]
            rate = rate_of(wanted, [other.lease for other in others if self._is_current(other)]) if wanted else 0.0
            await processes.lease_requests(connection, self._entry, Lease(wanted, rate))
        return Share(rate, refused + sum(other.refused for other in others))

    def _is_current(self, process: ProcessLease) -> bool:
        """Whether a process has renewed its lease lately, by the clock of this one: theirs may differ."""
        leases, since = self._seen.get(process.id, (-1, 0.0))
        if leases != process.leases:
            since = self._clock()
            self._seen[process.id] = process.leases, since
        return self._clock() - since < _LEASE

    async def give_back(self) -> None:
        """Let others hold the shards at once."""
        if self._entry is None:
            return
        number, self._entry = self._entry, None
        async with self._database.write() as connection:
            await processes.remove(connection, [number])

    async def _enter(self, silent: Sequence[Process] = ()) -> Sequence[Process]:
        """Enter this process; if others hold some of its shards, return them and change nothing.

        Processes whose entries are unchanged since they were found in `silent` are gone.
        """
        async with self._database.write() as connection:
            return await self._enter_in(connection, silent)

    async def _enter_in(self, connection: Connection, silent: Sequence[Process]) -> Sequence[Process]:
        now, entered = self._now(), await processes.entered(connection)
        gone = [process for process in entered if process in silent or process.is_gone(now)]
        rivals = [process for process in entered if process not in gone and self._shards.meet(process.shards).numbers]
        await processes.remove(connection, [process.id for process in gone])
        if not rivals:
            self._entry = await processes.enter(connection, self._shards, now, self._database.revision)
        return rivals
