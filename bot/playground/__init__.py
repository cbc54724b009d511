"""The whole bot in a browser: a simulated Discord with a server, a channel and some people. No token, no network.

Matches live in an SQLite file and survive; the simulated Discord does not. So every start makes the commands known
again and shows every match that waits or runs in a new message.
"""

import asyncio
import contextvars
import logging
import os
import secrets
import signal
import socket
import sys
import zoneinfo
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

import discord
import simcord
from simcord.preview import Preview

from bot import app
from bot.actions.actions import Actions
from bot.chat import client, command_sync
from bot.chat.client import Pace
from bot.config import SettingError
from bot.model.review import Review
from bot.playground import demo, inbox, simulation
from bot.playground.simulation import PEOPLE, SimulatedServer
from bot.playground.threads import Visits, redraw
from bot.playground.tidying import tidy
from bot.playground.time_travel import TimeTravel
from bot.store import facts, heartbeats, queries
from bot.store.database import Database
from bot.store.errors import DatabaseUnusable

_log: Final = logging.getLogger(__name__)
_HOST: Final = "127.0.0.1"
_KEY: Final = "playground key"
_STYLE: Final = """
.media-lightbox-trigger:has(.gallery-image) { width: 100% }
.gallery-image { aspect-ratio: auto 1 }
.gallery-item .media-unavailable { aspect-ratio: 1; border-color: transparent; color: transparent }
"""
_TICK: Final = timedelta(seconds=1)
_AFTERWARDS: Final = 3 * _TICK
"""For so long the page is still drawn anew after a character has moved or a review was made, until that is to be seen."""

_PACE: Final = Pace(tends=timedelta(minutes=20))
"""Clocks are looked after rarely, so that a week passes in seconds; nobody here plays against the minute."""
_PATIENCE: Final = 30.0  # seconds that one press may take on a slow machine before the page calls it lost


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


def run(database: Path, port: int, *, with_demo: bool = False) -> None:
    """Serve the playground on this machine until Ctrl-C, SIGTERM or the page's own “End preview session”.

    With `with_demo` a database file that is not there yet is made with some dozens of matches.

    Raises `SettingError` if the port or the database will not do.
    """
    _check_port(port)
    with suppress(KeyboardInterrupt):  # on Windows; see `_stopped_by_signals`
        try:
            asyncio.run(_serve(database, port, with_demo=with_demo and not database.exists()))
        except DatabaseUnusable as error:
            raise SettingError(f"The playground cannot keep its matches in {database}: {error}.") from error


def _check_port(port: int) -> None:
    """Raise `SettingError` if `port` cannot be used; looked at first, so that nothing else has happened then."""
    with socket.socket() as probe:
        if sys.platform != "win32":
            # As the page's server does: what remains of closed connections does not keep it from starting.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OverflowError:
            raise SettingError(f"Port {port} cannot be used: ports go from 0 to 65535.") from None
        except OSError as error:
            raise SettingError(
                f"Port {port} cannot be used ({error.strerror}): stop what uses it, perhaps another playground, "
                "or choose another port with --port."
            ) from error


async def _serve(database: Path, port: int, *, with_demo: bool) -> None:
    stopped = _stopped_by_signals()
    url = f"sqlite:///{database}"
    if with_demo:
        print("Some dozens of matches are being played first. This takes about half a minute, once.", flush=True)
        if not await _done_before(stopped.wait(), demo.create(database)):
            print("The playground has stopped before they were.", flush=True)
            return
    key, begins = await _prepare(url)
    async with _started(url, begins) as world:
        preview = world.env.preview(
            world.place.channel, viewers=world.place.people, layout="channel", timezone=_time_zone(), port=port
        )
        _keep_pictures_in_place(preview)
        preview.capability = key  # so that the address stays, and a page that is still open can be reloaded
        async with preview, asyncio.TaskGroup() as tasks:
            clock = tasks.create_task(_keep_time(world, preview))
            print(_greeting(preview.url, database), flush=True)
            await _either(stopped.wait(), preview.wait_closed())
            clock.cancel()
    print("The playground has stopped.", flush=True)


def _keep_pictures_in_place(preview: Preview) -> None:
    """Keep room for a picture while the page loads it anew.

    The page redraws its messages on every click. A picture without a height would collapse meanwhile, the messages
    would jump, and a menu that had just been opened would close again.

    A picture that is replaced while the page loads it, as the board is when a character answers at once, cannot be
    loaded any more. The next one is drawn a moment later, so its place stays empty until then.
    """
    # SimCord offers no way to add to its style sheet, and its page takes no styles from elsewhere.
    server = preview._server  # pyright: ignore[reportPrivateUsage]
    serve = server._static  # pyright: ignore[reportPrivateUsage]

    async def static(request: Any) -> Any:
        response = await serve(request)
        if request.path == "/preview.css":
            response.text += _STYLE
        return response

    server._static = static  # pyright: ignore[reportPrivateUsage]


async def _prepare(url: str) -> tuple[str, datetime]:
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
async def _started(url: str, begins: datetime) -> AsyncGenerator[PlaygroundWorld]:
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


async def _keep_time(world: PlaygroundWorld, preview: simcord.Preview) -> None:
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
        if skipped or (env.now() <= thought_until and asked != latest):  # what is pressed while it is drawn is refused
            redraw(preview)
            latest = asked
        # A timer of the bot's that is due at once has SimCord see to all of the bot's that have come due meanwhile.
        # `env.advance_time` would do so too, but what people did in the page at that moment would be refused.
        world.bot_context.run(asyncio.get_running_loop().call_later, 0.0, lambda: None)
        for error in env.errors_since(logged):
            _log.error("something went wrong in the bot", exc_info=error)
        logged = env.error_cursor


def _stopped_by_signals() -> asyncio.Event:
    """Set by Ctrl-C or SIGTERM from now on; what has begun is brought to an end then."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows Ctrl-C arrives as a KeyboardInterrupt
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    return stopped


async def _done_before(stop: Coroutine[Any, Any, Any], work: Coroutine[Any, Any, Any]) -> bool:
    """Do some work, unless `stop` comes first; tells whether it was done. Raises what the work raises."""
    waiting, working = asyncio.create_task(stop), asyncio.create_task(work)
    await asyncio.wait((waiting, working), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if working.done():
        working.result()
        return True
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working
    return False


async def _either(*awaited: Coroutine[Any, Any, Any]) -> None:
    """Wait for the first of several things and give up on the others."""
    waits = [asyncio.create_task(wait) for wait in awaited]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()


def _time_zone() -> str:
    """The name of this machine's time zone; UTC where it cannot be told."""
    name = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    return name if name in zoneinfo.available_timezones() else "UTC"


def _greeting(url: str, database: Path) -> str:
    return (
        f"Furlong's playground is open. Visit it with a browser on this machine:\n\n    {url}\n\n"
        f"You can be {', '.join(PEOPLE[:-1])} or {PEOPLE[-1]} there (“Viewing as”, at the top); {PEOPLE[0]} manages the "
        "server. /help says what to do.\n"
        "Nobody wants to wait for days here: /later lets them pass. /visit opens threads, /inbox direct messages.\n"
        f"Ctrl-C stops the playground. Matches are kept in {database} and go on at the next start."
    )
