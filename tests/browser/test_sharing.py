"""The shared file of a match, opened from disk in a browser without a network."""

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from bot.model.fairness import check_rolls
from bot.model.match import Match
from bot.model.replays import Replay
from bot.records.record import record_of
from bot.records.writing import write
from bot.texts.dice import in_browser
from bot.texts.matches import plain_step
from tests.bot.screens.sharing.finished import file_of, finished

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

Open = Callable[..., "Page"]


@pytest.fixture
def opened(browser: "Browser", tmp_path: Path) -> "Iterator[Open]":
    """Opens a file of a match without a network; it may load nothing else, and nothing may fail."""
    asked: list[str] = []
    failed: list[str] = []
    with browser.new_context(viewport={"width": 320, "height": 700}, offline=True, accept_downloads=True) as context:

        def open_file(text: str, step: str = "") -> "Page":
            file = tmp_path / "match.html"
            file.write_text(text, encoding="utf-8")
            page = context.new_page()
            page.on("request", lambda request: asked.append(request.url))
            page.on("pageerror", lambda error: failed.append(str(error)))
            page.on("console", lambda message: failed.append(message.text))
            page.goto(f"{file.as_uri()}{step}")
            expect(page.locator("#player")).to_be_visible()
            return page

        yield open_file
    assert failed == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def made(match: Match) -> str:
    """The file of a match."""
    with ThreadPoolExecutor() as pool:  # playwright runs a loop in this thread
        return pool.submit(asyncio.run, file_of(match)).result()


def words(match: Match, ply: int) -> str:
    """The description of a step."""
    return f"Step {ply}: {plain_step(Replay.of(match), match.history.steps[ply - 1])}"


def painted(page: "Page") -> str:
    """The content of the board, for comparisons."""
    return page.evaluate("document.querySelector('#board').toDataURL()")


def test_a_match_is_stepped_through_by_touch_by_slider_and_by_keyboard(opened: Open) -> None:
    match = finished("furl", 8)
    page = opened(made(match))
    step, pictures = page.locator("#step"), [painted(page)]
    expect(step).to_have_text("The start")
    expect(page.locator("#text")).to_have_text(str(match.history.steps[0].before))
    page.get_by_role("button", name="Forward").click()
    expect(step).to_have_text(words(match, 1))
    pictures.append(painted(page))
    page.locator("h1").click()  # away from the button
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text(words(match, 2))
    pictures.append(painted(page))
    page.keyboard.press("End")
    expect(step).to_have_text(words(match, 8))
    expect(page.get_by_role("button", name="Forward")).to_be_disabled()
    expect(page.locator("#ending")).to_contain_text("resigns")
    pictures.append(painted(page))
    page.get_by_label("Step").focus()
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_text(words(match, 7))
    assert page.url.endswith("#7")
    page.keyboard.press("Home")
    expect(step).to_have_text("The start")
    assert painted(page) == pictures[0]
    assert len(set(pictures)) == 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_an_address_with_a_step_opens_there_and_each_move_in_words_leads_to_its_board(opened: Open) -> None:
    match = finished("playwin", 6)
    page = opened(made(match), "#4")
    expect(page.locator("#step")).to_have_text(words(match, 4))
    page.get_by_text("Moves", exact=True).click()
    page.get_by_role("link", name=words(match, 2)).click()
    expect(page.locator("#step")).to_have_text(words(match, 2))
    expect(page.locator("#text")).to_have_text(str(match.history.steps[1].after))
    expect(page.locator("[aria-current=step]")).to_have_text(words(match, 2))


def test_the_record_can_be_saved_and_copied(opened: Open) -> None:
    match = finished("fursaz", 5)
    page = opened(made(match))
    page.get_by_text("Record", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    assert saved.value.path().read_text(encoding="utf-8") == write(record_of(match))
    assert re.fullmatch(r"furlong-fursaz-2030-01-01-[0-9a-f]{8}\.txt", saved.value.suggested_filename)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()


@pytest.mark.parametrize(("key", "seed"), [("furbowl", 1), ("furbowl-even", 2), ("farlander", 3)])
def test_the_browser_computes_every_roll_that_the_dice_gave(opened: Open, key: str, seed: int) -> None:
    match = finished(key, 40, seed)
    assert match.fairness is not None
    rolls = check_rolls(match.history.steps, match.fairness.dice).rolls
    page = opened(made(match))
    page.get_by_text("Chance", exact=True).click()
    said = in_browser(rolls)
    expect(page.locator("#rolls tr")).to_have_count(rolls)
    expect(page.locator("#rolls tr", has_text="✓")).to_have_count(rolls)
    expect(page.get_by_text(said["fits"])).to_be_visible()
    expect(page.get_by_text(said["sealed"])).to_be_visible()
    expected = [step.move for step in match.history.steps if step.is_roll]
    assert page.locator("#rolls td:nth-child(3)").all_inner_texts() == expected


def test_a_roll_that_was_changed_in_the_record_is_found_and_so_is_another_secret(opened: Open) -> None:
    match = finished("furbowl", 12)
    assert match.fairness is not None
    roll = next(step for step in match.history.steps if step.is_roll)
    rolls = sum(step.is_roll for step in match.history.steps)
    other = next(move for move in roll.before.legal_moves() if move != roll.move)
    said, text = in_browser(rolls), made(match)
    page = opened(re.sub(rf"(?<=[ \n]){re.escape(roll.move)}(?=[ \n])", other, text, count=1))
    page.get_by_text("Chance", exact=True).click()
    expect(page.get_by_text(said["differs"])).to_be_visible()
    expect(page.locator("#rolls tr", has_text="✗")).to_have_count(1)
    expect(page.get_by_text(said["sealed"])).to_be_visible()
    page = opened(text.replace(match.fairness.secret.hex(), "00" * 32))
    page.get_by_text("Chance", exact=True).click()
    expect(page.get_by_text(said["unsealed"])).to_be_visible()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_it_takes_the_colours_that_the_reader_prefers(opened: Open, colours: str) -> None:
    page = opened(made(finished("furl", 1)))
    page.emulate_media(color_scheme="light" if colours == "light" else "dark")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(246, 243, 236)") is (colours == "light")
