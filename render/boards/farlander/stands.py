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
    12  -24,96 40,120 0,32 40,72 | -61,54 -64,1 -128,19 -125,72 | -61,-54 -65,0 -128,-18 -125,-72
    13  -95,-18 -87,-82 -119,62 | -32,-92 -106,-76 45,-118 | 63,-74 81,-8 -1,-138
    21  0,-48 0,32 -8,-128 | 46,-17 -33,-9 118,-68 | 37,31 2,-35 118,68
    22  112,62 120,-66 120,-10 48,110 | 2,128 117,71 73,106 -71,97 | -110,66 -3,137 -55,116 -119,-13
    23  -111,62 -119,-66 -39,118 | -109,-65 -3,-136 -119,14 | 2,-127 117,-70 -83,-93
    31  64,-72 104,0 0,-136 | 85,35 49,101 112,-46 | 30,92 -52,90 118,68
    32  -71,-26 -79,-90 -7,38 | -9,-68 -38,-5 4,-140 | 43,-39 118,-24 -33,-18
    33  1,128 -87,88 -127,48 73,96 | -111,65 -120,-32 -112,-82 -47,111 | -111,-63 -33,-120 22,-134 -119,15
    41  -8,14 40,-58 112,-74 | -2,-8 85,16 117,71 | 6,-6 26,71 8,134
    42  -111,-64 -111,64 -31,-120 | 0,-128 -111,-64 88,-87 | 111,-64 0,-128 120,33
    43  112,65 112,9 48,89 16,129 | 0,130 -66,112 58,87 -104,79 | -113,65 -120,-50 -103,-96 -119,-4
    51  0,-72 88,-80 0,-144 | 75,-62 108,12 116,72 | 60,72 78,9 -5,136
    52  56,38 80,94 128,22 | 21,80 0,139 -50,84 | -100,35 -79,93 -29,39
    53  -32,106 -40,26 32,138 | -108,26 -42,-21 -107,90 | -76,-80 -3,-47 -136,-41
    54  -119,-26 -119,78 -111,-90 -119,38 | -3,-136 -120,-68 -136,-32 -72,-96 | 117,-70 -1,-138 -48,-138 48,-110
    61  64,-40 48,-104 120,24 | 67,35 49,101 124,-25 | 3,75 -70,89 84,95
    62  -71,80 1,48 -135,48 | -105,-22 -41,25 -105,-86 | -34,-102 -41,-41 26,-141
    63  0,134 56,126 120,94 72,94 | -71,97 -22,133 -136,33 -130,75 | -118,-31 -115,-85 -146,64 -115,27
    64  -103,-56 -39,-112 -31,-24 | 3,-75 77,-90 -1,-146 | 80,-27 80,-91 127,37
    71  -8,-104 -32,-32 40,-32 | 86,-59 44,12 1,-46 | 86,59 44,-11 1,47
    72  120,22 112,-26 96,-106 120,-66 | 41,115 97,100 140,30 117,71 | -79,93 -22,107 44,136 -3,137
    73  -79,78 -119,14 -119,-66 | -107,-30 -72,-96 -3,-136 | -28,-108 48,-110 117,-70
    74  48,110 -16,134 112,94 | -71,97 -124,53 -18,140 | -119,-13 -123,-71 -127,47
"""


class Shape(NamedTuple):
    """The space of a mark: a box with half the width `across` and half the height `down`, and a margin of `round`."""

    across: float
    down: float
    round: float


UNITS: Final = Shape(22, 18, 11)
NAME: Final = Shape(11, 4, 8)
BADGE: Final = Shape(0, 0, 23)
CASTLE: Final = Shape(14, 11, 4)

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
