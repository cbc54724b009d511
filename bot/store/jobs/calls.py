"""Who is still to be told that an open challenge waits for players, in the caller's transaction.

All who are due for one match are claimed together, so that those who like to be mentioned in its channel are in one
message. A claim that nobody finished runs out by itself.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import ALL, Shards
from bot.store.engine.claims import CLAIM, LONGEST_QUIET, DueItem, is_due, wait_after
from bot.store.engine.schema.delivery import calls
from bot.store.engine.schema.matches import matches
from bot.store.engine.sharding import belong


@dataclass(frozen=True, slots=True)
class CallClaim:
    """That the holder is to tell these people of a match; `until` is when the claim runs out."""

    match_id: int
    person_ids: tuple[int, ...]
    attempts: int
    until: datetime

    @property
    def nonce(self) -> str:
        """Sent with a message for several, so that Discord drops a second copy."""
        return f"call-{self.match_id}-{min(self.person_ids) % 10**9}"


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueItem]:
    """At most `limit` matches of some shards of which somebody is to be told now, except in `busy` channels."""
    query = (
        select(calls.c.match_id, matches.c.channel_id)
        .join(matches, matches.c.id == calls.c.match_id)
        .where(
            is_due(calls, now, LONGEST_QUIET), matches.c.channel_id.not_in(busy), belong(matches.c.server_id, shards)
        )
        .group_by(calls.c.match_id, matches.c.channel_id)
        .order_by(func.min(calls.c.due_at), calls.c.match_id)
        .limit(limit)
    )
    return [DueItem(match_id, channel_id) for match_id, channel_id in await connection.execute(query)]


async def claim(connection: AsyncConnection, match_id: int, now: datetime) -> CallClaim | None:
    """Take all who are due for a match; None if nobody is, or somebody else tells them."""
    until = now + CLAIM
    taken = update(calls).where(calls.c.match_id == match_id, is_due(calls, now, LONGEST_QUIET))
    rows = (await connection.execute(taken.values(claimed_until=until).returning(calls))).all()
    if not rows:
        return None
    ids = tuple(sorted(row.person_id for row in rows))
    return CallClaim(match_id, ids, max(row.attempts for row in rows), until)


async def finish(connection: AsyncConnection, claimed: CallClaim, person_ids: Collection[int]) -> None:
    """These people were told, or there is no reason for it any more."""
    await connection.execute(delete(calls).where(*_held(claimed), calls.c.person_id.in_(person_ids)))


async def postpone(connection: AsyncConnection, claimed: CallClaim, person_id: int, due_at: datetime) -> None:
    """Somebody is to be told later, for it is not to disturb them now."""
    values = {"due_at": due_at, "claimed_until": None}
    await connection.execute(update(calls).where(*_held(claimed), calls.c.person_id == person_id).values(**values))


async def abandon(connection: AsyncConnection, claimed: CallClaim) -> None:
    """Whoever has claimed them stops before they were told: anybody else may do it at once."""
    await connection.execute(update(calls).where(*_held(claimed)).values(claimed_until=None))


async def put_back(connection: AsyncConnection, claimed: CallClaim, now: datetime) -> None:
    """Those who are left could not be told: try again later, less and less often."""
    again = {"due_at": now + wait_after(claimed.attempts), "attempts": claimed.attempts + 1, "claimed_until": None}
    await connection.execute(update(calls).where(*_held(claimed)).values(**again))


def _held(claimed: CallClaim) -> tuple[Any, ...]:
    """The rows that are still the holder's."""
    return calls.c.match_id == claimed.match_id, calls.c.claimed_until == claimed.until
