"""Open the board: the way from Discord to the page in the browser, and signing out again."""

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.actions import sessions
from bot.model.people import Person
from bot.model.settings import Reach
from tests.bot.chat.delivery.correspondents import likes
from tests.bot.screen import button_id, buttons_of, components_of
from tests.bot.world import World, answer, reply_text

PAGE = "https://furlong.example"


async def test_without_a_page_nothing_links_to_it(world: World) -> None:
    await world.start_match()
    picker = answer(await world.ada.click(world.board(), label="Move"))
    listed = answer(await world.ada.slash(world.channel, "games"))
    assert "Open the board" not in (*buttons_of(picker), *buttons_of(listed))
    [told] = await world.at_once(world.forged(world.ada, world.board(), "furlong:open_board:1:0:"))
    assert "The page with the boards is no longer there." in reply_text(told)


async def test_a_picker_and_the_list_of_matches_lead_to_the_page_with_a_link_that_opens_it_once(world: World) -> None:
    await world.start_match()
    await world.restart(page=PAGE)
    picker = answer(await world.ada.click(world.board(), label="Move"))
    listed = answer(await world.ada.slash(world.channel, "games"))
    for message, match_id in ((picker, 1), (listed, None)):
        [link] = [item["url"] for item in components_of(message) if item.get("url")]
        address, _, query = link.partition("?")
        beginning, _, token = address.rpartition("/")
        assert query == ("" if match_id is None else f"match={match_id}"), "for a browser that has used the link"
        session_token, leads_to = await sessions.begin(world.matches, token)
        session = await sessions.find(world.matches, session_token)
        assert (beginning, leads_to) == (f"{PAGE}/enter", match_id)
        assert session is not None and session.person.id == world.ada.id
        assert (session.server_id, session.channel_id) == (world.guild.id, world.channel.id)


async def test_a_message_that_it_is_your_turn_opens_that_board(world: World) -> None:
    await likes(world, world.ben, Reach.DIRECT)
    await world.start_match()
    await world.restart(page=PAGE)
    await world.play("a4<c4")
    told = world.messages(world.ben.user.dm_channel)[-1]
    opened = answer(await world.ben.user.click(told, label="Open the board"))
    [link] = [item["url"] for item in components_of(opened) if item.get("url")]
    assert link.startswith(f"{PAGE}/enter/") and link.endswith("?match=1")


async def test_a_link_to_a_missing_match_leads_nowhere(world: World) -> None:
    board = await world.start_match()
    await world.restart(page=PAGE)
    async with world.nothing_changes():
        [refused] = await world.at_once(world.forged(world.ada, board, "furlong:open_board:99999999:0:"))
        assert reply_text(refused).startswith("There's no match #99999999")


async def test_the_command_about_privacy_tells_in_how_many_browsers_one_is_signed_in_and_ends_that(
    world: World,
) -> None:
    await world.start_match()
    assert "signed in" not in reply_text(await world.ada.slash(world.channel, "privacy"))
    tokens = [await sessions.link(world.matches, world.actor(world.ada), None) for _ in range(3)]
    browsers = [(await sessions.begin(world.matches, token))[0] for token in tokens[:2]]
    told = await world.ada.slash(world.channel, "privacy")
    assert "signed in to the page with the boards in 2 browsers" in reply_text(told)
    pressed = await world.ada.click(answer(told), custom_id=button_id(answer(told), "Sign out everywhere"))
    assert reply_text(pressed) == "You're signed out of every browser."
    assert [await sessions.find(world.matches, browser) for browser in browsers] == [None, None]
    assert "signed in" not in reply_text(await world.ada.slash(world.channel, "privacy"))


async def test_if_the_host_enables_it_the_board_opens_inside_discord(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    launched: list[discord.InteractionResponse[Any]] = []

    async def launch(response: discord.InteractionResponse[Any]) -> None:
        launched.append(response)

    monkeypatch.setattr(discord.InteractionResponse, "launch_activity", launch)
    role = world.guild.create_role("players", permissions=discord.Permissions(use_embedded_activities=True))
    cleo = world.guild.add_member(world.env.create_user("Cleo"), roles=[role])
    await world.start_match(host=cleo)
    await world.restart(page=PAGE, has_activity=True)
    picker = answer(await cleo.click(world.board(), label="Move"))
    await world.at_once(world.forged(cleo, picker, button_id(picker, "Open the board")))
    assert len(launched) == 1 and not launched[0].is_done(), "nothing was answered before"
    person = Person(cleo.id, "Cleo")
    token, match_id = await sessions.begin_in_discord(world.matches, person, None)
    session = await sessions.find(world.matches, token)
    assert match_id == 1 and session is not None
    assert (session.server_id, session.channel_id) == (world.guild.id, world.channel.id)


async def test_where_discord_does_not_open_the_board_there_is_the_link(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[int] = []

    async def launch(response: discord.InteractionResponse[Any]) -> None:
        refused.append(1)
        raise discord.HTTPException(Mock(status=400, reason="Bad Request"), "no Activities here")

    monkeypatch.setattr(discord.InteractionResponse, "launch_activity", launch)
    role = world.guild.create_role("players", permissions=discord.Permissions(use_embedded_activities=True))
    cleo = world.guild.add_member(world.env.create_user("Cleo"), roles=[role])
    await world.start_match(guest=cleo)
    await world.restart(page=PAGE, has_activity=True)
    opened = answer(await cleo.click(answer(await cleo.slash(world.channel, "games")), label="Open the board"))
    listed = answer(await world.ada.slash(world.channel, "games"))  # Ada may not open Activities
    for message in (opened, listed):
        assert any(item.get("url", "").startswith(f"{PAGE}/enter/") for item in components_of(message))
    assert len(refused) == 1


async def test_sessions_inside_discord_are_distinguished_from_those_of_browsers(world: World) -> None:
    await world.start_match()
    await sessions.begin_in_discord(world.matches, world.actor(world.ada).person, None)
    told = reply_text(await world.ada.slash(world.channel, "privacy"))
    assert "signed in to the page with the boards inside Discord, since" in told
