"""Messages about competitions in the database: which are to be posted or edited. In the caller's transaction.

A message is due some seconds after the first change that it does not show. Whoever sends it moves the instant at which it
is due into the future, which is the claim; a change that comes meanwhile brings it back, and then it stays due. So it is
with the panels of servers.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, and_, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import ALL, Shards
from bot.store.engine.claims import CLAIM, LONGEST_WAIT, DueItem, has_come
from bot.store.engine.schema.competitions import bulletins, competitions, fixtures
from bot.store.engine.sharding import belong
from bot.store.engine.statements import insert_into

EVERY: Final = timedelta(seconds=10)
"""A table is edited no more often than this."""

MOST_REFUSED: Final = 24
"""So often a closed channel is tried, about once an hour."""

_RARELY: Final = 2 * CLAIM


class BulletinKind(StrEnum):
    """What a message about a competition tells."""

    CARD = "card"
    """What the competition is, and who is in it: the message with the button to join."""
    TABLE = "table"
    """How a division stands."""
    WEEK = "week"
    """To those who are behind: a week is left."""
    DAY = "day"
    """The same of the last day."""
    RESULT = "result"
    """How it ended."""


@dataclass(frozen=True, slots=True)
class BulletinClaim:
    """A message that the holder is to post in `channel_id`, or to edit where it has a `message_id`.

    `until` is when the claim runs out.
    """

    id: int
    competition_id: int
    kind: BulletinKind
    division: int
    server_id: int
    channel_id: int
    message_id: int | None
    until: datetime
    refused: int = 0
    """How often its channel was closed since it was last sent."""

    @property
    def nonce(self) -> str:
        """Sent with a new message, so that Discord drops a second copy after a crash between sending and noting it."""
        return f"bulletin-{self.id}"


async def add(
    connection: AsyncConnection, competition_id: int, due_at: datetime, *kinds: tuple[BulletinKind, int]
) -> None:
    """Have something told that was not told before: kinds with the division whose it is, 0 for what concerns everybody."""
    rows = [
        {"competition_id": competition_id, "kind": kind, "division": division, "due_at": due_at}
        for kind, division in kinds
    ]
    await connection.execute(insert(bulletins), rows)


async def add_once(connection: AsyncConnection, competition_id: int, kind: BulletinKind, due_at: datetime) -> None:
    """Have something told unless it was told before, or is about to be."""
    row = {"competition_id": competition_id, "kind": kind, "division": 0, "due_at": due_at}
    await connection.execute(insert_into(connection, bulletins).values(**row).on_conflict_do_nothing())


async def touch(
    connection: AsyncConnection, competition_id: int, kinds: Collection[BulletinKind], now: datetime
) -> None:
    """Note that messages of some kinds about a competition do not show how things are, which is to be seen at once."""
    whose = (bulletins.c.competition_id == competition_id, bulletins.c.kind.in_(kinds))
    await connection.execute(update(bulletins).where(*whose, _is_late(now)).values(due_at=now))


async def touch_table_of(connection: AsyncConnection, match_id: int, now: datetime) -> None:
    """Note that the table in which a match counts, if there is one, does not show how things are."""
    fixture = select(fixtures.c.id).where(
        fixtures.c.match_id == match_id,
        fixtures.c.competition_id == bulletins.c.competition_id,
        fixtures.c.division == bulletins.c.division,
    )
    is_its = (bulletins.c.kind == BulletinKind.TABLE, fixture.exists())
    of_match = select(fixtures.c.competition_id).where(fixtures.c.match_id == match_id)
    await connection.execute(
        update(bulletins)
        .where(bulletins.c.competition_id.in_(of_match), *is_its, _is_late(now, EVERY))
        .values(due_at=now + EVERY)
    )


def _is_late(now: datetime, wait: timedelta = timedelta()) -> ColumnElement[bool]:
    """Whether a message is due later than a change should be seen; one that cannot be sent is not tried sooner."""
    due_at = bulletins.c.due_at
    return or_(due_at.is_(None), and_(due_at > now + wait, due_at <= now + _RARELY))


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueItem]:
    """At most `limit` messages of some shards to send now, those first asked for first, except in `busy` channels."""
    rows = await connection.execute(
        select(bulletins.c.id, competitions.c.channel_id)
        .join(competitions, competitions.c.id == bulletins.c.competition_id)
        .where(
            has_come(bulletins.c.due_at, now),
            competitions.c.channel_id.not_in(busy),
            belong(competitions.c.server_id, shards),
        )
        .order_by(bulletins.c.due_at, bulletins.c.id)
        .limit(limit)
    )
    return [DueItem(number, channel_id) for number, channel_id in rows]


async def claim(connection: AsyncConnection, bulletin_id: int, now: datetime) -> BulletinClaim | None:
    """Take a message that is due; None if it is not, or somebody else is sending it."""
    is_due = (bulletins.c.id == bulletin_id, has_come(bulletins.c.due_at, now))
    taken = update(bulletins).where(*is_due).values(due_at=now + CLAIM).returning(bulletins)
    row = (await connection.execute(taken)).one_or_none()
    if row is None:
        return None
    query = select(competitions.c.server_id, competitions.c.channel_id)
    place = (await connection.execute(query.where(competitions.c.id == row.competition_id))).one()
    return BulletinClaim(
        row.id,
        row.competition_id,
        BulletinKind(row.kind),
        row.division,
        place.server_id,
        place.channel_id,
        row.message_id,
        row.due_at,
        row.refused,
    )


async def finish(connection: AsyncConnection, claimed: BulletinClaim, message_id: int, now: datetime) -> None:
    """It was sent and is that message now."""
    sent = {"message_id": message_id, "refused": 0}
    await connection.execute(update(bulletins).where(bulletins.c.id == claimed.id).values(**sent))
    if now + EVERY < claimed.until:  # a change in the last seconds of a claim finds it due soon enough
        await put_back(connection, claimed, None)


async def put_back(connection: AsyncConnection, claimed: BulletinClaim, due_at: datetime | None) -> None:
    """It is to be sent at `due_at`, unless a change or somebody else wants it sooner."""
    is_held = (bulletins.c.id == claimed.id, bulletins.c.due_at == claimed.until)
    await connection.execute(update(bulletins).where(*is_held).values(due_at=due_at))


async def refuse(connection: AsyncConnection, claimed: BulletinClaim, now: datetime) -> bool:
    """Its channel is closed: it is tried again for a day, and after that only when there is something new to tell.

    Tells whether this is the first message of the competition that has found it closed.
    """
    its = bulletins.c.id == claimed.id
    is_other = (bulletins.c.competition_id == claimed.competition_id, bulletins.c.refused > 0)
    is_known = await connection.scalar(select(bulletins.c.id).where(*is_other).limit(1))
    await connection.execute(update(bulletins).where(its).values(refused=claimed.refused + 1))
    await put_back(connection, claimed, now + LONGEST_WAIT if claimed.refused + 1 < MOST_REFUSED else None)
    return is_known is None


async def post_again(connection: AsyncConnection, now: datetime) -> None:
    """Have the cards and tables of what waits or runs posted in new messages, for a Discord that is a new one."""
    current = select(competitions.c.id).where(competitions.c.stage.in_(("open", "running")))
    is_shown = (bulletins.c.competition_id.in_(current), bulletins.c.kind.in_((BulletinKind.CARD, BulletinKind.TABLE)))
    await connection.execute(update(bulletins).where(*is_shown).values(message_id=None, due_at=now))
