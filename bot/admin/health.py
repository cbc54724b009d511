"""How the bot fares, from what it leaves in the database: from another process, container or machine."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.actions.heartbeat import HEARTBEAT
from bot.store import facts
from bot.store.backlog import Backlog, backlogs
from bot.store.inspection import looked_at, one_view

LONGEST_SILENCE: Final = timedelta(minutes=3)
"""A sign of life is given every minute."""

_SHOWN: Final = ("boards", "notices", "reminders", "deadlines")


@dataclass(frozen=True, slots=True)
class Health:
    """How the bot fares: whether all is well, and one line that says so."""

    is_well: bool
    line: str


async def health(url: str, now: datetime) -> Health:
    """How a bot fares that works with the database at `url`. Raises DatabaseUnusable."""
    async with looked_at(url) as database, one_view(database) as connection:
        sign = await facts.get(connection, HEARTBEAT)
        due = await backlogs(connection, now)
    if sign is None:
        return Health(False, "Not well: the bot was never connected to Discord.")
    age = now - datetime.fromisoformat(sign)
    waiting = f"Due: {_told(due)}."
    if age > LONGEST_SILENCE:
        return Health(False, f"Not well: the last sign of life is {_seconds(age)} old. {waiting}")
    return Health(True, f"Well: the last sign of life is {_seconds(age)} old. {waiting}")


def _told(due: Mapping[str, Backlog]) -> str:
    known = [f"{kind} {due[kind].count:,}" for kind in _SHOWN]
    oldest = max(due[kind].age for kind in _SHOWN)
    return f"{', '.join(known)}; the first for {_seconds(oldest)}"


def _seconds(span: timedelta) -> str:
    return f"{max(0, round(span.total_seconds())):,} s"
