"""The page with the boards: several people at once, the keyboard alone, a kill in the middle, and the loading time."""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import Page, expect

from rules import GAMES
from rules.core import Move
from tests.browser.process import Playground, moves_made, stored
from tests.browser.test_touching import found, position_after
from tests.browser.touch import Touched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Route

    from tests.browser.page import Channel

pytestmark = pytest.mark.browser

_LARGEST_PAGE, _LARGEST_SCRIPTS, _LARGEST_TYPEFACE = 60_000, 60_000, 32_000  # bytes
_FIRST_BOARD = 1_000  # milliseconds
_LOADS = 20
"""How often it's loaded at most until it is there that soon: a busy machine takes its time for most of them."""

_SLOWER = 4
_THINKING = 0.05  # seconds
_MOVES = "SELECT token FROM moves ORDER BY ply"

Visit = Callable[..., Touched]


@pytest.fixture
def touch(browser: "Browser") -> Iterator[Visit]:
    """Opens a page on a separate phone. Requests can be answered by a test only where service workers are blocked."""
    contexts: list[BrowserContext] = []

    def open_page(address: str, workers: Literal["allow", "block"] = "allow") -> Touched:
        contexts.append(
            browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, service_workers=workers)
        )
        return Touched(contexts[-1].new_page(), address)

    yield open_page
    for context in contexts:
        context.close()


def two_ports() -> int:
    """A free port followed by another free one: the page of a playground is at the port after that of its channel."""
    while True:
        with socket.socket() as first, socket.socket() as second, suppress(OSError):
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            second.bind(("127.0.0.1", port + 1))
            return port


def begun(touch: Visit, playground: Playground) -> Touched:
    """A match of Furl that Ada has begun against Mole."""
    ada = touch(playground.page)
    ada.become("Ada")
    ada.page.get_by_role("button", name="Mole").first.tap()
    expect(ada.page.locator(".picture img")).to_be_visible()
    ada.page.wait_for_load_state()  # before that, the board may be elsewhere, without its style
    return ada


def shows(page: Page, text: str) -> None:
    """Assert that the news contain this text."""
    expect(page.locator(".moves").get_by_label(text).first).to_be_visible()


def test_two_on_pages_and_one_in_the_channel_play_the_same_match(
    touch: Visit, visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: Path
) -> None:
    playground = start()
    channel = visit(playground.address)
    channel.command("play")
    channel.answer("Which game?", "Farlander")
    channel.answer("Who do you want to play?", "Anyone here")
    channel.tick("More choices")
    channel.press_in_window("Submit")
    channel.press("Rated")
    channel.press("More choices")
    channel.answer("How many players?", "For 3 players")
    channel.press_in_window("Submit")
    for name in ("Ben", "Cleo"):
        channel.become(name)
        channel.press("Join")
    ada, ben = touch(playground.page), touch(playground.page)
    for touched, name in ((ada, "Ada"), (ben, "Ben")):
        touched.become(name)
        touched.page.goto(f"{playground.page}/matches/1")
        expect(touched.page.locator(".picture img")).to_be_visible()
    players = stored(database, "SELECT name FROM participants JOIN people ON people.id = person_id ORDER BY place")
    for _ in range(4):
        position = GAMES["farlander"].start(3)
        played = moves_made(database)
        for token in stored(database, _MOVES):
            position = position.play(Move(token))
        assert isinstance(position.turn, int)
        mover, move = players[position.turn], position.legal_moves()[0]
        if mover == "Cleo":
            channel.become("Cleo")
            channel.type_move(move)
        else:
            (ada if mover == "Ada" else ben).play(position, move)
        for touched in (ada, ben):
            touched.waits_at(played + 1)
    assert len(stored(database, _MOVES)) >= 4


def test_news_of_a_match_does_not_take_away_what_was_chosen_of_a_move(
    touch: Visit, visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: Path
) -> None:
    playground = start()
    channel = visit(playground.address)
    channel.paste("/play game:Furl days:2 days")
    channel.become("Ben")
    channel.press("Join")
    mover, other = stored(database, "SELECT name FROM participants JOIN people ON people.id = person_id ORDER BY place")
    touched = touch(playground.page)
    touched.become(mover)
    touched.page.goto(f"{playground.page}/matches/1")
    touched.touch("a4")
    expect(touched.page.locator("#back")).to_be_visible()
    board = touched.page.locator("[data-state]")
    before = board.get_attribute("data-state") or ""
    channel.become(other)
    channel.paste("/match match:1 do:more time")
    channel.press("Give a day")
    expect(board).not_to_have_attribute("data-state", before)
    touched.wait()
    expect(touched.page.locator("#back")).to_be_visible()


def test_a_kill_in_the_middle_loses_nothing_and_the_page_reconnects(
    touch: Visit, start: Callable[..., Playground], database: Path
) -> None:
    playground = start(two_ports())
    ada = begun(touch, playground)
    ada.play(GAMES["furl"].start(2), Move("a4<c4"))
    shows(ada.page, "Mole (Black)")
    before = stored(database, _MOVES)
    playground.kill()
    expect(ada.page.locator("body")).to_contain_class("offline")
    assert start(playground.port).page == playground.page
    expect(ada.page.locator("body")).not_to_contain_class("offline")
    assert stored(database, _MOVES) == before
    position = GAMES["furl"].start(2)
    for token in before:
        position = position.play(Move(token))
    ada.play(position, position.legal_moves()[0])
    assert len(stored(database, _MOVES)) > len(before)


def test_a_page_that_was_refused_its_news_asks_for_it_again(touch: Visit, start: Callable[..., Playground]) -> None:
    ada = touch(start().page, workers="block")
    ada.become("Ada")
    ada.page.route("**/events", lambda route: route.fulfill(status=502, body="Bad gateway"))
    ada.page.get_by_role("button", name="Mole").first.tap()
    expect(ada.page).to_have_url(re.compile(r"/matches/\d+$"))
    expect(ada.page.locator("body")).to_contain_class("unheard")
    ada.page.unroute("**/events")
    expect(ada.page.locator("body")).not_to_contain_class("unheard")
    ada.page.route("**/matches/*", lambda route: route.fulfill(status=503, body="Starting"), times=1)
    ada.play(GAMES["furl"].start(2), Move("a4<c4"))
    shows(ada.page, "Mole (Black)")


def test_back_takes_back_what_was_chosen_of_a_move_before_it_leaves_the_match(
    touch: Visit, start: Callable[..., Playground]
) -> None:
    playground = start()
    ada = begun(touch, playground)
    match = ada.page.url
    for place in ("a4", "a4<c4"):
        ada.touch(place)
    ada.page.go_back()
    expect(ada.page.locator("#play")).to_be_hidden()
    expect(ada.page.locator("#back")).to_be_visible()
    ada.page.go_back()
    expect(ada.page.locator("#back")).to_be_hidden()
    assert ada.page.url == match
    ada.play(GAMES["furl"].start(2), Move("a4<c4"))
    shows(ada.page, "Mole (Black)")
    ada.wait()
    ada.page.go_back()
    expect(ada.page).to_have_url(f"{playground.page}/")


def test_a_move_is_seen_to_happen_and_then_the_picture_is_all_there_is(
    touch: Visit, start: Callable[..., Playground]
) -> None:
    ada = begun(touch, start())
    ada.page.evaluate(
        """() => new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => {
          if (node.className === "motion") document.body.dataset.seen = Number(document.body.dataset.seen ?? 0) + 1;
        }))).observe(document.body, { childList: true, subtree: true })"""
    )
    ada.play(GAMES["furl"].start(2), Move("a4<c4"))
    shows(ada.page, "Mole (Black)")
    expect(ada.page.locator("body")).to_have_attribute("data-seen", "2")  # the move as it was chosen, and the answer
    expect(ada.page.locator(".motion")).to_have_count(0)
    # The picture and what can be touched, beside the empty canvas that gives the shape.
    expect(ada.page.locator(".picture > *:not(.why, canvas)")).to_have_count(2)


def test_who_wants_less_motion_sees_none_and_fetches_nothing_for_it(
    touch: Visit, start: Callable[..., Playground]
) -> None:
    ada = begun(touch, start())
    ada.page.emulate_media(reduced_motion="reduce")
    fetched: list[str] = []
    ada.page.on("request", lambda request: fetched.append(request.url))
    ada.play(GAMES["furl"].start(2), Move("a4<c4"))
    shows(ada.page, "Mole (Black)")
    assert any("/picture?" in address for address in fetched)
    assert not any("/motion?" in address for address in fetched)


def test_a_touch_on_what_cannot_be_chosen_says_why_and_chooses_nothing(
    touch: Visit, start: Callable[..., Playground]
) -> None:
    ada = begun(touch, start())
    box = ada.page.locator(".picture img").bounding_box()
    assert box is not None
    ada.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.49)
    expect(ada.page.locator(".why")).to_contain_text("is empty: start with a disc or a stack of your own")
    expect(ada.page.locator("#back")).to_have_count(0)
    ada.touch("a4")
    expect(ada.page.locator(".why")).to_be_hidden()


def test_a_piece_is_dragged_by_the_mouse_as_it_is_touched_at_both_ends(
    touch: Visit, start: Callable[..., Playground]
) -> None:
    ada = begun(touch, start())
    box = ada.page.locator(".picture img").bounding_box()
    assert box is not None
    x, y = ada.middle("a4")
    ada.page.mouse.move(x, y)
    ada.page.mouse.down()
    ada.page.mouse.move(x - 20, y - 60, steps=4)
    expect(ada.page.locator("body")).to_contain_class("dragging")
    ada.page.mouse.move(box["x"] + 4, box["y"] + box["height"] - 4, steps=4)
    ada.page.mouse.up()
    expect(ada.page.locator("#back")).to_be_visible()  # the piece is chosen, and there is no place for it here
    x, y = ada.middle("c1")
    ada.page.mouse.move(x, y)
    ada.page.mouse.down()
    ada.page.mouse.move(x + box["width"] / 7.4, y, steps=6)
    ada.page.mouse.up()
    expect(ada.page.locator("#play")).to_have_text("Play c1<c2")
    ada.page.locator("#play").click()
    shows(ada.page, "Mole (Black)")


def test_a_drag_that_ends_in_no_click_takes_none_away(touch: Visit, start: Callable[..., Playground]) -> None:
    ada = begun(touch, start())
    x, y = ada.middle("a4")
    ada.page.evaluate(
        """([x, y]) => {
          const mouse = { pointerId: 1, isPrimary: true, pointerType: "mouse", button: 0, bubbles: true };
          const at = (clientX, clientY) => ({ clientX, clientY, ...mouse });
          document.elementFromPoint(x, y).dispatchEvent(new PointerEvent("pointerdown", at(x, y)));
          dispatchEvent(new PointerEvent("pointermove", at(x, y + 60)));
          dispatchEvent(new PointerEvent("pointerup", at(x, y + 60))); // below the board, where nothing can be chosen
        }""",
        [x, y],
    )
    expect(ada.page.locator("#back")).to_be_visible()
    ada.page.locator("#back").click()
    expect(ada.page.locator("#back")).to_be_hidden()


def test_sounds_are_off_until_they_are_turned_on_and_stay_so(touch: Visit, start: Callable[..., Playground]) -> None:
    ada = begun(touch, start())
    ada.page.context.add_init_script(
        """{ window.heard = []; window.AudioContext = class {
          currentTime = 0; destination = {};
          createOscillator() {
            const tone = { frequency: {}, connect: (next) => next, start: () => heard.push(tone.frequency.value), stop() {} };
            return tone;
          }
          createGain() {
            return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
          }
        }; }"""
    )
    match = ada.page.url
    ada.page.get_by_role("link", name="Settings").click()
    switch = ada.page.get_by_label("Sounds")
    expect(switch).not_to_be_checked()
    switch.check()
    assert ada.page.evaluate("heard") == [330], "how a move sounds"
    ada.page.reload()
    expect(switch).to_be_checked()
    ada.page.goto(match)
    ada.touch("a4")
    ada.touch("a4<c4")
    ada.page.locator("#play").tap()
    shows(ada.page, "Mole (Black)")
    ada.page.wait_for_function("heard.length > 0")
    ada.page.get_by_role("link", name="Settings").click()
    switch.uncheck()
    ada.page.goto(match)
    shows(ada.page, "Mole (Black)")
    assert ada.page.evaluate("heard") == []


def test_a_page_whose_session_has_ended_says_so_instead_of_waiting_for_furlong(
    touch: Visit, start: Callable[..., Playground]
) -> None:
    playground = start(two_ports())
    ada = begun(touch, playground)
    beside = ada.page.context.new_page()
    beside.goto(playground.page)
    beside.get_by_role("button", name="Sign out").click()
    expect(beside.get_by_role("button", name="Ada", exact=True)).to_be_visible()
    playground.kill()
    expect(ada.page.locator("body")).to_contain_class("offline")
    start(playground.port)
    expect(ada.page.locator("main")).to_contain_text("You aren't signed in")
    expect(ada.page.locator("body")).not_to_contain_class("offline")


def test_what_was_typed_outlives_the_end_of_the_session_and_not_signing_out(
    touch: Visit, start: Callable[..., Playground]
) -> None:
    playground = start()
    page = begun(touch, playground).page
    note, drafts = f"{page.url}/note", "Object.keys(localStorage).filter((name) => name.startsWith('draft'))"
    page.goto(note)
    page.locator("main textarea").fill("He always turns left.")
    page.context.clear_cookies()
    page.locator("main form button").first.click()
    expect(page.locator("main")).to_contain_text("You aren't signed in")
    page.goto(playground.page)
    page.get_by_role("button", name="Ada", exact=True).click()
    page.goto(note)
    expect(page.locator("main textarea")).to_have_value("He always turns left.")
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.locator("main form button").first.click()
    page.goto(note)
    expect(page.locator("main textarea")).to_have_value("He always turns left.")
    assert page.evaluate(drafts) == [], "it was sent"
    page.locator("main textarea").fill("Or right.")
    assert len(page.evaluate(drafts)) == 1
    page.context.clear_cookies()
    page.goto(playground.page)
    page.get_by_role("button", name="Ben", exact=True).click()
    expect(page.locator(".own-name")).to_have_accessible_name("Ben")
    assert page.evaluate(drafts) == [], "they are another's"
    page.evaluate("localStorage['draft x'] = '[]'")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Ada", exact=True)).to_be_visible()
    assert page.evaluate(drafts) == []


@pytest.mark.parametrize("name", ["Ada", "Ben"])
def test_a_page_whose_visitor_signs_in_anew_in_another_tab_shows_what_they_may_do(
    touch: Visit, start: Callable[..., Playground], name: str
) -> None:
    playground = start()
    held: list[Route] = []
    ada = begun(partial(touch, workers="block"), playground)
    beside = ada.page.context.new_page()
    beside.goto(playground.page)
    # What the page asks meanwhile waits: the answer would be that nobody is signed in.
    ada.page.route("**/*", lambda route: held.append(route))
    beside.get_by_role("button", name="Sign out").click()
    beside.get_by_role("button", name=name, exact=True).click()
    expect(beside.locator("header")).to_contain_text(name)
    for route in held:
        route.continue_()
    ada.page.unroute("**/*")
    token = beside.locator("footer input[name=csrf]").get_attribute("value")
    expect(ada.page.locator("footer input[name=csrf]")).to_have_value(token or "")
    expect(ada.page.locator("header")).to_contain_text(name)
    expect(ada.page.locator(".prompt")).to_contain_text("Which disc moves?" if name == "Ada" else "Ada")


@pytest.mark.parametrize("size", [(812, 375), (667, 375), (568, 320)])
def test_on_a_phone_on_its_side_the_whole_board_is_seen_at_once_and_played(
    touch: Visit, start: Callable[..., Playground], size: tuple[int, int]
) -> None:
    ada = begun(touch, start())
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    picture = ada.page.locator(".picture img")
    ada.page.evaluate("scrollTo(0, 0)")
    box = picture.bounding_box()
    assert box is not None and box["y"] <= size[1] * 0.4, "most of the board is seen before anything is scrolled"
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None and box["height"] <= size[1] and box["width"] <= size[0] * 0.65
    ada.play(GAMES["furl"].start(2), Move("a4<c4"))
    shows(ada.page, "Mole (Black)")


def test_a_move_lost_on_the_way_is_reported_and_can_be_sent_again(
    touch: Visit, start: Callable[..., Playground], database: Path
) -> None:
    ada = begun(partial(touch, workers="block"), start())
    ada.touch("a4")
    ada.touch("a4<c4")
    ada.page.route("**/moves", lambda route: route.abort(), times=1)
    ada.page.locator("#play").tap()
    lost = ada.page.get_by_text("can't be reached just now")
    expect(lost).to_be_visible()
    assert not stored(database, _MOVES)
    ada.page.locator("#play").tap()
    shows(ada.page, "Mole (Black)")
    expect(lost).to_be_hidden()
    assert stored(database, _MOVES)[0] == "a4<c4"


def test_a_touch_while_news_is_on_its_way_takes_nothing_of_it_away(
    touch: Visit, start: Callable[..., Playground]
) -> None:
    ada = begun(partial(touch, workers="block"), start())
    other = Touched(ada.page.context.new_page(), ada.page.url).page
    ada.page.bring_to_front()
    held: list[Route] = []
    ada.page.route("**/matches/*", lambda route: held.append(route), times=1)
    other.locator("details.more > summary").tap()
    other.get_by_text("Resign", exact=True).first.tap()
    with ada.page.expect_request("**/matches/*"):
        other.locator("details.more details[open] button").first.evaluate("(button) => button.click()")
    ada.touch("b1")
    held[0].continue_()
    expect(ada.page.locator(".verdict")).to_be_visible()


def test_a_touch_while_a_move_is_sent_chooses_no_other(touch: Visit, start: Callable[..., Playground]) -> None:
    ada = begun(partial(touch, workers="block"), start())
    ada.touch("a4")
    ada.touch("a4<c4")
    held: list[Route] = []
    ada.page.route("**/moves", lambda route: held.append(route), times=1)
    with ada.page.expect_request("**/moves"):
        ada.page.locator("#play").tap()
    ada.page.locator("#back").evaluate("(back) => back.click()")
    expect(ada.page.locator("#play")).to_be_attached()
    held[0].continue_()
    shows(ada.page, "Mole (Black)")


def test_a_move_is_played_by_the_keyboard_alone(touch: Visit, start: Callable[..., Playground], database: Path) -> None:
    page = touch(start().page).page
    keys = page.keyboard
    press_until(page, "Ada", leaves=True)
    press_until(page, "Mole")
    expect(page.locator(".picture img")).to_be_visible()
    press_until(page, "a4")
    expect(page.locator("#back")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("#back")).to_have_count(0)
    press_until(page, "a4")
    press_until(page, "c4")
    press_until(page, "Play a4<c4")
    shows(page, "Mole (Black)")
    assert stored(database, _MOVES)[0] == "a4<c4"


def test_a_whole_match_is_played_by_the_keyboard_alone(
    touch: Visit, start: Callable[..., Playground], database: Path
) -> None:
    touched, game = touch(start().page), GAMES["furl"]
    page = touched.page
    press_until(page, "Ada", leaves=True)
    press_until(page, "Mole")
    expect(page.locator(".picture img")).to_be_visible()
    while stored(database, "SELECT state FROM matches") != ["finished"]:
        position = position_after(game, stored(database, _MOVES))
        if position.turn != 0:
            page.wait_for_timeout(50)
            continue
        touched.waits_at(moves_made(database))
        move = found(position, _THINKING)
        for stage in position.stages(move):
            if page.locator("#play").count() == 0:  # a forced stage is skipped
                moves = [one for one in position.legal_moves() if stage in position.stages(one)]
                press_until(page, position.option(stage, moves).label)
        press_until(page, f"Play {move}")
        touched.waits_at(moves_made(database))
    expect(page.locator(".prompt")).to_contain_text("wins")


def press_until(page: Page, label: str, *, leaves: bool = False) -> None:
    """Move with the Tab key to the element with this name, and press Enter there.

    Beside a board nothing else is loaded, unless this `leaves` the page.
    """
    for _ in range(120):
        page.keyboard.press("Tab")
        name = page.evaluate(
            """(({ activeElement: one }) => (one.getAttribute("aria-label") ?? (one.querySelector("b")
              ?? [...one.childNodes].find((part) => part.nodeType === Node.TEXT_NODE && part.data.trim())
              ?? one).textContent).trim())(document)"""
        )
        if name == label or name.startswith(f"{label} ·"):
            board = page.locator("#board")
            if leaves or not board.count():
                with page.expect_event("load"):
                    page.keyboard.press("Enter")
                return
            page.keyboard.press("Enter")
            page.wait_for_timeout(100)
            expect(board).not_to_have_attribute("aria-busy", "true")
            return
    raise AssertionError(f"no Tab leads to {label}")


def test_the_first_board_is_there_soon_on_a_slow_phone_and_the_page_is_small(
    touch: Visit, start: Callable[..., Playground]
) -> None:
    playground = start()
    page = begun(touch, playground).page
    slow = page.context.new_cdp_session(page)
    slow.send(  # pyright: ignore[reportUnknownMemberType] - it does not say what it returns
        "Emulation.setCPUThrottlingRate", {"rate": _SLOWER}
    )
    times: list[float] = []
    for _ in range(_LOADS):
        sizes: dict[str, int] = {}
        page.once("response", lambda response, sizes=sizes: sizes.update(page=len(response.body())))
        page.goto(f"{playground.page}/matches/1")
        times.append(
            page.evaluate(
                """async () => {
                  await document.querySelector(".picture img").decode();
                  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
                  return performance.now();
                }"""
            )
        )
        if times[-1] < _FIRST_BOARD:
            break
    assert min(times) < _FIRST_BOARD
    loaded = page.evaluate(
        """Object.fromEntries([...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
             .filter((entry) => entry.initiatorType !== "img" && !entry.name.includes("/events"))
             .map((entry) => [new URL(entry.name).pathname, entry.decodedBodySize]))"""
    )
    scripts = sum(size for path, size in loaded.items() if path.endswith(".js"))
    typeface = sum(size for path, size in loaded.items() if path.endswith(".woff2"))
    assert sum(loaded.values()) - scripts - typeface <= _LARGEST_PAGE, loaded
    assert scripts <= _LARGEST_SCRIPTS and typeface <= _LARGEST_TYPEFACE, loaded
