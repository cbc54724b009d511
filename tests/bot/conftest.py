"""A simulated Discord with the bot in it, for tests that act as people do."""

import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env
from simcord.results import InteractionResult
from sqlalchemy import select

from bot import client
from bot.match import Match
from bot.store.schema import METADATA
from tests import conformance
from tests.bot import screen


@dataclass
class World:
    """A server with a channel, some people, and the bot, whose store is the file `database`."""

    env: Env
    bot: client.Furlong
    database: Path
    guild: GuildHandle
    channel: ChannelHandle
    ada: MemberActor
    ben: MemberActor
    cleo: MemberActor

    async def restart(self) -> None:
        """Stop the bot and start a new one on the same store, as after an update."""
        new = client.create(url_of(self.database))
        await self.env.restart_bot(new)
        await self.bot.close()
        self.bot = new

    async def match(self, number: int = 1) -> Match:
        """A match as it is stored."""
        return await self.bot.matches.load(number)

    async def stored(self) -> dict[str, list[tuple[Any, ...]]]:
        """Everything in the store, to see that nothing has changed."""
        async with self.bot.matches.database.read() as connection:
            return {
                table.name: [tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key))]
                for table in METADATA.sorted_tables
            }

    async def start_match(self, host: MemberActor | None = None, guest: MemberActor | None = None) -> Any:
        """A running match of Furl in which `host` (Ada) moves first against `guest` (Ben); returns its board."""
        host, guest = host or self.ada, guest or self.ben
        await host.slash(self.channel, "play", game="furl", opponent=guest, side="first")
        await guest.click(self.channel.last_message, label="Accept")
        return self.channel.last_message

    def board(self) -> Any:
        """The newest message of the channel."""
        return self.channel.last_message


def url_of(database: Path) -> str:
    """The address of a database file."""
    return f"sqlite+aiosqlite:///{database}"


@pytest.fixture
def simcord_bot(tmp_path: Path) -> client.Furlong:
    """The bot that SimCord's plugin starts."""
    return client.create(url_of(tmp_path / "furlong.db"))


@pytest_asyncio.fixture
async def world(simcord_env: Env, tmp_path: Path) -> AsyncGenerator[World]:
    """A server with Ada, Ben and Cleo in one channel.

    At the end every REST call is checked against Discord's own description.
    """
    guild = simcord_env.create_guild("The Club")
    channel = guild.create_text_channel("games")
    people = [guild.add_member(simcord_env.create_user(name)) for name in ("Ada", "Ben", "Cleo")]
    assert isinstance(simcord_env.bot, client.Furlong)
    created = World(simcord_env, simcord_env.bot, tmp_path / "furlong.db", guild, channel, *people)
    yield created
    await created.bot.close()
    conformance.check(simcord_env)


@pytest.fixture(autouse=True)
def _no_unexpected_errors(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Any:
    """An error that nobody should see fails the test, unless the test is about it (marker `logs_errors`)."""
    yield
    if request.node.get_closest_marker("logs_errors") is None:
        logged = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
        assert not logged, [record.getMessage() for record in logged]


def said(result: InteractionResult) -> str:
    """The private sentences with which the bot answered."""
    messages = [*result.followups]
    if result.response is not None and result.response.ephemeral:
        messages.insert(0, result.response)
    assert messages, "nobody answered"
    assert all(message.ephemeral for message in messages), "an answer was public"
    return "\n".join(screen.text_of(message) for message in messages)
