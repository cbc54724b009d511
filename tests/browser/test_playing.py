"""Two people play on the page, by typing and by picking, and nothing is lost when the playground is killed."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING

import pytest

from tests.browser.process import Playground, stored, tokens_of

if TYPE_CHECKING:
    from tests.browser.page import Channel

pytestmark = pytest.mark.browser

_DAY = 24 * 60 * 60 * 1000  # milliseconds
_DISCORD_EPOCH = 1420070400000  # the epoch of Discord's ids


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


def moves(database: Path) -> Sequence[str]:
    return tokens_of(database, 1)


def test_a_match_is_played_through_a_kill_and_a_restart(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: Path
) -> None:
    playground = start()
    channel = visit(playground.address)

    channel.command("play", game="Furl", opponent="Ben", side="I move first")
    channel.shows("Ada challenges you to a match of Furl")
    assert stored(database, "SELECT state FROM matches") == ["open"]

    channel.become("Ben")
    channel.press("Accept")
    channel.shows("New to Furl?")

    channel.become("Ada")
    channel.shows("@Ada, it's your turn (White).")
    channel.type_move("a1 c6")
    channel.shows("Only you can see this")
    channel.shows("Nothing was played.")
    assert moves(database) == []

    assert channel.type_move("a4c4") == ["a4<c4 · furls 3 discs from a4 to c4"]
    channel.shows("@Ben, it's your turn (Black).")
    assert moves(database) == ["a4<c4"]

    channel.become("Ben")
    channel.press("Move")
    channel.press("e5")

    playground.kill()  # in the middle of a picker
    playground = start(playground.port)
    channel.reload()  # the address is still the same
    channel.has_messages(1)
    channel.shows("Ada (White) furls 3 discs from a4 to c4")

    channel.become("Ben")
    channel.press("Move")
    channel.press("e5")
    channel.press("e4 · stack of 2")
    channel.shows("@Ada, it's your turn (White).")
    assert moves(database) == ["a4<c4", "e5<e4"]

    channel.become("Ada")
    channel.command("games")
    channel.shows("match #1 against Ben · your turn")
    channel.press("Move")
    channel.press("c4")  # it has only one move
    channel.shows("@Ben, it's your turn (Black).")

    channel.become("Ben")
    channel.command("match", do="resign")
    channel.press("Resign")
    channel.shows("@Ada: Ben resigns. Ada (White) wins.")
    assert moves(database) == ["a4<c4", "e5<e4", "c4xf5"]
    assert stored(database, "SELECT state || ' ' || ending || ' ' || places FROM matches") == [
        "finished resigned [1, 2]"
    ]
    channel.command("games")
    channel.shows("You have no matches here.")

    code, reply_text = playground.stop()
    assert code == 0
    assert "Traceback" not in reply_text


def test_a_match_that_was_about_to_be_shown_is_shown_at_the_next_start_and_its_clock_runs(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground], database: Path
) -> None:
    playground = start()
    channel = visit(playground.address)
    channel.command("play", game="Furl")
    channel.become("Ben")
    channel.press("Join")
    playground.kill()

    # As if it had been killed while sending, and the machine's clock had been put back by a day since then.
    tomorrow = time_ns() // 1_000_000 + _DAY
    change(database, f"UPDATE matches SET changed_at = {tomorrow}")
    change(
        database,
        "INSERT INTO jobs (kind, server_id, match_id, data, attempts, due_at, claimed_until) SELECT 'boards', server_id, id, "
        f"'{{\"is_new_message\": false}}', 3, {tomorrow}, {tomorrow + _DAY} FROM matches",
    )
    playground = start(playground.port)
    channel.reload()
    channel.has_messages(1)
    channel.shows("it's your turn (White).")
    assert stored(database, "SELECT count(*) FROM jobs WHERE kind = 'boards'") == [0]
    assert stored(database, f"SELECT (message_id >> 22) + {_DISCORD_EPOCH} FROM matches")[0] > tomorrow


def test_no_typeface_is_loaded_for_letters_that_nobody_writes(
    visit: "Callable[[str], Channel]", start: Callable[..., Playground]
) -> None:
    page = visit(start().address).page
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert any("noto-sans-latin" in name for name in loaded)
    assert not any(script in name for name in loaded for script in ("-sc-", "-arabic-", "-hebrew-", "-devanagari-"))
