"""Every kind of page is checked by axe-core: on a phone and in a large window, light and dark."""

import re
from collections.abc import Callable, Generator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs]
from playwright.sync_api import expect

from bot.records.puzzles import shipped
from bot.web import server
from bot.web.access import Site
from studio.playground import demo
from tests.browser.filled import filled
from tests.browser.process import Playground, stored

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

_FINISHED: Final = {"furl": 2, "furbowl": 1}
_COLOURS: Final = ("light", "dark")
_WIDTHS: Final = (390, 1280)
_SERIOUS: Final = ("serious", "critical")
_NO_PAGE: Final = re.compile(
    r"/(notices|worker\.js|static|boards|picture|pictures|motion|side|choices|why|share|flip|card|events)\b"
)
"""What is in the addresses that answer with something else than a page."""

_REFUSED: Final = {f"/seasons/{{competition}}/{deed}" for deed in ("accept", "challenge", "cancel", "remove")}
"""The kinds of pages that only say why not, in a league that has begun."""

_SPOILED: Final = """() => {
  const grey = document.createElement("p");
  grey.textContent = "Grey";
  grey.style.color = "#808080";
  document.querySelector("main").append(grey, document.createElement("input"));
}"""
"""Add a field without a label, and letters that are hard to read."""

_INVITED: Final = "/invited/{match_id}/{signature}"
"""The kind of page to which a guest's link leads."""

_ONLY: Final = {"resultTypes": ["violations"]}


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Generator[Playground]:
    """A playground with matches that wait, run and are over, an open challenge, and a league."""
    with filled(tmp_path_factory.mktemp("pages") / "playground.db", _fill) as playground:
        yield playground


@pytest.fixture
def page(browser: "Browser", playground: Playground) -> "Generator[Page]":
    """The page in a browser, where nobody is signed in."""
    with browser.new_context(base_url=playground.page) as context:
        yield context.new_page()


async def _fill(file: Path) -> None:
    await demo.fill(f"sqlite:///{file}", _FINISHED)


def _findings(page: "Page") -> Sequence[str]:
    """What axe-core finds on an open page that is serious or critical, in each of its looks."""
    found = list[str]()
    run = cast("Callable[..., Any]", Axe().run)  # pyright: ignore[reportUnknownMemberType]
    for colours, width in product(_COLOURS, _WIDTHS):
        page.emulate_media(color_scheme=colours)
        page.set_viewport_size({"width": width, "height": 844})
        violations = run(page, options=_ONLY).response["violations"]
        found += [
            f"{page.url} ({colours}, {width} px): {finding['id']} at {finding['nodes'][0]['html']}"
            for finding in violations
            if finding["impact"] in _SERIOUS
        ]
    return found


def _kinds() -> Sequence[str]:
    """The addresses of all kinds of pages, with the names of their parts in braces."""
    routes = server.application(Site(opened=lambda: None, show=print, show_in_turn=print)).router.routes()
    paths = [route.resource.canonical for route in routes if route.method == "GET" and route.resource is not None]
    return [path for path in paths if not _NO_PAGE.search(path)]


def test_axe_finds_what_is_wrong(page: "Page") -> None:
    page.goto("/")
    page.evaluate(_SPOILED)
    found = _findings(page)
    for wrong, colours, width in product(("label", "color-contrast"), _COLOURS, _WIDTHS):
        assert any(f"({colours}, {width} px): {wrong}" in finding for finding in found), found


def test_axe_finds_nothing_serious_on_any_kind_of_page(page: "Page", playground: Playground) -> None:
    page.goto("/")
    found = [*_findings(page)]
    page.get_by_role("button", name="Ada").click()
    waiting = page.locator(".boards a").first.get_attribute("href") or ""
    page.goto("/engines/new")
    page.get_by_label("Its name").fill("Bolt")
    page.get_by_label("Furl", exact=True).check()
    page.get_by_role("button", name="Register an engine").click()
    expect(page.get_by_text("Bolt (engine)").first).to_be_visible()
    finished, unanswered = (
        stored(playground.database, f"SELECT max(id) FROM matches WHERE state = '{state}'")[0]
        for state in ("finished", "open")
    )
    parts = {
        "game": "furl",
        "line": "a4<c4",
        "puzzle": next(iter(shipped("furl"))),
        "competition": stored(playground.database, "SELECT min(id) FROM competitions WHERE stage = 'running'")[0],
        "division": 1,
        "format": "league",
        "number": 1,
        "side": "played",
        "token": "a" * 22,
        "person": stored(playground.database, "SELECT id FROM people WHERE name = 'Ada'")[0],
        "engine": stored(playground.database, "SELECT person_id FROM engines")[0],
        "program": stored(playground.database, "SELECT id FROM tokens")[0],
    }
    unseen = {*_kinds()}
    for match_id, kinds in (
        (waiting.rpartition("/")[2], [kind for kind in _kinds() if kind != _INVITED]),
        (finished, [kind for kind in _kinds() if kind.startswith("/matches/")]),
        (unanswered, ["/matches/{match_id}"]),
    ):
        for kind in kinds:
            own = kind.replace("/engines/{person}", "/engines/{engine}")  # its owner alone sees this and the next
            own = own.replace("/programs/{token}", "/programs/{program}")
            answer = page.goto(own.format(**parts, match_id=match_id))
            assert answer is not None
            unseen -= {kind} if answer.ok else set()
            found += _findings(page)
    assert unseen == {*_REFUSED, _INVITED}
    page.goto(waiting)
    page.locator("svg a[href*='?chosen=']").first.click()
    expect(page.locator("#back")).to_be_visible()
    found += _findings(page)
    page.goto("/matches/999999999")
    found += _findings(page)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_serious_where_guests_are(page: "Page") -> None:
    page.goto("/?chosen=a1<a2")
    expect(page.locator("#play")).to_be_visible()
    chosen = _findings(page)
    page.goto("/")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Play as a guest").click()
    found = [*chosen, *_findings(page)]
    page.get_by_role("link", name="With a person").first.click()
    found += _findings(page)
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Send this link to a friend").input_value()
    found += _findings(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("nobody can play on")).to_be_visible()
    found += _findings(page)
    page.get_by_role("button", name="Make a link back").click()
    expect(page.get_by_label("Send this link to yourself")).to_be_visible()
    found += _findings(page)
    page.get_by_role("button", name="Sign out").click()
    with page.expect_response("**/leave"):  # else the link is opened before the session is over
        page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.goto(link)
    expect(page.get_by_role("heading", name="invites you")).to_be_visible()
    found += _findings(page)
    assert not found, "\n".join(found)
