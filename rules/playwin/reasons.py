"""What moves of Play Win are good for, in words: what they capture, threaten and prevent."""

from collections.abc import Iterator
from dataclasses import replace

from rules.core import Move, Seat
from rules.playwin import tables
from rules.playwin.board import PlayWinBoard
from rules.wording import plural, reasons


def reason(board: PlayWinBoard, move: Move) -> str:
    """What a legal move is good for, in words that follow "it"."""
    return reasons(_reasons(board, board.after(tables.moves()[move])))


def _reasons(board: PlayWinBoard, after: PlayWinBoard) -> Iterator[str]:
    mover, enemy = board.mover, Seat(1 - board.mover)
    if after.mover == mover:
        yield f"captures {plural(board.captures().most, 'piece')} in this turn"
        return
    lost = after.captures().most
    if lost == 1:
        back = min(after.after(tables.moves()[leap]).captures().most for leap in after.captures().leaps)
        if back:
            yield f"lets {tables.SIDES[enemy]} capture a piece, and takes back {back}"
    elif not lost:
        if board.captures().most or _turned(board, enemy).captures().most:
            yield "leaves nothing to be captured"
        gained = _turned(after, mover).captures().most
        if gained:
            yield f"threatens to capture {plural(gained, 'piece')}"


def _turned(board: PlayWinBoard, mover: Seat) -> PlayWinBoard:
    """The same pieces with somebody to begin a turn."""
    return replace(board, mover=mover, leaper=0, to_capture=0)
