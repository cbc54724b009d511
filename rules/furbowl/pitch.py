"""The pitch of Furbowl: its squares, their names, and distances.

A square is a number, `11 * (column - 1) + row - 1`, and a set of squares is an integer with these bits. The eleventh
bit of each column belongs to no square, so that a step over the edge lands nowhere.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import compress
from typing import Final

COLUMNS: Final = 15
ROWS: Final = 10
FARTHEST_SCATTER: Final = 3
"""The most squares that a ball scatters."""
FARTHEST: Final = 8
"""The most squares that an animal moves or passes."""

_STRIDE: Final = ROWS + 1
_BITS: Final = COLUMNS * _STRIDE
_PLACES_OFF_PITCH: Final = 3
"""The number of negative places of an animal: Knocked Out, Out and waiting."""
_WAYS_KEPT: Final = 8192
"""The size of the cache of reaches: enough for all animals in some hundred positions of a search."""
_VALUES_OF_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")


@dataclass(frozen=True, slots=True)
class Pitch:
    """Tables of the squares of the pitch.

    `full` is the set of all squares, and `columns[column]` the set of one column, counted from 1. `alone[square]` is
    the set of one square; a place off the pitch, being negative, indexes an empty set at the end of that table.
    `names[square]` is "8,5" for column 8, row 5, and `square_of[name]` is its inverse. `areas[distance][square]` has
    the squares within 1 to `distance` king's moves of a square, excluding itself; `areas[1]` has its neighbours.
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
    """The square in a column and a row, both counted from 1; None if it is off the pitch."""
    on_pitch = 1 <= column <= COLUMNS and 1 <= row <= ROWS
    return (column - 1) * _STRIDE + row - 1 if on_pitch else None


def column_of(square: int) -> int:
    """The column of a square, from 1 on the left to 15 on the right."""
    return square // _STRIDE + 1


def row_of(square: int) -> int:
    """The row of a square, from 1 at the bottom to 10 at the top."""
    return square % _STRIDE + 1


def distance(one: int, other: int) -> int:
    """The distance of two squares in king's moves."""
    column, row = divmod(one, _STRIDE)
    other_column, other_row = divmod(other, _STRIDE)
    return max(abs(column - other_column), abs(row - other_row))


def beyond(start: int, hit: int) -> int | None:
    """The square behind `hit`, as seen from its neighbour `start`, where a pushed animal lands; None off the pitch."""
    return square_at(2 * column_of(hit) - column_of(start), 2 * row_of(hit) - row_of(start))


def members(squares: int) -> list[int]:
    """The squares of a set, ordered by column, then by row."""
    return list(compress(range(_BITS), picks(squares)))


def picks(squares: int) -> bytes:
    """The binary digits of a set, lowest first, as bytes of 0 and 1, for `itertools.compress`."""
    return f"{squares:b}"[::-1].encode().translate(_VALUES_OF_DIGITS)


def reach(start: int, free: int, last: int, steps: int) -> int:
    """The squares within `steps` steps of `start` over `free` squares; a square in `last` can only end the path."""
    around = pitch().areas[steps][start]
    return _reach(start, free & around, last & around, steps)


@lru_cache(_WAYS_KEPT)
def _reach(start: int, free: int, last: int, steps: int) -> int:
    """The reach, cached: only squares within `steps` steps matter."""
    here = 1 << start
    free |= here
    reached = here
    for _ in range(steps - 1):
        reached = _spread(reached) & free
    return _spread(reached) & (free | last) & ~here


def nearest(square: int, squares: int) -> int:
    """The square of a non-empty set that is nearest to `square`."""
    around = 1 << square
    while not around & squares:
        around = _spread(around) & pitch().full
    return members(around & squares)[0]


def _spread(squares: int) -> int:
    """The squares and their neighbours, including bits off the pitch."""
    wide = squares | squares << 1 | squares >> 1
    return wide | wide << _STRIDE | wide >> _STRIDE


def _areas(full: int) -> tuple[tuple[int, ...], ...]:
    squares = range(_BITS)
    within = [tuple(1 << square for square in squares)]
    for _ in range(FARTHEST):
        within.append(tuple(_spread(area) & full for area in within[-1]))
    return tuple(tuple(area & ~(1 << square) for square, area in zip(squares, areas, strict=True)) for areas in within)
