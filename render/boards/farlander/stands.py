"""The places of units, name, badge and castle in the territories of a tile.

The table has the roomiest places, as found by a search. Marks stay upright when their tile is turned, so each of three
turns has its own places; the other three are the same places upside down.
"""

import math
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from render.shapes import Point
from rules.farlander.atlas import SECTORS, Laid

# Columns: tile, territory, then for each turn the middles of units, name, badge and castle, relative to the centre.
_TABLE: Final = """
    11  88,-48 112,24 24,-120 | 86,52 110,-17 22,117 | 5,87 -77,85 92,81
    12  -37,96 -1,144 17,60 47,114 | -99,74 -39,62 -99,8 -45,20 | -51,-24 -123,-18 -123,-72 -69,-84
    13  -95,-18 -87,-82 -119,62 | -32,-92 -106,-76 27,-58 | 63,-74 81,-8 -1,-138
    21  0,-48 0,32 -8,-128 | 46,-17 -33,-9 118,-68 | 37,31 2,-35 118,68
    22  112,62 120,-66 120,-10 48,110 | 2,128 117,71 69,102 -71,97 | -117,52 -75,100 -15,124 -123,-14
    23  -111,62 -119,-66 -39,118 | -109,-65 -3,-136 -119,14 | 2,-127 117,-70 -83,-93
    31  64,-72 104,0 0,-136 | 85,35 49,101 112,-46 | 30,92 -52,90 118,68
    32  -71,-26 -79,-90 -7,38 | -9,-68 -38,-5 4,-140 | 43,-39 118,-24 77,-96
    33  -3,126 -69,90 -123,66 69,102 | -111,66 -123,6 -51,114 -123,-66 | -105,-70 9,-142 -51,-106 -123,20
    41  -8,14 40,-58 112,-74 | -2,-8 85,16 117,71 | 6,-6 26,71 8,134
    42  -111,-64 -111,64 -31,-120 | 0,-128 -111,-64 88,-87 | 111,-64 0,-128 120,33
    43  119,30 5,144 47,114 95,84 | -21,120 -81,96 -123,60 45,114 | -117,48 -81,96 -123,-66 -117,-12
    51  0,-72 88,-80 -1,-142 | 75,-62 108,12 116,72 | 60,72 78,9 -5,136
    52  56,38 80,94 120,50 | 21,80 0,139 -43,90 | -100,35 -79,93 -39,56
    53  -37,92 11,140 -43,26 | -105,22 -123,76 -51,-20 | -93,-78 9,-42 -33,-72
    54  -120,30 -114,84 -114,-78 -117,-27 | -45,-112 -102,-94 12,-139 -129,-58 | 50,-109 107,-91 -7,-142 131,-55
    61  64,-40 48,-104 120,24 | 67,35 49,101 124,-25 | 3,75 -70,89 84,95
    62  -63,78 -3,54 -123,72 | -117,-48 -33,36 -75,0 | -37,-94 5,-142 -43,-16
    63  83,91 29,103 -22,139 26,136 | -84,90 -27,141 -129,51 -30,108 | -123,3 -132,48 -108,-90 -132,-48
    64  -103,-56 -39,-112 -39,-34 | 3,-75 77,-90 11,-136 | 54,-42 120,-54 114,12
    71  -8,-104 -32,-32 40,-32 | 86,-59 44,12 1,-46 | 86,59 44,-11 1,47
    72  115,-12 118,-57 130,42 106,-90 | 84,90 27,141 129,51 30,108 | 3,139 -51,127 -102,91 -54,94
    73  -79,78 -119,14 -119,-66 | -107,-30 -72,-96 -3,-136 | -28,-108 48,-110 117,-70
    74  35,118 -22,139 92,91 | -114,72 -30,135 -57,96 | -120,-30 -111,-84 -126,33
"""


class Shape(NamedTuple):
    """The space of a mark: a box with half the width `across` and half the height `down`, and a margin of `round`."""

    across: float
    down: float
    round: float


UNITS: Final = Shape(9, 9, 20)
NAME: Final = Shape(15, 7, 5)
BADGE: Final = Shape(0, 0, 23)
CASTLE: Final = Shape(15, 13, 4)

Taken = tuple[Point, Shape]
"""A space taken by a mark: its middle and shape."""


class Stand(NamedTuple):
    """The places of the marks of a territory, relative to the centre of its tile; no `castle` without a garrison."""

    units: Point
    name: Point
    badge: Point
    castle: Point | None


@cache
def stand(laid: Laid, territory: int) -> Stand:
    """The places of the marks in a territory of a tile."""
    way = 1 if laid.turn < SECTORS // 2 else -1
    units, name, badge, *castle = ((way * x, way * y) for x, y in _places()[laid.tile, territory, laid.turn % 3])
    return Stand(units, name, badge, castle[0] if castle else None)


def gap(one: Taken, others: Iterable[Taken]) -> float:
    """The pixels between a mark and the nearest of some others; below zero if they overlap."""
    (x, y), (half, high, rounded) = one
    least = math.inf
    for (to_x, to_y), (other_half, other_high, other_rounded) in others:
        across = abs(x - to_x) - half - other_half
        down = abs(y - to_y) - high - other_high
        between = max(across, down) if across < 0 or down < 0 else math.hypot(across, down)
        least = min(least, between - rounded - other_rounded)
    return least


@cache
def _places() -> Mapping[tuple[int, int, int], tuple[Point, ...]]:
    """The places of the table, by tile, territory and turn."""
    rows = (line.split(maxsplit=1) for line in _TABLE.strip().splitlines())
    return {
        (int(key[0]), int(key[1]), turn): tuple(map(_point, places.split()))
        for key, row in rows
        for turn, places in enumerate(row.split("|"))
    }


def _point(text: str) -> Point:
    x, _, y = text.partition(",")
    return int(x), int(y)
