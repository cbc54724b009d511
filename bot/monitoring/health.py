"""The health of the running bot, as the database shows it to any process, container or machine."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.model.shards import Shard, Shards
from bot.store import heartbeats
from bot.store.engine.database import looked_at, one_view
from bot.store.jobs.backlog import Backlog, backlogs
from rules.wording import plural

LONGEST_SILENCE: Final = timedelta(minutes=3)
"""The bot stores a sign of life every minute."""

_KINDS: Final = ("boards", "notices", "reminders", "deadlines")


@dataclass(frozen=True, slots=True)
class Health:
    """Whether all is well, and one line that says so."""

    is_well: bool
    line: str


async def health(url: str, now: datetime, shards: Shards | None = None) -> Health:
    """The health of the bot that uses the database at `url`, or only of these shards of it. Raises DatabaseUnusable."""
    async with looked_at(url) as database, one_view(database) as connection:
        beats = await heartbeats.beats(connection)
        due = await backlogs(connection, now)
    ages = [now - beat_at for shard, beat_at in beats.items() if shard in _expected_shards(beats, shards)]
    if not ages:
        return Health(False, "Not well: the bot was never connected to Discord.")
    connected, expected = sum(age <= LONGEST_SILENCE for age in ages), len(ages)
    is_well = connected == expected
    parts = f"{connected} of {plural(expected, 'shard')} connected, the last sign of life is {_seconds(max(ages))} old"
    return Health(is_well, f"{'Well' if is_well else 'Not well'}: {parts}. Due: {_backlog_line(due)}.")


def _expected_shards(beats: Mapping[Shard, datetime], shards: Shards | None) -> Collection[Shard]:
    """The shards that should be connected: the given ones, or else all with the total of the latest sign of life."""
    if shards is not None:
        return frozenset(shards)
    total = max(beats, key=lambda shard: beats[shard]).total if beats else 1
    return [shard for shard in beats if shard.total == total]


def _backlog_line(due: Mapping[str, Backlog]) -> str:
    known = [f"{kind} {due[kind].count:,}" for kind in _KINDS]
    oldest = max(due[kind].age for kind in _KINDS)
    return f"{', '.join(known)}; the first for {_seconds(oldest)}"


def _seconds(span: timedelta) -> str:
    return f"{max(0, round(span.total_seconds())):,} s"
