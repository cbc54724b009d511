"""Measuring when the bot was down, so that nobody loses time by it.

While it is connected the bot leaves a sign of life in the store, again and again. Where the next sign comes much later
than it should, because the process was stopped, asleep or cut off from Discord, the time between is an outage: it does
not count on any clock.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.store import clocks, facts, outbox
from bot.store.database import Database

_log: Final = logging.getLogger(__name__)
HEARTBEAT: Final = "heartbeat"
"""The fact that holds when the bot last gave a sign of life."""

_RECKONED: Final = "clocks reckoned up to match"
_MISSED_BEATS: Final = 3
_BATCH: Final = 200
_WORTH_SHOWING: Final = timedelta(minutes=15)
"""Boards show the minute of a deadline; one that has moved by less than this is not worth an edit of every board."""


class Heartbeat:
    """The signs of life of a bot that gives one `every` so often."""

    def __init__(self, database: Database, *, now: Callable[[], datetime], every: timedelta) -> None:
        """Nothing is stored before the first `beat`."""
        self._database = database
        self._now = now
        self._longest_silence = every * _MISSED_BEATS

    async def beat(self) -> None:
        """Give a sign of life; if the last one is long ago, note the outage.

        If the machine's clock was put back, outages are cut where they reach into the future.
        """
        async with self._database.write() as connection:
            now = self._now()
            last_text = await facts.lock(connection, HEARTBEAT)
            last = None if last_text is None else datetime.fromisoformat(last_text)
            if last is not None and now - last > self._longest_silence:
                _log.warning("the bot was down from %s to %s; no clock counts that", last, now)
                await clocks.add_outage(connection, last, now)
                await facts.put(connection, _RECKONED, "0")
            elif last is not None and now < last and await clocks.clip_outages(connection, now):
                await facts.put(connection, _RECKONED, "0")
            await facts.put(connection, HEARTBEAT, now.isoformat())

    async def credit(self) -> None:
        """Bring all clocks up to date after an outage, in bounded batches; goes on where it was interrupted."""
        while await self._credit_some():
            pass

    async def _credit_some(self) -> bool:
        """Bring some clocks up to date; tells whether there may be more."""
        async with self._database.write() as connection:
            reckoned = await facts.lock(connection, _RECKONED)
            if reckoned is None:
                return False
            running = await clocks.running_after(connection, int(reckoned), _BATCH)
            reckoned_anew = await clocks.reckon(connection, running)
            moved = [
                match_id
                for match_id, before, clock in reckoned_anew
                if abs(clock.deadline - before.deadline) > _WORTH_SHOWING
            ]
            await outbox.renew(connection, moved, self._now())
            if len(running) == _BATCH:
                await facts.put(connection, _RECKONED, str(running[-1].match_id))
                return True
            await facts.remove(connection, _RECKONED)
            return False
