"""The page with the boards, as a newcomer meets it: a match against a character, also played from the channel."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.process import Playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.page import Channel

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_newcomer_plays_a_character_on_the_page_and_goes_on_in_chat(
    browser: "Browser", visit: "Callable[[str], Channel]", start: Callable[..., Playground], width: int
) -> None:
    playground = start()
    with browser.new_context(viewport={"width": width, "height": 844}, has_touch=True) as context:
        page = context.new_page()
        page.goto(playground.page)
        page.get_by_role("button", name="Ada").tap()
        page.get_by_role("button", name="Mole").first.tap()
        page.locator("svg a[href$='chosen=b1']").tap()
        page.locator("svg a[href$='chosen=a4']").tap()  # another piece, without going back
        page.locator("svg a[href$='chosen=a4%3Cc4']").tap()
        page.get_by_role("button", name="Play a4<c4").tap()
        expect(page.locator(".moves").get_by_label("Mole (Black)").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(page.locator("body")).not_to_contain_class("offline")
    channel = visit(playground.address)
    channel.type_move("c1b1")
    channel.shows("c1<b1")


_PRESSED_TWICE = """() => [1, 2].map(() => {
    let isSent = null;
    addEventListener("submit", (event) => { isSent = !event.defaultPrevented; event.preventDefault(); }, { once: true });
    document.querySelector("button[value=mole]").click();
    return isSent;
})"""


def test_a_form_that_is_pressed_twice_while_the_answer_takes_long_is_sent_once(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    playground = start()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(playground.page)
        page.get_by_role("button", name="Ada").click()
        expect(page.get_by_role("button", name="Mole").first).to_be_visible()
        assert page.evaluate(_PRESSED_TWICE) == [True, False]
        page.evaluate("dispatchEvent(new Event('pageshow'))")  # as when people come back to a page that was kept
        assert page.evaluate(_PRESSED_TWICE) == [True, False]


def test_in_a_wide_window_what_else_there_is_stands_beside_what_waits(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(start().page)
        page.get_by_role("button", name="Ada").click()
        for _match in range(2):
            page.get_by_role("button", name="Mole").first.click()
            page.get_by_role("link", name="Furlong").click()
            expect(page.locator(".daily")).to_be_in_viewport(ratio=1)
            expect(page.locator(".daily .button")).to_be_visible()
