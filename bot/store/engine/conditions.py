"""Conditions of queries for automatic work: what is due, what is free to be claimed, and which servers it is for.

The shard of a server is not a column: it is computed from the server's id, so the number of shards may change. An index
finds due rows by their instant, and the database looks at the servers of these few rows only.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, and_, bindparam, case, exists, false, literal, or_, true

from bot.model.shards import Shards
from bot.store.engine.schema.jobs import outages

CLAIM: Final = timedelta(minutes=2)
"""A process that has claimed a job and was silent for this long counts as crashed."""

LONGEST: Final = timedelta(hours=25)
"""The longest that anything is put off: a day of quiet hours, plus the hour by which clocks go back in autumn."""

ACCURACY: Final = timedelta(minutes=2)
"""How much the clocks of machines that work together may differ. If they differ by more, one of them is wrong."""


def instants(now: datetime) -> Mapping[str, datetime]:
    """The bind parameters of statements with `has_come` or `is_free`."""
    return {"now": now, "due_at_most": now + LONGEST + ACCURACY, "claimed_at_most": now + CLAIM + ACCURACY}


def has_come(due_at: ColumnElement[Any]) -> ColumnElement[bool]:
    """Condition: an instant has passed, or is more than `LONGEST` ahead, because only a wrong clock sets such ones."""
    return _has_passed(due_at, "due_at_most")


def is_free(claimed_until: ColumnElement[Any]) -> ColumnElement[bool]:
    """Condition: no process has a claim on the row; a claim set by a wrong clock does not count."""
    return or_(claimed_until.is_(None), _has_passed(claimed_until, "claimed_at_most"))


def _has_passed(instant: ColumnElement[Any], at_most: str) -> ColumnElement[bool]:
    now, latest = (bindparam(name, type_=instant.type) for name in ("now", at_most))
    # The index also holds the rows without an instant, possibly very many: SQLite must be told to leave them out.
    return and_(instant.is_not(None), or_(instant <= now, instant > latest))


def is_over(instant: datetime, now: datetime, longest: timedelta = LONGEST) -> bool:
    """Whether an instant has passed, by the same rule as `has_come`."""
    return instant <= now or instant > now + longest + ACCURACY


MOST_KEPT: Final = 100
"""The most queries about the servers of some shards that are kept, for one place where they are asked at each look."""

_TIMESTAMP: Final = literal(22, Integer)  # PostgreSQL shifts by nothing larger than an ordinary integer


def belong(server_id: ColumnElement[Any], shards: Shards) -> ColumnElement[bool]:
    """Condition: the server of a row belongs to one of the shards."""
    if shards.is_everything:
        return true()
    if not shards.numbers:
        return false()
    return number_of(server_id, shards.total).in_(sorted(shards.numbers))


def is_served(server_id: ColumnElement[Any], shards: Shards) -> ColumnElement[bool]:
    """Condition: the server of a row belongs to one of the shards, and no outage of this one server lasts."""
    return and_(belong(server_id, shards), ~is_cut_off(server_id))


def is_cut_off(server_id: ColumnElement[Any]) -> ColumnElement[bool]:
    """Condition: the server of a row is cut off by itself, or was and its clocks do not all know of it yet."""
    return exists().where(outages.c.server_id == server_id, outages.c.reckoned.is_not(None))


def concern(server_id: ColumnElement[Any]) -> ColumnElement[bool]:
    """Condition: an outage was one of the server of a row."""
    is_of_its_shard = number_of(server_id, outages.c.shard_total) == outages.c.shard_number
    return case((outages.c.server_id.is_(None), is_of_its_shard), else_=outages.c.server_id == server_id)


def number_of(server_id: ColumnElement[Any], total: Any) -> ColumnElement[int]:
    """The number of the shard, of `total`, to which the server of a row belongs."""
    return server_id.bitwise_rshift(_TIMESTAMP) % total
