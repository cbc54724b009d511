"""Tables of Fursaz's board, its points and axes, and the tokens of moves that name no point."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Final

from rules.core import Move, Phrase
from rules.hexes import Direction, HexBoard, hex_board

PASS: Final = Move("pass")
TAKE_BLACK: Final = Move("black")
TAKE_WHITE: Final = Move("white")

AXES: Final = (Direction.E, Direction.NE, Direction.NW)
"""The three axes W-E, SW-NE and SE-NW, each given by its direction to the right or up."""

_SIDES: Final = (Phrase("Black"), Phrase("White"))


class Colour(IntEnum):
    """The two colours of stones."""

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Colour":
        """The enemy's colour."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @property
    def side(self) -> Phrase:
        """The name of the player of this colour."""
        return _SIDES[self]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the board: its points have `count` consecutive bits, starting at bit number `first`."""

    letter: str
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Points:
    """Tables of the points of a board of one size.

    `board` is the geometry, whose cells are the points. `bit[point]` is the mask of a point, and `full` the mask of all
    points. `tokens` has the move that places a stone on the point of each bit, and an empty token for bits off the
    board. `in_line[mask of a point]` has the other points on the three lines through it.
    `rows` go upwards from row a. `axes[i]` is the number of places by which a step along `AXES[i]` shifts a bit.
    """

    board: HexBoard
    bit: dict[str, int]
    full: int
    tokens: tuple[Move, ...]
    in_line: dict[int, int]
    rows: tuple[Row, ...]
    axes: tuple[int, ...]

    def named(self, mask: int) -> tuple[Move, ...]:
        """The names of the points of a mask, row by row from a1."""
        found: list[Move] = []
        while mask:
            low = mask & -mask
            mask ^= low
            found.append(self.tokens[low.bit_length() - 1])
        return tuple(found)


@cache
def points(size: int) -> Points:
    """The points of the board with `size` points along each edge."""
    board = hex_board(size)
    place = {point: mask.bit_length() - 1 for point, mask in board.bit.items()}
    name = {at: point for point, at in place.items()}
    letters = dict.fromkeys(point[0] for point in board.cells)
    return Points(
        board=board,
        bit=board.bit,
        full=board.full,
        tokens=tuple(Move(name.get(at, "")) for at in range(max(name) + 1)),
        in_line={
            mask: sum(board.bit[other] for ray in board.rays[point] for other in ray)
            for point, mask in board.bit.items()
        },
        rows=tuple(Row(letter, place[f"{letter}1"], board.row_mask(letter).bit_count()) for letter in letters),
        axes=tuple(board.shifts[axis] for axis in AXES),
    )
