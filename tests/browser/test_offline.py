"""Without a connection, the last boards can still be read, and the page says that they are not the latest."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.process import Playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

_IS_PAINTED = "() => [...document.querySelectorAll('.picture img')].every((one) => one.naturalWidth > 300)"
_KEPT = "caches.open('boards').then((cache) => cache.keys()).then((all) => all.map((one) => new URL(one.url).pathname))"


def _wait_for(page: "Page", path: str) -> None:
    """Wait until the browser keeps an address that ends so; a predicate of Playwright's that is a promise counts as true."""
    is_kept = f"(await {_KEPT}).some((one) => one.endsWith('{path}'))"
    page.evaluate(f"async () => {{ while (!{is_kept}) await new Promise((done) => setTimeout(done, 50)); }}")


def _playing(page: "Page", playground: Playground) -> None:
    """Begin a match against Mole, once the worker of the page is there."""
    page.goto(playground.page)
    page.get_by_role("button", name="Ada").click()
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    page.get_by_role("button", name="Mole").first.click()
    expect(page.locator("svg a").first).to_be_visible()
    _wait_for(page, "/matches/1")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_board_that_was_seen_is_there_without_a_connection_and_says_so(
    browser: "Browser", start: Callable[..., Playground], width: int
) -> None:
    playground = start()
    with browser.new_context(viewport={"width": width, "height": 844}) as context:
        page = context.new_page()
        _playing(page, playground)
        board, picture = page.url, page.locator(".picture img").get_attribute("src")
        page.goto(playground.page)
        expect(page.locator("main a[href='/matches/1']")).to_be_visible()
        playground.kill()
        page.goto(board)
        expect(page.locator("body")).to_contain_class("offline")
        expect(page.get_by_role("status").filter(has_text="Furlong can't be reached")).to_be_visible()
        assert page.locator(".picture img").get_attribute("src") == picture
        page.wait_for_function(_IS_PAINTED)
        page.goto(playground.page)
        expect(page.locator("main a[href='/matches/1']")).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="Furlong can't be reached")).to_be_visible()


def test_the_first_page_is_there_without_a_connection_after_one_visit(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    playground = start()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(playground.page)
        page.get_by_role("button", name="Ada").click()
        expect(page.locator(".own-name")).to_contain_text("Ada")
        cookies = context.cookies()
    with browser.new_context() as context:
        context.add_cookies(cookies)  # pyright: ignore[reportArgumentType]
        page = context.new_page()
        page.goto(playground.page)
        page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        _wait_for(page, "page.css")
        _wait_for(page, "/")
        playground.kill()
        page.goto(playground.page)
        expect(page.locator("body")).to_contain_class("offline")
        expect(page.locator(".own-name")).to_contain_text("Ada")


def test_nothing_that_somebody_saw_is_left_once_they_have_signed_out(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        _playing(page, start())
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("button", name="Ada")).to_be_visible()
        assert "/matches/1" not in page.evaluate(_KEPT)
