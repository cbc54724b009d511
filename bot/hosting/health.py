"""The health of the running bot, read from the database, so that any process, container or machine can check it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.model.errors import DatabaseBusy
from bot.model.jobs import Backlog
from bot.model.shards import Shards
from bot.store import heartbeats
from bot.store.engine import copying, facts
from bot.store.engine.database import Connection, Database, looked_at, one_view
from bot.store.engine.engines import take_room
from bot.store.jobs.queue import backlogs
from rules.wording import plural

LONGEST_SILENCE: Final = timedelta(minutes=3)
"""A shard whose sign of life is older than this is not well: three times the interval at which the bot stores one.

Nor is one whose sign lies further ahead: the clock was put back, and no sign was stored since.
"""

_KINDS: Final = ("boards", "notices", "reminders", "deadlines")


ANSWERS_WITHIN = 4.0
"""Seconds after which a database that does not answer counts as away."""


@dataclass(frozen=True, slots=True)
class Health:
    """Whether all is well, and one line that says so."""

    is_well: bool
    line: str


async def health(url: str, now: datetime, shards: Shards | None = None) -> Health:
    """The health of the bot that uses the database at `url`, or only of these shards of it. Raises DatabaseUnusable."""
    async with looked_at(url) as database, one_view(database) as connection:
        return await health_in(connection, now, shards)


async def check_writing(database: Database) -> None:
    """Write what changes nothing: a full disk, a lock and a read-only database show only so.

    Raises DatabaseBusy or another DatabaseError.
    """
    try:
        async with asyncio.timeout(ANSWERS_WITHIN), database.write() as connection:
            await facts.rewrite(connection, copying.PLACE)
            await take_room(connection)
    except TimeoutError:
        raise DatabaseBusy("it does not answer in time") from None


async def health_in(connection: Connection, now: datetime, shards: Shards | None = None) -> Health:
    """The health of the bot as an open database shows it; by default of all shards of the latest sign of life."""
    beats = await heartbeats.beats(connection)
    if shards is None and beats:
        total = max(beats, key=lambda shard: beats[shard]).total
        shards = Shards.of(range(total), total)
    ages = {shard.number: now - beats[shard] for shard in shards or () if shard in beats}
    if shards is None or not ages:
        return Health(False, "Not well: the bot was never connected to Discord.")
    missing = shards.numbers - {number for number, age in ages.items() if abs(age) <= LONGEST_SILENCE}
    expected = len(shards.numbers)
    connected = f"{expected - len(missing)} of {plural(expected, 'shard')} connected"
    missed = f" Not connected: {Shards.of(missing, shards.total)}." if missing and len(missing) < expected else ""
    due = _backlog_line(await backlogs(connection, now))
    oldest = max(ages.values(), key=abs)
    sign = f"is {_seconds(oldest)} old" if oldest > -LONGEST_SILENCE else f"is {_seconds(-oldest)} ahead of the clock"
    return Health(
        not missing,
        f"{'Not well' if missing else 'Well'}: {connected}, the last sign of life {sign}.{missed} Due: {due}.",
    )


def _backlog_line(due: Mapping[str, Backlog]) -> str:
    counts = [f"{kind} {due[kind].count:,}" for kind in _KINDS]
    oldest = max(due[kind].age for kind in _KINDS)
    return f"{', '.join(counts)}; the first for {_seconds(oldest)}"


def _seconds(span: timedelta) -> str:
    return f"{max(0, round(span.total_seconds())):,} s"
