"""What a position of Play Win is worth, and its noisy moves."""

from typing import Final

from rules.core import NoisyMoves
from rules.playwin.board import PlayWinBoard

_MATERIAL: Final = 6.0
"""How much it weighs to have all the pieces: the difference counts for more the fewer pieces there are."""
_TEMPO: Final = 0.05
_QUIET: Final = NoisyMoves((), compulsory=False)


def evaluate(board: PlayWinBoard) -> tuple[float, float]:
    """How promising a position is for White and for Black, from -1 to 1."""
    mover = board.mover
    if board.outcome() is not None:
        return (-1.0, 1.0) if mover == 0 else (1.0, -1.0)
    own, enemies = board.own.bit_count(), board.enemies.bit_count()
    lead = _MATERIAL * (own - enemies) / (own + enemies) + _TEMPO + board.to_capture
    worth = lead / (1.0 + abs(lead))
    return (worth, -worth) if mover == 0 else (-worth, worth)


def noisy_moves(board: PlayWinBoard) -> NoisyMoves:
    """The leaps that have to be made."""
    captures = board.captures()
    return NoisyMoves(captures.leaps, compulsory=True) if captures.most else _QUIET
