"""Web push in a browser, up to its push service, which is the only thing left out: agreeing, a notice, and a touch on it."""

import asyncio
import json
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from bot.actions import pushing
from bot.outside.push import Pusher
from tests.bot.pushed import CONTACT, PUSH_HOST, PushedBrowser
from tests.bot.web.visiting import ADA, Visited, visited
from tests.browser.process import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Playwright leaves the types of the protocol unknown.
# pyright: reportUnknownMemberType=false

pytestmark = pytest.mark.browser

_MOMENT = 10  # milliseconds
_AGREED = """() => {
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    window.asked = [userVisibleOnly, applicationServerKey];
    return { toJSON: () => (%s) };
  };
}"""
_WATCHED = """() => { // a machine without a desktop drops notices again, sooner or later
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    shown.push({ title, ...options });
    dispatchEvent(new Event("shown"));
  };
}"""
_SHOWN = """(count) => new Promise((found) => {
  const look = () => { if (shown.length === count) found(shown); };
  addEventListener("shown", look);
  look();
})"""
_TOUCHED = """() => {
  WindowClient.prototype.focus = async function () { return this; }; // needs a touch by a person
  const notification = { data: shown.at(-1).data, close: () => { shown = []; } };
  dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
}"""
_NOTICE = {"title": "Furl · #1", "text": "It is your turn against Ben.", "address": "/settings", "tag": "match-1"}


@contextmanager
def _served(file: Path) -> Generator[tuple[Visited, str, asyncio.AbstractEventLoop]]:
    """A page whose host sends web push, a link that signs Ada in, and the loop that serves both."""
    begun, over = Future[tuple[Visited, str, asyncio.AbstractEventLoop]](), asyncio.Event()

    async def serve() -> None:
        async with visited(f"sqlite:///{file}", pusher=Pusher(CONTACT)) as site:
            begun.set_result((site, await site.link(ADA), asyncio.get_running_loop()))
            await over.wait()

    with ThreadPoolExecutor() as pool:  # playwright runs a loop in this thread
        serving = pool.submit(asyncio.run, serve())
        site, link, loop = begun.result(timeout=30)
        try:
            yield site, link, loop
        finally:
            loop.call_soon_threadsafe(over.set)
            serving.result(timeout=30)


def _deliver(page: "Page", notice: dict[str, str]) -> None:
    """Have a notice arrive at the worker of a page, as from a push service."""
    client, found = page.context.new_cdp_session(page), list[str]()

    def registered(event: dict[str, Any]) -> None:
        found.extend(one["registrationId"] for one in event["registrations"])

    client.on("ServiceWorker.workerRegistrationUpdated", registered)
    client.send("ServiceWorker.enable")
    for _ in range(PATIENCE // _MOMENT):
        if found:
            break
        page.wait_for_timeout(_MOMENT)  # lets the event arrive
    origin = page.url.partition("/settings")[0].rstrip("/")
    given = {"origin": f"{origin}/", "registrationId": found[0], "data": json.dumps(notice)}
    client.send("ServiceWorker.deliverPushMessage", given)


def test_a_browser_agrees_shows_a_notice_and_a_touch_on_it_leads_to_the_board(
    browser: "Browser", tmp_path: Path
) -> None:
    offered = PushedBrowser(PUSH_HOST)
    made = {
        "endpoint": offered.subscription.address,
        "keys": {"p256dh": offered.subscription.key, "auth": offered.subscription.secret},
    }
    with _served(tmp_path / "pushed.db") as (site, link, loop), browser.new_context() as context:
        context.grant_permissions(["notifications"])
        context.add_init_script(f"({_AGREED % json.dumps(made)})()")
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{site.port}/enter/{link}")
        page.wait_for_url(f"http://127.0.0.1:{site.port}/")
        page.get_by_role("button", name="Tell me here when it's my turn").click()
        expect(page.get_by_role("button", name="Tell me on Discord again")).to_be_visible()
        is_seen_by_people, key = page.evaluate("asked")
        assert is_seen_by_people and len(key) > 80
        kept = asyncio.run_coroutine_threadsafe(pushing.subscriptions_of(site.matches, ADA.id), loop).result(30)
        assert kept == [offered.subscription]
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.reload()  # a worker that has just begun does not always have hold of the page
        [worker] = context.service_workers or [context.wait_for_event("serviceworker")]
        worker.evaluate(_WATCHED)
        _deliver(page, _NOTICE)
        [first] = worker.evaluate(_SHOWN, 1)
        assert (first["title"], first["body"]) == (_NOTICE["title"], _NOTICE["text"])
        _deliver(page, {**_NOTICE, "text": "Your time against Ben is running out."})
        _, second = worker.evaluate(_SHOWN, 2)
        assert "running out" in second["body"]
        assert first["tag"] == second["tag"] and second["renotify"], "it replaces the earlier one of the same match"
        worker.evaluate(_TOUCHED)
        page.wait_for_url("**/settings")
        assert worker.evaluate(_SHOWN, 0) == []
        page.get_by_role("button", name="Tell me on Discord again").click()
        expect(page.get_by_role("button", name="Tell me here when it's my turn")).to_be_visible()
        kept = asyncio.run_coroutine_threadsafe(pushing.subscriptions_of(site.matches, ADA.id), loop).result(30)
        assert kept == []
