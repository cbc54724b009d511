"""Old boards in the database: messages that show a match no more, and still have the buttons with which they did.

Whoever shows a match in a new message adds the message that it leaves in the same transaction, claimed for itself, so
that neither a failure nor a crash leaves its buttons there for ever. It is gone from here once its buttons are, or when
it was tried for days in vain: they lead to the new board even so.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import Match
from bot.model.shards import ALL, Shards
from bot.store.engine.claims import CLAIM, DueItem, is_due, wait_after
from bot.store.engine.schema.delivery import old_boards
from bot.store.engine.sharding import match_belongs


@dataclass(frozen=True, slots=True)
class OldBoardClaim:
    """An old board from which the holder is to take the buttons, known by its message.

    `ply` is that of the board in it, None for a challenge; `until` is when the claim runs out, `attempts` how often it
    failed before.
    """

    match_id: int
    channel_id: int
    message_id: int
    ply: int | None
    until: datetime
    attempts: int


MOST_ATTEMPTS: Final = 60
"""About two days of them: in a channel that is closed for so long nobody presses anything."""

_ADD: Final = insert(old_boards)
# Messages alone would tell which boards are meant; they are found by their matches, for these have an index.
_FORGET: Final = delete(old_boards).where(
    old_boards.c.match_id.in_(bindparam("matches", expanding=True)),
    old_boards.c.message_id.in_(bindparam("messages", expanding=True)),
)


async def leave(connection: AsyncConnection, match: Match, now: datetime) -> OldBoardClaim:
    """Note that the message that shows a match is about to be an old one, and claim it."""
    place, until = match.place, now + CLAIM
    assert place.message_id is not None, "it was shown"
    claimed = OldBoardClaim(match.id, place.shown_in, place.message_id, place.message_ply, until, attempts=0)
    row = {
        "match_id": claimed.match_id,
        "channel_id": claimed.channel_id,
        "message_id": claimed.message_id,
        "ply": claimed.ply,
        "attempts": claimed.attempts,
        "due_at": now,
        "claimed_until": until,
    }
    await connection.execute(_ADD, row)
    return claimed


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueItem]:
    """At most `limit` old boards of some shards to change now, the longest due first; none in a `busy` channel."""
    rows = await connection.execute(
        select(old_boards.c.id, old_boards.c.channel_id)
        .where(is_due(old_boards, now), old_boards.c.channel_id.not_in(busy))
        .where(match_belongs(old_boards.c.match_id, shards))
        .order_by(old_boards.c.due_at, old_boards.c.id)
        .limit(limit)
    )
    return [DueItem(number, channel_id) for number, channel_id in rows]


async def claim(connection: AsyncConnection, number: int, now: datetime) -> OldBoardClaim | None:
    """Take an old board that is due; None if it is not, or somebody else is at it."""
    taken = update(old_boards).where(old_boards.c.id == number, is_due(old_boards, now))
    row = (await connection.execute(taken.values(claimed_until=now + CLAIM).returning(old_boards))).one_or_none()
    return None if row is None else _claim(row)


async def forget(connection: AsyncConnection, changed: Sequence[OldBoardClaim]) -> None:
    """These have no buttons any more."""
    matches, messages = [board.match_id for board in changed], [board.message_id for board in changed]
    await connection.execute(_FORGET, {"matches": matches, "messages": messages})


async def forget_all(connection: AsyncConnection) -> None:
    """Drop all of them, for a Discord that is a new one."""
    await connection.execute(delete(old_boards))


async def put_back(connection: AsyncConnection, claimed: OldBoardClaim, now: datetime) -> None:
    """It could not be changed: try again later, less and less often, once an hour at last, then never again."""
    if claimed.attempts + 1 >= MOST_ATTEMPTS:
        await connection.execute(delete(old_boards).where(*_still(claimed)))
        return
    await _release(
        connection, claimed, {"due_at": now + wait_after(claimed.attempts), "attempts": claimed.attempts + 1}
    )


async def abandon(connection: AsyncConnection, claimed: OldBoardClaim) -> None:
    """Whoever has claimed it stops before it was changed: anybody else may do that at once."""
    await _release(connection, claimed, {})


async def _release(connection: AsyncConnection, claimed: OldBoardClaim, values: dict[str, Any]) -> None:
    """Does nothing to one that somebody else has claimed since, after this claim ran out."""
    await connection.execute(update(old_boards).where(*_still(claimed)).values(claimed_until=None, **values))


def _still(claimed: OldBoardClaim) -> Sequence[ColumnElement[bool]]:
    is_it = (old_boards.c.match_id == claimed.match_id, old_boards.c.message_id == claimed.message_id)
    return *is_it, old_boards.c.claimed_until == claimed.until


def _claim(row: Row[Any]) -> OldBoardClaim:
    return OldBoardClaim(row.match_id, row.channel_id, row.message_id, row.ply, row.claimed_until, row.attempts)
