"""Boards of plugins: their own, or plain ones where theirs can't be used."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from render import Scene
from render.boards import BOARDS, PluginBoards, boards_of, plugin_boards
from render.boards.plain import plain
from render.theme import THEMES
from rules import GAMES
from rules.core import Game, Seat
from tests.plugins import OTHER, install

FURL = GAMES["furl"]
_SAMPLED = """
from dataclasses import replace
from render.boards.furl import BOARD as FURL
BOARD = replace(FURL, samples={samples})
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder from which packages can be imported."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return tmp_path


def boards(folder: Path, package: str, board: str | None) -> PluginBoards:
    files = {} if board is None else {"board": board}
    install(folder, package, init=OTHER, **files)
    return boards_of([replace(FURL, key="other", name="Other", family="other", package=package)])


def test_without_plugins_no_board_is_replaced() -> None:
    assert plugin_boards() == ((), ())


def test_the_board_of_a_package_is_its_own(folder: Path) -> None:
    text = """
    from dataclasses import replace
    from render.boards.furl import BOARD as FURL
    BOARD = replace(FURL, samples={"other": FURL.samples["furl"]})
    """
    found = boards(folder, "drawn", "\n".join(map(str.strip, text.splitlines())))
    assert not found.refused
    assert [dict(board.samples) for board in found.boards] == [{"other": BOARDS[2].samples["furl"]}]


@pytest.mark.parametrize(
    ("package", "board", "why"),
    [
        ("undrawn", None, "ModuleNotFoundError: No module named 'undrawn.board'."),
        ("failing", "1 / 0", "ZeroDivisionError: division by zero."),
        ("exiting", "raise SystemExit", "SystemExit."),
        ("nameless", "", "AttributeError: "),
        ("odd", "BOARD = 7", "TypeError: its `BOARD` is not a `render.board.Board`."),
        (
            "another",
            "from render.boards.playwin import BOARD",
            "TypeError: its `BOARD` is not for the positions of other.",
        ),
        (
            "sampling",
            "from render.boards.furl import BOARD",
            "TypeError: the `samples` of its `BOARD` name 'furl', and the keys of its games are other.",
        ),
        (
            "misspelling",
            _SAMPLED.format(samples={"other": "bb w"}),
            "TypeError: the sample of its `BOARD` for other is no position (ValueError: ",
        ),
        ("unsampled", _SAMPLED.format(samples={}), "TypeError: its `BOARD` has no sample of a position."),
    ],
)
def test_a_board_that_cannot_be_used_is_plain_text_and_the_host_reads_why(
    folder: Path, package: str, board: str | None, why: str
) -> None:
    found = boards(folder, package, board)
    [sentence] = found.refused
    start = f"The board of Other is plain text, because {package}.board can't be used: "
    assert sentence.startswith(start) and sentence.removeprefix(start).startswith(why.rstrip("."))
    [plain_one] = found.boards
    position = FURL.start(2)
    picture_of = plain_one.paint(position, Scene(names=("Ada", "Ben"), options=("a1<a3",))).finished()
    assert picture_of.size == (1000, 1000)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_any_game_can_be_shown_as_text(game: Game, theme: str) -> None:
    board, seats = plain(game), game.seats[-1]
    start = game.start(seats)
    names = ("Ada", "Ben", "Cleo", "Dora")[:seats]
    painted = board.paint(start, Scene(names=names, theme=theme)).finished().convert("RGB")
    bare = board.paint(start, Scene(theme=theme)).finished().convert("RGB")
    below = (0, board.top(start, Scene()), 1000, 1000)
    assert len(painted.crop(below).getcolors() or ()) > 2, "there is text"
    assert painted.crop(below).tobytes() == bare.crop(below).tobytes() and painted.tobytes() != bare.tobytes()
    assert set(board.chips) == set(board.tones) == {start.side(Seat(seat)) for seat in range(seats)}
    assert game.from_fen(board.samples[game.key]) == game.start(game.seats[0])
