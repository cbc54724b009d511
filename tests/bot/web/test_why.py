"""Why a touched place cannot be chosen: said by the rules, to the player to move alone."""

import re
from dataclasses import replace
from html import unescape

import pytest

import render
from bot.model.match import Match
from bot.screens.pictures import scene_of
from tests.bot.web.visiting import ADA, BEN, Browser, Visited


async def address_on(browser: Browser, page: str) -> str:
    """The address of reasons on a page."""
    found = re.search(r'data-why="([^"]+)"', (await browser.get(page)).text)
    assert found is not None
    return unescape(found[1])


def middle(match: Match, place: str) -> str:
    """The point in the middle of a place, as the end of an address."""
    scene = replace(scene_of(match), is_bare=True)
    for y in range(0, 1_200, 20):
        for x in range(0, 1_000, 20):
            if render.place_at(match.position, scene, (x, y)) == place:
                return f"&x={x + 30}&y={y + 30}"
    raise AssertionError(place)


async def test_a_touch_on_what_cannot_be_chosen_is_answered_by_the_rule(site: Visited) -> None:
    match, ada = await site.match(), await site.visit(ADA)
    here = f"/matches/{match.id}"
    address = await address_on(ada, here)
    assert (await ada.get(address + middle(match, "d4"))).text.startswith("d4 is empty: start with a disc")
    assert (await ada.get(address + middle(match, "g1"))).text.startswith("g1 holds a black disc")
    chosen = await address_on(ada, f"{here}?chosen=a4")
    assert (await ada.get(chosen + middle(match, "f5"))).text.startswith("f5 isn't on a straight line with a4")
    whole = await address_on(ada, f"{here}?chosen=a4%3Cc4")
    assert (await ada.get(whole + middle(match, "g1"))).text.startswith("g1 holds a black disc"), "a4<c4 is complete"
    assert (await ada.get(f"{address}&x=2&y=2")).text == "", "there's nothing"
    assert (await ada.get(f"{address}&x=999999999&y=5")).text == ""


async def test_what_can_be_chosen_and_a_board_that_has_changed_need_no_reason(site: Visited) -> None:
    match, ada = await site.match(), await site.visit(ADA)
    address = await address_on(ada, f"/matches/{match.id}?chosen=a4")
    assert (await ada.get(address + middle(match, "c4"))).text == "", "a4 furls to c4"
    earlier = address.replace(f"revision={match.revision}", f"revision={match.revision + 1}")
    assert (await ada.get(earlier + middle(match, "f5"))).text == ""


async def test_who_is_not_to_move_is_not_told_about_moves(site: Visited) -> None:
    match, ada, ben = await site.match(), await site.visit(ADA), await site.visit(BEN)
    address = await address_on(ada, f"/matches/{match.id}")
    assert (await ben.get(address + middle(match, "d4"))).text == "It's Ada's turn."


@pytest.mark.parametrize("point", ["&x=-1&y=3", "&x=1.5&y=3", "&x=&y=", f"&x={'9' * 40}&y=1"])
async def test_a_point_that_is_none_is_refused(site: Visited, point: str) -> None:
    match, ada = await site.match(), await site.visit(ADA)
    assert (await ada.get(await address_on(ada, f"/matches/{match.id}") + point)).status == 400


async def test_a_touch_out_of_turn_says_whose_turn_it_is(site: Visited) -> None:
    match = await site.match()
    ben = await site.visit(BEN)
    found = re.search(r'data-why="([^"]+)"', (await ben.get(f"/matches/{match.id}")).text)
    assert found is not None
    assert (await ben.get(f"{unescape(found[1])}&x=100&y=100")).text == "It's Ada's turn."
    await site.matches.resign(site.actor(ADA), match.id)
    assert "data-why" not in (await ben.get(f"/matches/{match.id}")).text
