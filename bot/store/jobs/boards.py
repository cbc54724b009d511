"""The outbox: which matches have something to show on Discord that has not been shown yet.

A change of a match adds a row in its own transaction. Whoever sends it claims all rows of the match for a while, so
that two processes never send the same thing, and a claim that nobody finished (a crash) runs out by itself; who stops
in an orderly way abandons it. What is shown is always the match as it is when it is sent, so rows that pile up while
Discord is away need one message.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import bindparam, case, delete, exists, func, insert, literal, null, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import Match, State
from bot.model.shards import ALL, Shards
from bot.store.engine.claims import CLAIM, DueItem, has_come, is_free, is_over, wait_after
from bot.store.engine.schema.delivery import notices as notices_table
from bot.store.engine.schema.delivery import outbox
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.servers import servers
from bot.store.engine.sharding import belong
from bot.store.jobs import notices, panels


@dataclass(frozen=True, slots=True)
class BoardClaim:
    """The announcements of one match that the holder is to send.

    `rows` are their numbers, `until` is when the claim runs out, `attempts` how often sending failed before,
    `is_new_message` whether a new message is due or the present one only changes. If `is_repeated`, somebody has tried
    before and may even have sent it, at a time when only the first of the rows may have been there; `later_is_new` tells
    whether one of the others asks for a new message itself.
    """

    match_id: int
    rows: tuple[int, ...]
    until: datetime
    attempts: int
    is_new_message: bool
    is_repeated: bool = False
    later_is_new: bool = False

    @property
    def nonce(self) -> str:
        """Sent with a new message, so that Discord drops a second copy if nobody could note that the first was sent.

        It follows from the announcement that is due for the longest, so it stays the same whatever comes after that.
        """
        return f"furlong-{self.rows[0]}"


_LONG_AGO: Final = datetime.fromtimestamp(0, UTC)
_FORGET: Final = delete(outbox).where(outbox.c.id.in_(bindparam("rows", expanding=True)))
_ADD: Final = insert(outbox)
_OF_MATCH: Final = (
    select(outbox).where(outbox.c.match_id == bindparam("number")).order_by(outbox.c.id).with_for_update()
)
_TAKE: Final = update(outbox).where(outbox.c.id.in_(bindparam("rows", expanding=True)))

_WAITS: Final = exists().where(outbox.c.match_id == bindparam("number"))
_CLAIMED_ROW: Final = {
    outbox.c.match_id: bindparam("number", type_=outbox.c.match_id.type),
    outbox.c.is_new_message: bindparam("is_new", type_=outbox.c.is_new_message.type),
    outbox.c.attempts: literal(0, outbox.c.attempts.type),
    outbox.c.due_at: bindparam("due", type_=outbox.c.due_at.type),
    outbox.c.claimed_until: case((_WAITS, null()), else_=bindparam("until", type_=outbox.c.claimed_until.type)),
}
_ADD_CLAIMED: Final = (
    insert(outbox)
    .from_select(list(_CLAIMED_ROW), select(*_CLAIMED_ROW.values()))
    .returning(outbox.c.id, outbox.c.claimed_until)
)

# What is left to do once a match is shown, which mostly is nothing: looking costs less than doing it in vain.
_LEFT: Final = select(
    exists().where(outbox.c.match_id == bindparam("number")).label("more_waits"),
    exists(
        select(literal(1))
        .select_from(matches)
        .join(servers, servers.c.id == matches.c.server_id)
        .where(matches.c.id == bindparam("number"), servers.c.panel_channel_id.is_not(None), panels.IS_LISTED)
    ).label("has_panel"),
    exists()
    .where(notices_table.c.match_id == bindparam("number"), notices_table.c.revision < bindparam("revision"))
    .label("has_earlier_notices"),
)


async def announce(connection: AsyncConnection, match_id: int, due_at: datetime, *, is_new_message: bool) -> None:
    """Note that a match has something to show."""
    row = {"match_id": match_id, "is_new_message": is_new_message, "attempts": 0, "due_at": due_at}
    await connection.execute(_ADD, row)


async def announce_and_claim(
    connection: AsyncConnection, match_id: int, now: datetime, *, is_new_message: bool
) -> BoardClaim | None:
    """Note that a match has something to show, and take it with all that waits: for a change that is shown at once.

    The caller has locked the match. None if somebody is sending an earlier change at the moment: they find this one
    when they are done.
    """
    until = now + CLAIM
    row = {"number": match_id, "is_new": is_new_message, "due": now, "until": until}
    number, claimed_until = (await connection.execute(_ADD_CLAIMED, row)).one()
    if claimed_until is None:
        return await claim(connection, match_id, now)
    return BoardClaim(match_id, (number,), until, 0, is_new_message)


async def renew(connection: AsyncConnection, match_ids: Iterable[int], due_at: datetime) -> None:
    """Note that many matches have something to show, each in its present message."""
    row = {"is_new_message": False, "attempts": 0, "due_at": due_at}
    rows = [{"match_id": match_id, **row} for match_id in match_ids]
    if rows:
        await connection.execute(insert(outbox), rows)


async def claim(connection: AsyncConnection, match_id: int, now: datetime) -> BoardClaim | None:
    """Take the announcements of a match that are due; None if there are none or somebody else is sending them."""
    rows = (await connection.execute(_OF_MATCH, {"number": match_id})).all()
    is_taken = not all(is_over(row.claimed_until, now, CLAIM) for row in rows)
    if is_taken or not any(is_over(row.due_at, now) for row in rows):
        return None
    numbers, until = tuple(row.id for row in rows), now + CLAIM
    await connection.execute(_TAKE, {"rows": numbers, "claimed_until": until})
    return BoardClaim(
        match_id=match_id,
        rows=numbers,
        until=until,
        attempts=max(row.attempts for row in rows),
        is_new_message=any(row.is_new_message for row in rows),
        is_repeated=any(row.attempts or row.claimed_until is not None for row in rows),
        later_is_new=any(row.is_new_message for row in rows[1:]),
    )


async def finish(
    connection: AsyncConnection,
    claimed: BoardClaim,
    now: datetime,
    shown: Match | None = None,
    *,
    by_earlier: bool = False,
) -> bool:
    """The announcements were sent; tells whether the match has more to show by now.

    If it turns out that the first was sent `by_earlier` attempt, the others are still to be sent.

    The list of what runs on its server is to show them too. After a new message, which showed the match as in `shown`,
    notices of how it was before are of no use any more; nor are announcements that came after the claim, of a change that
    it showed already.
    """
    revision = 0 if shown is None else shown.revision
    sent, others = (claimed.rows[:1], claimed.rows[1:]) if by_earlier else (claimed.rows, ())
    await connection.execute(_FORGET, {"rows": sent})
    if others:
        as_new = {"claimed_until": None, "attempts": 0, "due_at": now}
        await connection.execute(update(outbox).where(outbox.c.id.in_(others)).values(as_new))
    left = (await connection.execute(_LEFT, {"number": claimed.match_id, "revision": revision})).one()
    if left.has_panel:
        await panels.touch(connection, claimed.match_id, now)
    if left.has_earlier_notices and claimed.is_new_message:
        await notices.forget_earlier(connection, claimed.match_id, revision)
    if left.more_waits and shown is not None and not by_earlier:
        return await _more_waits_than(connection, claimed, shown)
    return bool(left.more_waits)


async def _more_waits_than(connection: AsyncConnection, claimed: BoardClaim, shown: Match) -> bool:
    """Forget what was announced of a match as it is shown now; tells whether it has more to show."""
    is_same = (matches.c.revision == shown.revision, matches.c.changed_at == shown.changed_at)
    is_as_shown = exists().where(matches.c.id == shown.id, *is_same)
    # What is announced later than its record has changed, such as an offer, is not certain to be shown.
    is_of_record = (outbox.c.due_at <= shown.changed_at, outbox.c.attempts == 0, outbox.c.claimed_until.is_(None))
    is_shown = true() if claimed.is_new_message else outbox.c.is_new_message.is_(False)
    await connection.execute(delete(outbox).where(outbox.c.match_id == shown.id, *is_of_record, is_shown, is_as_shown))
    return bool(await connection.scalar(select(exists().where(outbox.c.match_id == shown.id))))


async def put_back(connection: AsyncConnection, claimed: BoardClaim, now: datetime) -> None:
    """The announcements could not be sent: try again later, less and less often, at least once an hour.

    Does nothing to those that somebody else has claimed since, after this claim ran out. The list of what runs on the
    server of the match is to show them even so, for it may be in a channel that can be written to.
    """
    await connection.execute(
        update(outbox)
        .where(outbox.c.id.in_(claimed.rows), outbox.c.claimed_until == claimed.until)
        .values(claimed_until=None, attempts=claimed.attempts + 1, due_at=now + wait_after(claimed.attempts))
    )
    await panels.touch(connection, claimed.match_id, now)


async def abandon(connection: AsyncConnection, claimed: BoardClaim) -> None:
    """Whoever has claimed the announcements stops before they were sent: anybody else may send them at once.

    The claim is not forgotten but over, for they may have been sent even so.
    """
    await connection.execute(
        update(outbox)
        .where(outbox.c.id.in_(claimed.rows), outbox.c.claimed_until == claimed.until)
        .values(claimed_until=_LONG_AGO)
    )


async def release(connection: AsyncConnection, now: datetime) -> None:
    """Let everything that waits be sent at once: whoever had claimed it, or was waiting to try again, is gone."""
    await connection.execute(update(outbox).values(claimed_until=None, due_at=now))


async def drop_finished(connection: AsyncConnection) -> None:
    """Forget what matches that have ended still have to show."""
    over = select(matches.c.id).where(matches.c.state == State.FINISHED)
    await connection.execute(delete(outbox).where(outbox.c.match_id.in_(over)))


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueItem]:
    """At most `limit` matches of some shards with something to send now, those that have waited longest first.

    Left out are those whose boards are shown in one of the `busy` channels. A match whose announcements somebody is
    sending at the moment waits until that is done, whatever was added since.
    """
    claimed_until = func.max(outbox.c.claimed_until)
    channel = func.coalesce(matches.c.thread_id, matches.c.channel_id)
    rows = await connection.execute(
        select(outbox.c.match_id, channel)
        .join(matches, matches.c.id == outbox.c.match_id)
        .where(channel.not_in(busy), belong(matches.c.server_id, shards))
        .group_by(outbox.c.match_id, matches.c.thread_id, matches.c.channel_id)
        .having(has_come(func.min(outbox.c.due_at), now), is_free(claimed_until, now))
        .order_by(func.min(outbox.c.id))
        .limit(limit)
    )
    return [DueItem(match_id, channel_id) for match_id, channel_id in rows]
