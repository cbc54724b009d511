"""Two people without Discord: one plays a character, invites the other by a link, and they play on two phones."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from rules import GAMES
from rules.core import Move
from tests.browser.process import Playground
from tests.browser.touch import Touched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

_WIDTH = 390


def _enter(touched: Touched, name: str) -> None:
    touched.page.get_by_label("Your name").fill(name)
    touched.page.get_by_role("button", name="Play as a guest").tap()


def test_the_board_on_the_first_page_takes_a_touch_at_once_and_the_first_move_begins_a_match(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    with browser.new_context(viewport={"width": _WIDTH, "height": 844}, has_touch=True) as context:
        newcomer = Touched(context.new_page(), start().page)
        newcomer.page.evaluate("window.isTheSame = true")
        for stage in ("a4", "a4<c4"):
            newcomer.touch(stage)
        expect(newcomer.page.locator("#play")).to_have_text("Play a4<c4")
        assert newcomer.page.evaluate("window.isTheSame"), "the page was never left"
        newcomer.settles()
        newcomer.page.locator("#play").tap()
        newcomer.page.wait_for_url("**/matches/*")
        newcomer.waits_at(2)
        expect(newcomer.page.locator("svg a").first).to_be_visible()


def test_a_guest_plays_a_character_and_whoever_opens_their_link(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    playground, first = start(), GAMES["furl"].start(2)
    with (
        browser.new_context(viewport={"width": _WIDTH, "height": 844}, has_touch=True) as one,
        browser.new_context(viewport={"width": _WIDTH, "height": 844}, has_touch=True) as other,
    ):
        ann = Touched(one.new_page(), playground.page)
        _enter(ann, "Ann")
        ann.page.get_by_role("button", name="Mole").first.tap()
        expect(ann.page.locator("svg a").first).to_be_visible()
        ann.play(first, Move("a4<c4"))
        expect(ann.page.locator(".moves").get_by_label("Mole (Black)").first).to_be_visible()
        ann.page.goto(playground.page)
        ann.page.get_by_role("link", name="With a person").first.tap()
        ann.page.get_by_label("Which side do you play?").select_option("first")
        ann.page.get_by_role("button", name="Make the link").tap()
        link = ann.page.get_by_label("Send this link to a friend").input_value()
        bea = Touched(other.new_page(), link)
        expect(bea.page.get_by_role("heading", name="Ann (guest) invites you")).to_be_visible()
        _enter(bea, "Bea")
        expect(bea.page.locator(".prompt")).to_contain_text("Ann (guest)")
        expect(ann.page.locator("svg a").first).to_be_visible()
        ann.play(first, Move("a4<c4"))
        bea.waits_at(1)
        expect(bea.page.locator("svg a").first).to_be_visible()
        bea.play(first.play(Move("a4<c4")), Move("e5<e4"))
        ann.waits_at(2)
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= _WIDTH
