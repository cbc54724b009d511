"""The whole bot in a browser: a simulated Discord with a server, a channel and four people. No token, no network.

Matches live in an SQLite file and survive; the simulated Discord does not. So every start makes the commands known
again and shows every match that waits or runs in a new message.
"""

import asyncio
import contextvars
import logging
import secrets
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import discord
import simcord
from sqlalchemy import func, select

from bot import client, sync
from bot.config import SettingError
from bot.store import changes
from bot.store.database import Database, DatabaseUnusable
from bot.store.schema import facts, matches

SERVER: Final = "Rainy Day Games"
CHANNEL: Final = "games"
PEOPLE: Final = ("Ada", "Ben", "Cleo", "Dan")

_log: Final = logging.getLogger(__name__)
_HOST: Final = "127.0.0.1"
_KEY: Final = "playground key"
_TICK_SECONDS: Final = 1.0
_SETTLE_SECONDS: Final = 30.0  # how long one press may take on a slow machine before the page gives up on it


@dataclass(frozen=True, slots=True)
class Kept:
    """What a database knows of earlier playgrounds: their secret `key`, and the `latest` instant that they noted."""

    key: str
    latest: datetime


@dataclass(frozen=True, slots=True)
class World:
    """The simulated Discord: its `channel` and the `people` in it."""

    channel: simcord.ChannelHandle
    people: Sequence[simcord.MemberActor]


def run(database: Path, port: int) -> None:
    """Serve the playground on this machine until Ctrl-C, SIGTERM or the page's own “End preview session”.

    Raises `SettingError` if the port or the database will not do.
    """
    _check_port(port)
    with suppress(KeyboardInterrupt):  # before the playground has begun to wait for it
        try:
            asyncio.run(_serve(database, port))
        except DatabaseUnusable as error:
            raise SettingError(f"The database {database} cannot be used: {error}.") from error


def _check_port(port: int) -> None:
    """Raise `SettingError` if nothing can be served on `port`, before anything else has happened."""
    with socket.socket() as probe:
        if sys.platform != "win32":
            # As the server itself does: what is left of closed connections must not keep it from starting again.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except (OSError, OverflowError) as error:
            reason = error.strerror if isinstance(error, OSError) else "there is no such port"
            raise SettingError(
                f"Port {port} cannot be used ({reason}). If a playground runs already, stop it; "
                "or name another port: python -m bot playground --port 8766"
            ) from error


async def _serve(database: Path, port: int) -> None:
    url = f"sqlite:///{database}"
    kept = await _prepare(url)
    async with AsyncExitStack() as stack:
        env, world = await stack.enter_async_context(_started(url, kept.latest))
        preview = env.preview(world.channel, viewers=world.people, layout="channel", port=port)
        preview.capability = kept.key
        await stack.enter_async_context(preview)
        print(_greeting(preview.url, database), flush=True)
        await _until_stopped(preview)


async def _prepare(url: str) -> Kept:
    """Make a database ready for a new simulated Discord, and tell what it knows of earlier ones."""
    database = await Database.open(url)
    try:
        await sync.forget(database)
        async with database.write() as connection:
            key = await connection.scalar(select(facts.c.value).where(facts.c.key == _KEY))
            if key is None:
                key = secrets.token_urlsafe(32)
                await changes.set_fact(connection, _KEY, key)
            changed_at = await connection.scalar(select(func.max(matches.c.changed_at)))
            message_id = await connection.scalar(select(func.max(matches.c.message_id)))
    finally:
        await database.close()
    instants = (changed_at, message_id and discord.utils.snowflake_time(message_id), datetime.now(UTC))
    return Kept(key, max(instant for instant in instants if instant))


@asynccontextmanager
async def _started(url: str, latest: datetime) -> AsyncGenerator[tuple[simcord.Env, World]]:
    """The bot at work in a new simulated Discord whose clock goes on from `latest`."""
    bot = client.create(url)
    bot_context: list[contextvars.Context] = []

    @bot.event
    async def on_ready() -> None:  # pyright: ignore[reportUnusedFunction] - the decorator registers it by its name
        bot_context.append(contextvars.copy_context())

    env = simcord.Env(bot, check_errors=False, settle_timeout=_SETTLE_SECONDS)
    world = _build(env)
    # Only now, so that people, server and channel have the same ids at every start, and messages new ones.
    behind = latest + timedelta(seconds=_TICK_SECONDS) - env.now()
    env.backend.advance_clock(max(behind.total_seconds(), 0.0))
    try:
        await env.start()
        with env.time_context():
            await bot.matches.announce_again()
            await bot.announcer.deliver_due()
            clock = asyncio.create_task(_keep_time(env, bot_context[0]))
            try:
                yield env, world
            finally:
                clock.cancel()
    finally:
        await env.shutdown()
        await bot.close()


def _build(env: simcord.Env) -> World:
    env.backend.bot_user.name = "Furlong"
    server = env.create_guild(SERVER)
    channel = server.create_text_channel(CHANNEL)
    return World(channel, [server.add_member(env.create_user(name)) for name in PEOPLE])


async def _keep_time(env: simcord.Env, bot_context: contextvars.Context) -> None:
    """Move the simulated clock as real time passes, and log what went wrong in the bot."""
    ahead = env.now() - datetime.now(UTC)
    logged = 0
    while True:
        await asyncio.sleep(_TICK_SECONDS)
        passed = datetime.now(UTC) + ahead - env.now()
        env.backend.advance_clock(max(passed.total_seconds(), 0.0))
        # A timer of the bot's that is due at once: SimCord then sees to all of the bot's timers that have come due.
        # To advance time in the way of its tests would refuse what people do in the page at that moment.
        bot_context.run(asyncio.get_running_loop().call_later, 0.0, lambda: None)
        for error in env.errors_since(logged):
            _log.error("the bot raised an error", exc_info=error)
        logged = env.error_cursor


def _greeting(url: str, database: Path) -> str:
    return (
        f"Furlong's playground is open. Visit it with a browser on this machine:\n\n    {url}\n\n"
        f"You can be {', '.join(PEOPLE[:-1])} or {PEOPLE[-1]} (“Viewing as”, at the top). Type /help to see what to do.\n"
        f"Matches are kept in {database}. Ctrl-C stops the playground; the next one goes on where this one ended."
    )


async def _until_stopped(preview: simcord.Preview) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    waits = [asyncio.create_task(stopped.wait()), asyncio.create_task(preview.wait_closed())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
    print("The playground has stopped.", flush=True)
