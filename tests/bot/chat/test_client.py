"""What the client asks of Discord, and what it does with connections and without any."""

# pyright: reportPrivateUsage=false

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest
from discord import ui
from simcord._dpy_internals import listener_futures

from bot.chat import client, features
from bot.chat.client import NEEDED_PERMISSIONS, Connections, Furlong, Options
from bot.chat.core.messages import layout, plain
from bot.chat.core.press import form
from bot.chat.core.rate_limits import Pacer
from bot.model.errors import DatabaseError
from bot.model.jobs import Kind
from bot.model.shards import PER_SECOND, Shards, Share
from bot.screens.core import Act
from tests.bot.thinking import AtOnce
from tests.bot.world import World, url_of


def test_it_asks_discord_for_nothing_but_servers_and_pings_nobody_by_itself(fresh_file: Path) -> None:
    bot = Furlong(Options(url_of(fresh_file), thinkers=Mock()))
    assert bot.intents.value == discord.Intents(guilds=True).value
    state: Any = bot._connection
    assert state.member_cache_flags.value == discord.MemberCacheFlags.none().value and state.max_messages is None
    assert bot.allowed_mentions is not None and bot.allowed_mentions.to_dict() == {"parse": []}
    assert str(bot.activity) == "/help: board games by message"
    assert (bot.shard_count, bot.shard_ids) == (1, [0])
    held = Furlong(Options(url_of(fresh_file), thinkers=Mock(), shards=Shards.parse("2-3/8")))
    assert (held.shard_count, held.shard_ids, held.connections.held()) == (8, [2, 3], Shards.parse("2-3/8"))
    recommended = Furlong(Options(url_of(fresh_file), thinkers=Mock(), shards=None))
    assert (recommended.shard_count, recommended.shard_ids) == (None, None)
    assert not bot.is_open and url_of(fresh_file) not in repr(bot.options), "it may hold a password"


def test_it_needs_few_permissions() -> None:
    needed = {name for name, is_needed in NEEDED_PERMISSIONS if is_needed}
    assert needed == {
        "read_messages",
        "send_messages",
        "create_public_threads",
        "send_messages_in_threads",
        "attach_files",
    }


@pytest.mark.parametrize("paces", [True, False])
async def test_it_paces_its_requests_unless_a_proxy_does(
    fresh_file: Path, monkeypatch: pytest.MonkeyPatch, *, paces: bool
) -> None:
    traced = Mock(return_value=aiohttp.TraceConfig())
    monkeypatch.setattr(client, "tracing", traced)
    bot = Furlong(Options(url_of(fresh_file), thinkers=Mock(), paces_requests=paces))
    [call] = traced.call_args_list
    assert isinstance(call.args[1], Pacer) is paces and (call.args[1] is None) is not paces
    assert await bot._lease(3.0, 7) == Share(PER_SECOND, 7), "the store is not open yet"


def _guild(number: int, *, shard: int, is_unavailable: bool = False) -> Any:
    return Mock(id=((10**12 + shard) << 22) + number, unavailable=is_unavailable)


def test_only_servers_of_connected_shards_are_served_here() -> None:
    here, away, elsewhere = _guild(1, shard=0), _guild(2, shard=0, is_unavailable=True), _guild(3, shard=1)
    bot: Any = Mock(guilds=[here, away, elsewhere], shard_count=2, shard_ids=None)
    known = Connections(bot)
    assert not known.has_any and not known.servers() and not known.unavailable()
    first = (here.id >> 22) % 2
    assert known.connected(first) == Shards.of((first,), 2) == known.shards() and known.has_any
    assert known.servers() == {here.id, away.id} and known.unavailable() == [away.id]
    known.connected(1 - first)
    assert known.servers() == {here.id, away.id, elsewhere.id} and known.held() == Shards.parse("0-1/2")
    for number in (first, 1 - first, 5):
        known.cut_off(number)
    assert not known.has_any
    bot.shard_ids = [1]
    assert known.held() == Shards.parse("1/2")
    bot.shard_count, bot.shard_ids = None, None
    assert known.held() == Shards.parse("0/1") == known.connected(0) == known.shards()


@pytest.mark.parametrize(
    ("ago", "is_lately"),
    [(timedelta(), True), (timedelta(hours=23), True), (timedelta(hours=25), False), (None, False)],
)
def test_it_greets_servers_that_have_invited_it_within_a_day(ago: timedelta | None, *, is_lately: bool) -> None:
    me = Mock(joined_at=None if ago is None else discord.utils.utcnow() - ago)
    assert client._joined_lately(Mock(me=me)) is is_lately
    assert not client._joined_lately(Mock(me=None))


async def test_without_connections_no_clock_is_checked_and_nothing_is_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, tend, look, hold = world.bot, AsyncMock(), AsyncMock(), AsyncMock()
    monkeypatch.setattr(bot, "tend", tend)
    monkeypatch.setattr(bot, "_hold_on", hold)
    monkeypatch.setattr(bot.delivery, "look_around", look)
    clocks: Any = bot._keep_clocks
    waits: Any = bot._send_what_waits
    await clocks()
    await waits()
    assert (tend.await_count, look.await_count, hold.await_count) == (1, 1, 1)
    bot.connections.cut_off(0)
    await clocks()
    await waits()
    assert (tend.await_count, look.await_count, hold.await_count) == (1, 1, 2), "its shards stay its own"


@pytest.mark.logs_errors
async def test_clocks_that_cannot_be_checked_are_checked_again(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tended = AsyncMock(side_effect=OSError("away"))
    monkeypatch.setattr(world.bot, "tend", tended)
    await world.env.advance_time(121)
    assert "what is due could not be done, and is looked for again" in caplog.text and tended.await_count == 2
    holding: Any = Mock(give_back=AsyncMock(side_effect=DatabaseError("SELECT", {}, Exception("away"))))
    await world.bot._give_back(holding)
    assert "other processes wait for them for half a minute" in caplog.text


async def test_the_rounds_go_on_while_the_machine_s_clock_is_put_back_by_an_hour(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    tended = AsyncMock()
    monkeypatch.setattr(world.bot, "tend", tended)
    now = world.env.now
    monkeypatch.setattr(world.env, "now", lambda: now() - timedelta(hours=1))
    await world.env.advance_time(121)
    assert tended.await_count == 2


async def test_of_rounds_that_are_over_nothing_is_kept(world: World) -> None:
    kept: list[int] = []
    for _time in range(2):
        await world.env.advance_time(300)
        kept.append(len(listener_futures(world.bot)))
    assert kept == [2, 2], "the two loops wait for the next round, and for a jump of the clock"


async def test_thoughts_are_looked_for_with_the_clocks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Mock()
    monkeypatch.setattr(world.bot.delivery, "look", looked)
    await world.bot.tend()
    assert looked.call_args.args == (Kind.THOUGHT,)


async def test_closing_finishes_what_goes_on_and_ends_everything(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, done = world.bot, list[str]()

    def noting(name: str) -> Any:
        async def note(*arguments: object) -> None:
            done.append(f"{name} {arguments[-1]}" if arguments and isinstance(arguments[-1], (int, float)) else name)

        return note

    with monkeypatch.context() as patch:
        patch.setattr(bot, "_beside", Mock(aclose=noting("companions")))
        patch.setattr(bot, "_stop_listening", noting("connections"))
        patch.setattr(bot.background, "stop", noting("background"))
        patch.setattr(bot.services.ongoing_answers, "finish", noting("answers"))
        patch.setattr(bot.delivery, "close", noting("delivery"))
        patch.setattr(discord.AutoShardedClient, "close", noting("client"))
        patch.setattr(bot, "_store", Mock(aclose=noting("store")))
        await bot._close()
        patch.setattr(bot, "_opened", None)
        await bot._close()
    full = ["companions", "connections", "background 0", "answers 2.0", "delivery", "client", "store"]
    assert done == [*full, *(one for one in full if not one.startswith(("answers", "delivery")))]
    await world.env.settle()
    assert all(rounds.done() for rounds in bot._rounds)


async def test_a_shard_that_does_not_say_goodbye_is_waited_for_a_second(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = AsyncMock()
    shards = {0: Mock(disconnect=AsyncMock()), 1: Mock(disconnect=AsyncMock())}
    with monkeypatch.context() as patch:
        patch.setattr(client.asyncio, "wait", waited)
        patch.setattr(Furlong, "shards", shards)
        await world.bot._stop_listening()
        patch.setattr(Furlong, "shards", {})
        await world.bot._stop_listening()
    [call] = waited.await_args_list
    assert call.kwargs == {"timeout": 1.0} and len(call.args[0]) == 2
    for task in call.args[0]:
        await task
    await world.bot.on_shard_disconnect(0)
    assert world.bot.connections.has_any, "while it closes, nothing is an outage"


class _Events:
    """Stands in for a bot, and notes what its handlers of events do."""

    def __init__(self, guilds: list[Any], *, unavailable: bool = False, has_moved: bool = False) -> None:
        self.done = list[str]()
        self.guilds, self.services = guilds, Mock(context="context")
        self.connections = Mock(unavailable=Mock(return_value=[1] if unavailable else []))
        self.connections.connected = Mock(return_value=Shards.parse("0/1"))
        self.delivery = Mock(look=lambda *kinds: self.done.append(" ".join(["look", *map(str, kinds)])))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
        self.delivery.look_around = self._noting("look around")
        self.heartbeat = Mock(catch_up=self._noting("catch up"))
        self.has_moved, self._is_closing = has_moved, False

    def _noting(self, what: str) -> Any:
        async def note(*_: object) -> None:
            self.done.append(what)

        return note

    async def _note_connected(self, shard_id: int) -> Shards:
        self.done.append("connected")
        return await Furlong._note_connected(self, shard_id)  # pyright: ignore[reportArgumentType]

    async def _look_at_servers(self) -> None:
        self.done.append("look at servers")

    async def on_guild_join(self, guild: Any) -> None:
        self.done.append(f"join {guild.name}")


def _server(name: str, *, days: float, unavailable: bool = False) -> Any:
    joined_at = discord.utils.utcnow() - timedelta(days=days)
    found = Mock(id=1 << 22, unavailable=unavailable, me=Mock(joined_at=joined_at))
    found.name = name
    return found


@pytest.mark.parametrize(
    ("event", "facts", "done"),
    [
        ("on_shard_resumed", {}, ["connected", "catch up", "look"]),
        ("on_shard_ready", {}, ["connected", "catch up", "look around", "compare", "join new"]),
        (
            "on_shard_ready",
            {"has_moved": True},
            ["connected", "catch up", "look around", "compare", "look at servers", "join new"],
        ),
        (
            "on_shard_ready",
            {"unavailable": True},
            ["connected", "catch up", "look around", "compare", "look at servers", "join new"],
        ),
        ("on_guild_unavailable", {}, ["look at servers"]),
        ("on_guild_available", {}, ["look at servers", "look"]),
        ("on_guild_remove", {}, ["leave", "look at servers"]),
        ("on_guild_join", {}, ["come back", "look at servers", "look"]),
    ],
)
async def test_each_event_of_discord_leads_to_what_it_changes(
    monkeypatch: pytest.MonkeyPatch, event: str, facts: dict[str, bool], done: list[str]
) -> None:
    servers = [_server("new", days=0.5), _server("old", days=2), _server("away", days=0.5, unavailable=True)]
    bot = _Events(servers, **facts)

    async def compare(*_: object) -> bool:
        bot.done.append("compare")
        return bot.has_moved

    monkeypatch.setattr(client.departures, "compare", compare)
    monkeypatch.setattr(client.departures, "leave", bot._noting("leave"))
    monkeypatch.setattr(client.departures, "come_back", bot._noting("come back"))
    about = 0 if "shard" in event else servers[0]
    await getattr(Furlong, event)(bot, about)
    assert bot.done == done


@pytest.mark.logs_errors
async def test_an_outage_of_the_database_stops_no_event(caplog: pytest.LogCaptureFixture) -> None:
    bot: Any = _Events([])
    bot.heartbeat.catch_up = AsyncMock(side_effect=OSError("away"))
    await Furlong.on_shard_resumed(bot, 0)
    assert bot.done == ["connected", "look"] and "the outage of shard 0 could not be credited yet" in caplog.text


@pytest.mark.logs_errors
async def test_one_look_at_the_servers_serves_all_events_that_come_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot, goes_on, looks = world.bot, asyncio.Event(), list[int]()

    async def look() -> None:
        looks.append(1)
        await goes_on.wait()

    await bot._look_at_servers()  # the one that the start of the bot has led to is over
    with monkeypatch.context() as patch:
        patch.setattr(bot.heartbeat, "look_at_servers", look)
        events = [asyncio.create_task(bot._look_at_servers()) for _ in range(4)]
        await asyncio.sleep(0)
        goes_on.set()
        await asyncio.gather(*events)
        assert len(looks) == 2, "the first, and one for the others"
        patch.setattr(bot.heartbeat, "look_at_servers", AsyncMock(side_effect=OSError("away")))
        await bot._look_at_servers()
        assert "it could not be stored yet which servers are cut off" in caplog.text


async def test_views_and_windows_are_not_kept_in_memory() -> None:
    assert plain("Text").is_finished() and layout(ui.TextDisplay("Text")).is_finished()
    assert form("Title", Act("act")).is_finished()


@pytest.mark.parametrize("has_all", [False, True])
async def test_a_start_begins_what_the_host_has_chosen(
    fresh_file: Path, monkeypatch: pytest.MonkeyPatch, *, has_all: bool
) -> None:
    entered, begun, outdated = list[str](), Mock(), AsyncMock(return_value=has_all)

    def start(_background: object, work: Any) -> None:
        begun(work.__name__)
        work.close()

    @asynccontextmanager
    async def companion(_bot: Furlong) -> AsyncGenerator[None]:
        entered.append("entered")
        yield
        entered.append("left")

    monkeypatch.setattr(client, "sync_if_changed", AsyncMock())
    monkeypatch.setattr(client.rating_audits, "are_outdated", outdated)
    monkeypatch.setattr(client.Background, "start", start)
    monkeypatch.setattr(discord.AutoShardedClient, "close", AsyncMock())
    repeated = AsyncMock()
    monkeypatch.setattr(Furlong, "_repeat", repeated)
    thinkers, pusher, post_event = AtOnce(), Mock(), Mock()
    pace = client.Pace(timedelta(hours=2), timedelta(hours=3))
    options = Options(url_of(fresh_file), thinkers=thinkers, companions=[companion], pace=pace)
    if has_all:
        options = replace(
            options,
            emojis=True,
            page="https://a.example",
            has_activity=True,
            has_programs=True,
            pusher=pusher,
            post_event=post_event,
        )
    bot = Furlong(options)
    await bot.setup_hook()
    assert entered == ["entered"] and bot.is_open
    assert [call.args[0] for call in begun.call_args_list] == (["recompute", "provide_symbols"] if has_all else [])
    assert [call.args for call in repeated.call_args_list] == [
        (timedelta(hours=2), bot._send_what_waits),
        (timedelta(hours=3), bot._keep_clocks),
    ]
    commands: dict[str, Any] = {command.name: command for command in bot.tree.get_commands()}
    assert {"play", "settings", "Challenge", "Profile"} < commands.keys()
    assert ("engine" in {option.name for option in commands["play"].parameters}) is has_all
    notice = next(option for option in commands["settings"].parameters if option.name == "notice")
    assert ("push" in {choice.value for choice in notice.choices}) is has_all
    services, delivery = bot.services, bot.delivery
    assert services.handlers.keys() == features.press_handlers().keys()
    assert (services.page, delivery.page) == (options.page, options.page)
    assert (services.has_activity, services.has_push, services.has_programs) == (has_all,) * 3
    assert (delivery.pusher, delivery.post_event) == ((pusher, post_event) if has_all else (None, None))
    assert services.thinkers is delivery.thinkers is thinkers and services.symbols is delivery.symbols
    assert delivery.catch_up == bot.heartbeat.catch_up
    assert {loop._brake for loop in delivery.loops.values()} == {bot._invalid.brake}
    assert services.context.games is options.games or dict(services.context.games) == dict(options.games)
    await bot.close()
    assert entered == ["entered", "left"]


async def test_until_discord_has_told_of_the_bot_as_a_member_nothing_is_known_of_what_it_may(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert world.bot._may_post_in(world.channel.id)
    monkeypatch.setattr(discord.Guild, "me", None)
    assert not world.bot._may_post_in(world.channel.id)
