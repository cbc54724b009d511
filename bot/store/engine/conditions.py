"""Conditions of queries for what the bot does by itself: what is due, what is free to be claimed, and of which shard it is.

The shard of a server is no column, because it follows from the server's id, so that the number of shards may change. What is due
is found by its instant, with an index, and only these few rows are asked for their servers.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, and_, exists, false, literal, or_, select, true

from bot.model.shards import Shards
from bot.store.engine.schema.matches import matches

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


_TIMESTAMP: Final = literal(22, Integer)  # PostgreSQL shifts by nothing larger than an ordinary integer


def belong(server_id: ColumnElement[Any], shards: Shards) -> ColumnElement[bool]:
    """Whether the server of a row belongs to one of the shards."""
    if shards.is_everything:
        return true()
    if not shards.numbers:
        return false()
    return number_of(server_id, shards.total).in_(sorted(shards.numbers))


def match_belongs(match_id: ColumnElement[Any], shards: Shards) -> ColumnElement[bool]:
    """Whether the match that a row names is on a server of one of the shards."""
    if shards.is_everything or not shards.numbers:
        return belong(matches.c.server_id, shards)
    return exists(select(1).where(matches.c.id == match_id, belong(matches.c.server_id, shards)))


def number_of(server_id: ColumnElement[Any], total: Any) -> ColumnElement[int]:
    """The number of the shard to which the server of a row belongs, of so many."""
    return server_id.bitwise_rshift(_TIMESTAMP) % total
