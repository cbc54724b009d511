"""The bot is removed from a server: the server's data is deleted thirty days later, unless it is invited again."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from discord import Object
from simcord.backend import serializers

from bot.chat import client
from bot.model.match import State
from tests.bot.chat.delivery.correspondents import DAY
from tests.bot.screen import text_of
from tests.bot.world import World, url_of


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that checks its due work once a day, so that a month passes quickly."""
    pace = client.Pace(shows=timedelta(days=1), tends=timedelta(days=1))
    return client.Furlong(client.Options(url_of(fresh_file), pace))


def _gone(world: World, *, is_unavailable: bool = False) -> Any:
    """Have Discord remove the bot from a server; returns the server as Discord knows it."""
    world.env.backend.emit("GUILD_DELETE", {"id": f"{world.guild.id}", "unavailable": is_unavailable})
    return None if is_unavailable else world.env.backend.guilds.pop(world.guild.id)


async def _names(world: World) -> list[str]:
    return [name for _person_id, name, *_ in (await world.stored())["people"]]


async def test_the_data_of_a_server_that_has_removed_the_bot_is_deleted_after_thirty_days(world: World) -> None:
    await world.start_match()
    _gone(world)
    await world.env.advance_time(29.5 * DAY)
    assert await _names(world) == ["Ada", "Ben"]
    await world.env.advance_time(1.5 * DAY)
    left = {name for name, rows in (await world.stored()).items() if rows}
    assert left == {"facts"}, "which tell of the bot alone"


def _is_noted(world: World) -> bool:
    """Whether the bot knows that it has left the server."""
    with closing(sqlite3.connect(world.database)) as connection:
        return bool(connection.execute("SELECT * FROM facts WHERE key LIKE 'left server %'").fetchall())


async def test_a_server_that_is_unavailable_was_not_left(world: World) -> None:
    await world.start_match()
    _gone(world, is_unavailable=True)
    await world.env.settle()
    assert not _is_noted(world)


@pytest.mark.parametrize("is_down", [False, True])
@pytest.mark.parametrize("is_unavailable", [False, True])
async def test_days_without_a_server_do_not_count_there(world: World, is_unavailable: bool, is_down: bool) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first", days="3 days")
    await world.ben.click(world.board(), label="Accept")
    begun = await world.match()
    guild = _gone(world, is_unavailable=is_unavailable) or world.env.backend.guilds[world.guild.id]
    await world.env.advance_time(4 * DAY)
    world.env.backend.guilds[world.guild.id] = guild
    if is_down:
        await world.restart()
    else:
        created = serializers.guild_create_payload(world.env.backend, guild)
        if not is_unavailable:
            del created["unavailable"]  # which is there after an outage only
        world.env.backend.emit("GUILD_CREATE", created)
    await world.env.advance_time(1.5 * DAY)
    match = await world.match()
    assert match.state is State.RUNNING and match.deadline is not None and begun.deadline is not None
    assert timedelta() <= match.deadline - begun.deadline - timedelta(days=4) < timedelta(minutes=1)
    assert f"<t:{match.deadline:%s}" in text_of(world.board())
    await world.env.advance_time(2.5 * DAY)
    assert (await world.match()).state is not State.RUNNING


@pytest.mark.parametrize("is_down", [False, True])
async def test_coming_back_is_noticed(world: World, is_down: bool) -> None:
    await world.start_match()
    guild = _gone(world)
    await world.env.settle()
    assert _is_noted(world)
    if is_down:
        world.env.backend.guilds[world.guild.id] = guild
        await world.restart()
    else:
        joined: Any = Object(world.guild.id)
        await world.bot.on_guild_join(joined)
    assert not _is_noted(world)


async def test_being_removed_while_the_bot_was_down_is_noticed_when_it_starts(world: World) -> None:
    await world.start_match()
    del world.env.backend.guilds[world.guild.id]
    await world.restart()
    assert _is_noted(world)
