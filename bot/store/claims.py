"""What waits to be sent: how long somebody may take before others send it, and how long to wait when it failed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import BindParameter, ColumnElement, Table, and_, or_

CLAIM: Final = timedelta(minutes=2)
"""Whoever has claimed something to send and is silent for so long counts as gone."""

_LONGEST_WAIT: Final = timedelta(hours=1)
_FIRST_WAIT: Final = timedelta(seconds=15)


def wait_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts and one more have failed: longer and longer, an hour at most."""
    return min(_FIRST_WAIT * 2 ** min(attempts, 10), _LONGEST_WAIT)


def is_due(table: Table, now: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Whether a row of a table with the columns `due_at` and `claimed_until` is to be sent now, and nobody is at it."""
    return and_(table.c.due_at <= now, or_(table.c.claimed_until.is_(None), table.c.claimed_until <= now))


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that is due: its number, and the `channel` in which one thing is sent after the other."""

    number: int
    channel: int
