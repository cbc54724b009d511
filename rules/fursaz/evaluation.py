"""The evaluation of positions of Fursaz.

The evaluation is a sum over the lines of the board. Each point of a line is empty, has a stone of the player to move,
or has a stone of the other player; each combination of these along a line, together with its mirror image, is a
feature. So the weight of a line can reflect which stones are flanked or could be flanked by the next stone, how far
apart stones are, which ones are safe at the edge, and which empty points are territory. A line of more than `LONGEST`
points counts as two overlapping lines of that length, one from each edge. Weights change as the board fills.
`make train GAME=fursaz` learns them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import Colour, points
from rules.linear import Weights, learned, nothing, parts, promise

LONGEST: Final[Mapping[int, int]] = {5: 9, 7: 8}
"""By size of board, the most points of a line that make one feature. On the large board, nine are too many to learn."""

_KEYS: Final = {5: "fursaz", 7: "fursaz-7"}
_EMPTY_OWN_OTHER: Final = 3
_KEPT: Final = 2_048
"""The size of each line's cache of terms: a search needs some hundreds, and all of them would take too much memory."""

_BY_LENGTH: Final = {5: 135, 6: 378, 7: 1_134, 8: 3_321, 9: 9_963}
"""The number of ways to fill a line, by its length, counting mirror images once."""

SIZES: Final[Mapping[str, int]] = {
    **{f"line of {length}": ways for length, ways in _BY_LENGTH.items()},
    "part of a line": 6_561,  # eight points from one edge of a longer line
    "turn": 1,  # being the player to move
}
"""The number of features in each group; all of them belong to the player to move."""


def evaluate(board: FursazBoard) -> tuple[float, float]:
    """The value of a position for seat 0 and for seat 1, from -1 to 1; a player who chooses takes the better colour."""
    outcome = board.outcome()
    if outcome is not None:
        ahead = float(outcome.places[1] - outcome.places[0])
        return (ahead, -ahead)
    if not board.occupied:
        return (0.0, 0.0)
    worth = promise(_total(board, _lines(board.size, named=False)), lateness(board))
    if board.is_choosing:
        worth = abs(worth)
    return (worth, -worth) if board.mover_seat == 0 else (-worth, worth)


def features(board: FursazBoard) -> tuple[tuple[int, ...], ...]:
    """The numbers of each seat's features; empty before the colours are chosen."""
    if board.black_seat is None:
        return ()
    own = _total(board, _lines(board.size, named=True))
    return (own, ()) if board.mover_seat == 0 else ((), own)


def lateness(board: FursazBoard) -> float:
    """How full the board is, from 0 to 1."""
    return board.occupied.bit_count() / board.points.full.bit_count()


def weights_key(board: FursazBoard) -> str:
    """The key of the weights for this ruleset."""
    return _KEYS[board.size]


class _Line(dict[int, Any]):
    """A cache of the terms of a line, keyed by the stones on it.

    A key has the mask of the stones of the player to move and, above it, the mask of the other player's stones.
    """

    def __init__(self, bits: Sequence[int], above: int, values: Sequence[Any]) -> None:
        super().__init__()
        self._stones = [(bit, bit << above) for bit in bits]
        self._values = values

    def __missing__(self, stones: int) -> Any:
        if len(self) >= _KEPT:
            self.clear()
        value = self[stones] = self._values[
            _way([(stones & own > 0) + 2 * (stones & other > 0) for own, other in self._stones])
        ]
        return value


class _Lines:
    """The lines of a board of one size, each with the mask of its points, and the term for being the player to move."""

    def __init__(self, size: int, weights: Weights | None) -> None:
        board, known = points(size).board, parts(SIZES, weights)
        self.above = board.full.bit_length()
        self.nothing, self.turn = nothing(weights), known["turn"][0]
        self.each = list[tuple[int, _Line]]()
        for line in board.lines:
            bits, most = [board.bit[point] for point in line], LONGEST[size]
            if len(bits) <= most:
                self._add(bits, _by_way(len(bits), known[f"line of {len(bits)}"]))
            else:
                for half in (bits[:most], bits[: -most - 1 : -1]):
                    self._add(half, known["part of a line"])

    def _add(self, bits: Sequence[int], values: Sequence[Any]) -> None:
        mask = sum(bits)
        self.each.append((mask | mask << self.above, _Line(bits, self.above, values)))


@cache
def _lines(size: int, *, named: bool) -> _Lines:
    """The lines of a board of this size; if `named`, their terms are feature numbers instead of weights."""
    return _Lines(size, None if named else learned("fursaz")[_KEYS[size]])


def _total(board: FursazBoard, lines: _Lines) -> Any:
    """The sum of the terms of the player to move."""
    mover = Colour.WHITE if board.is_choosing else board.mover
    stones = board.stones[mover] | board.stones[1 - mover] << lines.above
    return sum([line[stones & mask] for mask, line in lines.each], lines.nothing) + lines.turn


def _way(line: Sequence[int]) -> int:
    """The number of a way to fill a line: base 3, the first point being the lowest digit; 0 empty, 1 own, 2 other."""
    number = 0
    for stone in reversed(line):
        number = number * _EMPTY_OWN_OTHER + stone
    return number


def _by_way(length: int, values: Sequence[Any]) -> Sequence[Any]:
    """The values of all ways to fill a line of a length, given one value for each pair of mirror images."""
    found, rest = list[Any](), iter(values)
    for way in range(_EMPTY_OWN_OTHER**length):
        digits = [way // _EMPTY_OWN_OTHER**place % _EMPTY_OWN_OTHER for place in range(length)]
        image = _way(digits[::-1])
        found.append(found[image] if image < way else next(rest))
    return found
