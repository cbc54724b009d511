"""Connecting shards one after the other, as Discord requires of all processes with the same token together."""

import asyncio
import logging
from datetime import timedelta
from typing import Final

import discord

from bot.actions import startup
from bot.actions.context import Context

_log: Final = logging.getLogger(__name__)

APART: Final = timedelta(seconds=5)
"""The period in which Discord admits only a limited number of shards; it turns the others away."""


async def wait_for_turn(client: discord.AutoShardedClient, context: Context, shard_number: int) -> None:
    """Wait until a shard may connect.

    Never raises, because after an error here discord.py would give up all connections.
    """
    try:
        limits = await client.fetch_session_start_limits()
        wait = await startup.time_until_turn(context, shard_number % max(limits.max_concurrency, 1), APART)
    except Exception as error:  # noqa: BLE001 - Discord or the database is away, for which drivers raise all kinds of things
        _log.warning("shard %s connects without asking for its turn: %s", shard_number, error)
        wait = APART
    await asyncio.sleep(wait.total_seconds())
