"""The coordination of processes that start: who registers commands and symbols, and when a shard may connect."""

import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Final

from bot.actions.context import Context
from bot.store import clocks, match_lists, outages
from bot.store import competitions as competition_store
from bot.store.engine import facts, processes, restores
from bot.store.engine.conditions import ACCURACY
from bot.store.engine.processes import Lock, take
from bot.store.jobs import boards

_log: Final = logging.getLogger(__name__)
_COMMANDS: Final = "commands"
_COMMAND_IDS: Final = "command ids"
_IDENTIFY: Final = "identify "
_LONGEST_QUEUE: Final = timedelta(hours=1)
"""A turn further ahead than this was stored by a clock that was wrong."""


async def compare_clocks(context: Context) -> None:
    """Log a warning if the clocks of this machine and of the database differ by minutes."""
    async with context.database.ask() as connection:
        theirs = await processes.database_time(connection)
    ahead = timedelta() if theirs is None else context.now() - theirs
    if abs(ahead) > ACCURACY:
        _log.warning(
            "the clock of this machine is %s minutes %s the database's: set the wrong one right, because deadlines and "
            "reminders come at the wrong time",
            round(abs(ahead) / timedelta(minutes=1)),
            "ahead of" if ahead > timedelta() else "behind",
        )


async def look_at_games(context: Context) -> None:
    """Log a warning if matches or competitions wait for games whose packages are not installed.

    Where a game was not installed at the last start, and is now, whoever is to move or to answer has at least a day.
    """
    async with context.database.write() as connection:
        played = await match_lists.games_of_current(connection) | await competition_store.games_of_current(connection)
        absent = sorted(played - context.games.keys())
        back = await outages.note_games(connection, absent, context.now())
        if back:
            held = await clocks.hold(connection, context.now(), games=back & context.games.keys())
            await boards.renew(connection, held, context.now())
    if absent:
        _log.warning(
            "matches and competitions wait for games that are not installed: %s; install their packages again, and they "
            "go on",
            ", ".join(absent),
        )


async def show_restored(context: Context) -> None:
    """After a backup was restored, show every open or running match as it is, and have the commands sent again."""
    async with context.database.write() as connection:
        if await facts.get(connection, restores.UNSEEN) is not None:
            await facts.remove(connection, restores.UNSEEN)
            await facts.remove(connection, _COMMANDS)
            await boards.renew(connection, await match_lists.current(connection), context.now())


async def look_back(context: Context) -> None:
    """Find out whether a backup was put into the database while it is open; then show every match as it is."""
    await context.database.look_back()
    async with context.database.ask() as connection:
        is_unseen = await facts.get(connection, restores.UNSEEN) is not None
    if is_unseen:
        await show_restored(context)


async def find_out_restored(context: Context, match_id: int, revision: int | None = None) -> bool:
    """Whether the number of a match, or its revision, in a message of ours shows that a backup was restored."""
    async with context.database.write() as connection:
        is_restored = await restores.find_out(connection, match_id, revision)
    await show_restored(context)  # which may have been noticed without a press
    return is_restored


async def find_out_restored_by(context: Context, competition_id: int) -> bool:
    """Whether the number of a competition in a message of ours shows that a backup was restored."""
    async with context.database.write() as connection:
        is_restored = await restores.find_out_by_competition(connection, competition_id)
    await show_restored(context)
    return is_restored


def registering_commands(context: Context) -> AbstractAsyncContextManager[None]:
    """Keep other processes from sending commands to Discord within the context."""
    return context.database.alone(Lock.COMMANDS)


def uploading_symbols(context: Context) -> AbstractAsyncContextManager[None]:
    """Keep other processes from uploading symbols to Discord within the context."""
    return context.database.alone(Lock.SYMBOLS)


async def known_commands(context: Context) -> str | None:
    """The fingerprint of the commands that were sent last, if their ids are known."""
    async with context.database.read() as connection:
        ids = await facts.get(connection, _COMMAND_IDS)
        return None if ids is None else await facts.get(connection, _COMMANDS)


async def keep_commands(context: Context, fingerprint: str, ids: Mapping[str, int]) -> None:
    """Note which commands were sent, and which ids Discord has given them."""
    async with context.database.write() as connection:
        await facts.put(connection, _COMMANDS, fingerprint)
        await facts.put(connection, _COMMAND_IDS, json.dumps(dict(ids)))


async def command_ids(context: Context) -> Mapping[str, int]:
    """The ids of the commands by name, for mentioning them; empty before the first are sent."""
    async with context.database.read() as connection:
        return json.loads(await facts.get(connection, _COMMAND_IDS) or "{}")


async def begin_anew(context: Context) -> Sequence[int]:
    """Have the commands sent again, and every open or running match shown in a new message; return their numbers.

    For a new simulated Discord; no other process may be sending announcements.
    """
    async with context.database.write() as connection:
        await facts.remove(connection, _COMMANDS)
        return await match_lists.announce_again(connection, context.now())


async def time_until_turn(context: Context, queue: int, apart: timedelta) -> timedelta:
    """Enter a queue of shards that connect `apart` from each other; return the time until this shard's turn."""
    key = f"{_IDENTIFY}{queue}"
    async with context.database.write() as connection:
        await take(connection, Lock.IDENTIFICATION)
        now = context.now()
        noted = await facts.get(connection, key)
        turn = now if noted is None else max(now, datetime.fromisoformat(noted))
        if turn > now + _LONGEST_QUEUE:
            turn = now
        await facts.put(connection, key, (turn + apart).isoformat())
    return turn - now
