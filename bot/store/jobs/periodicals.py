"""What servers want posted once a day or a week: each job is named after its day or week, and stays once it was posted."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.shards import ALL, Shards
from bot.store.engine.conditions import belong
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.servers import servers
from bot.store.jobs import queue

_CHANNELS: Final[dict[Kind, Column[Any]]] = {
    Kind.DAILY_PUZZLE: servers.c.puzzle_channel_id,
    Kind.WEEKLY_REVIEW: servers.c.review_channel_id,
}


async def without(connection: AsyncConnection, kind: Kind, period: str, shards: Shards = ALL) -> Sequence[int]:
    """The servers of some shards that want one and have none for this day or week."""
    has_one = select(jobs.c.id).where(jobs.c.server_id == servers.c.id, jobs.c.kind == kind, jobs.c.name == period)
    is_wanted = _CHANNELS[kind].is_not(None)
    query = select(servers.c.id).where(is_wanted, ~has_one.exists(), belong(servers.c.id, shards))
    return (await connection.scalars(query.order_by(servers.c.id))).all()


async def lay_out(
    connection: AsyncConnection, kind: Kind, server_id: int, period: str, due_at: datetime | None, **data: str
) -> None:
    """Have one posted for a day or week unless there is one; None where there is nothing to post.

    Any earlier one that was never posted is not posted any more.
    """
    channel_id = select(_CHANNELS[kind]).where(servers.c.id == server_id).scalar_subquery()
    await queue.add_once(connection, kind, server_id, period, due_at, channel_id=channel_id, data=data)
    its = (jobs.c.server_id == server_id, jobs.c.kind == kind, jobs.c.name != period)
    await connection.execute(delete(jobs).where(*its, jobs.c.message_id.is_(None)))


async def before(connection: AsyncConnection, kind: Kind, server_id: int, period: str) -> tuple[str, Any] | None:
    """The day or week and the data of the last one that was posted before; None for the first."""
    its = (jobs.c.server_id == server_id, jobs.c.kind == kind, jobs.c.name < period, jobs.c.message_id.is_not(None))
    query = select(jobs.c.name, jobs.c.data).where(*its).order_by(jobs.c.name.desc()).limit(1)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row.name, row.data)
