"""A server manager opens a league on the page, people join it, and it begins at once."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.process import Playground, stored

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.page import Channel

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [390, 1280])
def test_a_league_runs_as_soon_as_four_people_are_in(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: "Path", width: int
) -> None:
    channel = visit(start().address)
    channel.page.set_viewport_size({"width": width, "height": 844})
    channel.paste("/manage start")
    channel.page.keyboard.press("Enter")  # all options are left out
    channel.shows("What would you like to open?")
    channel.press("League")
    window = channel.page.get_by_role("dialog")
    window.get_by_role("combobox").first.click()
    channel.page.get_by_role("option", name="Furl discs").click()
    window.get_by_text("Which game?").click()
    window.get_by_role("button", name="Submit").click()
    channel.wait()
    channel.shows("Nobody has joined yet. It takes 4 people.")
    for person in ("Ben", "Cleo", "Dan", "Ada"):
        channel.become(person)
        channel.press("Join")
        channel.shows("You're in")
    channel.press("Start now")
    assert stored(database, "SELECT stage FROM competitions") == ["running"]
    assert stored(database, "SELECT count(*) FROM fixtures WHERE match_id IS NOT NULL") == [6]
    expect(channel.messages.filter(has_text="no move yet")).to_have_count(0)  # boards come with the first moves
