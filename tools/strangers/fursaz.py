"""A stranger's knowledge of Fursaz: points, and on how many axes a stone can no longer be flanked easily.

A stone cannot be flanked on an axis on which it stands at the edge, and hardly on one on which a neighbour of its own
colour stands beside it. A corner is never flanked.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from rules.core import Move
from rules.fursaz.position import FursazPosition
from rules.fursaz.tables import PASS, points
from tools.strangers.alphabeta import Knowledge, Noisy

_SAFE: Final = 0.3  # for each axis of a stone that is safe for good
_BESIDE: Final = 0.17  # for each axis with an own neighbour
_FIRM: Final = 0.8  # for a stone that is safe on all axes
_TURN: Final = 0.5
_DOUBTFUL: Final = 0.6  # of a point of territory


class FursazKnowledge(Knowledge):
    """What a stranger knows about Fursaz."""

    whim = 0.2

    def value(self, position: FursazPosition) -> float:
        """Points and safety of stones, as the difference between the mover and the other player."""
        if position.black_seat is None:
            return 0.0
        colour = position.mover
        own, enemies = position.stones[colour], position.stones[1 - colour]
        territory = position.territory()
        gained = territory[colour].bit_count() - territory[1 - colour].bit_count()
        stones = own.bit_count() - enemies.bit_count()
        edges = _edges(position.size)
        return (
            stones
            + _DOUBTFUL * gained
            + self._safety(position, own, edges)
            - self._safety(position, enemies, edges)
            + _TURN
        )

    def noisy(self, position: FursazPosition, moves: Sequence[Move]) -> Noisy:
        """None: a cascade plays itself out."""
        return Noisy((), False)

    def promise(self, position: FursazPosition, move: Move) -> float:
        """Points beside few axes that are open first; a pass last."""
        if move == PASS:
            return -1.0
        bit = position.points.bit.get(move)
        if bit is None:
            return 0.0
        return 0.2 * sum(bool(edge & bit) for edge in _edges(position.size))

    def mover(self, position: FursazPosition) -> int:
        """The seat to move."""
        return position.mover_seat

    def _safety(self, position: FursazPosition, stones: int, edges: tuple[int, ...]) -> float:
        total, firm = 0.0, stones
        for step, edge in zip(position.points.axes, edges, strict=True):
            held = stones & edge
            beside = stones & (stones << step | stones >> step) & ~edge
            firm &= held | beside
            total += _SAFE * held.bit_count() + _BESIDE * beside.bit_count()
        return total + _FIRM * firm.bit_count()


@cache
def _edges(size: int) -> tuple[int, ...]:
    """By axis, the points at which it ends on one side."""
    table = points(size)
    return tuple(table.full & ~((table.full << step) & (table.full >> step)) for step in table.axes)
