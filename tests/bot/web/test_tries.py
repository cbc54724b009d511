"""Boards for trying moves without a match."""

import re
from html import unescape

import pytest

from rules import GAMES
from tests.bot.web.visiting import ADA, Visited, words


@pytest.mark.parametrize("key", GAMES)
async def test_each_game_is_tried_from_the_first_page_by_its_own_links(site: Visited, key: str) -> None:
    browser = await site.visit(ADA)
    assert f'href="/try/{key}"' in (await browser.get("/")).text
    here = f"/try/{key}"
    for _choice in range(40):
        board = await browser.get(here)
        assert board.status == 200
        found = re.search(r'src="([^"]+)"', board.text.partition('class="picture"')[2])
        assert found is not None and await browser.get_bytes(unescape(found[1]))
        if len(re.findall("<code>", board.text.partition("Your line")[2].partition("</p>")[0])) == 3:
            break
        further = re.search(r'<a (?:class="button" )?href="(/try/[^"]+chosen=[^"]+)"(?! tabindex)', board.text)
        assert further is not None, words(board)
        here = unescape(further[1])
    else:
        raise AssertionError("no three moves are reached")


async def test_a_line_is_its_address(site: Visited) -> None:
    browser = await site.visit(ADA)
    board = await browser.get("/try/furl/a4%3Cc4.e5%3Ce4")
    assert "Your line : a4<c4 e5<e4" in words(board) and "White to move" in words(board)
    assert 'href="/try/furl/a4%3Cc4?chosen="' in board.text, "one move back"
    chosen = await browser.get("/try/furl/a4%3Cc4?chosen=e5%3Ce4")
    assert "Your line : a4<c4 e5<e4" in words(chosen), "a whole move is tried at once"
    for wrong in ("/try/furl/a4%3Cc4.a4%3Cc4", "/try/furl/nonsense", "/try/nothing", "/try/furl/."):
        assert (await browser.get(wrong)).status == 404, wrong


async def test_dice_are_rolled_or_chosen(site: Visited) -> None:
    browser = await site.visit(ADA)
    assert "press Let chance decide" in words(await browser.get("/try/furbowl"))
    rolled = await browser.post("/try/furbowl", csrf=await browser.csrf(), deed="roll")
    assert rolled.status == 303 and rolled.headers["Location"].startswith("/try/furbowl/")
    board = words(await browser.get(rolled.headers["Location"]))
    assert "Your line" in board and "Which animal acts?" in board, "all that chance decides before a player moves"
    assert (await browser.post("/try/furl", csrf=await browser.csrf(), deed="roll")).status == 400


async def test_nobody_without_a_session_tries(site: Visited) -> None:
    assert (await site.request("GET", "/try/furl")).status == 401
