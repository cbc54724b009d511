"""Hexagonal boards of hexagonal cells: names, directions, lines and bit boards, shared by the games that use them.

A board of side `s` has `2s-1` horizontal rows, named `a`, `b`, … from the bottom. The cells of a row are numbered from
the left, starting at 1 (rules specification, "Cells of a hexagon of hexagons"). A cell's bit is chosen so that a step
in a given direction is the same shift everywhere; spare bits between the rows keep a shift from wrapping round.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, partial
from typing import Any, Final

from rules.core import InvalidMove, Move, Phrase, Position, Symmetry, message

_CELL: Final = re.compile(r"[a-z][0-9]+")
_NO_CELL: Final = message("There's no cell {cell}")


class Direction(IntEnum):
    """The six directions, counter-clockwise from east; the opposite of `d` is `(d + 3) % 6`."""

    E = 0
    NE = 1
    NW = 2
    W = 3
    SW = 4
    SE = 5


# Axial coordinates: the row grows upwards, the column grows along the row, and a step NE keeps the column.
_COLUMN_STEPS: Final = (1, 0, -1, -1, 0, 1)
_ROW_STEPS: Final = (0, 1, 1, 0, -1, -1)


@dataclass(frozen=True, slots=True)
class HexBoard:
    """The geometry of a board of one size, with cells identified by their names."""

    side: int

    cells: tuple[str, ...]
    """The names of the cells, row by row from `a1`."""

    rows: tuple[tuple[str, ...], ...]
    """The names of the cells by row, from the bottom up."""

    bit: dict[str, int]
    """The one-bit mask of each cell."""

    name_of: dict[int, str]
    """The cell of each one-bit mask: the inverse of `bit`."""

    full: int
    """The mask of all cells."""

    row: dict[str, int]
    """The number of each cell's row, counted from 0 at the bottom."""

    column: dict[str, int]
    """The other axial coordinate of each cell: 0 for `a1`; a step E adds 1, a step NW subtracts 1, a step NE adds 0."""

    rays: dict[str, tuple[tuple[str, ...], ...]]
    """By cell and direction, the cells in that direction up to the edge."""

    lines: tuple[tuple[str, ...], ...]
    """All straight lines from edge to edge along the axes E, NE and NW, each listed in that direction."""

    shifts: tuple[int, ...]
    """By direction, how many places a step shifts a bit: to the left if positive, to the right if negative."""

    def row_mask(self, letter: str) -> int:
        """The mask of one row, such as `"a"`."""
        return sum(self.bit[cell] for cell in self.cells if cell[0] == letter)

    def way(self, start: str, end: str) -> tuple[str, ...]:
        """The cells from the one after `start` to `end` on a straight line; empty if there is no such line."""
        return next((ray[: ray.index(end) + 1] for ray in self.rays[start] if end in ray), ())

    def check_cell(self, name: str, missing: str = _NO_CELL) -> None:
        """Raise `InvalidMove`, with a sentence that says why, unless there is a cell with this name.

        It begins with the message `missing`, which has a place for the cell.
        """
        if name in self.bit:
            return
        no_such_cell = Phrase(missing, cell=name[:6])
        row = next((row for row in self.rows if row[0][0] == name[0]), None)
        if row is None:
            raise InvalidMove(
                Phrase(
                    # Translators: {no_such_cell} is “There's no cell …” or “There's no point …”.
                    "{no_such_cell}: the rows are {first} to {last}, from the bottom.",
                    no_such_cell=no_such_cell,
                    first=self.rows[0][0][0],
                    last=self.rows[-1][0][0],
                )
            )
        raise InvalidMove(
            Phrase(
                # Translators: {no_such_cell} is “There's no cell …” or “There's no point …”.
                "{no_such_cell}: row {row} goes from {first} to {last}.",
                no_such_cell=no_such_cell,
                row=name[0],
                first=row[0],
                last=row[-1],
            )
        )

    def rows_of_text(self, text: str, mark: str, form: str, *, of: str, called: str = "cells") -> dict[str, str]:
        """The mark of each cell in a text of rows from the top, separated by `/`; each mark matches the pattern `mark`.

        Raises ValueError for any other text; the message calls the text `of`, the cells `called` and the marks `form`.
        """
        written = text.split("/")
        if len(written) != len(self.rows):
            raise ValueError(f"a {of} has {len(self.rows)} rows, not {len(written)}")
        marks: dict[str, str] = {}
        for row, cells in zip(reversed(written), self.rows, strict=True):
            found = re.findall(mark, row)
            if "".join(found) != row or len(found) != len(cells):
                raise ValueError(f"“{row[:40]}” is not a row of {len(cells)} {called}, each {form}")
            marks |= zip(cells, found, strict=True)
        return marks

    def text_rows(self, marks: Callable[[str], str], *, is_turned: bool = False) -> str:
        """The board as text, the top row first, or turned round, with up to three characters per cell.

        Each line begins with the letter of its row and ends with the name of its last cell.
        """
        lines: list[str] = []
        for row in [row[::-1] for row in self.rows] if is_turned else reversed(self.rows):
            indent = " " * (4 + 2 * (len(self.rows) - len(row)))
            lines.append(f"{row[0][0]}{indent}{''.join(f'{marks(cell):<4}' for cell in row)}{row[-1]}")
        return "\n".join(lines)

    def mirrored(self) -> dict[str, str]:
        """The image of each cell when left and right are exchanged."""
        return self._moved(lambda column, row: (-column - row, row))

    def rotated(self) -> dict[str, str]:
        """The image of each cell when the board is turned counter-clockwise by a sixth."""
        return self._moved(lambda column, row: (-row, column + row))

    def turned_round(self) -> dict[str, str]:
        """The image of each cell when the board is turned by half: the opposite cell."""
        return dict(zip(self.cells, reversed(self.cells), strict=True))

    def _moved(self, move: Callable[[int, int], tuple[int, int]]) -> dict[str, str]:
        """The image of each cell under `move`, which maps axial coordinates relative to the middle."""
        middle = self.side - 1
        name_at = {(self.column[cell], self.row[cell] - middle): cell for cell in self.cells}
        return {cell: name_at[move(*at)] for at, cell in name_at.items()}


@cache
def hex_board(side: int) -> HexBoard:
    """The board with `side` cells along each edge: `3 * side * (side - 1) + 1` cells in all."""
    rows = 2 * side - 1
    width = rows + 1  # the spare column keeps a step over the end of a row from landing on a cell
    place: dict[tuple[int, int], str] = {}
    for row in range(rows):
        # In the lower half, each row begins one column further left than the row below it.
        first = -min(row, side - 1)
        for index in range(rows - abs(side - 1 - row)):
            place[first + index, row] = f"{chr(ord('a') + row)}{index + 1}"
    position_of = {name: at for at, name in place.items()}
    bit = {name: 1 << (row * width + column + side - 1) for (column, row), name in place.items()}
    rays = {
        name: tuple(_ray(place, at, _COLUMN_STEPS[direction], _ROW_STEPS[direction]) for direction in Direction)
        for at, name in place.items()
    }
    return HexBoard(
        side=side,
        cells=tuple(position_of),
        rows=tuple(tuple(name for name, at in position_of.items() if at[1] == row) for row in range(rows)),
        bit=bit,
        name_of={mask: name for name, mask in bit.items()},
        full=sum(bit.values()),
        row={name: at[1] for name, at in position_of.items()},
        column={name: at[0] for name, at in position_of.items()},
        rays=rays,
        lines=tuple(
            (name, *rays[name][direction])
            for direction in (Direction.E, Direction.NE, Direction.NW)
            for name in position_of
            if not rays[name][(direction + 3) % 6]
        ),
        shifts=tuple(
            row_step * width + column_step for column_step, row_step in zip(_COLUMN_STEPS, _ROW_STEPS, strict=True)
        ),
    )


def _ray(place: dict[tuple[int, int], str], start: tuple[int, int], column_step: int, row_step: int) -> tuple[str, ...]:
    column, row = start[0] + column_step, start[1] + row_step
    names: list[str] = []
    while (column, row) in place:
        names.append(place[column, row])
        column, row = column + column_step, row + row_step
    return tuple(names)


def symmetry(
    cells: Mapping[str, str], image: Callable[[Mapping[str, str], Any], Position | None], shift: int = 0
) -> Symmetry:
    """The symmetry that maps each cell to its image in `cells`; `image` maps a position."""
    return Symmetry(partial(image, cells), partial(_image_of_move, cells), shift)


def _image_of_move(cells: Mapping[str, str], _position: Position, move: Move) -> Move:
    return Move(_CELL.sub(lambda cell: cells[cell[0]], move))


def subsets(mask: int) -> Iterator[int]:
    """All subsets of a mask, each after its own subsets."""
    subset = 0
    while True:
        yield subset
        if subset == mask:
            return
        subset = (subset - mask) & mask
