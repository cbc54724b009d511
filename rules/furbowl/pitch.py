"""The pitch of Furbowl: squares, their names, and distances.

A square is a number, `11 * (column - 1) + row - 1`, and a set of squares an integer with those bits: numbers go by
column, then by row. The eleventh bit of every column belongs to no square, so that a step over the edge lands nowhere.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import compress
from typing import Final

COLUMNS: Final = 15
ROWS: Final = 10
FARTHEST_SCATTER: Final = 3
"""The farthest that a ball scatters."""
FARTHEST: Final = 8
"""The farthest that an animal moves or passes."""

_STRIDE: Final = ROWS + 1
_BITS: Final = COLUMNS * _STRIDE
_PLACES_OFF_PITCH: Final = 3
"""The negative places of an animal: Knocked Out, Out and waiting."""
_WAYS_KEPT: Final = 8192
"""Reaches that are kept: those of all animals in some hundred positions of a search."""
_VALUES_OF_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")


@dataclass(frozen=True, slots=True)
class Pitch:
    """Tables of the pitch.

    `full` has the bits of all squares, `columns[column]` those of one column, counted from 1. `alone[square]` is the
    set of one square; a place off the pitch, whose number is negative, finds an empty set at the end of that table.
    `names[square]` is "8,5" for column 8, row 5, and `square_of[name]` its inverse. `areas[distance][square]` are the
    squares within 1 to `distance` king's steps of a square, without itself; `areas[1]` are its neighbours.
    """

    full: int
    alone: tuple[int, ...]
    columns: tuple[int, ...]
    names: tuple[str, ...]
    square_of: dict[str, int]
    areas: tuple[tuple[int, ...], ...]


@cache
def pitch() -> Pitch:
    """The tables of the pitch."""
    columns = (0, *(((1 << ROWS) - 1) << _STRIDE * column for column in range(COLUMNS)))
    names = tuple(f"{at // _STRIDE + 1},{at % _STRIDE + 1}" if at % _STRIDE < ROWS else "" for at in range(_BITS))
    full = sum(columns)
    alone = (*(1 << square for square in range(_BITS)), *(0 for _ in range(_PLACES_OFF_PITCH)))
    return Pitch(full, alone, columns, names, {name: at for at, name in enumerate(names) if name}, _areas(full))


def square_at(column: int, row: int) -> int | None:
    """The square in a column and a row, both counted from 1; None if that is not on the pitch."""
    on_pitch = 1 <= column <= COLUMNS and 1 <= row <= ROWS
    return (column - 1) * _STRIDE + row - 1 if on_pitch else None


def column_of(square: int) -> int:
    """The column of a square, from 1 on the left to 15."""
    return square // _STRIDE + 1


def row_of(square: int) -> int:
    """The row of a square, from 1 at the bottom to 10."""
    return square % _STRIDE + 1


def distance(one: int, other: int) -> int:
    """King's steps between two squares."""
    column, row = divmod(one, _STRIDE)
    other_column, other_row = divmod(other, _STRIDE)
    return max(abs(column - other_column), abs(row - other_row))


def beyond(start: int, hit: int) -> int | None:
    """The square on which `hit` lands if pushed straight away from its neighbour `start`; None off the pitch."""
    return square_at(2 * column_of(hit) - column_of(start), 2 * row_of(hit) - row_of(start))


def members(squares: int) -> list[int]:
    """The squares of a set, by column, then by row."""
    return list(compress(range(_BITS), picks(squares)))


def picks(squares: int) -> bytes:
    """The binary digits of a set, lowest first, as bytes of 0 and 1, for `itertools.compress`."""
    return f"{squares:b}"[::-1].encode().translate(_VALUES_OF_DIGITS)


def reach(start: int, free: int, last: int, steps: int) -> int:
    """The squares within `steps` steps of `start` over `free` squares; `last` can only end the way."""
    around = pitch().areas[steps][start]
    return _reach(start, free & around, last & around, steps)


@lru_cache(_WAYS_KEPT)
def _reach(start: int, free: int, last: int, steps: int) -> int:
    """Cached: what happens elsewhere on the pitch makes no difference."""
    here = 1 << start
    free |= here
    reached = here
    for _ in range(steps - 1):
        reached = _spread(reached) & free
    return _spread(reached) & (free | last) & ~here


def nearest(square: int, squares: int) -> int:
    """The nearest to `square` of a non-empty set of squares."""
    around = 1 << square
    while not around & squares:
        around = _spread(around) & pitch().full
    return members(around & squares)[0]


def _spread(squares: int) -> int:
    """The squares and their neighbours, with spare bits off the pitch."""
    wide = squares | squares << 1 | squares >> 1
    return wide | wide << _STRIDE | wide >> _STRIDE


def _areas(full: int) -> tuple[tuple[int, ...], ...]:
    squares = range(_BITS)
    within = [tuple(1 << square for square in squares)]
    for _ in range(FARTHEST):
        within.append(tuple(_spread(area) & full for area in within[-1]))
    return tuple(tuple(area & ~(1 << square) for square, area in zip(squares, areas, strict=True)) for areas in within)
