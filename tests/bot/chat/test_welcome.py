"""The greeting when the bot is added, and the way from there to a first match."""

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.actions import settings
from bot.model.jobs import Kind
from bot.store.engine.conditions import CLAIM
from tests.bot.screen import alt_texts_of, buttons_of, text_of
from tests.bot.world import World, answer, reply_text

BUTTONS = ["Play a character", "Learn", "Puzzle", "Challenge a friend"]
HOME = "Managers: where do matches live?"
_SOON = 25.0


async def _joins(world: World) -> None:
    """Have Discord report that the bot was invited to all servers here, which the simulation does not report."""
    await world.env.settle()
    for guild in world.bot.guilds:
        await world.bot.on_guild_join(guild)
    await world.bot.delivery.background.idle()


@pytest.mark.greets
async def test_a_server_is_greeted_once_with_a_picture_and_four_buttons(world: World) -> None:
    await _joins(world)
    [greeting] = world.messages()
    assert text_of(greeting).startswith("### Hello! I'm Furlong") and buttons_of(greeting) == [*BUTTONS, HOME]
    assert len(alt_texts_of(greeting)) == 1 and world.pinged(greeting) == []
    await _joins(world)
    await world.restart()
    await world.env.advance_time(_SOON)
    assert [one.id for one in world.messages()] == [greeting.id]


@pytest.mark.greets
async def test_it_greets_where_the_server_greets_newcomers_or_where_it_may_first_write(world: World) -> None:
    hall, lobby = world.guild.create_text_channel("hall"), world.guild.create_text_channel("lobby")
    world.env.backend.edit_guild(world.guild.id, {"system_channel_id": lobby.id})
    other = world.env.create_guild("Without a channel for newcomers")
    no_pictures = discord.PermissionOverwrite(attach_files=False)
    rules = other.create_text_channel("rules", overwrites={other.default_role: no_pictures})
    room = other.create_text_channel("room")
    await _joins(world)
    assert [len(world.messages(one)) for one in (world.channel, hall, lobby, rules, room)] == [0, 0, 1, 0, 1]


@pytest.mark.greets
async def test_where_it_may_write_nowhere_it_greets_nobody(world: World) -> None:
    deny = discord.Permissions(send_messages=True)
    everybody = Overwrite(target_id=world.guild.default_role.id, type=OverwriteType.ROLE, deny=deny.value)
    world.env.backend.set_overwrite(world.channel.id, everybody)
    await _joins(world)
    assert world.messages() == [] and (await world.stored())[Kind.GREETING] == []


@pytest.mark.greets
@pytest.mark.parametrize(("code", "says"), [(200000, "A filter of the server"), (50035, "which is Furlong's fault")])
@pytest.mark.logs_errors
async def test_a_refused_greeting_is_told_to_the_owner(world: World, code: int, says: str) -> None:
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=400, code=code, times=None)
    await _joins(world)
    told = [text_of(message) for message in world.messages(world.guild.owner.dm_channel)]
    assert len(told) == 1 and says in told[0] and f"<#{world.channel.id}>" in told[0]


@pytest.mark.greets
@pytest.mark.logs_errors
async def test_a_kill_between_greeting_and_noting_it_makes_no_second_greeting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.jobs.queue.keep", None)
        patched.setattr("bot.store.jobs.queue.put_back", None)
        await _joins(world)
    assert len(world.messages()) == 1
    await world.restart()
    await world.env.advance_time(CLAIM.total_seconds() + _SOON)
    first, second = world.sent("POST", f"/channels/{world.channel.id}/messages")
    assert first["nonce"] == second["nonce"] and first["enforce_nonce"] is second["enforce_nonce"] is True


@pytest.mark.greets
async def test_managers_are_asked_once_where_matches_live(world: World, boss: MemberActor) -> None:
    await _joins(world)
    [greeting] = world.messages()
    async with world.nothing_changes():
        assert "Manage Server" in reply_text(await world.ada.click(greeting, label=HOME))
        asked = answer(await boss.click(greeting, label=HOME))
        assert buttons_of(asked) == ["In the channel", "A thread for every match"]
        card = answer(await boss.slash(world.channel, "server"))
        assert "Where should matches live?" in buttons_of(card)
    await boss.click(asked, label="A thread for every match")
    assert (await settings.of_server(world.matches, world.guild.id)).uses_threads
    assert "Where should matches live?" not in buttons_of(answer(await boss.slash(world.channel, "server")))
    assert buttons_of(world.messages()[0]) == [*BUTTONS, HOME]


@pytest.mark.greets
async def test_threads_are_proposed_only_where_they_may_be_opened(world: World, boss: MemberActor) -> None:
    deny = discord.Permissions(create_public_threads=True)
    everybody = Overwrite(target_id=world.guild.default_role.id, type=OverwriteType.ROLE, deny=deny.value)
    await _joins(world)
    [greeting] = world.messages()
    for is_possible in (True, False):
        if not is_possible:
            world.env.backend.set_overwrite(world.channel.id, everybody)
        asked = answer(await boss.click(greeting, label=HOME))
        assert ("Create Public Threads" in text_of(asked)) is not is_possible
