"""The simulated Discord with the bot in it, and its time.

Matches live in an SQLite file and survive; the simulated Discord does not. So every start makes the commands known
again and shows every match that waits or runs in a new message.
"""

import asyncio
import contextvars
import logging
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import discord
import simcord

from bot import app
from bot.actions.actions import Actions
from bot.chat import client
from bot.chat.client import Pace
from bot.chat.core import command_sync
from bot.model.review import Review
from bot.playground import inbox, simulation
from bot.playground.simulation import SimulatedServer
from bot.playground.threads import Visits, redraw
from bot.playground.tidying import tidy
from bot.playground.time_travel import TimeTravel
from bot.store import heartbeats, queries
from bot.store.engine import facts
from bot.store.engine.database import Database

_log: Final = logging.getLogger(__name__)
_PATIENCE: Final = 30.0  # seconds that one press may take on a slow machine before the page calls it lost
_KEY: Final = "playground key"
_TICK: Final = timedelta(seconds=1)
_AFTERWARDS: Final = 3 * _TICK
"""For so long the page is still rendered anew after a character has moved or a review was made, until that is to be seen."""
_PACE: Final = Pace(tends=timedelta(minutes=20))
"""Clocks are looked after rarely, so that a week passes in seconds; nobody here plays against the minute."""


@dataclass(frozen=True, slots=True)
class PlaygroundWorld:
    """The simulated Discord `env` with its `place`; in `bot_context` one acts as the `bot`.

    `time_travel` lets people have time pass, and `visits` lets them open threads.
    """

    env: simcord.Env
    bot: client.Furlong
    time_travel: TimeTravel
    visits: Visits
    place: SimulatedServer
    bot_context: contextvars.Context


async def prepare(url: str) -> tuple[str, datetime]:
    """Make a database ready for a new simulated Discord.

    Returns the secret part of the page's address, and the instant at which to show the matches: after all that were.
    """
    database = await Database.open(url)
    try:
        begins = await _latest(database) + 2 * _TICK
        await command_sync.forget(database)
        await Actions(database, now=lambda: begins).announce_again()
        async with database.write() as connection:
            key = await facts.get(connection, _KEY)
            if key is None:
                key = secrets.token_urlsafe(32)
                await facts.put(connection, _KEY, key)
    finally:
        await database.close()
    return key, begins


async def _latest(database: Database) -> datetime:
    """Now, or the latest instant that is known there if people have let time pass or the clock was put back since."""
    async with database.read() as connection:
        changed_at = await queries.latest_change(connection)
        message_id = await queries.latest_message_id(connection)
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
async def world_of(url: str, begins: datetime) -> AsyncGenerator[PlaygroundWorld]:
    """The bot at work in a new simulated Discord at `begins`, when it has shown what was due then."""
    bot, time_travel, visits = app.create(url, _PACE), TimeTravel(), Visits()
    bot.tree.add_command(time_travel.command())
    bot.tree.add_command(visits.command())
    bot.tree.add_command(inbox.command())
    env = simcord.Env(bot, check_errors=False, settle_timeout=_PATIENCE)
    place = simulation.build(env)
    env.backend.advance_clock((begins - _TICK - env.now()).total_seconds())
    contexts: list[contextvars.Context] = []

    async def on_ready() -> None:
        contexts.append(contextvars.copy_context())

    bot.event(on_ready)
    _think_aside(env, bot)
    try:
        await env.start()
        # Not earlier: SimCord gives a bot a few seconds to start, and there may be many matches to show.
        env.backend.advance_clock(_TICK.total_seconds())
        with env.time_context():
            await bot.deliver_what_waits()
            yield PlaygroundWorld(env, bot, time_travel, visits, place, contexts[0])
    finally:
        try:
            await env.shutdown()
        finally:
            await bot.close()


def _think_aside(env: simcord.Env, bot: client.Furlong) -> None:
    """Have moves, puzzles and reviews found in tasks that SimCord does not take for the bot's answer to anybody.

    It shows what came of a press only when the bot is at rest, and people are to see who thinks, and how far a review is.
    So it is from the first look on: it would also wait for the bot to rest before it lets it begin.
    """
    set_up, asides = bot.setup_hook, [contextvars.copy_context() for _ in range(3)]

    async def setup_hook() -> None:
        await set_up()
        thinking, searching, reviewing = asides
        for thinks, aside in ((bot.thinking, thinking), (bot.puzzle_searches, searching)):
            setattr(thinks, "look", partial(aside.run, thinks.look))  # noqa: B010 - a method
        bot.services.actions.on_character_turn = bot.thinking.look
        reviews = bot.services.reviews
        wait = reviews.wait

        async def wait_aside(task: asyncio.Task[Review]) -> None:
            await env.external_wait(wait(task), reason="a review is being made")

        setattr(reviews, "begin", partial(reviewing.run, reviews.begin))  # noqa: B010 - a method
        setattr(reviews, "wait", wait_aside)  # noqa: B010 - a method

    setattr(bot, "setup_hook", setup_hook)  # noqa: B010 - a method


async def keep_time(world: PlaygroundWorld, preview: simcord.Preview) -> None:
    """Move the simulated clock on as real time passes, and log what went wrong in the bot."""
    env, logged, latest = world.env, 0, 0
    ahead = env.now() - datetime.now(UTC)
    thought_until = env.now()
    while True:
        await asyncio.sleep(_TICK.total_seconds())
        skipped = await world.time_travel.pass_on(env, world.bot)
        ahead += skipped
        passed = datetime.now(UTC) + ahead - env.now()
        env.backend.advance_clock(max(passed.total_seconds(), 0.0))
        tidy(env, world.place.channel)
        world.visits.lead(preview, world.place.channel)
        preview.capture_time = env.now()  # what “2 minutes ago” is reckoned from in the page
        is_busy = world.bot.thinking.is_busy or world.bot.services.reviews.is_busy
        thought_until = env.now() + _AFTERWARDS if is_busy else thought_until
        asked = len(env.http_requests)
        if skipped or (
            env.now() <= thought_until and asked != latest
        ):  # what is pressed while it is rendered is refused
            redraw(preview)
            latest = asked
        # A timer of the bot's that is due at once has SimCord see to all of the bot's that have come due meanwhile.
        # `env.advance_time` would do so too, but what people did in the page at that moment would be refused.
        world.bot_context.run(asyncio.get_running_loop().call_later, 0.0, lambda: None)
        for error in env.errors_since(logged):
            _log.error("something went wrong in the bot", exc_info=error)
        logged = env.error_cursor
