"""Every kind of page on the narrowest screen, dark and light: it fits, can be read, touched and read aloud."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.process import Playground
from tests.browser.touch import Touched
from tests.pseudo import FROM_THE_RIGHT, UNSPACED

if TYPE_CHECKING:
    from typing import Literal

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

_NARROWEST, _LEAST_CONTRAST, _LEAST_HEIGHT = 320, 4.5, 40
_PAGES = (
    "/",
    *(f"/matches/1{part}" for part in ("", "/replay", "/plan", "/note", "/try")),
    *("/puzzles", "/puzzles/furl/standings", "/lessons", "/lessons/furl/1", "/lessons/furl/8", "/seasons"),
    *("/profile", "/leaderboard", "/leaderboard/farlander", "/ratings", "/matches/1/log", "/help", "/help/commands"),
    *("/play/farlander", "/rules/furbowl", "/try/furbowl", "/matches/999", "/nothing"),
)
_FAULTS = """({ contrast, height }) => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const linear = (part) => (part /= 255) <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
  const light = ([red, green, blue]) => .2126 * linear(red) + .7152 * linear(green) + .0722 * linear(blue) + .05;
  const shown = (element) => element.getClientRects().length && !element.closest("[aria-hidden=true], [aria-disabled], .unseen");
  const ground = (element) => {
    const colour = numbers(getComputedStyle(element).backgroundColor);
    return colour[3] === 0 ? ground(element.parentElement) : colour;
  };
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const faults = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("it does not fit");
  if (document.querySelectorAll("h1").length !== 1) faults.push("it has no single heading");
  for (const image of document.querySelectorAll("img:not([alt])")) faults.push(`${image.src} has no words`);
  for (const one of [...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary")].filter(shown)) {
    const name = one.getAttribute("aria-label") ?? [one, ...one.labels ?? []].map((part) => part.textContent.trim()).join("");
    if (!name) faults.push(`no name: ${one.outerHTML}`);
    if (!one.closest("svg, p, td, label, .note") && one.getBoundingClientRect().height < height) faults.push(`small: ${name}`);
  }
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !shown(element)) continue;
    const [dark, bright] = [numbers(getComputedStyle(element).color), ground(element)].map(light).sort((a, b) => a - b);
    if (bright / dark < contrast) faults.push(`pale: ${element.outerHTML}`);
  }
  return faults;
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_each_page_fits_and_can_be_read_touched_and_heard(
    browser: "Browser", start: Callable[..., Playground], scheme: "Literal['dark', 'light']"
) -> None:
    with browser.new_context(
        viewport={"width": _NARROWEST, "height": 700}, color_scheme=scheme, reduced_motion="reduce", has_touch=True
    ) as context:
        touched = Touched(context.new_page(), start().page)
        page, first = touched.page, touched.page.url
        touched.become("Ada")
        page.get_by_role("button", name="Mole").first.tap()
        page.wait_for_url("**/matches/1")
        for path in _PAGES:
            page.goto(first.rstrip("/") + path)
            faults = page.evaluate(_FAULTS, {"contrast": _LEAST_CONTRAST, "height": _LEAST_HEIGHT})
            assert not faults, path


_AGAINST_THE_SIDE = """() => {
  const side = document.querySelector("main").getBoundingClientRect().right, names = [];
  for (const one of document.querySelectorAll("main > h1, main > section > h2, main p")) {
    const style = getComputedStyle(one);
    if (!one.checkVisibility() || !one.textContent.trim() || style.textAlign === "center" || style.display !== "block") continue;
    const range = document.createRange();
    range.selectNodeContents(one);
    const [rects, box] = [[...range.getClientRects()], one.getBoundingClientRect()];
    const first = Math.max(...rects.filter((rect) => rect.top < rects[0].bottom).map((rect) => rect.right));
    if (rects.length && box.right - first > box.width / 2) names.push(one.textContent.trim());
  }
  return names;
}"""
"""Lines that begin far from the right edge of their paragraph."""


@pytest.mark.parametrize("code", [FROM_THE_RIGHT.code, UNSPACED.code, "ja"])
def test_in_a_language_of_another_kind_each_page_fits_and_begins_at_its_side(
    browser: "Browser", start: Callable[..., Playground], code: str
) -> None:
    address = start(program="tests.pseudo").page.rstrip("/")
    with browser.new_context(locale=code, reduced_motion="reduce", has_touch=True) as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("button", name="Ada", exact=True).click()
        page.locator("button[value=mole], button:has-text('Mole')").first.click()
        page.wait_for_url("**/matches/1")
        for path in _PAGES:
            page.goto(address + path)
            from_right = page.locator("html").get_attribute("dir") == "rtl"
            assert from_right == (code == FROM_THE_RIGHT.code), path
            assert page.locator("html").get_attribute("lang") == code, path
            for width in (_NARROWEST, 390, 1280):
                page.set_viewport_size({"width": width, "height": 700})
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
                assert not (from_right and page.evaluate(_AGAINST_THE_SIDE)), (path, width)
