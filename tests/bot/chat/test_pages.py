"""Open the board: the way from Discord to the page in the browser, and out of it again."""

from bot.actions import sessions
from tests.bot.screen import button_id, buttons_of, components_of
from tests.bot.world import World, answer, reply_text

PAGE = "https://furlong.example"


async def test_without_a_page_nothing_leads_to_it(world: World) -> None:
    await world.start_match()
    picker = answer(await world.ada.click(world.board(), label="Move"))
    listed = answer(await world.ada.slash(world.channel, "games"))
    assert "Open the board" not in (*buttons_of(picker), *buttons_of(listed))
    [told] = await world.at_once(world.forged(world.ada, world.board(), "furlong:open_board:1:0:"))
    assert "serves no page" in reply_text(told)


async def test_a_picker_and_the_list_of_matches_lead_to_the_page_with_a_link_that_opens_it_once(world: World) -> None:
    await world.start_match()
    await world.restart(page=PAGE)
    picker = answer(await world.ada.click(world.board(), label="Move"))
    listed = answer(await world.ada.slash(world.channel, "games"))
    for message, ending in ((picker, "?match=1"), (listed, "")):
        opened = answer(await world.ada.click(message, label="Open the board"))
        [link] = [item["url"] for item in components_of(opened) if item.get("url")]
        beginning, _, token = link.removesuffix(ending).rpartition("/")
        assert beginning == f"{PAGE}/enter" and link.endswith(ending)
        session = await sessions.find(world.matches, await sessions.begin(world.matches, token))
        assert session is not None and session.person.id == world.ada.id
        assert (session.server_id, session.channel_id) == (world.guild.id, world.channel.id)


async def test_a_link_leads_to_no_match_that_is_not_there(world: World) -> None:
    board = await world.start_match()
    await world.restart(page=PAGE)
    async with world.nothing_changes():
        [refused] = await world.at_once(world.forged(world.ada, board, "furlong:open_board:7:0:"))
        assert reply_text(refused).startswith("There is no match #7")


async def test_the_command_about_privacy_tells_in_how_many_browsers_one_is_signed_in_and_ends_that(
    world: World,
) -> None:
    await world.start_match()
    assert "signed in" not in reply_text(await world.ada.slash(world.channel, "privacy"))
    tokens = [await sessions.link(world.matches, world.actor(world.ada), None) for _ in range(3)]
    browsers = [await sessions.begin(world.matches, token) for token in tokens[:2]]
    told = await world.ada.slash(world.channel, "privacy")
    assert "signed in to the page with the boards in 2 browsers" in reply_text(told)
    pressed = await world.ada.click(answer(told), custom_id=button_id(answer(told), "Sign out everywhere"))
    assert reply_text(pressed) == "You are signed out of every browser."
    assert [await sessions.find(world.matches, browser) for browser in browsers] == [None, None]
    assert "signed in" not in reply_text(await world.ada.slash(world.channel, "privacy"))
