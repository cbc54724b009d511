"""A stranger's knowledge of Play Win: pieces, moves to spare, and how near the two sides are."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from rules.core import Move
from rules.hexes import hex_board
from rules.playwin.position import PlayWinPosition
from tools.strangers.alphabeta import Knowledge, Noisy

_SIDE: Final = 5
_PIECE: Final = 100
_CENTRE: Final = (10, 9, 6, 3, 0)  # for a piece on each ring, from the centre outwards
_TOGETHER: Final = 2  # for each pair of own pieces side by side
_SPARE: Final = 1.2  # for each legal move of the mover
_TURN: Final = 6


class PlayWinKnowledge(Knowledge):
    """What a stranger knows about Play Win; captures are compulsory, so quiescence search follows all of them."""

    whim = 4
    futile = 60
    series = True

    def value(self, position: PlayWinPosition) -> float:
        """Pieces and their places, as the difference between the mover and the other player."""
        own, enemies = position.own, position.enemies
        return self._side(own) - self._side(enemies) + (self._lead(own, enemies))

    def noisy(self, position: PlayWinPosition, moves: Sequence[Move]) -> Noisy:
        """All captures: whoever can capture must."""
        return Noisy(moves, True) if len(moves[0]) > 5 else Noisy((), False)

    def promise(self, position: PlayWinPosition, move: Move) -> float:
        """Captures first; of the others, those that go towards the centre."""
        if len(move) > 5:
            return 10.0
        ring = _ring()
        return 0.4 + 0.05 * (ring[move[:2]] - ring[move[3:]])

    def _lead(self, own: int, enemies: int) -> float:
        """A lead counts more when there are few pieces."""
        mine, theirs = own.bit_count(), enemies.bit_count()
        return 160 * (mine - theirs) / (mine + theirs)

    def _side(self, pieces: int) -> float:
        east, north_east, north_west, *_ = hex_board(_SIDE).shifts
        total = _PIECE * pieces.bit_count()
        for ring, worth in zip(_rings(), _CENTRE, strict=True):
            total += worth * (pieces & ring).bit_count()
        pairs = pieces & pieces << east, pieces & pieces << north_east, pieces & pieces << north_west
        return total + _TOGETHER * sum(pair.bit_count() for pair in pairs)


@cache
def _ring() -> dict[str, int]:
    """By cell, its distance to the centre."""
    board = hex_board(_SIDE)
    middle = _SIDE - 1
    found: dict[str, int] = {}
    for cell in board.cells:
        column, row = board.column[cell], board.row[cell] - middle
        found[cell] = max(abs(column), abs(row), abs(column + row))
    return found


@cache
def _rings() -> tuple[int, ...]:
    """The masks of the rings around the centre."""
    board, ring = hex_board(_SIDE), _ring()
    return tuple(sum(board.bit[cell] for cell in board.cells if ring[cell] == at) for at in range(_SIDE))
