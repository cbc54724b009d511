"""A simulated Discord with the bot in it, for tests that act as people do."""

import logging
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.env import Env

from bot.chat import client
from bot.model.servers import Server
from bot.screens import pictures
from studio.playground import strict
from tests import conformance
from tests.bot.known_commands import EarlierStart, start_once
from tests.bot.quick_simulation import quicken
from tests.bot.tables import all_games, run
from tests.bot.thinking import AtOnce
from tests.bot.world import PaintedPictures, World, answer, reply_text, url_of
from tests.conformance import judge
from tests.conformance.recorder import Recorder

__all__ = ["World", "answer", "reply_text"]


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers and the fixtures, which tests of the store use too."""
    config.pluginmanager.import_plugin("tests.bot.fixtures")
    config.addinivalue_line("markers", "logs_errors: the test is about errors, which may stand in the log")
    config.addinivalue_line(
        "markers", "first_start: the bot has to make its commands known to Discord, as it never has"
    )
    config.addinivalue_line("markers", "greets: the bot greets a server that has invited it; others count as greeted")
    config.addinivalue_line("markers", "alone: matches with characters are private, as servers have them by default")
    config.addinivalue_line("markers", "each_database: a test of the page or of programs runs on PostgreSQL too")
    config.addinivalue_line("markers", "paints: real pictures are painted, by and by, instead of quick stand-ins")


@pytest.fixture(autouse=True)
def canvas(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> PaintedPictures:
    """Replaces painting by a stand-in, unless the test has the marker `paints`."""
    stand_in = PaintedPictures()
    pictures.painted.cache_clear()
    if request.node.get_closest_marker("paints") is None:
        monkeypatch.setattr("render.picture", stand_in.picture)
    return stand_in


@pytest.fixture(autouse=True)
def _servers_are_greeted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the marker `greets`, a channel contains only the subject of the test."""

    async def greet(*_: object) -> None:
        pass

    if request.node.get_closest_marker("greets") is None:
        monkeypatch.setattr("bot.store.jobs.server_posts.greet", greet)


@pytest.fixture(autouse=True)
def _solitary_matches_are_shown(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the marker `alone`, whoever plays a character alone has the board in the channel, as a server may choose."""
    if request.node.get_closest_marker("alone") is None:
        monkeypatch.setattr("bot.model.servers.USUAL", Server(shows_solitary=True))


@pytest.fixture(scope="session", autouse=True)
def _waits_for_a_database_are_long() -> Generator[None]:
    """A busy machine takes seconds for what many ask of a database at once, and none of them is refused for that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.store.engine.engines.BUSY_SECONDS", 60.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _refusals_come_at_once() -> Generator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.web.edge.REFUSED_AFTER", 0.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_simulation() -> Generator[None]:
    with pytest.MonkeyPatch.context() as patch, strict.enforced():
        quicken(patch)
        yield


@pytest.fixture(scope="session")
def recorder() -> Generator[Recorder]:
    """Records every request to a simulated Discord."""
    with pytest.MonkeyPatch.context() as patch:
        recorder = Recorder()
        recorder.attach(patch)
        yield recorder


@pytest.fixture(autouse=True)
def _requests_are_judged(recorder: Recorder) -> Generator[None]:
    """After each test, Discord's limits judge all requests in it."""
    yield
    judge.check(recorder.take())


@pytest.fixture(scope="session")
def earlier_start(
    migrated_file: Path, tmp_path_factory: pytest.TempPathFactory, recorder: Recorder
) -> Generator[EarlierStart]:
    """The state that an earlier start of the bot has left."""
    started = run(start_once(migrated_file, tmp_path_factory.mktemp("started")))
    judge.check(recorder.take())
    with pytest.MonkeyPatch.context() as patch:
        started.is_known_to_discord(patch)
        yield started


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """The bot that SimCord's plugin starts."""
    return client.Furlong(client.Options(url_of(fresh_file), games=all_games(), thinkers=AtOnce()))


@pytest_asyncio.fixture
async def world(simcord_env: Env, fresh_file: Path, canvas: PaintedPictures) -> AsyncGenerator[World]:
    """A server with Ada, Ben and Cleo in one channel. In the end, Discord's description checks all REST calls."""
    guild = simcord_env.create_guild("The Club")
    channel = guild.create_text_channel("games")
    people = [guild.add_member(simcord_env.create_user(name)) for name in ("Ada", "Ben", "Cleo")]
    assert isinstance(simcord_env.bot, client.Furlong)
    created = World(simcord_env, simcord_env.bot, fresh_file, canvas, guild, channel, *people)
    yield created
    await created.bot.close()
    conformance.check(simcord_env)


@pytest.fixture(autouse=True)
def _no_unexpected_errors(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Generator[None]:
    """An unexpected error in the log fails the test, unless the test has the marker `logs_errors`."""
    yield
    if request.node.get_closest_marker("logs_errors") is None:
        logged = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
        assert not logged, [record.getMessage() for record in logged]


@pytest.fixture
def boss(world: World) -> MemberActor:
    """A server manager."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("Boss"), roles=[role])
