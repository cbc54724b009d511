"""What a page weighs, and that nothing on it jumps: when it comes, on a move, on an answer, and at the end."""

from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from studio.playground import demo
from tests.browser.filled import filled
from tests.browser.meter import PICTURES, Meter
from tests.browser.process import Playground, stored
from tests.browser.touch import Touched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser

_MOST = 60_000
"""The bytes of a page without its pictures, scripts and typeface, and those of its scripts."""

_TYPEFACE = 32_000
"""The bytes of the typeface, for which nothing waits."""

_SIZES = [(390, 844), (844, 390), (1280, 800)]
_PAGES = {
    "home": "/",
    "match": "/matches/{running}",
    "end": "/matches/{finished}",
    "replay": "/matches/{finished}/replay",
    "puzzle": "/puzzles/furl",
    "settings": "/settings",
    "profile": "/profile",
    "leaderboard": "/leaderboard",
    "league": "/seasons/{league}",
    "rules": "/rules/furl",
    "help": "/help",
    "challenge": "/play/furl",
}


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Generator[Playground]:
    """A playground with matches that run and are over, and a league."""
    with filled(tmp_path_factory.mktemp("weighed") / "playground.db", _fill) as playground:
        yield playground


async def _fill(file: Path) -> None:
    await demo.fill(f"sqlite:///{file}", {"furl": 2, "furbowl": 1})


def _signed_in(browser: "Browser", playground: Playground, size: tuple[int, int]) -> "BrowserContext":
    # a worker would answer for the page, and what it passes on would be counted twice
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, service_workers="block", base_url=playground.page)  # pyright: ignore[reportArgumentType]
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Ada").click()
    expect(page.locator(".own-name")).to_be_visible()
    page.close()
    return context


def _address(playground: Playground, name: str) -> str:
    running, finished = (
        stored(playground.database, f"SELECT max(id) FROM matches WHERE state = '{state}' AND game = 'furl'")[0]
        for state in ("running", "finished")
    )
    [league] = stored(playground.database, "SELECT id FROM competitions WHERE format = 'league'")
    return _PAGES[name].format(running=running, finished=finished, league=league)


@pytest.mark.parametrize("name", _PAGES)
def test_a_page_is_light(browser: "Browser", playground: Playground, name: str) -> None:
    with _signed_in(browser, playground, _SIZES[0]) as context:
        meter = Meter(context.new_page())
        meter.open(_address(playground, name))
        meter.page.wait_for_load_state()
        loaded = meter.loaded
    assert {"Document", "Script", "Stylesheet"} <= loaded.keys(), loaded
    assert loaded.get("Font", (0, 0))[0] <= _TYPEFACE, loaded
    for number in (0, 1):  # as transferred, and uncompressed
        assert 1_000 < loaded["Script"][number] <= _MOST, loaded
        page = sum(sizes[number] for kind, sizes in loaded.items() if kind not in (PICTURES, "Script", "Font"))
        assert 1_000 < page <= _MOST, loaded


@pytest.mark.parametrize("size", _SIZES, ids=["upright", "sideways", "large"])
def test_nothing_jumps_while_a_page_comes(browser: "Browser", playground: Playground, size: tuple[int, int]) -> None:
    found: dict[str, list[str]] = {}
    with _signed_in(browser, playground, size) as context:
        for name in _PAGES:
            meter = Meter(context.new_page())
            meter.open(_address(playground, name))
            meter.page.wait_for_load_state("load")
            found[name] = meter.shifts
            meter.page.close()
    assert not any(found.values()), found


def test_a_jump_is_noticed(browser: "Browser", playground: Playground) -> None:
    with _signed_in(browser, playground, _SIZES[0]) as context:
        meter = Meter(context.new_page())
        meter.open("/settings")
        meter.page.evaluate("document.querySelector('main').style.marginTop = '80px'")
        assert meter.shifts


@pytest.mark.parametrize("size", _SIZES, ids=["upright", "sideways", "large"])
def test_nothing_jumps_on_a_move_its_answer_and_the_end(
    browser: "Browser", start: Callable[..., Playground], size: tuple[int, int]
) -> None:
    playground, viewport = start(), {"width": size[0], "height": size[1]}
    with browser.new_context(viewport=viewport, has_touch=True) as context:  # pyright: ignore[reportArgumentType]
        meter = Meter(context.new_page())
        touched = Touched(meter.page, playground.page)
        touched.become("Ada")
        touched.page.get_by_role("button", name="Mole").first.tap()
        expect(touched.page.locator("svg a").first).to_be_visible()
        for touch in ("svg a[href$='chosen=a4']", "svg a[href$='chosen=a4%3Cc4']", "#play"):
            touched.settles()  # else Playwright scrolls, to look for a place where the button can be touched
            touched.page.locator(touch).first.tap()
        touched.waits_at(2)
        assert meter.shifts == [], "a move, and the answer of the opponent"
        touched.page.locator("details.more > summary").tap()
        touched.page.get_by_text("Resign", exact=True).first.tap()
        meter.page.evaluate("scrollTo(0, 0)")
        meter.page.evaluate("shifts.length = 0")  # what is unfolded moves what is below it, as it should
        touched.page.locator("details.more details[open] button").first.evaluate("(button) => button.click()")
        expect(touched.page.locator(".verdict")).to_be_visible()
        assert meter.shifts == [], "the end"
