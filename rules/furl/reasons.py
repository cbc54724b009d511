"""What moves of Furl are good for, in words: what they threaten, and what they prevent."""

from collections.abc import Iterator
from dataclasses import replace

from rules.core import Move, Seat
from rules.furl import tables
from rules.furl.board import FurlBoard
from rules.furl.evaluation import noisy_moves
from rules.wording import reasons


def reason(board: FurlBoard, move: Move) -> str:
    """What a legal move is good for, in words that follow "it"."""
    return reasons(_reasons(board, board.after(tables.moves()[move])))


def _reasons(board: FurlBoard, after: FurlBoard) -> Iterator[str]:
    mover, enemy = board.mover, after.mover
    threatened, mine = _turned(board, enemy), _turned(after, mover)
    if mine.has_arrived():
        if _captures(after) & tables.far_rows()[mover]:
            yield f"reaches row {tables.FAR_ROWS[mover]}, so that {tables.SIDES[enemy]} has to capture at once"
        else:
            yield f"reaches row {tables.FAR_ROWS[mover]}, where nobody can capture it"
            return
    elif _arrives(mine) and not _arrives(board):
        yield f"threatens to reach row {tables.FAR_ROWS[mover]}"
    if _arrives(threatened) and not _arrives(after):
        yield f"keeps {tables.SIDES[enemy]} from reaching row {tables.FAR_ROWS[enemy]}"
    if _captures(threatened) and not _captures(after):
        yield "leaves nothing to be captured"


def _turned(board: FurlBoard, mover: Seat) -> FurlBoard:
    """The same board with somebody to move."""
    return replace(board, mover=mover)


def _arrives(board: FurlBoard) -> bool:
    """Whether the player to move could get to the far row now."""
    return any(move[3] == tables.FAR_ROWS[board.mover] for move in board.legal_moves())


def _captures(board: FurlBoard) -> int:
    """The cells where the player to move could capture now."""
    return sum({tables.geometry().bit[move[3:]] for move in noisy_moves(board).moves})
