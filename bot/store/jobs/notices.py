"""Notices in the database: who is still to be told what of which match. Each of them is sent once.

Whoever sends a notice claims it for a while; a claim that nobody finished (a crash) runs out by itself. A notice that
was sent stays as a memory, without being due, for as long as the record of its match does not change.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import Match
from bot.model.notice import Notice
from bot.model.shards import ALL, Shards
from bot.store.engine.claims import CLAIM, LONGEST_QUIET, DueItem, is_due, wait_after
from bot.store.engine.schema.delivery import notices
from bot.store.engine.sharding import match_belongs
from bot.store.engine.statements import insert_into

SentTo = tuple[int, int]
"""The channel and the number of a message."""


@dataclass(frozen=True, slots=True)
class NoticeClaim:
    """A notice that the holder is to send.

    `revision` is that of the match when there was reason for the notice, `due_at` since when it is due, `until` when the
    claim runs out, `attempts` how often sending failed before.
    """

    id: int
    match_id: int
    person_id: int
    kind: Notice
    revision: int
    due_at: datetime
    until: datetime
    attempts: int

    @property
    def nonce(self) -> str:
        """Sent with each message, so that Discord drops a second copy after a crash between sending and noting it."""
        return f"furlong-n{self.id}"


async def add(connection: AsyncConnection, match: Match, person_id: int, kind: Notice, due_at: datetime) -> None:
    """Note that somebody is to be told something of a match as it is now, unless that was noted before.

    Only offers can be several while a match does not change: a new one is told of even so.
    """
    key = {"match_id": match.id, "person_id": person_id, "kind": kind, "revision": match.revision}
    due = {"due_at": due_at, "attempts": 0}
    if kind is Notice.OFFER:
        await connection.execute(delete(notices).where(*(notices.c[name] == value for name, value in key.items())))
        await connection.execute(insert(notices).values(**key, **due))
    else:
        await connection.execute(insert_into(connection, notices).values(**key, **due).on_conflict_do_nothing())


async def forget_earlier(connection: AsyncConnection, match_id: int, revision: int) -> None:
    """Drop the notices of a match that tell of how it was before that revision."""
    await connection.execute(delete(notices).where(notices.c.match_id == match_id, notices.c.revision < revision))


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueItem]:
    """At most `limit` notices of some shards to send now, the longest due first; those for `busy` people are left out."""
    rows = await connection.execute(
        select(notices.c.id, notices.c.person_id)
        .where(is_due(notices, now, LONGEST_QUIET), notices.c.person_id.not_in(busy))
        .where(match_belongs(notices.c.match_id, shards))
        .order_by(notices.c.due_at, notices.c.id)
        .limit(limit)
    )
    return [DueItem(number, person_id) for number, person_id in rows]


async def due_of_match(
    connection: AsyncConnection, match_id: int, now: datetime, shards: Shards = ALL
) -> Sequence[int]:
    """The numbers of the notices of a match to send now, the longest due first; none if it is of none of the shards."""
    query = select(notices.c.id).where(notices.c.match_id == match_id, is_due(notices, now, LONGEST_QUIET))
    query = query.where(match_belongs(notices.c.match_id, shards))
    return (await connection.scalars(query.order_by(notices.c.due_at, notices.c.id))).all()


async def claim(connection: AsyncConnection, number: int, now: datetime) -> NoticeClaim | None:
    """Take a notice that is due; None if it is not, or somebody else is sending it."""
    taken = (
        update(notices)
        .where(notices.c.id == number, is_due(notices, now, LONGEST_QUIET))
        .values(claimed_until=now + CLAIM)
    )
    row = (await connection.execute(taken.returning(notices))).one_or_none()
    if row is None:
        return None
    return NoticeClaim(
        row.id, row.match_id, row.person_id, Notice(row.kind), row.revision, row.due_at, row.claimed_until, row.attempts
    )


async def finish(connection: AsyncConnection, claimed: NoticeClaim, sent: Sequence[SentTo]) -> None:
    """The notice was sent with these messages, or there is no reason for it any more."""
    await _release(connection, claimed, {"due_at": None, "messages": [list(message) for message in sent] or None})


async def sent_of_match(connection: AsyncConnection, match_id: int) -> Sequence[SentTo]:
    """The messages that have told somebody of a match since its record changed last."""
    rows = await connection.scalars(select(notices.c.messages).where(notices.c.match_id == match_id))
    return [(channel_id, message_id) for messages in rows for channel_id, message_id in messages or ()]


async def postpone(connection: AsyncConnection, claimed: NoticeClaim, due_at: datetime) -> None:
    """The notice is to be sent later, for it is not to disturb anybody now."""
    await _release(connection, claimed, {"due_at": due_at})


async def abandon(connection: AsyncConnection, claimed: NoticeClaim) -> None:
    """Whoever has claimed the notice stops before it was sent: anybody else may send it at once."""
    await _release(connection, claimed, {})


async def put_back(connection: AsyncConnection, claimed: NoticeClaim, now: datetime) -> None:
    """The notice could not be sent: try again later, less and less often, at least once an hour."""
    again = {"due_at": now + wait_after(claimed.attempts), "attempts": claimed.attempts + 1}
    await _release(connection, claimed, again)


async def _release(connection: AsyncConnection, claimed: NoticeClaim, values: dict[str, Any]) -> None:
    """Does nothing to a notice that somebody else has claimed since, after this claim ran out."""
    await connection.execute(
        update(notices)
        .where(notices.c.id == claimed.id, notices.c.claimed_until == claimed.until)
        .values(claimed_until=None, **values)
    )
