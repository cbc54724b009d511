"""Challenges that have waited for long enough, in the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import ALL, Shards
from bot.store.engine.schema.matches import matches
from bot.store.engine.sharding import belong


async def due(connection: AsyncConnection, now: datetime, limit: int, shards: Shards = ALL) -> Sequence[int]:
    """At most `limit` challenges of some shards that end by themselves now, the longest due first."""
    is_due = (matches.c.expires_at <= now, belong(matches.c.server_id, shards))
    query = select(matches.c.id).where(*is_due).order_by(matches.c.expires_at, matches.c.id)
    return (await connection.scalars(query.limit(limit))).all()
