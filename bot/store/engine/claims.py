"""What waits to be sent: how long somebody may take before others send it, and how long to wait when it failed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, and_, or_

CLAIM: Final = timedelta(minutes=2)
"""Whoever has claimed something to send and is silent for so long counts as gone."""

LONGEST_WAIT: Final = timedelta(hours=1)
"""What could not be sent is tried again after that at the latest."""

LONGEST_QUIET: Final = timedelta(hours=25)
"""Nobody's quiet hours last for longer, not even on the day on which a clock is put back: until then messages may be put off."""

ACCURACY: Final = timedelta(minutes=2)
"""Machines that send together may disagree by so much on what time it is; by more, one of their clocks is wrong."""

_FIRST_WAIT: Final = timedelta(seconds=15)


def wait_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts and one more have failed: longer and longer, an hour at most."""
    return min(_FIRST_WAIT * 2 ** min(attempts, 10), LONGEST_WAIT)


def is_due(table: Table, now: datetime, longest: timedelta = LONGEST_WAIT) -> ColumnElement[bool]:
    """Whether a row of a table with the columns `due_at` and `claimed_until` is to be sent now, and nobody is at it.

    `longest` is how far ahead anything in that table is put off.
    """
    # Said in so many words, for then the index leaves out what is not to be sent any more, which may be very much.
    is_to_be_sent = table.c.due_at.is_not(None)
    return and_(is_to_be_sent, has_come(table.c.due_at, now, longest), is_free(table.c.claimed_until, now))


def has_come(due_at: ColumnElement[Any], now: datetime, longest: timedelta = LONGEST_WAIT) -> ColumnElement[bool]:
    """Whether an instant that was never further ahead than `longest` is over.

    If it seems to be further ahead, the clock that set it was wrong, and nobody is to wait for that.
    """
    # An index holds the rows without an instant too, and there may be very many: SQLite must be told to leave them out.
    return and_(due_at.is_not(None), or_(due_at <= now, due_at > now + longest + ACCURACY))


def is_free(claimed_until: ColumnElement[Any], now: datetime) -> ColumnElement[bool]:
    """Whether nobody is sending what may be claimed until then; a claim that a wrong clock has left does not count."""
    return or_(claimed_until.is_(None), has_come(claimed_until, now, CLAIM))


def is_over(instant: datetime | None, now: datetime, longest: timedelta = LONGEST_WAIT) -> bool:
    """The same as `has_come` for an instant that was read; None is over."""
    return instant is None or instant <= now or instant > now + longest + ACCURACY


@dataclass(frozen=True, slots=True)
class DueItem:
    """Something that is due: its number, and the `channel` in which one thing is sent after the other."""

    number: int
    channel: int
