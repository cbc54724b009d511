"""`/server`: who may use it, what it shows, and what it stores."""

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from bot.actions import settings
from bot.model.clock import Terms
from bot.model.servers import USUAL, Server
from bot.texts.language import languages
from render import THEMES
from tests.bot.screen import buttons_of, components_of, menus_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text

COMMAND = "server"
NONSENSE = ("0", "-1", "999", "soon")


@pytest.fixture
def boss(world: World) -> MemberActor:
    """A member who manages the server."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("Boss"), roles=[role])


async def _settings(world: World) -> Server:
    return await settings.of_server(world.bot.services.context, world.guild.id)


async def _card(world: World, who: MemberActor, channel: ChannelHandle | None = None) -> ResponseMessage:
    return answer(await who.slash(channel or world.channel, COMMAND))


def _without(world: World, name: str, **denied: bool) -> ChannelHandle:
    """A channel in which nobody has some permission."""
    lacking = discord.PermissionOverwrite(**denied)
    return world.guild.create_text_channel(name, overwrites={world.guild.default_role: lacking})


async def test_the_card_shows_how_things_are_and_changes_nothing(world: World, boss: MemberActor) -> None:
    async with world.nothing_changes():
        card = await _card(world, boss)
    reply = text_of(card)
    assert "**Time for a move:** 3 days" in reply and "**Matches start in:** any channel" in reply
    assert "in the channel itself" in reply and "**Panel:** none" in reply and "**Pictures:** Dusk" in reply
    assert buttons_of(card) == [
        "Matches only here",
        "Panel here",
        "A thread for every match",
        "Daily puzzle here",
        "Week in review here",
        "No votes of new accounts",
    ]
    assert [len(options) for options in menus_of(card).values()] == [len(languages()) + 1, 15, len(THEMES), 7]


async def test_a_menu_with_a_choice_says_what_the_choice_is_about(world: World, boss: MemberActor) -> None:
    card = await _card(world, boss)
    chosen = [option for item in components_of(card) for option in item.get("options", ()) if option.get("default")]
    assert [option["label"] for option in chosen] == [
        "The language of the community",
        "3 days for a move",
        "Pictures: Dusk",
        "Open challenges wait 7 days",
    ]


async def test_everything_can_be_typed(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("news")
    options = {"days": "a week", "channel": world.channel, "threads": "on", "panel": other, "theme": "night"}
    card = answer(await boss.slash(world.channel, COMMAND, **options))
    [posted] = world.messages(other)
    assert await _settings(world) == Server(
        7,
        world.channel.id,
        uses_threads=True,
        theme="night",
        panel_channel_id=other.id,
        panel_message_id=posted.id,
    )
    reply = text_of(card)
    assert (
        "7 days" in reply and f"only {world.channel.mention}" in reply and other.mention in reply and "Night" in reply
    )


async def test_a_forum_can_be_the_channel(world: World, boss: MemberActor) -> None:
    forum = world.guild.create_forum_channel("matches")
    card = answer(await boss.slash(world.channel, COMMAND, channel=forum, threads="on"))
    assert await _settings(world) == Server(channel_id=forum.id, uses_threads=True)
    reply = text_of(card)
    assert f"**Matches start in:** {forum.mention}, wherever" in reply and "in a post for every match" in reply
    assert buttons_of(card) == [
        "Matches only here",
        "Allow every channel",
        "Panel here",
        "Daily puzzle here",
        "Week in review here",
        "No votes of new accounts",
    ]
    await boss.click(card, label="Matches only here")
    assert f"only {world.channel.mention} and its threads" in text_of(card) and "No threads" in buttons_of(card)


async def test_a_forum_where_furlong_may_not_post_is_refused(world: World, boss: MemberActor) -> None:
    forum = world.guild.create_forum_channel("matches")
    deny = discord.Permissions(send_messages=True, attach_files=True).value
    overwrite = Overwrite(target_id=world.guild.default_role.id, type=OverwriteType.ROLE, deny=deny)
    world.env.backend.set_overwrite(forum.id, overwrite)
    async with world.nothing_changes():
        reply = reply_text(await boss.slash(world.channel, COMMAND, channel=forum))
    assert f"in {forum.mention}: it lacks **Create Posts** and **Attach Files**." in reply


async def test_everything_can_be_clicked_and_taken_back(world: World, boss: MemberActor) -> None:
    card = await _card(world, boss)
    for label in ("Matches only here", "Panel here", "A thread for every match"):
        await boss.click(card, label=label)
    await boss.select(card, ["no limit"], custom_id=option_ids(card)["no limit"])
    await boss.select(card, ["paper"], custom_id=option_ids(card)["paper"])
    here = world.channel.id
    [posted] = world.messages()
    assert await _settings(world) == Server(
        None, here, uses_threads=True, theme="paper", panel_channel_id=here, panel_message_id=posted.id
    )
    assert buttons_of(card) == [
        "Allow every channel",
        "Remove the panel",
        "No threads",
        "Daily puzzle here",
        "Week in review here",
        "No votes of new accounts",
    ]
    for label in ("Allow every channel", "Remove the panel", "No threads"):
        await boss.click(card, label=label)
    await boss.select(card, ["3 days"], custom_id=option_ids(card)["3 days"])
    assert await _settings(world) == Server(theme="paper")


async def test_where_a_page_is_served_a_server_lets_anyone_watch_there_and_gives_the_link(
    world: World, boss: MemberActor
) -> None:
    await world.start_match()
    assert "Watching on the page" not in text_of(await _card(world, boss))
    await world.restart(page="https://furlong.example")
    card = await _card(world, boss)
    assert "**Watching on the page:** only members of this server" in text_of(card)
    more = answer(await world.ada.slash(world.channel, "match"))
    assert "furlong.example" not in text_of(more)
    await boss.click(card, label="Anyone may watch")
    assert await _settings(world) == Server(has_public_pages=True)
    assert "**Watching on the page:** anyone with the link" in text_of(card)
    more = answer(await world.ada.slash(world.channel, "match"))
    assert "Link to watch, for anyone: https://furlong.example/matches/1" in text_of(more)
    await boss.click(card, label="Only members watch")
    assert await _settings(world) == Server()


async def test_settings_and_their_buttons_outlast_a_restart(world: World, boss: MemberActor) -> None:
    card = answer(await boss.slash(world.channel, COMMAND, days="5", channel=world.channel))
    await world.restart()
    assert (await _settings(world)).days == 5
    await boss.click(card, label="Allow every channel")
    assert await _settings(world) == Server(days=5) and "any channel" in text_of(card)


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


async def test_a_manager_who_is_one_no_longer_finds_the_buttons_closed(world: World, boss: MemberActor) -> None:
    card = await _card(world, boss)
    [role_id] = world.env.backend.get_guild(world.guild.id).members[boss.id].role_ids
    world.env.backend.remove_member_role(world.guild.id, boss.id, role_id)
    async with world.nothing_changes():
        assert "**Manage Server**" in reply_text(await boss.click(card, label="Matches only here"))


async def test_a_server_has_no_settings_in_a_direct_message(world: World) -> None:
    assert COMMAND not in world.ada.user.available_commands()


async def test_days_that_are_none_are_refused_and_nothing_else_of_the_command_is_kept(
    world: World, boss: MemberActor
) -> None:
    async with world.nothing_changes():
        for text in NONSENSE:
            reply = reply_text(await boss.slash(world.channel, COMMAND, days=text, theme="night"))
            assert f"“{text}” doesn't work here. Type a number of days from 1 to 14" in reply


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


async def test_a_channel_without_the_permissions_that_a_match_needs_is_refused(world: World, boss: MemberActor) -> None:
    closed = _without(world, "closed", view_channel=False, attach_files=False)
    seen = Overwrite(boss.id, OverwriteType.MEMBER, allow=discord.Permissions(view_channel=True).value)
    world.env.backend.set_overwrite(closed.id, seen)
    await world.env.settle()
    async with world.nothing_changes():
        reply = reply_text(await boss.slash(world.channel, COMMAND, channel=closed, days="5"))
    assert f"what a match needs in {closed.mention}: it lacks **View Channel** and **Attach Files**." in reply


async def test_threads_are_refused_where_furlong_may_not_open_them_or_write_in_them(
    world: World, boss: MemberActor
) -> None:
    flat = _without(world, "flat", create_public_threads=False, send_messages_in_threads=False)
    await boss.slash(world.channel, COMMAND, channel=flat)
    card = await _card(world, boss)
    async with world.nothing_changes():
        reply = reply_text(await boss.click(card, label="A thread for every match"))
    assert f"in {flat.mention}: it lacks **Create Public Threads** and **Send Messages in Threads**." in reply
    await boss.click(card, label="Allow every channel")
    await boss.click(card, label="A thread for every match")
    async with world.nothing_changes():
        assert "**Create Public Threads**" in reply_text(await boss.slash(world.channel, COMMAND, channel=flat))


async def test_a_panel_is_refused_where_furlong_may_not_post_it(world: World, boss: MemberActor) -> None:
    silent = _without(world, "silent", send_messages=False, attach_files=False)
    async with world.nothing_changes():
        reply = reply_text(await boss.slash(world.channel, COMMAND, panel=silent))
    assert f"what the panel needs in {silent.mention}: it lacks **Send Messages**." in reply


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
    assert buttons_of(card) == ["A thread for every match", "No votes of new accounts"]


async def test_in_a_thread_here_means_its_channel(world: World, boss: MemberActor) -> None:
    created = world.env.backend.create_thread(world.channel.id, "talk", boss.id)
    await world.env.settle()
    card = await _card(world, boss, ChannelHandle(world.env, world.guild, created))
    await boss.click(card, label="Matches only here")
    assert (await _settings(world)).channel_id == world.channel.id


async def test_the_panel_is_posted_and_goes_when_it_moves_or_is_removed(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    await boss.slash(world.channel, COMMAND, panel=other)
    await world.env.advance_time(30)
    [posted] = world.messages(other)
    assert (await _settings(world)).panel_message_id == posted.id
    await boss.slash(world.channel, COMMAND, panel=world.channel)
    assert world.messages(other) == []
    await world.env.advance_time(30)
    assert len(world.messages()) == 1
    await boss.click(await _card(world, boss), label="Remove the panel")
    await world.env.advance_time(30)
    assert world.messages() == [] and (await _settings(world)) == USUAL


async def test_a_panel_is_posted_as_soon_as_it_is_asked_for(world: World, boss: MemberActor) -> None:
    await boss.click(await _card(world, boss), label="Panel here")
    await world.bot.delivery.background.idle()
    [posted] = world.messages()
    assert "None right now" in text_of(posted)


async def test_an_old_panel_that_cannot_be_deleted_keeps_nobody_from_moving_it(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    await boss.slash(world.channel, COMMAND, panel=other)
    await world.env.advance_time(30)
    [posted] = world.messages(other)
    world.env.inject_error("DELETE", f"/channels/{other.id}/messages/{posted.id}", status=403, code=50001)
    card = answer(await boss.slash(world.channel, COMMAND, panel=world.channel))
    assert f"shows open challenges and running matches in {world.channel.mention}" in text_of(card)


async def test_settings_apply_to_matches_from_then_on(world: World, boss: MemberActor) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await boss.slash(world.channel, COMMAND, days="no limit", theme="night", threads="on")
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    before, after = await world.match(1), await world.match(2)
    assert before.terms == Terms(3, is_rated=True) and after.terms == Terms(None, is_rated=True)
    assert (before.place.wants_thread, after.place.wants_thread) == (False, True)
    assert before.theme == after.theme == "night"
