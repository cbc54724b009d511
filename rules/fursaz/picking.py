"""The picker for moves of Fursaz: its questions, and its options with their effects."""

from collections.abc import Sequence
from typing import Final

from rules.core import Move, Option
from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE
from rules.wording import plural

_NAMED: Final = {
    TAKE_BLACK: Option("Play Black", "White moves next"),
    TAKE_WHITE: Option("Play White", "and move next"),
}


def question(board: FursazBoard, stage: str) -> str:
    """The question at a stage: first which row or colour, then which point of the row."""
    if stage:
        return f"Where on row {stage}?"
    return "Which colour do you play?" if board.is_choosing else "Where does your stone go?"


def option(board: FursazBoard, stage: str, moves: Sequence[Move]) -> Option:
    """The option for a row, with the most stones that can flip, or for a point, with its flips or else its gain."""
    if moves[0] in _NAMED:
        return _NAMED[moves[0]]
    if moves[0] == PASS:
        return Option("Pass", "ends the game" if board.passes else "no stone")
    is_point = stage == moves[0]
    label = stage if is_point else f"Row {stage}"
    if board.black_seat is None:  # the stone may become either player's
        return Option(label, "")
    if is_point:
        return Option(label, _effect(*_turned(board, moves[0])) or _points(_gain(board, moves[0])))
    most = max(_turned(board, move)[0] for move in moves)
    if most:
        return Option(label, f"can flip {most}")
    gain = max(_gain(board, move) for move in moves)
    return Option(label, f"up to {_points(gain)}" if gain > 0 else _points(gain))


def _turned(board: FursazBoard, move: Move) -> tuple[int, int]:
    """How many stones a move turns to the mover's colour, and how many of the mover's to the other colour."""
    after = board.cascade_of(move).stones
    mine, theirs = board.mover, board.mover.other
    return (board.stones[theirs] & after[mine]).bit_count(), (board.stones[mine] & after[theirs]).bit_count()


def _gain(board: FursazBoard, move: Move) -> int:
    """The change in the score of the player to move after placing a stone."""
    return board.after(move).scores()[board.mover].points - board.scores()[board.mover].points


def _points(gain: int) -> str:
    return f"{'+' if gain > 0 else '−'}{plural(abs(gain), 'point')}" if gain else "no gain"


def _effect(flipped: int, lost: int) -> str:
    return ", ".join(f"{verb} {count}" for verb, count in (("flips", flipped), ("loses", lost)) if count)
