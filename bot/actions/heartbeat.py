"""Measuring when the bot was down, so that nobody loses time by it.

While it is connected the bot leaves a sign of life in the store, again and again. Where the next sign comes much later
than it should, because the process was stopped, asleep or cut off from Discord, the time between is an outage: it does
not count on any clock.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.store import clocks, facts, outbox, vacations
from bot.store.claims import ACCURACY
from bot.store.connection import Connection
from bot.store.database import Database

_log: Final = logging.getLogger(__name__)
HEARTBEAT: Final = "heartbeat"
"""The fact that holds when the bot last gave a sign of life."""

_RECKONED: Final = "clocks reckoned up to match"
_MISSED_BEATS: Final = 3
_BATCH: Final = 200
_LONGEST_TIME: Final = timedelta(days=90)
"""Hardly anybody has so much time for a move, with all weekends and vacations."""

_WORTH_SHOWING: Final = timedelta(minutes=15)
"""Boards show the minute of a deadline; one that has moved by less than this is not worth an edit of every board."""


class Heartbeat:
    """The signs of life of a bot that gives one `every` so often."""

    def __init__(self, database: Database, *, now: Callable[[], datetime], every: timedelta) -> None:
        """Nothing is stored before the first `beat`."""
        self._database = database
        self._now = now
        self._longest_silence = every * _MISSED_BEATS
        self._has_begun = False

    async def beat(self) -> None:
        """Give a sign of life; if the last one is long ago, note the outage.

        If the machine's clock was put back, what it has stored in the future is put right: outages, vacations, clocks.
        """
        async with self._database.write() as connection:
            now = self._now()
            last_text = await facts.lock(connection, HEARTBEAT)
            last = None if last_text is None else datetime.fromisoformat(last_text)
            if last is not None and now - last > self._longest_silence:
                _log.warning("the bot was down from %s to %s; no clock counts that", last, now)
                await clocks.add_outage(connection, last, now)
                await facts.put(connection, _RECKONED, "0")
            elif await self._was_ahead(connection, last, now):
                _log.warning("the machine's clock was ahead and is put back; what lies in the future is put right")
                await clocks.clip_outages(connection, now)
                await vacations.put_right(connection, now)
                await facts.put(connection, _RECKONED, "0")
            await facts.put(connection, HEARTBEAT, now.isoformat())

    async def _was_ahead(self, connection: Connection, last: datetime | None, now: datetime) -> bool:
        """Whether the machine's clock seems to have been ahead: it tells of itself, or of what was stored by it.

        Who was ahead for a moment only may have left no sign of life, so the first time this looks at deadlines too.
        """
        is_first, self._has_begun = not self._has_begun, True
        if last is not None and now < last - ACCURACY:
            return True
        return is_first and await clocks.has_deadline_after(connection, now + _LONGEST_TIME)

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
            reckoned_anew = await clocks.reckon(connection, running, self._now())
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
