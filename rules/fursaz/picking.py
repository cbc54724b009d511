"""The picker for moves of Fursaz: its questions, and its options with their effects."""

# Translators: A question over a menu, or a choice in it with what it does; a choice has room for 100 characters.

from collections.abc import Sequence
from typing import Final

from rules.core import Move, Option, Phrase
from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE

_NAMED: Final = {
    TAKE_BLACK: Option(Phrase("Play Black"), Phrase("White moves next")),
    TAKE_WHITE: Option(Phrase("Play White"), Phrase("and move next")),
}


def question(board: FursazBoard, stage: str) -> Phrase:
    """The question at a stage: first which row or colour, then which point of the row."""
    if stage:
        return Phrase("Where on row {row}?", row=stage)
    return Phrase("Which colour do you play?") if board.is_choosing else Phrase("Where does your stone go?")


def option(board: FursazBoard, stage: str, moves: Sequence[Move]) -> Option:
    """The option for a row, with the most stones that can flip, or for a point, with its flips or else its gain."""
    if moves[0] in _NAMED:
        return _NAMED[moves[0]]
    if moves[0] == PASS:
        return Option(Phrase("Pass"), Phrase("ends the match") if board.passes else Phrase("no stone"))
    is_point = stage == moves[0]
    label = stage if is_point else Phrase("Row {row}", row=stage)
    if board.black_seat is None:  # the stone may become either player's
        return Option(label, "")
    if is_point:
        return Option(label, _effect(*_turned(board, moves[0])) or _points(_gain(board, moves[0])))
    most = max(_turned(board, move)[0] for move in moves)
    if most:
        return Option(label, Phrase("can flip {count}", count=most))
    gain = max(_gain(board, move) for move in moves)
    return Option(label, Phrase("up to {gain}", gain=_points(gain)) if gain > 0 else _points(gain))


def _turned(board: FursazBoard, move: Move) -> tuple[int, int]:
    """How many stones a move turns to the mover's colour, and how many of the mover's to the other colour."""
    after = board.cascade_of(move).stones
    mine, theirs = board.mover, board.mover.other
    return (board.stones[theirs] & after[mine]).bit_count(), (board.stones[mine] & after[theirs]).bit_count()


def _gain(board: FursazBoard, move: Move) -> int:
    """The change in the score of the player to move after placing a stone."""
    return board.after(move).scores()[board.mover].points - board.scores()[board.mover].points


def _points(gain: int) -> Phrase:
    if not gain:
        return Phrase("no gain")
    if gain > 0:
        return Phrase("+{count, plural, one {# point} other {# points}}", count=gain)
    return Phrase("−{count, plural, one {# point} other {# points}}", count=-gain)


def _effect(flipped: int, lost: int) -> str:
    if flipped and lost:
        return Phrase("flips {flipped}, loses {lost}", flipped=flipped, lost=lost)
    if flipped:
        return Phrase("flips {count}", count=flipped)
    return Phrase("loses {count}", count=lost) if lost else ""
