"""Posts for a whole server: the greeting, the panel, which lists the running matches, and its daily and weekly posts.

A panel is due some seconds after the first change that it does not show, which limits how often it is edited. A daily
or weekly job is named after its day or week, and stays once it was posted; so does the greeting.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Claim, Kind
from bot.model.shards import ALL, Shards
from bot.store.engine.conditions import is_served
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.servers import servers
from bot.store.jobs import queue
from bot.store.jobs.queue import EVERY

IS_LISTED: Final = matches.c.among_people
"""Condition: a panel lists a running match, because it is among people, not one person against characters."""

IS_SHOWN: Final = or_(IS_LISTED, matches.c.is_open_challenge)
"""Condition: a panel shows a match when it runs, or showed it as an open challenge."""

_PANEL: Final = "panel"
_GREETING: Final = "greeting"


async def greet(connection: AsyncConnection, server_id: int, now: datetime) -> None:
    """Greet a server, unless that was done before."""
    await queue.add_once(connection, Kind.GREETING, server_id, _GREETING, now)


async def settle_panel(connection: AsyncConnection, server_id: int, channel_id: int | None, due_at: datetime) -> None:
    """Make the panel of a server due at `due_at`, or remove it if it has no channel."""
    if channel_id is None:
        await queue.remove(connection, Kind.PANEL, server_id, _PANEL)
    else:
        await queue.put(connection, Kind.PANEL, server_id, _PANEL, due_at, channel_id=channel_id)


async def touch_panel(connection: AsyncConnection, match_id: int, now: datetime) -> None:
    """Note that the panel of the server of a match, if it has one, is out of date.

    Only for a change that other processes can already see, so that the next edit of the panel shows it.
    """
    server_id = select(matches.c.server_id).where(matches.c.id == match_id).scalar_subquery()
    which = and_(jobs.c.server_id == server_id, jobs.c.kind == Kind.PANEL, jobs.c.name == _PANEL)
    await queue.touch(connection, which, now, EVERY)


async def panel_posted(connection: AsyncConnection, claim: Claim, message_id: int, now: datetime) -> bool:
    """Store the message of a panel; return False if the server has moved it to another channel meanwhile."""
    is_panel = (servers.c.id == claim.server_id, servers.c.panel_channel_id == claim.first.channel_id)
    updated = await connection.execute(update(servers).where(*is_panel).values(panel_message_id=message_id))
    await queue.keep(connection, claim, now)
    return updated.rowcount == 1


async def post_again(connection: AsyncConnection, now: datetime, *, greets: bool) -> None:
    """Post every panel, and with `greets` every greeting, in a new message, for a new simulated Discord."""
    await connection.execute(update(servers).values(panel_message_id=None))
    kinds = (Kind.PANEL, Kind.GREETING) if greets else (Kind.PANEL,)
    again = update(jobs).where(jobs.c.kind.in_(kinds))
    await connection.execute(again.values(due_at=now, claimed_until=None))


_CHANNELS: Final[dict[Kind, Column[Any]]] = {
    Kind.DAILY_PUZZLE: servers.c.puzzle_channel_id,
    Kind.WEEKLY_REVIEW: servers.c.review_channel_id,
}


async def servers_without(connection: AsyncConnection, kind: Kind, period: str, shards: Shards = ALL) -> Sequence[int]:
    """The servers of some shards that want a post of a kind and have no job for this day or week."""
    has_one = select(jobs.c.id).where(jobs.c.server_id == servers.c.id, jobs.c.kind == kind, jobs.c.name == period)
    is_wanted = _CHANNELS[kind].is_not(None)
    query = select(servers.c.id).where(is_wanted, ~has_one.exists(), is_served(servers.c.id, shards))
    return (await connection.scalars(query.order_by(servers.c.id))).all()


async def lay_out(
    connection: AsyncConnection, kind: Kind, server_id: int, period: str, due_at: datetime | None, **data: str
) -> None:
    """Schedule a server's post for a day or week at `due_at` (None if there is nothing to post), unless it has a job.

    Earlier jobs of the kind that were never posted are dropped.
    """
    channel_id = select(_CHANNELS[kind]).where(servers.c.id == server_id).scalar_subquery()
    await queue.add_once(connection, kind, server_id, period, due_at, channel_id=channel_id, data=data)
    is_other_period = (jobs.c.server_id == server_id, jobs.c.kind == kind, jobs.c.name != period)
    await connection.execute(delete(jobs).where(*is_other_period, jobs.c.message_id.is_(None)))


async def posted_before(connection: AsyncConnection, kind: Kind, server_id: int, period: str) -> tuple[str, Any] | None:
    """The day or week and the data of the last post of a kind before this one; None if there was none."""
    before = (jobs.c.server_id == server_id, jobs.c.kind == kind, jobs.c.name < period, jobs.c.message_id.is_not(None))
    query = select(jobs.c.name, jobs.c.data).where(*before).order_by(jobs.c.name.desc()).limit(1)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row.name, row.data)
