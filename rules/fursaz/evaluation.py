"""What a position of Fursaz is worth.

The evaluation adds up what stands on each line of the board: each of its points is empty, or has a stone of the player to
move or of the other one, and each way of filling a line is a feature of its own, together with its mirror image. So a line
tells which stones are flanked or could be by the next stone, how far apart they are, what is safe at the edge, and what
empty points are territory. Lines of more than `LONGEST` points count as two that end there, one from each edge. What a
feature is worth changes as the board fills. `make train GAME=fursaz` learns the weights.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from rules.fursaz.board import FursazBoard
from rules.fursaz.tables import Colour, points
from rules.fursaz.weights import WEIGHTS
from rules.linear import Weights, nothing, parts, promise

LONGEST: Final[Mapping[int, int]] = {5: 9, 7: 8}
"""By the size of a board: the most points whose stones are one feature. Nine would be too many to learn on the large board."""

_KEYS: Final = {5: "fursaz", 7: "fursaz-7"}
_EMPTY_OWN_OTHER: Final = 3
_KEPT: Final = 2_048
"""Ways of filling a line that are kept: a search comes to some hundreds, and all together would take too much memory."""

_BY_LENGTH: Final = {5: 135, 6: 378, 7: 1_134, 8: 3_321, 9: 9_963}
"""By the length of a line: how many ways there are to fill it, mirror images counted once."""

SIZES: Final[Mapping[str, int]] = {
    **{f"line of {length}": ways for length, ways in _BY_LENGTH.items()},
    "part of a line": 6_561,  # the eight points of a longer line from one edge
    "turn": 1,  # moving next
}
"""How many features there are of each group; all of them are the player's to move."""


def evaluate(board: FursazBoard) -> tuple[float, float]:
    """What a position is worth for seat 0 and for seat 1, from -1 to 1; who chooses a colour takes the better one."""
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
    """The numbers of the features that each seat has; nothing before the colours are chosen."""
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
    """What a line adds, by the stones on it: a mask of those of the player to move, and above it one of the others.

    It is found when it is first asked for.
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
    """The lines of a board of one size, each with the mask of its points, and what is added for moving next."""

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
    """The lines of a board of this size; `named` ones add the numbers of the features."""
    return _Lines(size, None if named else WEIGHTS[_KEYS[size]])


def _total(board: FursazBoard, lines: _Lines) -> Any:
    """All that the player to move has, added up."""
    mover = Colour.WHITE if board.is_choosing else board.mover
    stones = board.stones[mover] | board.stones[1 - mover] << lines.above
    return sum([line[stones & mask] for mask, line in lines.each], lines.nothing) + lines.turn


def _way(line: Sequence[int]) -> int:
    """The number of a way to fill a line: its points, from the last, are digits of 0 empty, 1 own and 2 other."""
    number = 0
    for stone in reversed(line):
        number = number * _EMPTY_OWN_OTHER + stone
    return number


def _by_way(length: int, values: Sequence[Any]) -> Sequence[Any]:
    """The values of all ways to fill a line, given one for each two that are each other's mirror image."""
    found, rest = list[Any](), iter(values)
    for way in range(_EMPTY_OWN_OTHER**length):
        digits = [way // _EMPTY_OWN_OTHER**place % _EMPTY_OWN_OTHER for place in range(length)]
        image = _way(digits[::-1])
        found.append(found[image] if image < way else next(rest))
    return found
