"""Picking a move of each game in a channel full of boards: every list opens, stays open and keeps its place."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from bot.actions import challenges, matches
from bot.model.challenges import Proposal
from bot.model.people import Actor, Person
from rules import FAMILIES, Game
from rules.core import Seat
from tests.browser.filled import filled, opened
from tests.browser.process import Playground

if TYPE_CHECKING:
    from tests.browser.page import Channel

pytestmark = pytest.mark.browser

_BOARDS = 30
_WIDTHS = (390, 1280)
_LONGEST = 8  # choices of a move
_OPTIONS = ".select-list:not([hidden]) [role=option]"
_PLACE = "(list) => Math.round(list.getBoundingClientRect().top)"


async def fill(file: Path) -> None:
    """Begin matches of all games in turn between Ada and Ben."""
    async with opened(file) as (context, place):
        ada, ben, *_ = (Person(member.id, member.name) for member in place.people)
        for number in range(_BOARDS):
            proposal = Proposal(FAMILIES[number % len(FAMILIES)], place.channel.id, (ben,), Seat(0))
            match = (await challenges.propose(context, Actor(ada, place.server.id), place.server.id, proposal)).match
            async with matches.joining(context, match.id, Actor(ben, place.server.id), seen=None) as change:
                challenges.join(change, ben)
            if change.match.is_about_to_begin:
                async with matches.change(context, match.id) as change:
                    challenges.begin_with(change, replace(change.match.place, message_id=number + 1))
                    change.place_at(match.place)  # there is no such message


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playground]:
    """A playground with many boards."""
    with filled(tmp_path_factory.mktemp("full") / "playground.db", fill) as playground:
        yield playground


@pytest.mark.parametrize("width", _WIDTHS)
@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.key)
def test_a_move_is_picked_by_mouse_and_keyboard(
    visit: "Callable[[str], Channel]", full: Playground, game: Game, width: int, request: pytest.FixtureRequest
) -> None:
    if game.key == "furbowl" and width == _WIDTHS[0]:
        request.applymarker(
            pytest.mark.xfail(reason="SimCord closes a list that is below the window until it has scrolled back")
        )
    channel = visit(full.address)
    channel.page.set_viewport_size({"width": width, "height": 844})
    move = channel.page.get_by_role("button", name="Move", exact=True)
    board = channel.messages.filter(has_text=f"{game.name} · match").filter(has=move).last
    if "@Ben" in board.inner_text():
        channel.become("Ben")
    channel.press("Move", board)
    picker = channel.messages.filter(has_text=f"{game.name} · match").last
    for number in range(_LONGEST):
        if number and not picker.get_by_role("button", name="Back").count():
            break  # what was chosen is played
        for menu in picker.get_by_role("combobox").all():
            opens_and_closes(channel, menu)
        confirm = picker.get_by_role("button", name="Play ")
        if confirm.count():
            break
        choose(channel, picker)
    else:
        raise AssertionError(f"the picker never ends: {picker.inner_text()}")
    assert channel.page.evaluate("document.scrollingElement.scrollWidth") == width


def opens_and_closes(channel: "Channel", menu: Locator) -> None:
    """Assert that a list opens in its place, stays open, and can be used by mouse and by keyboard."""
    options = channel.page.locator(_OPTIONS)
    for opens in (menu.click, lambda: menu.press("Enter")):
        menu.scroll_into_view_if_needed()
        place = menu.evaluate(_PLACE)
        opens()
        expect(options.first).to_be_visible()
        channel.wait()
        assert menu.evaluate(_PLACE) == place
        channel.page.keyboard.press("ArrowDown")
        expect(menu).to_have_attribute("aria-expanded", "true")
        channel.page.keyboard.press("Escape")
        expect(options).to_have_count(0)


def choose(channel: "Channel", picker: Locator) -> None:
    """Choose the first option."""
    menus = picker.get_by_role("combobox")
    if menus.count():
        menus.last.click()
        channel.page.locator(_OPTIONS).first.click()
    else:
        picker.locator("button.component-button").first.click()
    channel.wait()
