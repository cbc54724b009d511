"""A match is stepped through, filmed and posted on the page, even after the playground was killed."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from bot.records.writing import LONGEST_NAME
from tests.bot.chat.replays.test_replay import LAST, RECORD, data_of
from tests.browser.process import Playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.page import Channel

pytestmark = pytest.mark.browser


def test_a_match_is_replayed_by_its_players_and_filmed_for_everybody(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground]
) -> None:
    playground = start()
    channel = visit(playground.address)
    channel.command("play", game="Furl", opponent="Ben", side="I move first")
    channel.become("Ben")
    channel.press("Accept")
    channel.become("Ada")
    channel.type_move("a4c4")
    channel.become("Ben")
    channel.type_move("e5e4")

    channel.command("replay")
    channel.shows("Step 0 of 2 · the start.")
    channel.press("Forward")
    channel.shows("Step 1 of 2 · Ada (White) furls 3 discs from a4 to c4: a4<c4")
    channel.choose(channel.newest, "Step 2, the last")
    channel.shows("Step 2 of 2 · Ben (Black) furls 2 discs from e5 to e4: e5<e4")
    assert channel.newest.get_by_role("button", name="Forward").is_disabled()

    channel.press("Record")
    channel.shows("The record: save it")
    channel.newest.get_by_role("button", name="Download furlong-furl-").wait_for()

    channel.press("Animate")
    channel.newest.get_by_role("img", name="Animated picture of a match of Furl").wait_for()
    channel.press("Post here")
    channel.shows("Shown by Ben.")
    playground.kill()

    playground = start(playground.port)
    channel.reload()
    channel.become("Cleo")
    channel.press("More")
    channel.press("Replay")
    channel.press("Last")
    channel.shows("Step 2 of 2")


def test_a_record_is_stepped_through_by_keyboard_and_what_is_none_is_refused_on_a_small_screen(
    browser: "Browser", start: Callable[..., Playground], tmp_path: Path
) -> None:
    record, other = tmp_path / "record.txt", tmp_path / "other.txt"
    record.write_bytes(data_of(replace(RECORD, players=("W" * LONGEST_NAME, "Finn"))))
    other.write_text("x" * 100)
    with browser.new_context(base_url=start().page, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name="Ada", exact=True).click()
        page.get_by_role("link", name="Records").click()
        page.set_input_files("input[type=file]", other)
        page.get_by_role("button", name="Replay").click()
        expect(page.get_by_role("alert")).to_contain_text("“other.txt” can't be replayed")
        assert page.evaluate("document.documentElement.scrollWidth") == 390

        page.set_input_files("input[type=file]", record)
        page.get_by_role("button", name="Replay").click()
        page.get_by_role("button", name="Forward").focus()
        for step in (1, 2):
            page.keyboard.press("Enter")
            expect(page.get_by_text(f"Step {step} of {LAST}", exact=True)).to_be_visible()
            expect(page.get_by_role("button", name="Forward")).to_be_focused()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
