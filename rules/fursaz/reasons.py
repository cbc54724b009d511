"""What moves of Fursaz are good for, in words: firm stones, points, and what the other player can flip then."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.core import Move
from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE, points
from rules.wording import reasons

_LEAST_PREVENTED: Final = 2


def reason(board: FursazBoard, move: Move) -> str:
    """What a legal move is good for, in words that follow "it"."""
    if move == TAKE_BLACK:
        return "gets a stone that is worth more than moving next"
    if move == TAKE_WHITE:
        return "gets the next move, which is worth more than the stone"
    if board.black_seat is None:
        return "leaves both colours with much the same chances, whichever is chosen"
    return reasons(_reasons(board, move))


def _reasons(board: FursazBoard, move: Move) -> Iterator[str]:
    after = board.after(move)
    if move != PASS and _is_firm(board, move):
        yield "puts a stone where it can never be flanked"
    if after.is_over:
        return
    before, then = _most_gained(replace(board, mover=board.mover.other)), _most_gained(after)
    if before - then >= _LEAST_PREVENTED:
        yield f"keeps {after.mover.side} from turning {before} stones, {then} at most"
    (mine, theirs) = (after.scores()[colour].points for colour in (board.mover, board.mover.other))
    if mine > theirs:
        yield f"leads by {mine} points to {theirs}"


def _is_firm(board: FursazBoard, point: str) -> bool:
    """Whether a stone there can be flanked on no axis."""
    ways = points(board.size).board.rays[point]
    return not any(map(min, map(len, ways[:3]), map(len, ways[3:])))


def _most_gained(board: FursazBoard) -> int:
    """How many stones the player to move could turn at most."""
    theirs = board.stones[board.mover.other]
    moves = (move for move in board.legal_moves() if move != PASS)
    return max(((theirs & board.cascade_of(move).stones[board.mover]).bit_count() for move in moves), default=0)
