"""`/server`: who may use it, what it shows, and what it stores."""

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from bot.actions import settings
from bot.model.servers import Server
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text

COMMAND = "server"


@pytest.fixture
def boss(world: World) -> MemberActor:
    """A member who manages the server."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("Boss"), roles=[role])


async def _settings(world: World) -> Server:
    return await settings.of_server(world.bot.services.context, world.guild.id)


async def _card(world: World, who: MemberActor, channel: ChannelHandle | None = None) -> ResponseMessage:
    return answer(await who.slash(channel or world.channel, COMMAND))


async def test_only_managers_of_the_server_see_or_change_its_settings(world: World, boss: MemberActor) -> None:
    card = await _card(world, boss)
    forged = [
        world.forged(world.ada, card, "furlong:server:0:0:panel/none"),
        world.forged(world.ada, card, f"furlong:server:0:0:channel/{world.channel.id}"),
        world.forged(world.ada, card, "furlong:server:0:0:threads/on"),
        world.forged(world.ada, card, "furlong-menu:server:0:0:days", "1 day"),
        world.forged(world.ada, card, "furlong-menu:server:0:0:theme", "night"),
    ]
    async with world.nothing_changes():
        results = await world.at_once(*forged)
        assert COMMAND not in world.ada.available_commands(world.channel), "Discord does not offer it"
        command = world.env.backend.find_command(COMMAND, world.guild.id, type=1)
        assert command is not None
        world.guild.set_command_permissions(int(command["id"]), {world.ada: True})
        results += [await world.ada.slash(world.channel, COMMAND, **typed) for typed in ({}, {"days": "5"})]
    assert len(results) == 7
    assert all("You need the permission **Manage Server** to change" in reply_text(result) for result in results)


async def test_a_server_has_no_settings_in_a_direct_message(world: World) -> None:
    assert COMMAND not in world.ada.user.available_commands()


async def test_menus_that_were_tampered_with_are_refused(world: World, boss: MemberActor) -> None:
    card = await _card(world, boss)
    forged = [
        world.forged(boss, card, "furlong-menu:server:0:0:days", "999"),
        world.forged(boss, card, "furlong-menu:server:0:0:theme", "sepia"),
        world.forged(boss, card, "furlong:server:0:0:channel/12345"),
        world.forged(boss, card, "furlong:server:0:0:panel/soon"),
    ]
    async with world.nothing_changes():
        days, theme, channel, panel = [reply_text(result) for result in await world.at_once(*forged)]
    assert "from 1 to 14" in days and "“sepia” isn't one of the choices" in theme
    assert "isn't a text channel of this server" in channel and "isn't a text channel of this server" in panel


async def test_permissions_lost_in_a_channel_do_not_keep_other_settings_from_changing(
    world: World, boss: MemberActor
) -> None:
    await boss.slash(world.channel, COMMAND, channel=world.channel, panel=world.channel)
    lost = discord.Permissions(attach_files=True, send_messages=True).value
    overwrite = Overwrite(world.guild.default_role.id, OverwriteType.ROLE, deny=lost)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
    await boss.slash(world.guild.create_text_channel("other"), COMMAND, days="5")
    assert (await _settings(world)).days == 5


async def test_a_voice_channel_offers_nothing_for_here(world: World, boss: MemberActor) -> None:
    card = await _card(world, boss, world.guild.create_voice_channel("voice"))
    assert buttons_of(card) == [
        "Where should matches live?",
        "A thread for every match",
        "Keep all boards",
        "Keep matches with characters private",
        "New accounts can't vote",
    ]


async def test_in_a_thread_here_means_its_channel(world: World, boss: MemberActor) -> None:
    created = world.env.backend.create_thread(world.channel.id, "talk", boss.id)
    await world.env.settle()
    card = await _card(world, boss, ChannelHandle(world.env, world.guild, created))
    await boss.click(card, label="Matches only here")
    assert (await _settings(world)).channel_id == world.channel.id


async def test_an_old_panel_that_cannot_be_deleted_keeps_nobody_from_moving_it(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    await boss.slash(world.channel, COMMAND, panel=other)
    await world.env.advance_time(30)
    [posted] = world.messages(other)
    world.env.inject_error("DELETE", f"/channels/{other.id}/messages/{posted.id}", status=403, code=50001)
    card = answer(await boss.slash(world.channel, COMMAND, panel=world.channel))
    assert f"shows open challenges and running matches in {world.channel.mention}" in text_of(card)
