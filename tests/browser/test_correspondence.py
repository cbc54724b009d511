"""Days of correspondence on the page: plans, reminders, timeouts, a panel and threads."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.process import Playground, stored

if TYPE_CHECKING:
    from tests.browser.page import Channel

pytestmark = pytest.mark.browser

_REMINDERS = "SELECT count(*) FROM jobs WHERE data LIKE '%reminder%'"


def has(channel: "Channel", text: str, *, times: int = 1) -> None:
    """Assert that this many messages contain a text."""
    expect(channel.messages.filter(has_text=text)).to_have_count(times)


def test_days_pass_with_a_plan_a_reminder_a_loss_on_time_and_a_panel_through_a_kill(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: Path
) -> None:
    playground = start()
    channel = visit(playground.address)
    channel.write("server")
    channel.press("Panel here")
    has(channel, "None right now among people.")
    channel.command("play", game="Furl", opponent="Ben", side="I move first", days="1 day")
    channel.become("Ben")
    channel.press("Accept")
    channel.write("plan", moves="after a1<a2: g1<g2; after a4<c4: e5<e4; after anything else: g4<g3")
    channel.shows("after a4<c4: e5<e4")
    channel.become("Ada")
    channel.type_move("a4c4")
    channel.shows("Ben (Black) furls 2 discs from e5 to e4: e5<e4 (planned)")
    channel.shows("@Ada, it's your turn (White).")

    channel.write("later", hours="20")
    has(channel, "@Ada, your time is running out:")

    channel.write("later", days="1")
    playground.kill()  # while time passes
    playground = start(playground.port)
    channel.reload()
    channel.write("later", days="1")
    has(channel, "None right now among people.")
    assert stored(database, "SELECT state || ' ' || ending || ' ' || places FROM matches") == ["finished time [2, 1]"]
    assert stored(database, _REMINDERS) == [1] and stored(
        database, "SELECT count(*) FROM jobs WHERE kind = 'boards'"
    ) == [0]
    channel.paste("/match do:rematch")
    channel.shows("Ada would like a rematch with sides swapped.")

    code, reply_text = playground.stop()
    assert code == 0, reply_text
    assert "Traceback" not in reply_text


def test_every_match_has_a_thread_that_can_be_visited_and_direct_messages_can_be_read(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground]
) -> None:
    channel = visit(start().address)
    channel.command("server", threads="One for every match")
    channel.shows("in a thread for every match")
    channel.command("play", game="Furl", opponent="Ben", side="I move first")
    channel.become("Ben")
    channel.press("Accept")
    channel.become("Ada")
    channel.shows("started a thread: Furl #1: Ada against Ben.")
    channel.become("Ben")
    channel.command("settings", notice="By direct message")
    channel.become("Ada")
    channel.command("visit", thread="Furl #1")
    channel.shows("@Ada, it's your turn (White).")
    channel.press("Move")
    channel.shows("Which disc moves?")
    channel.type_move("a4c4")
    channel.shows("@Ben, it's your turn (Black).")
    channel.become("Ben")
    channel.command("inbox")
    channel.shows("It's your turn in Furl · match #1 against Ada.")
    channel.command("visit")
    has(channel, "started a thread: Furl #1: Ada against Ben.")


def test_a_direct_match_is_accepted_and_played_in_the_inbox(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: Path
) -> None:
    channel = visit(start().address)
    channel.command("play")
    channel.answer("Which game?", "Furl")
    channel.answer("Who do you want to play?", "People you choose")
    channel.tick("More choices")
    channel.press_in_window("Submit")
    channel.press("Casual")
    channel.press("More choices")
    channel.answer("Who do you want to challenge?", "Ben")
    channel.answer("Which side do you play?", "I move first (White)")
    channel.tick("In direct messages")
    channel.press_in_window("Submit")
    channel.become("Ben")
    channel.command("inbox")
    channel.press("Accept")
    channel.become("Ada")
    channel.command("inbox")
    channel.shows("@Ada, it's your turn (White).")
    expect(channel.newest.get_by_role("img").first).to_be_visible()
    channel.press("Move")
    channel.shows("Which disc moves?")
    channel.press("c3")
    channel.press("c4 · stack of 2")
    assert stored(database, "SELECT token FROM moves") == ["c3<c4"]
