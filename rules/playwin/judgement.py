"""How promising a position of Play Win is, and which moves have to be looked at before one can tell."""

from typing import Final

from rules.core import Unrest
from rules.playwin.board import PlayWinBoard

_MATERIAL: Final = 6.0
"""How much it weighs to have all the pieces: the difference counts for more the fewer pieces there are."""
_TEMPO: Final = 0.05
_QUIET: Final = Unrest((), compulsory=False)


def worths(board: PlayWinBoard) -> tuple[float, float]:
    """How promising a position is for White and for Black, from -1 to 1."""
    mover = board.mover
    if board.outcome() is not None:
        return (-1.0, 1.0) if mover == 0 else (1.0, -1.0)
    own, enemies = board.own.bit_count(), board.enemies.bit_count()
    lead = _MATERIAL * (own - enemies) / (own + enemies) + _TEMPO + board.to_capture
    worth = lead / (1.0 + abs(lead))
    return (worth, -worth) if mover == 0 else (-worth, worth)


def unrest(board: PlayWinBoard) -> Unrest:
    """The leaps that have to be made."""
    captures = board.captures()
    return Unrest(captures.leaps, compulsory=True) if captures.most else _QUIET
