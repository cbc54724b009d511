"""The layout of a hexagonal board of hexagons on a picture: cells with a corner at the top, in horizontal rows.

Row `a` is the lowest, or the highest on a turned board.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from render.shapes import Area, Outline, shifted
from rules.hexes import HexBoard

_ROW_STEP: Final = 0.866  # the height of an equilateral triangle whose side is 1
_CELL: Final = re.compile(r"[a-z][0-9]")


@dataclass(frozen=True, slots=True, eq=False)
class Hexagons:
    """The layout of one board, in whole pixels, so that all tiles look alike; compared by identity.

    `centre[cell]` is the middle of a cell. A cell is `width` wide and twice `reach` high, and a row is `row_step` above
    the next.
    """

    board: HexBoard
    centre: dict[str, tuple[int, int]]
    width: int
    reach: int
    row_step: int

    def corners(self, inset: float) -> Outline:
        """The outline of a tile around its middle, clockwise from the top, `inset` pixels inside the cell."""
        half, reach = self.width / 2 - inset, self.reach - inset / _ROW_STEP
        return ((0, -reach), (half, -reach / 2), (half, reach / 2), (0, reach), (-half, reach / 2), (-half, -reach / 2))

    @property
    def areas(self) -> Mapping[str, Area]:
        """The area of each cell."""
        return {cell: self.area(cell) for cell in self.centre}

    def area(self, cell: str) -> Area:
        """The area of a cell on the picture."""
        return Area((shifted(self.corners(0), self.centre[cell]),), self.centre[cell])

    def way(self, start: str, end: str) -> tuple[str, ...]:
        """The cells on the straight line from `start` to `end`, including both; just these two without such a line."""
        return (start, *(self.board.way(start, end) or (end,)))

    def named_in(self, token: str) -> tuple[str, ...]:
        """The cells that a token, or a part of one, names by a letter and one digit."""
        return tuple(cell for cell in _CELL.findall(token) if cell in self.centre)

    def hull(self, rim: float) -> Outline:
        """The hexagon `rim` pixels outside the middles of the outermost cells, clockwise from its upper left."""
        across, down = zip(*self.centre.values(), strict=True)
        (left, right), (top, bottom) = (min(across), max(across)), (min(down), max(down))
        middle, half = (left + right) / 2, (right - left) / 4 + rim / (2 * _ROW_STEP)
        high, low, between = top - rim, bottom + rim, (top + bottom) / 2
        return tuple(
            (middle + share * half, y)
            for share, y in ((-1, high), (1, high), (2, between), (1, low), (-1, low), (-2, between))
        )

    def offset(self, start: str, end: str) -> tuple[int, int]:
        """The pixels from `start` to `end`, to the right and down."""
        (x, y), (to_x, to_y) = self.centre[start], self.centre[end]
        return to_x - x, to_y - y

    def from_the_back(self) -> list[str]:
        """All cells, from the top of the picture down."""
        return sorted(self.centre, key=lambda cell: self.centre[cell][::-1])


def hexagons(board: HexBoard, middle: int, top: int, width: int, *, turned: bool = False) -> Hexagons:
    """The layout of a board around x = `middle`, below y = `top`, with cells `width` (even) pixels wide.

    A turned board is seen from its other side.
    """
    row_step = round(width * _ROW_STEP)
    reach = round(row_step * 2 / 3)
    lengths = Counter(board.row.values())
    centre = {
        cell: (
            middle + (2 * int(cell[1:]) - 1 - lengths[row]) * width // 2,
            top + reach + (len(lengths) - 1 - row) * row_step,
        )
        for cell, row in board.row.items()
    }
    if turned:
        centre = dict(zip(centre, reversed(centre.values()), strict=True))
    return Hexagons(board, centre, width, reach, row_step)
