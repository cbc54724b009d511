"""`furlong contract`: silent about sound games, and a sentence for each thing that a package lacks or does wrong."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from render.board import Board
from render.boards import require_board
from render.canvas import Canvas, Layer, Piece
from render.scene import Scene
from render.shapes import Area, rectangle
from rules import GAMES
from rules.core import Game, InvalidMove, Move, NoisyMoves, Option, Outcome, Position
from rules.furl import FurlPosition
from rules.plugins import GROUP
from rules.record import Step
from studio.laws.board_laws import OF_BOARDS, Shown
from studio.laws.contract import faults, of_board, of_rules
from studio.laws.laws import OF_GAMES, OF_PLAYED, OF_POSITIONS
from tests.plugins import OTHER, declare, install

ROOT = Path(__file__).parents[4]
EXAMPLE = ROOT / "examples" / "wye"
FURL = GAMES["furl"]


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at few random games: `tests.rules.test_contract` has many, and what is broken here is broken in each."""
    monkeypatch.setattr("studio.laws.contract._GAMES", 2)
    monkeypatch.setattr("studio.laws.contract._PAINTED_GAMES", 1)


@pytest.mark.parametrize("key", ["furl", "farlander-garrisons", "playwin-loose"])
def test_our_games_keep_the_contract(key: str) -> None:
    assert [*of_rules(GAMES[key])] == []


def _faulty(**methods: object) -> Game:
    """Furl, with other methods of its positions."""
    positions = type("Faulty", (FurlPosition,), {"__slots__": (), **methods})
    names = [one.name for one in fields(FurlPosition)]
    start, read = FURL.start, FURL.from_fen

    def made(position: Any) -> FurlPosition:
        return positions(**{name: getattr(position, name) for name in names})

    def started(seats: int) -> FurlPosition:
        return made(start(seats))

    def was_read(fen: str) -> FurlPosition:
        return made(read(fen))

    return replace(FURL, start=started, from_fen=was_read)


def _always(value: Any) -> Callable[..., Any]:
    def method(*_: Any) -> Any:
        return value

    return method


def _failing(*_: Any) -> Any:
    raise ZeroDivisionError


def _first(self: FurlPosition, _text: str) -> str:
    return self.legal_moves()[0]


def _first_if_illegal(self: FurlPosition, move: Move) -> FurlPosition:
    legal = self.legal_moves()
    return FurlPosition.play(self, move if move in legal else legal[0])


def _twice(self: FurlPosition) -> list[Move]:
    return [*FurlPosition.legal_moves(self)] * 2


def _spaced(self: FurlPosition) -> list[str]:
    return [f"{move} {move}" for move in FurlPosition.legal_moves(self)]


def _only_small(self: FurlPosition, text: str) -> Move:
    if text != text.lower():
        raise InvalidMove("Small letters only.")
    return FurlPosition.parse(self, text)


def _unchanged(self: FurlPosition, _seat: int) -> FurlPosition:
    return self


def _itself(_position: Position, move: Move) -> Move:
    return move


def _at_once(_self: FurlPosition, move: Move) -> tuple[str]:
    return (move,)


def _with_another_error(fen: str) -> Position:
    try:
        return FURL.from_fen(fen)
    except ValueError as error:
        raise KeyError(fen) from error


def _for_losers(position: Position) -> tuple[float, ...]:
    assert FURL.evaluation is not None
    first, second = FURL.evaluation(position)
    return (first, second) if position.turn is None else (second, first)


_STARTS = count()


def _changing(seats: int) -> Position:
    start = FURL.start(seats)
    return start.play(start.legal_moves()[next(_STARTS) % 2])


BROKEN = {
    "a game can be pickled, for the processes that think": replace(FURL, evaluation=_always((0.0, 0.0))),
    "lots decide who begins if `begins_by_lot` says so, and seat 0 begins otherwise": replace(FURL, begins_by_lot=True),
    "`start` refuses any other number of players with a ValueError that names it": replace(
        FURL, start=_always(FURL.start(2))
    ),
    "`parse` refuses texts that are longer than any move, in a short sentence": _faulty(parse=_first),
    "`typical_turns` is positive, and at most twice the moves that random games reach": replace(FURL, typical_turns=0),
    "`evaluation` is higher for those who are about to win": replace(FURL, evaluation=_for_losers),
    "`longest` falls with each move, is never too small, and counts only once chance decides nothing": replace(
        FURL, longest=_always(1_000)
    ),
    "a record replays to the same positions": replace(FURL, start=_changing),
    "`turn` is None, `legal_moves` empty and `outcome` not None at the end, and only there": _faulty(
        outcome=_always(None)
    ),
    "legal moves are all different, in the same order each time": _faulty(legal_moves=_twice),
    "`from_fen` reads what `fen` writes, and makes an equal position": replace(FURL, from_fen=_always(FURL.start(2))),
    "a move is 1 to 40 printable ASCII characters without spaces": _faulty(legal_moves=_spaced),
    "`play` plays each legal move, and leaves the position as it was": _faulty(play=_always(FURL.start(2))),
    "`play` refuses anything else with an IllegalMove of one sentence": _faulty(play=_first_if_illegal),
    "`places` say how many seats are ahead, for every seat, and there is a reason": _faulty(
        outcome=_always(Outcome((1, 3), "they won"))
    ),
    "`parse` reads every move, in capitals and with spaces too": _faulty(parse=_only_small),
    "`parse` refuses anything else with a MoveError of one sentence": _faulty(parse=_failing),
    "`from_fen` refuses what `fen` doesn't write with a ValueError": replace(FURL, from_fen=_with_another_error),
    "`describe` gives one line of words that follow a player's name, in small letters": _faulty(
        describe=_always("plays\na4")
    ),
    "the `choices` of a move are its parts, and make it when joined": _faulty(choices=_always(("a", "4"))),
    "the `stages` of the picker end with the move, and only one way leads to each": _faulty(stages=_always(("all",))),
    "the picker offers up to 100 choices at once": _faulty(
        legal_moves=_always([f"m{number}" for number in range(101)]), stages=_at_once
    ),
    "the `question` at each stage is one, of up to 100 characters": _faulty(question=_always("A move")),
    "each `option` has a label of its own of up to 80 characters, and one line of up to 100": _faulty(
        option=_always(Option("This", ""))
    ),
    "`named_moves` are legal, and each has a short name of its own": _faulty(named_moves=_always({"pass": "Pass"})),
    "`odds` are one line": _faulty(odds=_always("4+\n5+")),
    "every seat has a side of its own": _faulty(side=_always("Both")),
    "a position is a frozen dataclass with slots": _faulty(__slots__=("__dict__",)),
    "a position survives pickling": _faulty(__reduce_ex__=_failing),
    "the text board has lines, without spaces at their ends, and no code fence": _faulty(__str__=_always("one line")),
    "with two seats `retire` returns None, and with more a seat that has left is never to move": _faulty(
        retire=_unchanged
    ),
    "`ahead` is the position with another seat to move, and the same one for the seat to move": _faulty(
        ahead=_unchanged
    ),
    "`evaluation` has a value for each seat, in the order of their places at the end, and 1 or -1 only there": replace(
        FURL, evaluation=_always((1.0, -1.0))
    ),
    "`noisy_moves` are legal, and all that are if they are compulsory": replace(
        FURL, noisy_moves=_always(NoisyMoves((), compulsory=True))
    ),
    "`candidates` are legal moves, each once, with a weight above 0": replace(
        FURL, candidates=_always([(Move("a1<a2"), 1.0)])
    ),
    "an image under `symmetries` has the images of all moves, ends alike and is worth the same": replace(
        FURL, symmetries=[replace(FURL.symmetries[0], move=_itself)]
    ),
}
"""A game for each law, which breaks it and often others too."""


@pytest.mark.sweep
@pytest.mark.parametrize("law", [law.says for laws in (OF_GAMES, OF_PLAYED, OF_POSITIONS) for law in laws])
def test_a_law_that_is_broken_is_said_once_with_the_game_or_the_position(law: str) -> None:
    said = [fault for fault in of_rules(BROKEN[law]) if fault.startswith(law)]
    assert len(said) == 1 and re.match(r" \((furl|[bw.\d]+/)", said[0].removeprefix(law))


BOARD = require_board(FURL.start(2))


def _in_the_wrong_size(_position: Position, scene: Scene) -> Canvas:
    return Canvas((10, 10), scene.scheme)


def _all_alike(_position: Position, scene: Scene) -> dict[str, Area]:
    return dict.fromkeys(scene.options, Area((rectangle(0, 0, 90, 90),), (50, 50)))


def _unturned(reads: Callable[[Any, Scene], Any]) -> Callable[[Any, Scene], Any]:
    def read(position: Position, scene: Scene) -> Any:
        return reads(position, replace(scene, viewpoint=None))

    return read


def _stamped(board: Board[Any], changed: Callable[[Layer, Piece], Layer]) -> Callable[[Any, Scene], Any]:
    """The ground of a board, with other layers where it has pieces."""

    def ground(position: Position, scene: Scene) -> Any:
        layers = board.ground(position, scene).layers
        return Mock(layers=[layer if layer.piece is None else changed(layer, layer.piece) for layer in layers])

    return ground


def _in_colour(layer: Layer, piece: Piece) -> Layer:
    """A piece in the colour of its side, each of which is as bright as the other."""
    return layer._replace(content=((200, 60, 60), (60, 132, 60))[piece.kind == 0])


BROKEN_BOARDS: dict[str, list[Board[Any]]] = {
    "the board paints each position in the size that `size` says, and `won_by` names some of its `places`": [
        replace(BOARD, ground=_in_the_wrong_size),
        replace(BOARD, ground=_failing),
        replace(BOARD, won_by=_always(["z9"])),
        replace(BOARD, places=_always({})),
    ],
    "`areas` has each option of the picker that is no named move, and nothing else": [
        replace(BOARD, areas=_always({})),
        replace(BOARD, areas=_always({"z9": Area((rectangle(0, 0, 90, 90),), (50, 50))})),
    ],
    "the `middle` of each of the `areas` is in that one alone": [replace(BOARD, areas=_all_alike)],
    "`areas` and `places` turn with the board, under the pieces that are painted there": [
        replace(BOARD, places=_unturned(BOARD.places)),
        replace(BOARD, areas=_unturned(BOARD.areas)),
        replace(BOARD, ground=_unturned(BOARD.ground)),
    ],
    "pieces of two colours can be told apart in grey": [replace(BOARD, ground=_stamped(BOARD, _in_colour))],
    "pieces of one `kind` are drawn alike, and a piece that moves keeps its `kind`": [
        replace(BOARD, ground=_stamped(BOARD, lambda layer, piece: layer._replace(piece=piece._replace(kind=""))))
    ],
    "`players` has one for each seat": [replace(BOARD, players=_always([]))],
    "`chips` and `tones` have the name of each side": [replace(BOARD, chips={}), replace(BOARD, tones={})],
}
"""Boards of Furl for each law, which break it."""


@pytest.mark.sweep
@pytest.mark.parametrize(("law", "board"), [(law, board) for law, boards in BROKEN_BOARDS.items() for board in boards])
def test_a_law_of_boards_that_is_broken_is_said_once_with_the_position(law: str, board: Board[Any]) -> None:
    said = [fault for fault in of_board(board, FURL) if fault.startswith(law)]
    assert len(said) == 1 and re.match(r" \([bw.\d]+/", said[0].removeprefix(law))


def test_a_piece_that_moves_keeps_its_kind() -> None:
    start = GAMES["playwin"].start(2)
    move = start.legal_moves()[0]
    board, after = require_board(start), start.play(move)
    of_places = replace(
        board, ground=_stamped(board, lambda layer, piece: layer._replace(piece=piece._replace(kind=piece.place)))
    )
    [law] = [law for law in OF_BOARDS if "keeps its `kind`" in law.says]
    shown = Shown(board, 2, after, (Step(start, move, after),))
    assert law.holds(shown) and not law.holds(shown._replace(board=of_places))


def test_each_law_of_boards_can_be_broken() -> None:
    assert [*BROKEN_BOARDS] == [law.says for law in OF_BOARDS]


def test_a_package_reads_which_laws_its_board_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    install(tmp_path, "untouchable", init=OTHER, board=UNTOUCHABLE)
    assert any(sentence.startswith("Other: `areas` has each option") for sentence in faults("untouchable"))


UNTOUCHABLE = """
from dataclasses import replace
from render.boards.furl import BOARD as FURL
BOARD = replace(FURL, areas=lambda _position, _scene: {}, samples={"other": FURL.samples["furl"]})
"""


@pytest.mark.parametrize("values", [(0.0,), (0.0, 0.0, 0.0), (0.5, 40.0), (float("nan"), 0.0), (1.0, -1.0)])
def test_an_evaluation_with_other_values_breaks_its_law_at_the_start(values: tuple[float, ...]) -> None:
    said = [*of_rules(replace(FURL, evaluation=_always(values)))]
    assert any(f"({FURL.start(2).fen()}" in fault for fault in said if fault.startswith("`evaluation`"))


def test_an_evaluation_that_favours_a_side_of_the_board_breaks_the_law_of_symmetries() -> None:
    def of_a_corner(position: Position) -> tuple[float, float]:
        return (0.1, -0.1) if position.fen().startswith("b") else (0.0, 0.0)

    said = [*of_rules(replace(FURL, evaluation=of_a_corner))]
    assert any(fault.startswith("an image under `symmetries`") for fault in said)


def test_a_method_that_fails_breaks_its_law_with_the_error() -> None:
    said = [fault for fault in of_rules(_faulty(describe=_failing)) if fault.startswith("`describe` gives one line")]
    assert len(said) == 1 and said[0].endswith(": ZeroDivisionError)")


def test_a_package_reads_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    install(tmp_path, "bare", init=OTHER)
    told = [*faults("bare")]
    assert [sentence.partition(":")[0] for sentence in told] == [
        "The board of Other is plain text, because bare.board can't be used",
        "Other",
        "Other",
    ]
    assert "it has no rule book" in told[1] and "it has no lessons" in told[2]
    declared = ", ".join(sorted(point.value for point in entry_points(group=GROUP)))
    assert "bare" in declared.split(", ")
    assert [sentence.partition(",")[0] for sentence in faults("not-there")] == [
        "No installed package declares the entry point not-there in the group furlong.games"
    ], "the name of a distribution is none of a package"
    assert [*faults("not_there")] == [
        (
            "No installed package declares the entry point not_there in the group furlong.games, so Furlong doesn't see it. "
            f"These are declared: {declared}."
        ),
        "The package adds no games: importing not_there failed with ModuleNotFoundError: No module named 'not_there'.",
    ]


def test_a_package_reads_which_translations_have_other_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    install(tmp_path, "translated", init=OTHER)
    folder = tmp_path / "translated" / "locales" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    sound = 'msgid "{count, plural, one {# disc} other {# discs}}"\nmsgstr "{count, plural, other {#}}"'
    wrong = 'msgid "To {cell}"\nmsgstr "Nach {zelle}"\n\nmsgid "{side} wins"\nmsgstr "{side gewinnt"'
    (folder / "furlong.po").write_text(f"{sound}\n\n{wrong}\n", encoding="utf-8")
    told = [sentence for sentence in faults("translated") if "translation" in sentence]
    assert [sentence.rpartition(": ")[2] for sentence in told] == ["To {cell}.", "{side} wins."]


def test_the_example_keeps_the_contract_and_is_played_by_people_and_characters(tmp_path: Path) -> None:
    declare(tmp_path, "furlong_wye")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, EXAMPLE, tmp_path)))}
    for command in (
        ["bot", "contract", "furlong_wye"],
        ["pytest", "-q", "-p", "no:cacheprovider", "tests/bot/chat/example_game.py"],
    ):
        ran = subprocess.run(
            [sys.executable, "-m", *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
