"""Connecting to Discord one shard after the other, as it asks of all processes with the same token together."""

import asyncio
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.store import facts, turns
from bot.store.database import Database
from bot.store.turns import Turn

APART: Final = timedelta(seconds=5)
"""Discord lets as many shards identify themselves in this time as it says; the others it turns away."""

_KEY: Final = "identify "
_LONGEST_QUEUE: Final = timedelta(hours=1)
"""A turn that is further ahead was noted by a clock that was wrong."""


async def wait_for_turn(client: discord.AutoShardedClient, database: Database, shard_number: int) -> None:
    """Wait until a shard may identify itself."""
    limits = await client.fetch_session_start_limits()
    key = f"{_KEY}{shard_number % max(limits.max_concurrency, 1)}"
    async with database.write() as connection:
        await turns.take(connection, Turn.IDENTIFICATION)
        now = discord.utils.utcnow()
        noted = await facts.get(connection, key)
        turn = now if noted is None else max(now, datetime.fromisoformat(noted))
        if turn > now + _LONGEST_QUEUE:
            turn = now
        await facts.put(connection, key, (turn + APART).isoformat())
    await asyncio.sleep((turn - now).total_seconds())
