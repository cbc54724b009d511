"""Claims: for how long one process may keep others from doing what is due, and when an instant counts as over."""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, or_

CLAIM: Final = timedelta(minutes=2)
"""A process that has claimed something and is silent for so long counts as gone."""

LONGEST: Final = timedelta(hours=25)
"""Nothing is put off for longer: nobody's quiet hours last for longer, not even on the day on which a clock is put back."""

ACCURACY: Final = timedelta(minutes=2)
"""Machines that work together may disagree by so much on what time it is; by more, one of their clocks is wrong."""


def has_come(due_at: ColumnElement[Any], now: datetime, longest: timedelta = LONGEST) -> ColumnElement[bool]:
    """Condition: an instant that was never further ahead than `longest` is over.

    If it seems to be further ahead, the clock that set it was wrong, and nobody is to wait for that.
    """
    # An index holds the rows without an instant too, and there may be very many: SQLite must be told to leave them out.
    return and_(due_at.is_not(None), or_(due_at <= now, due_at > now + longest + ACCURACY))


def is_free(claimed_until: ColumnElement[Any], now: datetime) -> ColumnElement[bool]:
    """Condition: no process has claimed it until then; a claim that a wrong clock has left does not count."""
    return or_(claimed_until.is_(None), has_come(claimed_until, now, CLAIM))


def is_over(instant: datetime, now: datetime, longest: timedelta = LONGEST) -> bool:
    """Whether an instant that was read is over, as with `has_come`."""
    return instant <= now or instant > now + longest + ACCURACY
