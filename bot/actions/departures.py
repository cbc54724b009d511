"""The deletion of everything stored about servers that the bot has left, as Discord asks of every app.

A server that is unavailable at the moment does not count as left. If the bot is invited again within thirty days,
nothing is lost.
"""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from bot.actions import engines as engine_actions
from bot.actions import privacy as privacy_actions
from bot.actions.context import Context
from bot.model.shards import ALL, Shards
from bot.store import departures, outages
from bot.store.engine.database import Connection
from bot.store.jobs import server_posts

_log: Final = logging.getLogger(__name__)

KEPT: Final = timedelta(days=30)
"""How long the data of a server is kept after the bot has left it."""

_AT_ONCE: Final = 3  # matches; other writers wait while these are deleted
_BATCHES: Final = 500  # in a row, because the clocks cannot wait for longer
_A_DAY: Final = timedelta(days=1)


async def compare(context: Context, present: Collection[int], shards: Shards = ALL) -> bool:
    """Note which servers of these shards the bot has left, and which it is back on; `present` are those it is on.

    Return whether there are any.
    """
    now, here = context.now(), set(present)
    async with context.database.read() as connection:
        known_ids = {server_id for server_id in await departures.known_servers(connection) if shards.hold(server_id)}
        left = await _left_servers(connection, shards)
    if known_ids <= here and not left:
        return False
    async with context.database.write() as connection:
        left = await _left_servers(connection, shards)
        # A date in the future was noted by a clock that was ahead.
        noted = {server_id for server_id, since in left.items() if since <= now}
        for server_id in (known_ids | left.keys()) - noted - here:
            await departures.note_left(connection, server_id, now)
        for server_id in left.keys() & here:
            await departures.note_back(connection, server_id)
    return True


async def leave(context: Context, server_id: int) -> None:
    """Note that the bot was removed from a server."""
    async with context.database.write() as connection:
        await departures.note_left(connection, server_id, context.now())


async def come_back(context: Context, server_id: int) -> None:
    """Note that the bot was invited to a server, and greet the server unless that was done before."""
    async with context.database.write() as connection:
        await departures.note_back(connection, server_id)
        await server_posts.greet(connection, server_id, context.now())


async def delete(context: Context, present: Collection[int], shards: Shards = ALL) -> None:
    """Delete the data of servers that were left long ago, some matches at a time; continue where it stopped.

    `present` are all servers of these shards that the bot is on. If there is very much, the rest is deleted by later
    calls.
    """
    batches = _BATCHES
    for server_id in await _to_delete(context, present, shards):
        _log.info("server %s was left %s days ago: deleting what is stored about it", server_id, KEPT.days)
        while batches and await _delete_some_of_engines(context, server_id):
            batches -= 1
        if not batches:
            return
        for engine in await engine_actions.on_server(context, server_id):
            await privacy_actions.forget(context, engine.person)
        while batches and await _delete_some(context, server_id):
            batches -= 1


async def _to_delete(context: Context, present: Collection[int], shards: Shards) -> list[int]:
    """The servers to delete; none for a day after a clock seems to have jumped, because a deletion is final."""
    now = context.now()
    async with context.database.read() as connection:
        left = await departures.left_servers(connection)
        old = [
            server
            for server, since in left.items()
            if since <= now - KEPT and server not in present and shards.hold(server)
        ]
        if old and await outages.was_long(connection, longer_than=_A_DAY, ended_after=now - _A_DAY):
            return []
    return old


async def _delete_some_of_engines(context: Context, server_id: int) -> bool:
    """Delete some matches of a server's engines, before they are deleted; False if there are no more."""
    async with context.database.write() as connection:
        is_left = await departures.lock_left(connection, server_id)
        return is_left and await departures.remove_some_of_engines(connection, server_id, _AT_ONCE)


async def _delete_some(context: Context, server_id: int) -> bool:
    """Delete some matches of a server; False if there are no more, or the bot was invited again at this moment."""
    async with context.database.write() as connection:
        if not await departures.lock_left(connection, server_id):
            return False
        if await departures.remove_some(connection, server_id, _AT_ONCE):
            return True
        await departures.note_back(connection, server_id)
        return False


async def _left_servers(connection: Connection, shards: Shards) -> dict[int, datetime]:
    """The servers of some shards that the bot was found to have left, and since when."""
    left = await departures.left_servers(connection)
    return {server_id: since for server_id, since in left.items() if shards.hold(server_id)}
