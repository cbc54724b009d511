"""The options of `/play`: time for a move, weekends, rating, and the place."""

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.actions import settings
from bot.chat.challenges import views
from bot.model.servers import Server
from bot.texts import limits
from bot.texts.language import languages, speaking
from players.characters import CHARACTERS
from tests.bot.world import World, reply_text


async def _settle(world: World, server: Server) -> None:
    await settings.settle(world.bot.services.context, world.guild.id, lambda _before: server)


async def test_threads_belong_to_the_channel_for_matches(world: World) -> None:
    created = world.env.backend.create_thread(world.channel.id, "talk", world.ada.id)
    await world.env.settle()
    thread = ChannelHandle(world.env, world.guild, created)
    await _settle(world, Server(channel_id=world.channel.id, uses_threads=True))
    assert "You posted an open challenge to Furl (match #1)" in reply_text(
        await world.ada.slash(thread, "play", game="furl")
    )
    match = await world.match()
    assert match.place.channel_id == thread.id and not match.place.wants_thread


async def test_permissions_for_threads_are_required_only_where_threads_are_used(world: World) -> None:
    lacking = discord.PermissionOverwrite(create_public_threads=False, send_messages_in_threads=False)
    flat = world.guild.create_text_channel("flat", overwrites={world.guild.default_role: lacking})
    assert "You posted an open challenge to Furl (match #1)" in reply_text(
        await world.ada.slash(flat, "play", game="furl")
    )
    await _settle(world, Server(uses_threads=True))
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(flat, "play", game="furl"))
    assert f"in {flat.mention}: it lacks **Create Public Threads** and **Send Messages in Threads**." in reply


@pytest.mark.parametrize("code", languages())
def test_everyone_to_play_fits_into_the_window_in_every_language(code: str) -> None:
    with speaking(code):
        offered = views.opponents(has_equal=True)
    assert len({option.value for option in offered}) == len(CHARACTERS) + 1
    assert all(0 < len(text) <= limits.OPTION for option in offered for text in (option.label, option.hint))
