"""What a position of Fursaz is worth.

The evaluation is linear in what each colour has: stones by point, neighbours, territory, points that it alone could come to
flank, and stones that the other colour flanks or could come to flank with its next stone. What a feature is worth changes
as the board fills, and so does the next move. `make train GAME=fursaz` learns the weights.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final

from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import Colour, points
from rules.fursaz.weights import WEIGHTS
from rules.linear import Weights, nothing, parts, promise

_CLASSES: Final = 16  # of points on the large board, and fewer on the other
_KEYS: Final = {5: "fursaz", 7: "fursaz-7"}
_KEPT: Final = 16_384
"""Sums that are kept: a search of the strongest level comes to about as many sets of stones."""

SIZES: Final[Mapping[str, int]] = {
    "stone": _CLASSES,  # by point, all points being the same that are where the board is turned or mirrored
    "pair": 1,  # of neighbours
    "territory": 2,  # empty points that the colour alone flanks, or could come to flank
    "flanked": 2,  # stones that the other colour flanks, alone or not
    "open": 2,  # stones that the other colour could come to flank, on the move or not
    "turn": 1,
}
"""How many features there are of each group."""


def evaluate(board: FursazBoard) -> tuple[float, float]:
    """What a position is worth for seat 0 and for seat 1, from -1 to 1; who chooses a colour takes the better one."""
    outcome = board.outcome()
    if outcome is not None:
        ahead = float(outcome.places[1] - outcome.places[0])
        return (ahead, -ahead)
    if not board.occupied:
        return (0.0, 0.0)
    black, white = _totals(board, _parts(board.size, named=False))
    worth = promise(black - white, lateness(board))
    if board.is_choosing:
        worth = -abs(worth)
    return (-worth, worth) if board.black_seat == 1 else (worth, -worth)


def features(board: FursazBoard) -> tuple[tuple[int, ...], ...]:
    """The numbers of the features that each seat has, as often as it has them; nothing before the colours are chosen."""
    if board.black_seat is None:
        return ()
    black, white = _totals(board, _parts(board.size, named=True))
    return (black, white) if board.black_seat == 0 else (white, black)


def lateness(board: FursazBoard) -> float:
    """How full the board is, from 0 to 1."""
    return board.occupied.bit_count() / board.points.full.bit_count()


def weights_key(board: FursazBoard) -> str:
    """The key of the weights for this ruleset."""
    return _KEYS[board.size]


class _Parts:
    """What the features add, and what was found for the stones of one colour alone."""

    def __init__(self, size: int, weights: Weights | None) -> None:
        self.nothing, self.parts = nothing(weights), parts(SIZES, weights)
        self._classes, self._axes = _classes(size), points(size).axes
        self.of_stones = lru_cache(_KEPT)(self._of_stones)

    def _of_stones(self, own: int) -> Any:
        total = self.nothing
        for points_alike, part in zip(self._classes, self.parts["stone"], strict=False):
            total += part * (own & points_alike).bit_count()
        return total + self.parts["pair"][0] * sum((own & own >> step).bit_count() for step in self._axes)


@cache
def _parts(size: int, *, named: bool) -> _Parts:
    """The parts of a board of this size; `named` ones are the numbers of the features."""
    return _Parts(size, None if named else WEIGHTS[_KEYS[size]])


def _totals(board: FursazBoard, table: _Parts) -> tuple[Any, Any]:
    """All that Black and White have, added up."""
    known, empty = table.parts, board.points.full & ~board.occupied
    flanked, within = in_reach(board, empty)
    mover = Colour.WHITE if board.is_choosing else board.mover
    totals = list[Any]()
    for colour, own in zip(Colour, board.stones, strict=True):
        total = table.of_stones(own)
        by_own, by_other = flanked[colour], flanked[1 - colour]
        total += known["territory"][0] * (empty & by_own & ~by_other).bit_count()
        alone = empty & within[colour] & ~(by_own | by_other | within[1 - colour])
        total += known["territory"][1] * alone.bit_count()
        endangered = own & by_other
        if endangered:
            total += known["flanked"][0] * (endangered & ~by_own).bit_count()
            total += known["flanked"][1] * (endangered & by_own).bit_count()
        total += known["open"][colour != mover] * (own & within[1 - colour] & ~by_other).bit_count()
        totals.append(total + known["turn"][0] if colour == mover else total)
    return totals[0], totals[1]


def in_reach(board: FursazBoard, empty: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The points that each colour flanks on some axis, and those that it could come to flank with one more stone."""
    black, white = board.stones
    by_black = by_white = open_to_black = open_to_white = 0
    for step in board.points.axes:
        distance, free = step, board.points.full  # free: all points nearer than `distance` are empty, on both sides
        while free:
            black_ahead, black_behind = black >> distance, black << distance
            white_ahead, white_behind = white >> distance, white << distance
            empty_ahead, empty_behind = empty >> distance, empty << distance
            by_black |= free & black_ahead & black_behind
            by_white |= free & white_ahead & white_behind
            open_to_black |= free & (black_ahead & empty_behind | black_behind & empty_ahead)
            open_to_white |= free & (white_ahead & empty_behind | white_behind & empty_ahead)
            free &= empty_ahead & empty_behind
            distance += step
    return (by_black, by_white), (open_to_black, open_to_white)


@cache
def _classes(size: int) -> tuple[int, ...]:
    """The points of the board in sets that turning and mirroring it leave as they are, the edges first."""
    board = points(size).board
    sets = dict[tuple[int, ...], int]()
    for point, bit in board.bit.items():
        lengths = tuple(sorted(map(len, board.rays[point])))
        sets[lengths] = sets.get(lengths, 0) | bit
    return tuple(sets[lengths] for lengths in sorted(sets))
