"""Several windows on the same channel: every press in any of them counts."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Route, expect

from tests.browser.process import Playground, stored

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.page import Channel

pytestmark = pytest.mark.browser


def test_an_action_in_one_window_shows_in_another_and_presses_there_still_count(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: "Path"
) -> None:
    address = start().address
    ada, ben = visit(address), visit(address)
    ben.become("Ben")
    ada.command("play", game="Furl", opponent="Ben", side="I move first")
    challenge = ben.messages.filter(has_text="Ada challenges you to a match of Furl")
    expect(challenge).to_have_count(1)

    def late(route: Route) -> None:
        """Keep the window from hearing of anything before it acts."""
        route.abort()

    ben.page.route("**/api/state", late)
    ada.command("play", game="Fursaz")
    ada.shows("Ada")
    with ben.page.expect_request("**/api/action"):
        challenge.get_by_role("button", name="Accept", exact=True).click()
    ben.page.unroute("**/api/state", late)
    expect(ada.messages.filter(has_text="it's your turn (White).")).to_have_count(1)
    assert "running" in stored(database, "SELECT state FROM matches")


def test_a_window_keeps_its_person_when_it_is_loaded_again(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground]
) -> None:
    channel = visit(start().address)
    channel.become("Cleo")
    channel.reload()
    expect(channel.page.get_by_label("Viewing as").locator("option:checked")).to_have_text("Cleo")


def test_the_window_of_a_challenge_does_not_speak_of_the_tool_that_shows_it(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground]
) -> None:
    channel = visit(start().address)
    channel.press("Challenge a friend")
    form = channel.page.get_by_role("dialog")
    expect(form).to_contain_text("0 selected. Choose 1–3 options.")
    form.get_by_role("combobox").first.click()
    expect(channel.page.get_by_role("listbox").get_by_role("option").filter(has_text="Ben")).to_be_visible()
    expect(channel.page.locator("body")).not_to_contain_text("SimCord")
