"""The page inside Discord, in a frame of our own that speaks the protocol of Discord's documents on Activities."""

import asyncio
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from aiohttp import web

from bot.actions import sessions
from bot.model.people import Actor
from bot.web.access import Activity
from tests.bot.web.test_activity import CLIENT, SECRET, OAuth2
from tests.bot.web.visiting import ADA, CHANNEL, SERVER, Visited, visited

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Page, Route

pytestmark = pytest.mark.browser

WIDTHS: Final = (390, 1280)

_PARENT: Final = """<!doctype html><title>Discord</title><style>iframe {{ width: 100%; height: 95vh; border: 0 }}</style>
<iframe src="{page}/?frame_id=f7&instance_id=i1&platform=desktop&guild_id={guild}{more}"></iframe>
<script>
window.heard = [];
const frame = document.querySelector("iframe");
addEventListener("message", ({{ data: [opcode, message], source, origin }}) => {{
  window.heard.push([opcode, message, origin]);
  const answer = (message) => source.postMessage([1, message], origin);
  if (opcode === 0 && message.v === 1 && message.encoding === "json" && message.frame_id === "f7")
    answer({{ cmd: "DISPATCH", evt: "READY", data: {{ v: 1, config: {{}}, user: null }} }});
  if (opcode === 1 && message.cmd === "AUTHORIZE")
    answer({code});
}});
</script>"""
"""A stand-in for Discord's client: it answers the handshake with READY, and AUTHORIZE with a code or an error."""


class Discord:
    """Discord's client and its OAuth2 around a page, all on this machine, in a separate thread."""

    def __init__(self, site: Visited, oauth2: OAuth2, loop: asyncio.AbstractEventLoop) -> None:
        self.site, self.oauth2, self._loop = site, oauth2, loop
        self.parent, self.code, self.more = "", "", ""
        self.refuses = False

    def do(self, work: Any) -> Any:
        """Run a coroutine in the loop that serves the page."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    def answer(self) -> str:
        """The client's answer to AUTHORIZE, as JavaScript."""
        if self.refuses:
            return '{ cmd: "AUTHORIZE", evt: "ERROR", data: { code: 5000, message: "denied" }, nonce: message.nonce }'
        return f'{{ cmd: "AUTHORIZE", data: {{ code: "{self.code}" }}, evt: null, nonce: message.nonce }}'

    async def show(self, _request: web.Request) -> web.Response:
        page = f"http://localhost:{self.site.port}"
        text = _PARENT.format(page=page, guild=SERVER, more=self.more, code=self.answer())
        return web.Response(text=text, content_type="text/html")


@pytest.fixture
def discord(tmp_path: Path) -> Iterator[Discord]:
    """Discord around a page, with one match in which Ada is to move."""
    with _in_thread() as loop:
        ready, done = threading.Event(), asyncio.Event()
        made: list[Discord] = []

        async def serve() -> None:
            oauth2 = OAuth2()
            async with oauth2.served():
                parents: list[str] = []
                activity = Activity(
                    lambda: CLIENT, SECRET, f"http://127.0.0.1:{oauth2.port}", parents, "http://localhost:{client_id}"
                )
                async with visited(f"sqlite:///{tmp_path / 'page.db'}", activity=activity) as site:
                    discord = Discord(site, oauth2, loop)
                    app = web.Application()
                    app.router.add_get("/", discord.show)
                    runner = web.AppRunner(app)
                    await runner.setup()
                    await web.TCPSite(runner, "127.0.0.1", 0).start()
                    port = runner.addresses[0][1]
                    discord.parent = f"http://127.0.0.1:{port}"
                    parents.append(discord.parent)
                    discord.code = oauth2.code(ADA)
                    await site.match()
                    made.append(discord)
                    ready.set()
                    await done.wait()
                    await runner.cleanup()

        serving = asyncio.run_coroutine_threadsafe(serve(), loop)
        assert ready.wait(20)
        yield made[0]
        loop.call_soon_threadsafe(done.set)
        serving.result(20)


@contextmanager
def _in_thread() -> Generator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def opened(browser: "Browser", discord: Discord) -> "Iterator[Callable[..., Page]]":
    """Opens Discord's client in a window of a width. No service worker answers in the place of a test."""
    contexts: list[Any] = []

    def open_at(width: int = 1280, address: str = "") -> "Page":
        contexts.append(browser.new_context(viewport={"width": width, "height": 844}, service_workers="block"))
        page = contexts[-1].new_page()
        page.goto(address or discord.parent)
        return page

    yield open_at
    for context in contexts:
        context.close()


def _inside(page: "Page", path: str) -> "Frame":
    """The frame with the page, once it shows a path."""
    page.wait_for_function("frames.length === 1")
    frame = page.frames[1]
    frame.wait_for_url(f"**{path}")
    return frame


@pytest.mark.parametrize("width", WIDTHS)
def test_a_move_is_played_inside_discord(discord: Discord, opened: "Callable[..., Page]", width: int) -> None:
    discord.do(sessions.link(discord.site.matches, Actor(ADA, SERVER), CHANNEL, 1, is_in_discord=True))
    page = opened(width)
    frame = _inside(page, "/matches/1")
    frame.locator("svg a[aria-label]").first.click()
    frame.locator("#back").wait_for()
    frame.locator("svg a[aria-label]").first.click()
    frame.locator("#play").click()
    frame.locator(".prompt").get_by_text("Ben's turn").wait_for()
    assert discord.do(discord.site.matches.load(1)).ply == 1
    assert frame.evaluate("document.documentElement.scrollWidth") <= width
    heard = page.evaluate("window.heard")
    handshake, asked = heard[0][1], heard[1][1]
    assert handshake == {"v": 1, "encoding": "json", "client_id": str(CLIENT), "frame_id": "f7"}
    assert asked["cmd"] == "AUTHORIZE" and asked["args"]["scope"] == ["identify"]
    assert asked["args"]["response_type"] == "code" and asked["args"]["client_id"] == str(CLIENT)


def test_the_board_follows_what_others_do(discord: Discord, opened: "Callable[..., Page]") -> None:
    discord.more = "&custom_id=1"
    frame = _inside(opened(), "/matches/1")
    frame.get_by_text("Choose from a list").wait_for()
    discord.do(discord.site.matches.resign(discord.site.actor(ADA), 1))
    frame.get_by_text("Rematch").wait_for()


def test_a_person_who_does_not_authorize_the_activity_learns_the_effect(
    discord: Discord, opened: "Callable[..., Page]"
) -> None:
    discord.refuses = True
    frame = opened().frames[1]
    frame.get_by_text("Discord didn't say who you are").wait_for()
    assert not discord.oauth2.exchanged


def test_a_refused_code_is_reported(discord: Discord, opened: "Callable[..., Page]") -> None:
    discord.code = "made-up"
    opened().frames[1].get_by_text("Discord didn't confirm who you are").wait_for()


_PHONE: Final = """
window.heard = [];
addEventListener("message", ({{ data: [opcode, message] }}) => {{
  window.heard.push([opcode, message]);
  const answer = (message) => {answers};
  if (opcode === 0) answer({{ cmd: "DISPATCH", evt: "READY", data: {{ v: 1 }} }});
  if (opcode === 1 && message.cmd === "AUTHORIZE" && message.args)
    answer({{ cmd: "AUTHORIZE", data: {{ code: "{code}" }}, evt: null, nonce: message.nonce }});
}});"""
"""A stand-in for Discord's app on a phone, where the page is not in a frame and hears its own messages."""


@pytest.mark.parametrize(
    "answers",
    [
        'window.postMessage([1, message], "*")',
        'dispatchEvent(new MessageEvent("message", { data: [1, message], origin: "null" }))',
    ],
    ids=["from the page's own origin", "from no origin"],
)
def test_the_page_opens_in_an_app_that_puts_no_frame_around_it(
    discord: Discord, opened: "Callable[..., Page]", answers: str
) -> None:
    discord.do(sessions.link(discord.site.matches, Actor(ADA, SERVER), CHANNEL, 1, is_in_discord=True))
    page = opened(390, "about:blank")
    page.add_init_script(_PHONE.format(answers=answers, code=discord.code))
    page.goto(f"http://localhost:{discord.site.port}/?frame_id=f7&instance_id=i1&platform=mobile")
    page.wait_for_url("**/matches/1")
    assert len(discord.oauth2.exchanged) == 1


def test_messages_that_are_not_frames_with_data_are_ignored(discord: Discord, opened: "Callable[..., Page]") -> None:
    page = opened(390, "about:blank")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://localhost:{discord.site.port}/?frame_id=f7&instance_id=i1&platform=mobile")
    page.evaluate("for (const odd of [[1], [1, null], [1, {}], [3], [], 'x']) window.postMessage(odd, '*')")
    page.wait_for_timeout(100)
    assert not errors
    assert page.get_by_text("Opening the board").is_visible()


def test_in_the_frame_of_another_site_nothing_opens(discord: Discord, opened: "Callable[..., Page]") -> None:
    page = opened(address=discord.parent.replace("127.0.0.1", "localhost"))
    page.wait_for_timeout(500)
    assert page.evaluate("window.heard") == [] and not discord.oauth2.exchanged


def test_a_browser_that_keeps_no_cookies_in_the_frame_gets_advice(
    discord: Discord, opened: "Callable[..., Page]"
) -> None:
    page = opened(address="about:blank")
    page.route("**/?frame_id=*", _without_cookies)
    page.goto(discord.parent)
    page.frames[1].get_by_text("keeps no cookies inside Discord").wait_for()
    assert not discord.oauth2.exchanged


def _without_cookies(route: "Route") -> None:
    """Send an answer unchanged to a browser that blocks cookies of frames."""
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
    route.fulfill(response=answer, headers=headers)
