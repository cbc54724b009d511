"""A person plays a character on the page: its answers appear by themselves, and the board is always visible."""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Route, expect

from rules import GAMES
from rules.core import Position
from tests.browser.process import Playground, stored

if TYPE_CHECKING:
    from tests.browser.page import Channel

pytestmark = pytest.mark.browser

_TURNS = 5
_PATIENCE = 60_000  # milliseconds; on a busy machine Lynx needs many seconds
_WATCH = """() => {
  window.lost = 0;
  const watch = () => { window.lost += document.querySelectorAll(".media-unavailable").length; };
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
}"""
"""Have the page count the pictures that failed to load."""


def position(database: Path) -> Position:
    """The position in a match of Furl."""
    moves = stored(database, "SELECT token FROM moves ORDER BY ply")
    return reduce(lambda before, move: before.play(before.parse(move)), moves, GAMES["furl"].start(2))


@pytest.mark.parametrize("level", ["Mole", "Lynx"])
def test_a_character_answers_each_move_by_itself_and_the_board_is_there_all_the_time(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: Path, level: str
) -> None:
    channel = visit(start().address)
    channel.page.evaluate(_WATCH)
    channel.paste(f"/play game:Furl level:{level} side:I move first")
    board = channel.messages.filter(has_text=f"against {level}")
    for turn in range(_TURNS):
        expect(board).to_contain_text("it's your turn (White).", timeout=_PATIENCE)
        channel.paste(f"/move {position(database).legal_moves()[0]}")
        expect(board).to_contain_text(f"· {2 * turn + 2} moves", timeout=_PATIENCE)
    assert channel.page.evaluate("window.lost") == 0


def test_a_newcomer_sees_the_board_and_its_buttons_from_the_choice_of_the_game_to_the_first_answer(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground]
) -> None:
    channel = visit(start().address)
    channel.page.set_viewport_size({"width": 390, "height": 844})
    channel.press("Play a character")
    channel.newest.get_by_role("combobox", name="Choose a game").click()
    channel.page.get_by_role("option", name="Furl discs").click()
    board = channel.messages.filter(has_text="Furl · match #1")
    text = board.get_by_role("button", name="Text", exact=True)
    expect(text).to_be_in_viewport(timeout=_PATIENCE)
    expect(channel.page.locator("#action-status")).to_have_text("Done")
    expect(board).to_contain_text("it's your turn", timeout=_PATIENCE)  # Mole may begin
    for _choice in ("disc", "target"):
        expect(board.locator("button.component-button").last).to_be_in_viewport(ratio=1)
        board.locator("button.component-button").first.click()
        channel.wait()
    expect(board).to_contain_text("it's your turn", timeout=_PATIENCE)
    expect(text).to_be_in_viewport(ratio=1)


def test_a_command_that_is_sent_while_the_page_is_busy_is_sent_afterwards(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground]
) -> None:
    channel = visit(start().address)
    composer = channel.page.locator("#channel-composer-input")
    held: list[Route] = []
    channel.page.route("**/api/action", lambda route: held.append(route), times=1)
    with channel.page.expect_request("**/api/action"):
        channel.page.get_by_role("button", name="Learn", exact=True).click()
    composer.fill("/play game:Furl level:Mole side:I move first")
    composer.press("Enter")
    held[0].continue_()
    expect(channel.messages.filter(has_text="Furl · match #1")).to_contain_text("your turn", timeout=_PATIENCE)
