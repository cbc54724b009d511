"""What happens on a board is read out by a region that stays, and a second tap hits nothing that has just appeared."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.process import Playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

_HEAR = """() => {
  window.region = document.querySelector("#said");
  window.said = [];
  new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true, characterData: true });
}"""
_TWICE = """() => new Promise((done) => {
  const { x, y, width, height } = document.querySelector("#play").getBoundingClientRect();
  const under = () => document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button, a");
  const before = under();
  new MutationObserver((_changes, watcher) => {
    if (before.isConnected) return;
    watcher.disconnect();
    setTimeout(() => done(under()?.textContent ?? ""), 150);
  }).observe(document.querySelector("#board"), { childList: true });
  before.click();
})"""


def _begun(page: "Page", playground: Playground, name: str = "Ada") -> None:
    page.goto(playground.page)
    page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Mole").first.click()
    expect(page.locator("svg a").first).to_be_visible()


def test_moves_are_read_out_first_by_a_region_that_stays(browser: "Browser", start: Callable[..., Playground]) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        _begun(page, start())
        page.evaluate(_HEAR)
        page.locator("svg a[href$='chosen=a4']").click()
        page.locator("svg a[href$='chosen=a4%3Cc4']").click()
        page.locator("#play").click()
        expect(page.locator(".moves").get_by_label("Mole (Black)").first).to_be_visible()
        page.wait_for_function(
            "() => said.some((text) => text.startsWith('Mole (Black)') && text.includes('Which disc'))"
        )
        said = page.evaluate("said")
        assert any(text.startswith("Ada (White)") and "a4<c4" in text for text in said), said
        assert page.evaluate("region.isConnected && region === document.querySelector('#said')")
        page.goto("/".join((*page.url.split("/")[:3], "puzzles", "furl")))
        page.evaluate(_HEAR)
        page.locator("svg a").first.click()
        page.wait_for_function("() => said.length > 0 && region.isConnected")


def test_nothing_that_has_just_appeared_is_under_a_finger_for_half_a_second(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        playground = start()
        _begun(page, playground)
        page.goto(playground.page)
        page.get_by_role("button", name="Mole").first.click()  # so that another match waits
        page.locator("svg a[href$='chosen=a4']").click()
        page.locator("svg a[href$='chosen=a4%3Cc4']").click()
        expect(page.locator("#play")).not_to_contain_class("fresh")
        assert page.evaluate(_TWICE) == ""
        expect(page.locator(".fresh")).to_have_count(0)


def test_a_hint_stays_although_the_match_has_changed_by_it(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        _begun(page, start())
        page.locator("details.more > summary").click()
        with page.expect_response("**/deeds") as answer:
            page.get_by_role("button", name="Hint").click()
        assert answer.value.ok
        hint = page.locator(".note[role=alert]")
        expect(hint).to_be_visible()
        page.wait_for_timeout(1_500)  # until news of the change has come
        expect(hint).to_be_visible()
        expect(page.locator("#play")).to_be_visible()
