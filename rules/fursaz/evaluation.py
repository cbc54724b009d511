"""How promising a position of Fursaz is: who holds more, and how firmly."""

from functools import cache
from typing import Final

from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import Colour, points

_FIRM: Final = 1.0
"""How much more a stone is worth that can never be flanked than one that can be on all three axes."""
_TERRITORY: Final = 0.5
_TEMPO: Final = 1.0
_HALF: Final = 6.0
"""The lead in points that is worth half of a won position."""


def evaluate(board: FursazBoard) -> tuple[float, float]:
    """How promising a position is for seat 0 and for seat 1, from -1 to 1; who chooses a colour takes the better one."""
    outcome = board.outcome()
    if outcome is not None:
        ahead = float(outcome.places[1] - outcome.places[0])
        return (ahead, -ahead)
    if not board.occupied:
        return (0.0, 0.0)
    blacks_turn = board.mover is Colour.BLACK and not board.is_choosing
    lead = _lead(board) + (_TEMPO if blacks_turn else -_TEMPO)
    if board.is_choosing:
        lead = -abs(lead)
    worth = lead / (_HALF + abs(lead))
    return (-worth, worth) if board.black_seat == 1 else (worth, -worth)


def _lead(board: FursazBoard) -> float:
    """How many points Black is ahead; firm stones count for more as long as there is room for others to flip."""
    black, white = board.stones
    room = 1 - board.occupied.bit_count() / board.points.full.bit_count()
    firmness = sum(
        weight * ((black & there).bit_count() - (white & there).bit_count()) for there, weight in _firmness(board.size)
    )
    own, other = board.territory()
    territory = own.bit_count() - other.bit_count()
    lead = black.bit_count() - white.bit_count() + room * _FIRM * firmness
    return lead + territory * (1 - room * (1 - _TERRITORY))


@cache
def _firmness(size: int) -> tuple[tuple[int, float], ...]:
    """Sets of points, and how firm stones on them are: 1 where nothing can flank them, 0 in the middle of the board."""
    rays = points(size).board.rays
    pairs = {point: sum(map(min, map(len, ways[:3]), map(len, ways[3:]))) for point, ways in rays.items()}
    most = max(pairs.values())
    return tuple(
        (sum(points(size).bit[point] for point, there in pairs.items() if there == count), 1 - count / most)
        for count in sorted(set(pairs.values()))
        if count < most
    )
