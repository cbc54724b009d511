"""Connecting shards one after the other, as Discord requires of all processes with the same token together."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.store.engine import facts, locks
from bot.store.engine.database import Database
from bot.store.engine.locks import Turn

_log: Final = logging.getLogger(__name__)

APART: Final = timedelta(seconds=5)
"""The period in which Discord admits only a limited number of shards; it turns the others away."""

_KEY: Final = "identify "
_LONGEST_QUEUE: Final = timedelta(hours=1)
"""A turn further ahead than this was stored by a clock that was wrong."""


async def wait_for_turn(client: discord.AutoShardedClient, database: Database, shard_number: int) -> None:
    """Wait until a shard may connect.

    Never raises, because after an error here discord.py would give up all connections.
    """
    try:
        limits = await client.fetch_session_start_limits()
        wait = await _time_until_turn(database, f"{_KEY}{shard_number % max(limits.max_concurrency, 1)}")
    except Exception as error:  # noqa: BLE001 - Discord or the database is away, for which drivers raise all kinds of things
        _log.warning("shard %s connects without asking for its turn: %s", shard_number, error)
        wait = APART
    await asyncio.sleep(wait.total_seconds())


async def _time_until_turn(database: Database, key: str) -> timedelta:
    async with database.write() as connection:
        await locks.take(connection, Turn.IDENTIFICATION)
        now = discord.utils.utcnow()
        noted = await facts.get(connection, key)
        turn = now if noted is None else max(now, datetime.fromisoformat(noted))
        if turn > now + _LONGEST_QUEUE:
            turn = now
        await facts.put(connection, key, (turn + APART).isoformat())
    return turn - now
