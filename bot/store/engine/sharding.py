"""Which rows belong to the servers of some shards. Whatever acts by itself asks for those of its own process.

The shard of a server is no column: it follows from the server's id, so that another number of shards needs no change of
what is stored. What is due is found by its instant, with an index, and only of these few rows the servers are looked at.
"""

from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, exists, false, literal, select, true

from bot.model.shards import Shards
from bot.store.engine.schema.matches import matches

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
