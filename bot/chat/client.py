"""The Discord client, which sets up the bot, receives events, and regularly does what is due."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any, Final, cast

import discord

from bot.actions import deadlines, departures, puzzles, rating_audits, startup, weeks
from bot.actions.askers import note_refusal
from bot.actions.context import USUAL_POOL_SIZE, Context
from bot.actions.heartbeats import Heartbeat, SteadyClock
from bot.actions.replays import ReplayServices
from bot.actions.shards import Holding, ShardsHeld
from bot.chat import features
from bot.chat.core.answers import OngoingAnswers
from bot.chat.core.dispatcher import CommandTree, answer_press
from bot.chat.core.languages import PersonLanguages
from bot.chat.core.members import Members, Visitors
from bot.chat.core.rate_limits import InvalidRequests, Pacer, Refusals, tracing
from bot.chat.core.request import Services
from bot.chat.core.rooms import missing
from bot.chat.core.startup import provide_symbols, sync_if_changed, wait_for_turn
from bot.chat.core.translator import option_names
from bot.chat.delivery.delivery import Delivery, PostEvent
from bot.chat.delivery.loop import Background
from bot.chat.matches import views
from bot.chat.matches.boards import keep_up
from bot.model.errors import DatabaseError
from bot.model.jobs import Kind
from bot.model.shards import ALL, PER_SECOND, Shards, Share
from bot.opponents.thinkers import ThinkerProcesses, Thinkers, usual_count
from bot.outside.push import Pusher
from bot.outside.telemetry import Gauge, count_shards, provide, reconnected
from bot.texts.symbols import Symbols
from render.boards import plugin_boards
from rules import GAMES, REFUSED
from rules.core import Game

_log: Final = logging.getLogger(__name__)

_GOODBYE: Final = 1.0  # seconds for all connections together
_LATELY: Final = timedelta(days=1)
_PATIENCE: Final = 2.0  # seconds for answers in progress

NEEDED_PERMISSIONS: Final = discord.Permissions(
    view_channel=True, send_messages=True, create_public_threads=True, send_messages_in_threads=True, attach_files=True
)
"""The permissions that Furlong asks for when it is invited to a server."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How often the bot does what is due.

    `shows` is the interval for posting what is due and for the sign of life of the process, which others expect within
    half a minute. `tends` is the interval for clocks and for the sign of life of each shard.
    """

    shows: timedelta = timedelta(seconds=10)
    tends: timedelta = timedelta(minutes=1)


USUAL_PACE: Final = Pace()


Companion = Callable[["Furlong"], AbstractAsyncContextManager[None]]
"""A context manager to enter when a bot starts and to leave when it stops."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a bot. All but the address of its database have defaults."""

    database_url: str = field(repr=False)

    pace: Pace = USUAL_PACE

    elapsed: Callable[[], float] = time.monotonic
    """Measures seconds by a clock that nobody sets."""

    games: Mapping[str, Game] = field(default_factory=lambda: GAMES, repr=False)
    """The games that it knows."""

    thinkers: Thinkers = field(default_factory=lambda: ThinkerProcesses(usual_count()))
    """Compute the moves of characters, usually in processes of their own; closed with the bot."""

    shards: Shards | None = ALL
    """The shards that it holds; None for all, as many as Discord recommends."""

    pool_size: int = USUAL_POOL_SIZE
    """The maximum number of connections to PostgreSQL."""

    emojis: bool = False
    """Whether the symbols of sides appear as emojis."""

    paces_requests: bool = True
    """Whether the bot itself keeps to Discord's rate limit for the token, rather than a proxy."""

    page: str = ""
    """The public address of the page; empty if none is served."""

    has_activity: bool = False
    """Whether the page also opens inside Discord."""

    has_programs: bool = False
    """Whether the page serves the interface for programs, too."""

    pusher: Pusher | None = None
    """Sends notices to browsers; None if nothing does."""

    post_event: PostEvent | None = None
    """Posts events to webhooks; None if nothing does."""

    companions: Sequence[Companion] = ()
    """Entered when the bot starts and left when it stops."""


class Connections:
    """The connected shards of a client. A shard counts as connected once Discord has listed its servers."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        """Begin without connections."""
        self._client: Final = client
        self._connected: set[int] = set()
        self._away: dict[int, float] = {}  # since when, in monotonic seconds
        provide(Gauge("shards_held", "Shards that this process holds.", lambda: len(self.held().numbers)))
        provide(Gauge("shards_connected", "The held shards that are connected.", lambda: len(self._connected)))
        provide(
            Gauge("shard_away_seconds", "For how long the first shard that was cut off is away.", self.longest_away)
        )

    @property
    def has_any(self) -> bool:
        """Whether any shard is connected; while none is, nothing is due in this process."""
        return bool(self._connected)

    def shards(self) -> Shards:
        """The shards that are connected at the moment."""
        return Shards.of(self._connected, self._client.shard_count or 1)

    def held(self) -> Shards:
        """The shards that this process holds, connected or not."""
        total = self._client.shard_count or 1
        return Shards.of(self._client.shard_ids or range(total), total)

    def connected(self, number: int) -> Shards:
        """Note that a shard is connected, and return it."""
        self._connected.add(number)
        if since := self._away.pop(number, None):
            _log.info("shard %s is connected again, after %.0f s", number, time.monotonic() - since)
        return Shards.of((number,), self._client.shard_count or 1)

    def cut_off(self, number: int) -> None:
        """Note that a shard is disconnected: until it is back, the bot counts as down for its servers."""
        self._connected.discard(number)
        self._away.setdefault(number, time.monotonic())

    def longest_away(self) -> float:
        """For how many seconds the shard that was cut off first is away; 0 if all are connected."""
        return time.monotonic() - min(self._away.values()) if self._away else 0.0

    def unavailable(self) -> Collection[int]:
        """The servers on connected shards that Discord calls unavailable at the moment."""
        shards = self.shards()
        return [guild.id for guild in self._client.guilds if guild.unavailable and shards.hold(guild.id)]

    def servers(self) -> frozenset[int]:
        """The bot's servers on connected shards, including those that are unavailable at the moment."""
        shards = self.shards()
        return frozenset(guild.id for guild in self._client.guilds if shards.hold(guild.id))


@dataclass(frozen=True, slots=True)
class _Opened:
    """The objects of a bot whose store is open."""

    holding: Holding
    heartbeat: Heartbeat
    delivery: Delivery
    services: Services


def _joined_lately(guild: discord.Guild) -> bool:
    """Whether the bot was invited to a server within the last day; not if Discord has described it only in part."""
    joined_at = guild.me and guild.me.joined_at
    return bool(joined_at and joined_at > discord.utils.utcnow() - _LATELY)


def _ends_waits(is_jump: bool = True) -> bool:
    """Whether an event named `clock_jump` is one, or only has the library look through what waits for it."""
    return is_jump


class Furlong(discord.AutoShardedClient):
    """The bot, or the part of it that serves some shards. It opens its store when it logs in."""

    failure: ShardsHeld | None = None
    """The error that made the bot stop by itself, if it did."""

    def __init__(self, options: Options) -> None:
        """Build the bot without starting it: run it with `run(token)`, or attach it to a simulated Discord."""
        self._invalid: Final = InvalidRequests()
        pacer = Pacer(self._invalid, self._lease) if options.paces_requests else None
        shards = options.shards
        self.trace: Final = tracing(self._invalid, pacer)
        super().__init__(
            shard_count=None if shards is None else shards.total,
            # Interactions come without intents; of other events, only those about servers matter.
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            activity=discord.CustomActivity("/help: board games by message"),
            http_trace=self.trace,
        )
        self.shard_ids = None if shards is None else sorted(shards.numbers)
        self.tree: Final = CommandTree(self)
        self.options: Final = options
        self.background: Final = Background()
        self.connections: Final = Connections(self)
        self._looks_at_servers: Final = asyncio.Lock()
        self._servers_changed = False
        self._is_closing = False
        self._closing: asyncio.Task[None] | None = None
        self._opened: _Opened | None = None
        self._rounds: Final[list[asyncio.Task[None]]] = []
        self._store: Final = AsyncExitStack()
        self._beside: Final = AsyncExitStack()

    async def setup_hook(self) -> None:
        """Open the store, hold the shards, register the commands. Raises `DatabaseUnusable` or `ShardsHeld`."""
        options = self.options
        for refused in (*REFUSED, *plugin_boards().refused):
            _log.warning("%s", refused)
        for companion in options.companions:
            await self._beside.enter_async_context(companion(self))
        clock = SteadyClock(discord.utils.utcnow, options.elapsed)
        context = await Context.open(
            options.database_url,
            options.pool_size,
            now=clock,
            steady=clock.steady,
            games=options.games,
            shards=self.connections.shards,
            unavailable=self.connections.unavailable,
            membership=lambda server_id, person_id: self.services.visitors.membership(server_id, person_id),
        )
        self._store.push_async_callback(context.close)
        await startup.compare_clocks(context)
        await startup.look_at_games(context)
        await startup.show_restored(context)
        holding = Holding(context.database, options.shards or ALL, now=discord.utils.utcnow)
        self._store.push_async_callback(self._give_back, holding)
        await holding.take()
        commands = features.all_commands(has_push=options.pusher is not None, has_engines=options.has_programs)
        for command in (*commands, *features.context_menus()):
            self.tree.add_command(command, override=True)
        await sync_if_changed(self.tree, context)
        refusals = Refusals(clock.steady, self._may_post_in)
        self.http.request = cast("Any", refusals.heeded(self.http.request))
        heartbeat = Heartbeat(context, options.pace.tends, clock)
        symbols = Symbols()
        delivery = Delivery(
            self,
            context,
            features.job_kinds(),
            symbols=symbols,
            thinkers=options.thinkers,
            catch_up=heartbeat.catch_up,
            page=options.page,
            pusher=options.pusher,
            post_event=options.post_event,
            brake=self._invalid.brake,
            refusals=refusals,
        )
        services = Services(
            discord=self,
            context=context,
            show=delivery.show_change,
            posted=views.posted,
            deliver=delivery.deliver,
            renew=delivery.renew,
            reopen=delivery.reopen,
            keep_up=partial(keep_up, delivery),
            tell=delivery.tell,
            look=delivery.look,
            page=options.page,
            has_activity=options.has_activity,
            has_push=options.pusher is not None,
            has_programs=options.has_programs,
            handlers={action: handler.answer for action, handler in features.press_handlers().items()},
            members=Members(context.steady, context.budget),
            visitors=Visitors(self, context.steady, context.budget),
            languages=PersonLanguages(context, option_names(self.tree.get_commands())),
            ongoing_answers=OngoingAnswers(),
            move_answers=delivery.move_answers,
            posted_challenges=delivery.posted_challenges,
            replays=ReplayServices(),
            symbols=symbols,
            thinkers=options.thinkers,
            command_ids=await startup.command_ids(context),
        )
        context.left = services.left
        context.budget.refused = lambda: self._invalid.lately
        self._invalid.tell = partial(note_refusal, context.budget)
        self._opened = _Opened(holding, heartbeat, delivery, services)
        if await rating_audits.are_outdated(context.database):
            self.background.start(rating_audits.recompute(context.database))
        if options.emojis:
            self.background.start(provide_symbols(self, context, options.games.values(), symbols))
        for interval, round_ in ((options.pace.shows, self._send_what_waits), (options.pace.tends, self._keep_clocks)):
            self._rounds.append(asyncio.create_task(self._repeat(interval, round_)))

    @property
    def is_open(self) -> bool:
        """Whether the store is open."""
        return self._opened is not None

    def _open(self) -> _Opened:
        assert self._opened is not None, "the store is open"
        return self._opened

    @property
    def services(self) -> Services:
        """The services of a bot whose store is open."""
        return self._open().services

    @property
    def delivery(self) -> Delivery:
        """The delivery of a bot whose store is open."""
        return self._open().delivery

    @property
    def heartbeat(self) -> Heartbeat:
        """The heartbeat of a bot whose store is open."""
        return self._open().heartbeat

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until it is a shard's turn to connect, among all processes with the same token."""
        if shard_id is not None:
            await wait_for_turn(self, self.services.context, shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that a shard is disconnected: the bot counts as down for its servers, because nobody can move there."""
        if not self._is_closing:
            self.connections.cut_off(shard_id)
            reconnected()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard is connected again."""
        await self._note_connected(shard_id)
        self.delivery.look()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Note that a shard is connected and that Discord has listed its servers."""
        shards = await self._note_connected(shard_id)
        await self.delivery.look_around()
        has_moved = await departures.compare(self.services.context, self.connections.servers(), shards)
        if has_moved or self.connections.unavailable():
            await self._look_at_servers()
        for guild in self.guilds:
            if shards.hold(guild.id) and not guild.unavailable and _joined_lately(guild):
                await self.on_guild_join(guild)

    async def _note_connected(self, shard_id: int) -> Shards:
        """Note that a shard is connected, credit its players with the outage, and return it."""
        shards = self.connections.connected(shard_id)
        try:
            await self.heartbeat.catch_up()
        except Exception:  # noqa: BLE001 - the next round of the clocks credits it
            _log.exception("the outage of shard %s could not be credited yet", shard_id)
        return shards

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot was invited to a server, perhaps while it was down, and greet it once."""
        await departures.come_back(self.services.context, guild.id)
        await self._look_at_servers()
        self.delivery.look()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server: from now on, no clock counts there."""
        await departures.leave(self.services.context, guild.id)
        await self._look_at_servers()

    async def on_guild_unavailable(self, _guild: discord.Guild) -> None:
        """Note that Discord cannot reach a server: from now on, no clock counts there."""
        await self._look_at_servers()

    async def on_guild_available(self, _guild: discord.Guild) -> None:
        """Credit the players of a server that Discord can reach again, and send what waits there."""
        await self._look_at_servers()
        self.delivery.look()

    async def _look_at_servers(self) -> None:
        """Store which servers are cut off; one look serves all events that arrive while an earlier one is under way."""
        self._servers_changed = True
        async with self._looks_at_servers:
            if self._servers_changed:
                self._servers_changed = False
                try:
                    await self.heartbeat.look_at_servers()
                except Exception:  # noqa: BLE001 - the database is away; the next round of the clocks looks again
                    _log.exception("it could not be stored yet which servers are cut off")

    async def on_ready(self) -> None:
        """Log that all shards are connected, and the address that invites the bot."""
        count_shards(self.shard_count or 1)
        if self.application_id is not None:
            _log.info(
                "ready on %s servers of shards %s; to invite it to another, open %s",
                len(self.guilds),
                self.connections.shards(),
                discord.utils.oauth_url(self.application_id, permissions=NEEDED_PERMISSIONS),
            )

    def stop(self) -> None:
        """Begin to close the bot in a separate task, unless that has begun."""
        self._closing = self._closing or asyncio.create_task(self._close())

    async def close(self) -> None:
        """Accept no more commands, finish current work or leave it to others, disconnect, close the store.

        This takes less than the ten seconds that hosts give a process to stop. A second call waits for the first.
        """
        self.stop()
        assert self._closing is not None, "it has begun"
        await asyncio.shield(self._closing)

    async def __aexit__(self, *_: object) -> None:
        """Close the bot completely; discord.py would return as soon as it is disconnected."""
        await self.close()

    async def _close(self) -> None:
        await self._beside.aclose()
        for rounds in self._rounds:
            rounds.cancel()
        await self._stop_listening()
        await self.background.stop(0)
        if self._opened is not None:
            await self._opened.services.ongoing_answers.finish(_PATIENCE)
            await self._opened.delivery.close()
        await super().close()
        await self._store.aclose()

    async def _stop_listening(self) -> None:
        """Disconnect, so that Discord sends no more commands; work in progress is still finished."""
        self._is_closing = True
        goodbyes = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        if goodbyes:
            await asyncio.wait(goodbyes, timeout=_GOODBYE)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press, a choice or a submitted modal; discord.py calls commands by itself."""
        if self.is_open:
            self.delivery.refusals.reopen(interaction.user.id, interaction.message)
        await answer_press(interaction, features.press_handlers())

    async def _repeat(self, interval: timedelta, round_: Callable[[], Awaitable[None]]) -> None:
        """Do what is due at an interval by the monotonic clock, and at once if the machine's clock has jumped.

        The library's own loops sleep until a time of day, which comes an hour late if the clock is put back by an hour.
        """
        while True:
            due = time.monotonic() + interval.total_seconds()
            try:
                await round_()
            except Exception:  # noqa: BLE001 - a loop that raises stops for good; the next round sees an outage
                _log.exception("what is due could not be done, and is looked for again")
            try:
                await self.wait_for("clock_jump", check=_ends_waits, timeout=max(0.0, due - time.monotonic()))
            except TimeoutError:
                self.dispatch("clock_jump", False)  # the library keeps what has waited in vain until its event comes

    async def _send_what_waits(self) -> None:
        if self.heartbeat.has_jumped:
            self.dispatch("clock_jump")
        if self.connections.has_any:
            await self.delivery.look_around()
        await self._hold_on()

    async def _keep_clocks(self) -> None:
        if self.connections.has_any:
            await self.tend()
            await departures.delete(self.services.context, self.connections.servers(), self.connections.shards())
        else:
            self.heartbeat.follow()
        await startup.look_back(self.services.context)

    async def tend(self) -> None:
        """Do what is due in matches, and prepare the daily and weekly posts of servers."""
        await deadlines.tend(self.services.context, self.heartbeat)
        await puzzles.lay_out_daily(self.services.context)
        await weeks.lay_out(self.services.context)
        self.delivery.look(Kind.THOUGHT)

    def _may_post_in(self, channel_id: int) -> bool:
        """Whether Discord has told of a channel or thread where the bot has the permissions that a board needs."""
        channel = self.get_channel(channel_id)
        in_thread = isinstance(channel, discord.Thread)
        parent = channel.parent if in_thread else channel
        if parent is None or isinstance(parent, discord.abc.PrivateChannel) or not parent.guild.me:
            return False
        return not missing(parent.permissions_for(parent.guild.me), in_thread=in_thread)

    async def _lease(self, wanted: float, refused: int) -> Share:
        """The share of requests to Discord that this process may send: a small one before the store is open."""
        if self._opened is None:
            return Share(PER_SECOND, refused)
        return await self._opened.holding.lease(wanted, refused)

    async def _give_back(self, holding: Holding) -> None:
        """Release the shards for other processes at once, if the database can be reached."""
        try:
            await holding.give_back()
        except (OSError, DatabaseError) as error:
            _log.warning(
                "the shards could not be released, so other processes wait for them for half a minute: %s", error
            )

    async def _hold_on(self) -> None:
        """Store a sign of life, and stop this process if another one has taken its shards."""
        try:
            opened = self._open()
            opened.services.context.processes = await opened.holding.renew(self._invalid.count)
        except ShardsHeld as held:
            self.failure = held
            self.stop()
        except Exception:  # noqa: BLE001 - a loop that raises stops for good; the database may be back the next time
            _log.exception("the hold on the shards could not be renewed")
