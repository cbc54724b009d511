"""A match in its three shapes: on a phone upright, on a phone on its side, and in a large window."""

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.process import Playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

_BOXES = "(elements) => elements.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom])"


@pytest.fixture(params=[(390, 844), (844, 390), (1280, 800)], ids=["upright", "sideways", "large"])
def page(request: pytest.FixtureRequest, browser: "Browser", start: Callable[..., Playground]) -> "Generator[Page]":
    """A match against Mole in a window of each shape, with a move chosen."""
    width, height = request.param
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.goto(start().page)
        page.get_by_role("button", name="Ada").click()
        page.get_by_role("button", name="Mole").first.click()
        for stage in ("a4", "a4%3Cc4"):
            page.locator(f"svg a[href$='chosen={stage}']").click()
        yield page
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_whole_board_and_the_button_that_plays_are_on_the_first_screen(page: "Page") -> None:
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)
    board, screen = page.locator(".picture img").bounding_box(), page.viewport_size
    assert board is not None and screen is not None
    assert board["y"] >= 0 and board["y"] + board["height"] <= screen["height"], board
    if screen["width"] < screen["height"]:
        assert board["width"] == screen["width"], board
    else:
        # The board and its players, at one moment: what the page brings up to date is gone for another.
        boxes = page.locator(".picture img, .strip").evaluate_all(_BOXES)
        above, below = min(top for top, _bottom in boxes), max(bottom for _top, bottom in boxes)
        assert below - above >= 0.85 * screen["height"], boxes


def test_a_touched_move_shows_its_position_in_place_and_back_leads_to_now(page: "Page") -> None:
    page.evaluate("window.isTheSame = true")
    page.locator("#play").click()
    moves, step = page.locator(".moves a"), page.locator(".prompt")
    expect(moves).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(step).to_contain_text("Step 1 of 2")
    expect(page.locator(".moves [aria-current]")).to_contain_text("a4<c4")
    page.keyboard.press("ArrowLeft")
    expect(step).to_contain_text("Step 0 of 2")
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("Step 1 of 2")
    page.go_back()
    expect(page.locator("svg a").first).to_be_attached()
    assert page.url.endswith("/matches/1")
    moves.first.click()
    expect(step).to_contain_text("Step 2 of 2")
    page.get_by_role("link", name="Back to now").click()
    expect(page.locator("svg a").first).to_be_attached()
    assert page.evaluate("window.isTheSame"), "the page was never left"


@pytest.mark.parametrize("width", [900, 1024, 1270])
@pytest.mark.parametrize("game", ["furl", "playwin", "furbowl"])
def test_a_board_too_wide_for_the_window_ends_where_its_picture_ends(
    browser: "Browser", start: Callable[..., Playground], width: int, game: str
) -> None:
    with browser.new_context(viewport={"width": width, "height": 1000}) as context:
        page = context.new_page()
        page.goto(start().page)
        page.get_by_role("button", name="Ada").click()
        page.goto(f"{page.url.rstrip('/')}/try/{game}")
        image = page.locator(".picture img")
        page.wait_for_function("document.querySelector('.picture img').naturalWidth > 0")
        shape = image.evaluate("(image) => image.naturalWidth / image.naturalHeight")
        frame = page.locator(".picture").bounding_box()
        assert frame is not None and frame["width"] / frame["height"] == pytest.approx(shape, rel=0.01)
        assert image.bounding_box() == frame, "so its corners are round"
