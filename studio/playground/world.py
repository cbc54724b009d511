"""The simulated Discord with its people, its time, and the bot.

Matches are stored in an SQLite file, but the simulated Discord is not stored at all. So every start registers the
commands again and posts every open or running match in a new message.
"""

import asyncio
import contextvars
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import discord
import simcord
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from yarl import URL

from bot.actions import departures, startup
from bot.actions.context import Context
from bot.actions.shards import ShardsHeld
from bot.chat import client
from bot.chat.client import Pace
from bot.chat.core import reviews
from bot.chat.delivery.loop import SEARCHES, THOUGHTS
from bot.hosting.service import annexes, posting_events
from bot.model.reviews import Review
from bot.outside.requests import to_public_hosts
from bot.store import heartbeats, match_lists
from bot.store.engine import facts, processes
from bot.store.engine.database import Database
from studio.playground import strict, webhooks
from studio.playground.commands import TimeTravel, Visits, inbox, tend
from studio.playground.loopback import Loopback
from studio.playground.proxy import Proxy

PEOPLE: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hugo")
_TOPIC: Final = "/help says what to do, “Viewing as” who you are. /later lets days pass, /visit opens threads."

MESSAGES_KEPT: Final = 100
"""The number of newest messages that always stay in the channel."""

_log: Final = logging.getLogger(__name__)
_PATIENCE: Final = 30.0  # seconds that a press may take on a slow machine before the page counts it as lost
_KEY: Final = "playground key"
_BEGIN: Final = reviews.begin
_WAIT: Final = reviews.wait
_TICK: Final = timedelta(seconds=1)
_TENDS: Final = 15.0  # seconds between checks of clocks while no time is skipped
_GLANCE: Final = 0.1
"""Seconds until the page shows changes by the bot itself, such as the move of a character."""
_PACE: Final = Pace(tends=timedelta(minutes=20))
"""The bot itself checks clocks rarely, so that a week passes in seconds."""


@dataclass(frozen=True, slots=True)
class SimulatedServer:
    """A server in a simulated Discord with some people, the first of whom manages it.

    The bot is used in `channel`. `idle_channel` is empty, because SimCord keeps redrawing it for its own use.
    """

    server: simcord.GuildHandle
    channel: simcord.ChannelHandle
    idle_channel: simcord.ChannelHandle
    people: Sequence[simcord.MemberActor]


def build(env: simcord.Env) -> SimulatedServer:
    """Build the server in an empty simulated Discord. IDs depend on its clock, so they are the same every time."""
    env.backend.bot_user.name = "Furlong"
    server = env.create_guild("Rainy Day Games")
    channel = server.create_text_channel("games", topic=_TOPIC)
    people = [server.add_member(env.create_user(name)) for name in PEOPLE]
    managers = server.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(server.id, people[0].id, managers.id)
    return SimulatedServer(server, channel, server.create_text_channel("general"), people)


def tidy(env: simcord.Env, channel: ChannelHandle) -> None:
    """Delete older messages without buttons: answers, and boards that newer ones have replaced.

    The page renders every message of the channel, with its picture, again after every click.
    """
    messages = sorted(env.backend.messages.get(channel.id, {}).values(), key=lambda message: message.id)
    for message in messages[:-MESSAGES_KEPT]:
        if not _has_buttons(message.components):
            env.backend.delete_message(channel.id, message.id)


def _has_buttons(components: Any) -> bool:
    return any("custom_id" in component for component in walk_components(components))


@dataclass(frozen=True, slots=True)
class PlaygroundWorld:
    """A simulated Discord `env` with a server `place` and the `bot`, whose tasks run in `bot_context`."""

    env: simcord.Env
    bot: client.Furlong
    time_travel: TimeTravel
    visits: Visits
    place: SimulatedServer
    bot_context: contextvars.Context


async def prepare(url: str) -> tuple[str, datetime]:
    """Make a database ready for a new simulated Discord.

    Returns the secret part of the page's address, and the instant at which the new Discord begins: after everything
    stored. Raises `ShardsHeld` if another playground works with the database.
    """
    database = await Database.open(url)
    try:
        begins = await _latest(database) + 2 * _TICK
        async with database.write() as connection:
            for other in await processes.entered(connection):
                if not other.is_gone(begins):
                    raise ShardsHeld(other.shards, str(other))
        context = Context(database, now=lambda: begins)
        await startup.begin_anew(context)
        async with database.write() as connection:
            key = await facts.get(connection, _KEY)
            if key is None:
                key = secrets.token_urlsafe(32)
                await facts.put(connection, _KEY, key)
    finally:
        await database.close()
    return key, begins


async def _latest(database: Database) -> datetime:
    """Now, or the latest stored instant if that is later, because of time travel or a clock that was set back."""
    async with database.read() as connection:
        changed_at = await match_lists.latest_change(connection)
        message_id = await match_lists.latest_message_id(connection)
        heartbeat = await heartbeats.latest(connection)
    instants = [datetime.now(UTC)]
    if heartbeat is not None:
        instants.append(heartbeat)
    if changed_at is not None:
        instants.append(changed_at)
    if message_id is not None:
        instants.append(discord.utils.snowflake_time(message_id))
    return max(instants)


@asynccontextmanager
async def world_of(url: str, begins: datetime, page: str = "") -> AsyncGenerator[PlaygroundWorld]:
    """A context with the bot running in a new simulated Discord that begins at `begins`, after it posted what was due.

    It is as strict as the real one. `page` is the address of the page beside it.
    """
    with strict.enforced():
        async with _world_of(url, begins, page) as world:
            yield world


@asynccontextmanager
async def _world_of(url: str, begins: datetime, page: str) -> AsyncGenerator[PlaygroundWorld]:
    to_inbox = partial(Loopback, webhooks.HOST, URL(page).port or 0) if page else to_public_hosts
    served, post = bool(page and annexes()), posting_events(to_inbox)
    options = client.Options(url, _PACE, page=page, has_programs=served, post_event=post, elapsed=_elapsed)
    bot, time_travel, visits = client.Furlong(options), TimeTravel(), Visits()
    bot.tree.add_command(time_travel.command())
    bot.tree.add_command(visits.command())
    bot.tree.add_command(inbox())
    env = simcord.Env(bot, check_errors=False, settle_timeout=_PATIENCE)
    place = build(env)
    env.backend.advance_clock((begins - _TICK - env.now()).total_seconds())
    contexts: list[contextvars.Context] = []

    async def on_ready() -> None:
        contexts.append(contextvars.copy_context())

    bot.event(on_ready)
    _think_aside(env, bot)
    try:
        await env.start()
        # Not earlier, because SimCord gives a bot a few seconds to start, and there may be many matches to post.
        env.backend.advance_clock(_TICK.total_seconds())
        with env.time_context():
            await departures.come_back(bot.services.context, place.server.id)
            await bot.delivery.deliver_due()
            yield PlaygroundWorld(env, bot, time_travel, visits, place, contexts[0])
    finally:
        try:
            await env.shutdown()
        finally:
            await bot.close()
            reviews.begin, reviews.wait = _BEGIN, _WAIT


def _elapsed() -> float:
    """Seconds of the simulated time: days that people let pass are no jump of the machine's clock."""
    return discord.utils.utcnow().timestamp()


def _think_aside(env: simcord.Env, bot: client.Furlong) -> None:
    """Compute moves, puzzles and reviews in tasks that SimCord does not treat as part of the answer to a press.

    SimCord shows the result of a press only when the bot is idle, but people should see who is thinking and the
    progress of a review. This applies from the start, because SimCord also waits for an idle bot before it starts the
    page. These tasks use the simulated time, because by any other clock, jobs that they make due would not be due yet.
    """
    set_up, outside = bot.setup_hook, contextvars.copy_context()

    def asides() -> list[contextvars.Context]:
        with env.time_context():  # which also has what answers interactions, once SimCord has started
            return [contextvars.copy_context() for _ in range(3)]

    async def setup_hook() -> None:
        await set_up()
        thinking, searching, reviewing = outside.run(asides)
        for lane, aside in ((THOUGHTS, thinking), (SEARCHES, searching)):
            loop = bot.delivery.loops[lane]
            setattr(loop, "look", partial(aside.run, loop.look))  # noqa: B010 - a method

        async def wait_aside(task: asyncio.Task[Review]) -> None:
            try:
                await env.external_wait(_WAIT(task), reason="a review is being made")
            except simcord.SetupError:  # a person is waiting on the page, which SimCord does not know about
                await _WAIT(task)

        setattr(reviews, "begin", partial(reviewing.run, _BEGIN))  # noqa: B010 - a function
        setattr(reviews, "wait", wait_aside)  # noqa: B010 - a function

    setattr(bot, "setup_hook", setup_hook)  # noqa: B010 - a method


async def keep_time(world: PlaygroundWorld, proxy: Proxy) -> None:
    """Advance the simulated clock with real time, show everything that happens, and log errors of the bot."""
    env, logged = world.env, 0
    ahead = env.now() - datetime.now(UTC)
    tended = time.monotonic()
    while True:
        await asyncio.sleep(_GLANCE)
        skipped = await world.time_travel.pass_on(env, world.bot)
        ahead += skipped
        passed = datetime.now(UTC) + ahead - env.now()
        if passed >= _TICK:
            env.backend.advance_clock(passed.total_seconds())
            tidy(env, world.place.channel)
        if time.monotonic() - tended >= _TENDS:
            tended = time.monotonic()
            await tend(env, world.bot)
        is_elsewhere = world.visits.lead(proxy.preview, world.place.channel)
        await proxy.keep_up(is_changed=is_elsewhere or bool(skipped))
        # A timer that is due at once makes SimCord run all timers of the bot that are due.
        # `env.advance_time` would do so too, but would refuse presses meanwhile.
        world.bot_context.run(asyncio.get_running_loop().call_later, 0.0, lambda: None)
        for error in env.errors_since(logged):
            _log.error("something went wrong in the bot", exc_info=error)
        logged = env.error_cursor
