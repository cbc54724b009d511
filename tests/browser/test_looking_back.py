"""On a server with a history, a player looks at standings, a profile and a film, and exports and deletes their data."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.process import PATIENCE, Playground, stored

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.page import Channel

pytestmark = pytest.mark.browser

_SMALL = {"furl": 3}
_THINKING = 4 * PATIENCE  # milliseconds that a review may take
_POSITION = re.compile(r"(?:\d+\.|–)\s+\d{4}\??\s+(\w+)")
_RANKING = """SELECT name FROM ratings JOIN people ON id = person_id
    WHERE pool = 'all-round' AND id > 0 ORDER BY is_provisional, rating DESC, id DESC"""
_REVIEWING = re.compile("Thinking|Looking back on the match|what turned it")
_PROGRESS = """sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1;
document.addEventListener("DOMContentLoaded", () => {
  sessionStorage.progress = document.querySelectorAll("[data-waits]").length;
});"""
"""Note how often the page is loaded, and whether it shows progress at first: that may be over before anybody looks."""

_SEATED = "FROM participants JOIN people ON people.id = person_id JOIN matches ON matches.id = match_id"
_OF_ADA = f"SELECT match_id {_SEATED} WHERE name = 'Ada' ORDER BY match_id"
_LAST_OF_ADA = (
    f"SELECT match_id, ply {_SEATED} WHERE name = 'Ada' AND state = 'finished' ORDER BY ended_at DESC LIMIT 1"
)
_RIVALS = f"SELECT DISTINCT name {_SEATED} WHERE name <> 'Ada' AND state = 'finished' AND match_id IN ({_OF_ADA})"


@pytest.fixture
def past(database: Path) -> None:
    """A database with a few finished matches."""
    from studio.playground import demo  # noqa: PLC0415 - it needs an extra that the rest of the tests can do without

    with ThreadPoolExecutor() as pool:  # playwright runs a loop in this thread
        pool.submit(asyncio.run, demo.fill(f"sqlite:///{database}", _SMALL)).result()


def people_on(message: Locator) -> list[str]:
    """The people on a leaderboard, in its order."""
    return _POSITION.findall(message.inner_text())


def is_painted(picture: Locator) -> None:
    """Assert that a picture is shown and as wide as a board."""
    expect(picture).to_have_js_property("naturalWidth", 1000)


def _latest_of_ada(database: Path) -> tuple[int, int]:
    """The match of Ada's that ended last, and the number of its steps."""
    with closing(sqlite3.connect(database)) as connection:
        number, last = connection.execute(_LAST_OF_ADA).fetchone()
    return number, last


@pytest.mark.usefixtures("past")
def test_a_player_looks_back_exports_their_data_and_is_forgotten(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: Path
) -> None:
    playground = start()
    channel = visit(playground.address)

    channel.command("leaderboard")
    channel.shows("Leaderboard · All games")
    assert people_on(channel.newest) == stored(database, _RANKING)
    channel.press("My profile")
    is_painted(channel.newest.get_by_role("img", name="Ratings of Ada over time."))

    number, last = _latest_of_ada(database)
    channel.write("replay", match=str(number))
    channel.press("Last")
    channel.shows(f"Step {last} of {last}")
    channel.press("Animate")
    is_painted(channel.newest.get_by_role("img", name="Animated picture of a match of"))

    channel.command("privacy")
    channel.press("Export")
    with channel.page.expect_download() as download:
        channel.newest.get_by_role("button", name="Download furlong-about-you.json").click()
    reply = json.loads(download.value.path().read_text())
    assert reply["you"]["name"] == "Ada"
    assert [match["match"] for match in reply["matches"]] == stored(database, _OF_ADA)

    rival = stored(database, _RIVALS)[0]
    channel.command("privacy")
    channel.press("Delete")
    channel.press("Forget me")
    channel.shows("Former player 1 resigns.")
    expect(channel.messages.filter(has_text="Furlong has forgotten you")).to_be_visible()
    playground.kill()
    assert "Ada" not in stored(database, "SELECT name FROM people")

    playground = start(playground.port)
    channel.reload()
    channel.become(rival)
    channel.command("leaderboard")
    assert people_on(channel.newest) == stored(database, _RANKING)
    channel.press("My profile")
    channel.shows("Former player 1")

    channel.write("replay", match=str(number))
    channel.press("Review")  # returns at once, so that the page can be used while the review is made
    expect(channel.newest).to_contain_text(_REVIEWING)


@pytest.mark.usefixtures("past")
def test_a_review_on_the_page_takes_the_place_of_its_progress(
    browser: "Browser", start: Callable[..., Playground], database: Path
) -> None:
    number, _last = _latest_of_ada(database)
    with browser.new_context(base_url=start().page) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name="Ada").click()
        page.wait_for_url("/")
        expect(page.locator(".own-name")).to_be_visible()
        page.add_init_script(_PROGRESS)
        page.goto(f"/matches/{number}/review")
        expect(page.locator("#board")).to_contain_text("Moment 1", timeout=_THINKING)
        expect(page.locator("[data-waits]")).to_have_count(0)
        assert page.evaluate("sessionStorage.progress") == "1"
        assert page.evaluate("sessionStorage.loads") == "1", "the page was never left"
