"""A person alone on the page, by touch on a phone: a puzzle, a lesson, and a board for trying moves."""

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from bot.records.lessons import lessons_of
from bot.records.puzzles import shipped
from rules import GAMES
from rules.core import Move, Position
from tests.browser.process import Playground
from tests.browser.test_boards import press_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

_WIDTH = 390


@pytest.fixture
def page(browser: "Browser", start: Callable[..., Playground]) -> "Generator[Page]":
    """The first page of a playground, as one of its people sees it on a phone."""
    playground = start()
    with browser.new_context(
        viewport={"width": _WIDTH, "height": 844}, has_touch=True, base_url=playground.page
    ) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name="Ada").tap()
        page.get_by_role("heading", name="Puzzle of the day").wait_for()
        yield page
        assert page.evaluate("document.documentElement.scrollWidth") <= _WIDTH


def _touch(page: "Page", position: Position, move: Move) -> None:
    """Touch a move on the board stage by stage."""
    for stage in position.stages(move):
        area = page.locator(f'svg a[aria-label][href$="chosen={stage.replace("<", "%3C").replace(">", "%3E")}"]')
        if area.count():  # a forced stage is skipped
            area.tap()
            expect(page.locator("#board")).not_to_have_attribute("aria-busy", "true")


def test_a_puzzle_is_solved_by_touch(page: "Page") -> None:
    puzzle = next(iter(shipped("furl").values()))
    page.goto(f"/puzzles/furl/{puzzle.id}")
    _touch(page, puzzle.position, puzzle.best)
    page.get_by_role("button", name=f"Play {puzzle.best}").tap()
    expect(page.locator(".prompt")).to_contain_text("Solved!")
    page.get_by_role("link", name="Next puzzle").tap()
    expect(page.locator(".prompt")).to_contain_text("find it")


@pytest.mark.parametrize("here", ["/puzzles/furl", "/lessons/furl/1", "/try/furl"])
def test_a_stage_of_a_puzzle_a_lesson_and_a_try_board_is_chosen_without_asking_the_server(
    page: "Page", here: str
) -> None:
    with page.expect_response("**/choices?*"):
        page.goto(here)
    place = page.locator("svg a[aria-label]").first
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/*", lambda route: route.abort())  # whatever it asks for does not come
    place.tap()
    expect(page.locator(".question")).to_contain_text("Where does")
    expect(page.locator("#back")).to_have_text("Choose again")
    assert not any("?chosen=" in one for one in asked), asked
    page.unroute("**/*")
    page.locator("#back").tap()
    expect(page.locator("#back")).to_have_count(0)


def test_a_puzzle_is_solved_by_the_keyboard_alone(page: "Page") -> None:
    puzzle = next(iter(shipped("furl").values()))
    page.goto(f"/puzzles/furl/{puzzle.id}")
    for stage in puzzle.position.stages(puzzle.best):
        if page.locator("#play").count() == 0:  # a forced stage is skipped
            moves = [move for move in puzzle.position.legal_moves() if stage in puzzle.position.stages(move)]
            press_until(page, puzzle.position.option(stage, moves).label)
    press_until(page, f"Play {puzzle.best}")
    expect(page.locator(".prompt")).to_contain_text("Solved!")
    press_until(page, "Next puzzle")
    expect(page.locator(".prompt")).to_contain_text("find it")


def test_a_lesson_is_done_by_touch_and_the_next_one_follows(page: "Page") -> None:
    page.get_by_role("navigation", name="Furlong").get_by_role("link", name="Learn").tap()
    page.get_by_role("link", name="Learn Furl").tap()
    lesson = lessons_of(GAMES["furl"])[0]
    page.get_by_role("button", name="Help").tap()
    expect(page.locator(".prompt")).to_contain_text("💡")
    _touch(page, lesson.position, lesson.move)
    page.get_by_role("button", name=f"Play {lesson.move}").tap()
    expect(page.locator(".prompt")).to_contain_text("✅")
    page.get_by_role("link", name="Next").tap()
    expect(page.locator(".prompt")).to_contain_text("lesson 2 of")


def test_moves_are_tried_for_both_sides_by_touch_and_keyboard(page: "Page") -> None:
    page.get_by_role("button", name="Mole").first.tap()
    page.locator("summary", has_text="More").tap()
    page.get_by_role("link", name="Try moves").tap()
    expect(page.get_by_role("heading", name="try moves")).to_be_visible()
    start = GAMES["furl"].start(2)
    _touch(page, start, Move("a4<c4"))
    expect(page.locator(".prompt")).to_contain_text("Your line: a4<c4")
    _touch(page, start.play(Move("a4<c4")), Move("e5<e4"))
    expect(page.locator(".prompt")).to_contain_text("a4<c4 e5<e4")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".prompt")).not_to_contain_text("e5<e4")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".prompt")).to_contain_text("a4<c4 e5<e4")
    page.get_by_role("button", name="Make this my plan").tap()
    expect(page.locator("#board")).to_contain_text("This line as your plan")
