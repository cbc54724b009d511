"""Panels in the database: for which servers the list of running matches is to be renewed, and what it says.

A panel is due some seconds after the first change that it does not show, so that it is edited that often at most.
Whoever renews it moves the instant at which it is due into the future, which is the claim; a change that comes
meanwhile brings it back, and then the panel stays due.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import and_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import ALL, Shards
from bot.store.engine.claims import CLAIM, DueItem, has_come
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.servers import servers
from bot.store.engine.sharding import belong

EVERY: Final = timedelta(seconds=10)
"""A panel is edited no more often than this."""

_RARELY: Final = 2 * CLAIM
"""A panel that is due later than this cannot be posted where it belongs, and changes are no reason to try sooner."""

IS_LISTED: Final = matches.c.among_people
"""Condition: a panel tells of a match, for it is one among people and not of one person with characters alone."""


@dataclass(frozen=True, slots=True)
class PanelClaim:
    """A panel that the holder is to renew: in a message of `channel_id`, a new one where `message_id` is None.

    `until` is when the claim runs out.
    """

    server_id: int
    channel_id: int
    message_id: int | None
    until: datetime

    @property
    def nonce(self) -> str:
        """Sent with a new message, so that Discord drops a second copy after a crash between sending and noting it."""
        return f"panel-{self.message_id or self.channel_id}"


async def touch(connection: AsyncConnection, match_id: int, now: datetime) -> None:
    """Note that the panel of a match's server, if it has one, does not show how the match is.

    Only for a change that others can see already: whoever is about to renew the panel shows it then.
    """
    due_at, soon = servers.c.panel_due_at, now + EVERY
    is_late = or_(due_at.is_(None), and_(due_at > soon, due_at <= now + _RARELY))
    server_id = select(matches.c.server_id).where(matches.c.id == match_id).scalar_subquery()
    await connection.execute(
        update(servers)
        .where(servers.c.id == server_id, servers.c.panel_channel_id.is_not(None), is_late)
        .values(panel_due_at=soon)
    )


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueItem]:
    """At most `limit` servers of some shards whose panel is to be renewed now, the longest due first.

    Panels in `busy` channels are left out.
    """
    channel = servers.c.panel_channel_id
    rows = await connection.execute(
        select(servers.c.id, channel)
        .where(has_come(servers.c.panel_due_at, now), channel.is_not(None), channel.not_in(busy))
        .where(belong(servers.c.id, shards))
        .order_by(servers.c.panel_due_at, servers.c.id)
        .limit(limit)
    )
    return [DueItem(server_id, channel_id) for server_id, channel_id in rows]


async def claim(connection: AsyncConnection, server_id: int, now: datetime) -> PanelClaim | None:
    """Take a panel that is due; None if it is not, or somebody else is renewing it."""
    is_due = (has_come(servers.c.panel_due_at, now), servers.c.panel_channel_id.is_not(None))
    taken = update(servers).where(servers.c.id == server_id, *is_due).values(panel_due_at=now + CLAIM)
    row = (await connection.execute(taken.returning(servers))).one_or_none()
    return None if row is None else PanelClaim(row.id, row.panel_channel_id, row.panel_message_id, row.panel_due_at)


async def finish(connection: AsyncConnection, claimed: PanelClaim, message_id: int, now: datetime) -> bool:
    """The panel was renewed and is in that message now; False if it does not belong into that channel any more."""
    found = await connection.execute(
        update(servers)
        .where(servers.c.id == claimed.server_id, servers.c.panel_channel_id == claimed.channel_id)
        .values(panel_message_id=message_id)
    )
    if now + EVERY < claimed.until:  # a change in the last seconds of a claim finds the panel due soon enough
        await put_back(connection, claimed, None)
    return found.rowcount == 1


async def put_back(connection: AsyncConnection, claimed: PanelClaim, due_at: datetime | None) -> None:
    """The panel is to be renewed at `due_at`, unless a change or somebody else wants it sooner."""
    await connection.execute(
        update(servers)
        .where(servers.c.id == claimed.server_id, servers.c.panel_due_at == claimed.until)
        .values(panel_due_at=due_at)
    )


async def post_again(connection: AsyncConnection, now: datetime) -> None:
    """Have every panel posted in a new message, for a Discord that is a new one."""
    has_panel = servers.c.panel_channel_id.is_not(None)
    await connection.execute(update(servers).where(has_panel).values(panel_message_id=None, panel_due_at=now))
