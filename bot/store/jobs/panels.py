"""Panels: when the list of a server's running matches is to be edited.

A panel is due some seconds after the first change that it does not show, so that it is edited that often at most.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import and_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Claim, Kind
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.servers import servers
from bot.store.jobs import queue
from bot.store.jobs.queue import EVERY

IS_LISTED: Final = matches.c.among_people
"""Condition: a panel lists a match, because it is one among people and not of one person with characters alone."""

_NAME: Final = "panel"


async def settle(connection: AsyncConnection, server_id: int, channel_id: int | None, due_at: datetime) -> None:
    """Have the panel of a server edited at `due_at`, or not at all where it has no channel."""
    if channel_id is None:
        await queue.remove(connection, Kind.PANEL, server_id, _NAME)
    else:
        await queue.put(connection, Kind.PANEL, server_id, _NAME, due_at, channel_id=channel_id)


async def touch(connection: AsyncConnection, match_id: int, now: datetime) -> None:
    """Note that the panel of a match's server, if it has one, does not show how the match is.

    Only for a change that others can see already: the process that is about to edit the panel shows it then.
    """
    server_id = select(matches.c.server_id).where(matches.c.id == match_id).scalar_subquery()
    which = and_(jobs.c.server_id == server_id, jobs.c.kind == Kind.PANEL, jobs.c.name == _NAME)
    await queue.touch(connection, which, now, EVERY)


async def posted(connection: AsyncConnection, claim: Claim, message_id: int, now: datetime) -> bool:
    """Note in which message a panel is now; False if it does not belong into that channel any more."""
    its = (servers.c.id == claim.server_id, servers.c.panel_channel_id == claim.first.channel_id)
    found = await connection.execute(update(servers).where(*its).values(panel_message_id=message_id))
    await queue.keep(connection, claim, now)
    return found.rowcount == 1


async def post_again(connection: AsyncConnection, now: datetime) -> None:
    """Have every panel posted in a new message, for a Discord that is a new one."""
    await connection.execute(update(servers).values(panel_message_id=None))
    await connection.execute(update(jobs).where(jobs.c.kind == Kind.PANEL).values(due_at=now, claimed_until=None))
