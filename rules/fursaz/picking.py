"""What a player who picks a move of Fursaz is asked, and what follows from each option."""

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
    """What is asked first, and once the row is chosen."""
    if stage:
        return f"Where on row {stage}?"
    return "Which colour do you play?" if board.is_choosing else "On which row does your stone go?"


def option(board: FursazBoard, stage: str, moves: Sequence[Move]) -> Option:
    """A row with the most stones that a stone there flips, or a point with what flips."""
    if moves[0] in _NAMED:
        return _NAMED[moves[0]]
    if moves[0] == PASS:
        return Option("Pass", "ends the game" if board.passes else "leaves all stones as they are")
    if stage == moves[0]:
        return Option(stage, _effect(*_turned(board, moves[0])))
    most = max(_turned(board, move)[0] for move in moves)
    return Option(f"Row {stage}", f"flips up to {most}" if most else plural(len(moves), "free point"))


def _turned(board: FursazBoard, move: Move) -> tuple[int, int]:
    """How many stones of the other colour become the mover's, and how many of the mover's the other's."""
    if board.black_seat is None:
        return 0, 0
    after = board.cascade_of(move).stones
    mine, theirs = board.mover, board.mover.other
    return (board.stones[theirs] & after[mine]).bit_count(), (board.stones[mine] & after[theirs]).bit_count()


def _effect(flipped: int, lost: int) -> str:
    return ", ".join(f"{verb} {count}" for verb, count in (("flips", flipped), ("loses", lost)) if count)
