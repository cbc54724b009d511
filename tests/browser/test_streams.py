"""All pages of a browser share one stream of news, so that HTTP/1.1 and its six connections are enough for any number."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.process import Playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

_TABS = 8  # more than the connections of a browser to an address
_HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
_LINES = ".moves li"


class _Streams:
    """The streams that the pages of a browser ask for."""

    def __init__(self, context: "BrowserContext") -> None:
        self._context = context
        self.open = 0
        self.asked: list[str] = []
        context.on("request", lambda request: self._count(request.url, 1))
        context.on("requestfailed", lambda request: self._count(request.url, -1))
        context.on("requestfinished", lambda request: self._count(request.url, -1))

    def _count(self, url: str, change: int) -> None:
        if "/events" in url:
            self.open += change
            self.asked += [url] if change > 0 else []

    def come_to(self, count: int) -> None:
        """Wait until so many are open; each change of who leads closes one and opens another."""
        while self.open != count:
            self._context.wait_for_event("request" if self.open < count else "requestfailed")


@contextmanager
def _matches(browser: "Browser", playground: Playground, count: int) -> "Generator[tuple[list[Page], _Streams]]":
    """As many tabs of one browser, each with a match of its own."""
    with browser.new_context(service_workers="block") as context:
        first, streams = context.new_page(), _Streams(context)
        first.goto(playground.page)
        first.get_by_role("button", name="Ada").click()
        pages = [first, *(context.new_page() for _ in range(count - 1))]
        for page in pages:
            page.goto(playground.page)
            page.get_by_role("button", name="Mole").first.click()
            expect(page.locator("svg a").first).to_be_visible()
        yield pages, streams


def test_eight_tabs_of_a_browser_share_a_stream_and_all_hear_of_news(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    with _matches(browser, start(), _TABS) as (pages, streams):
        streams.come_to(1)
        for page in pages:
            page.locator("svg a[href$='chosen=a4']").click()
            page.locator("svg a[href$='chosen=a4%3Cc4']").click()
            page.locator("#play").click()
            expect(page.locator(".moves").get_by_label("Mole (Black)").first).to_be_visible()
        streams.come_to(1)


def test_a_tab_that_nobody_looks_at_lets_go_and_another_one_goes_on(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    with _matches(browser, start(), 2) as (pages, streams):
        first, second = pages
        with first.expect_response("**/events*"):
            second.evaluate(_HIDE, True)
        streams.come_to(1)
        first.evaluate(_HIDE, True)
        first.wait_for_function("async () => !(await navigator.locks.query()).held.length")
        streams.come_to(0)
        with second.expect_response("**/events*"):
            second.evaluate(_HIDE, False)


def test_a_refused_stream_is_asked_for_ever_less_often_and_the_page_says_so(
    browser: "Browser", start: Callable[..., Playground]
) -> None:
    playground = start()
    with browser.new_context(service_workers="block") as context:
        page, streams = context.new_page(), _Streams(context)
        page.clock.install()
        page.route("**/events*", lambda route: route.fulfill(status=429, body="Too many"))
        page.goto(playground.page)
        page.get_by_role("button", name="Ada").click()
        page.get_by_role("button", name="Mole").first.click()
        expect(page.locator("svg a").first).to_be_visible()
        counts = [_asked_within_half_a_minute(page, streams) for _ in range(4)]
        assert counts[0] > 2 and counts[-1] <= 1, counts
        said = page.get_by_text("News doesn't come by itself here just now")
        expect(said).to_be_visible()
        expect(page.locator("body")).not_to_contain_class("offline")
        page.unroute("**/events*")
        page.clock.run_for(60_000)
        expect(said).to_be_hidden()


def _asked_within_half_a_minute(page: "Page", streams: _Streams) -> int:
    before = len(streams.asked)
    for _ in range(30):
        page.clock.run_for(1_000)
        page.wait_for_timeout(10)  # until the answer has come
    return len(streams.asked) - before
