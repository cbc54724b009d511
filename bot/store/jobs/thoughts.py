"""Moves of characters that are due: they follow from the matches in which a character is to move.

Whoever thinks about one claims it for a while, for the present revision of the match, so that two processes never think
about the same; a claim that nobody finished (a crash) runs out by itself. It is over, too, once the match has moved on.
Every function works in the caller's transaction.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import ALL, Shards
from bot.store.engine.claims import DueItem, has_come
from bot.store.engine.schema.matches import matches
from bot.store.engine.sharding import belong
from bot.store.people import is_character

LEASE: Final = timedelta(seconds=12)
"""Whoever has claimed a move and is silent for so long counts as gone; who still thinks claims it again in time."""

RETRY: Final = timedelta(minutes=1)
"""How long nobody thinks about a move after that has failed."""

_LONG_AGO: Final = datetime.fromtimestamp(0, UTC)
_BY_CHARACTER: Final = is_character(matches.c.to_move_id)


@dataclass(frozen=True, slots=True)
class ThoughtClaim:
    """The move of a character that the holder is to find: that of a match at a revision."""

    match_id: int
    revision: int


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueItem]:
    """At most `limit` matches of some shards in which a character is to move and nobody thinks, those that wait longest first.

    Their channel is their host: everybody who plays gets one answer before anybody gets another. Left out are those of
    `busy` hosts.
    """
    rows = await connection.execute(
        select(matches.c.id, matches.c.host_id)
        .where(_BY_CHARACTER, _is_free(now), matches.c.host_id.not_in(busy), belong(matches.c.server_id, shards))
        .order_by(matches.c.changed_at, matches.c.id)
        .limit(limit)
    )
    return [DueItem(match_id, host_id) for match_id, host_id in rows]


async def claim(connection: AsyncConnection, match_id: int, now: datetime) -> ThoughtClaim | None:
    """Take the move that is due in a match; None if none is, or somebody else has it."""
    revision = await connection.scalar(
        update(matches)
        .where(matches.c.id == match_id, _BY_CHARACTER, _is_free(now))
        .values(thinking_revision=matches.c.revision, thinking_until=now + LEASE)
        .returning(matches.c.revision)
    )
    return None if revision is None else ThoughtClaim(match_id, revision)


async def renew(connection: AsyncConnection, claimed: ThoughtClaim, now: datetime) -> bool:
    """Keep a move for longer; False if the match has moved on."""
    return await _set_until(connection, claimed, now + LEASE)


async def put_back(connection: AsyncConnection, claimed: ThoughtClaim, now: datetime) -> None:
    """Nothing came of thinking about a move: it is tried again later."""
    await _set_until(connection, claimed, now + RETRY)


async def abandon(connection: AsyncConnection, claimed: ThoughtClaim) -> None:
    """Whoever has claimed a move stops before it was found: anybody else may think about it at once."""
    await _set_until(connection, claimed, _LONG_AGO)


async def _set_until(connection: AsyncConnection, claimed: ThoughtClaim, until: datetime) -> bool:
    """Let a claim run out at another instant; False if the match has moved on."""
    is_held = (
        matches.c.id == claimed.match_id,
        matches.c.revision == claimed.revision,
        matches.c.thinking_revision == claimed.revision,
    )
    changed = await connection.execute(update(matches).where(*is_held).values(thinking_until=until))
    return changed.rowcount == 1


def _is_free(now: datetime) -> ColumnElement[bool]:
    """Whether nobody thinks about the present position of a match."""
    return or_(
        matches.c.thinking_revision.is_(None),
        matches.c.thinking_revision != matches.c.revision,
        has_come(matches.c.thinking_until, now, RETRY),
    )
