"""Places for the numbers of units that a territory can send, on Farlander's map: each gets a part of the territory."""

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final

from render import raster
from render.boards.farlander.land import land
from render.boards.farlander.stands import CASTLE, NAME, UNITS, Shape, gap, stand
from render.boards.farlander.tones import Hue
from render.shapes import Inset, Outline, Point, nearer
from rules.farlander.atlas import Laid

_NUMBER: Final = Shape(0, 0, 18)
_APART: Final = 46  # pixels from one number to the next: room for a finger
_FROM_EDGE: Final = (10, 14, 18, 22)  # pixels from a number to the border; the last makes its part wide enough
_GRID: Final = 8  # pixels between candidate places
_PLACES_KEPT: Final = 1024  # two kilobytes each
_WHOLLY: Final = 255  # the value of a fully covered pixel in a mask


def part(laid: Laid, territory: int, count: int, number: int) -> Outline:
    """The part of a territory that is nearest to one of `count` numbers, relative to the centre of its tile."""
    outline, there = land(laid).outlines[territory], places(laid, territory, count)
    for other in range(count):
        if other != number:
            outline = nearer(outline, there[number], there[other])
    return outline


@lru_cache(maxsize=_PLACES_KEPT)
def places(laid: Laid, territory: int, count: int) -> Sequence[Point]:
    """The middles of `count` numbers with the most space, from the left, relative to the centre of their tile."""
    airy = _airy(laid, territory)
    for most in range(count, len(airy) + 1):
        found: list[Point] = []
        for at in airy[:most]:
            if all(math.dist(at, other) >= _APART for other in found):
                found.append(at)
        if len(found) >= count:
            return sorted(found[:count])
    raise AssertionError("every territory has room for all units that it can send")


@cache
def _airy(laid: Laid, territory: int) -> Sequence[Point]:
    """Places for a number in a territory, ordered by distance from marks and the border, farthest first."""
    there = stand(laid, territory)
    marks = [(there.units, UNITS), (there.name, NAME), *([(there.castle, CASTLE)] if there.castle else [])]
    air: dict[Point, float] = {}
    for margin in _FROM_EDGE:
        inner = raster.mask((Inset(land(laid).outlines[territory], margin, Hue.FREE),))
        for x, y in product(range(0, inner.area.width, _GRID), range(0, inner.area.height, _GRID)):
            if inner.area.getpixel((x, y)) == _WHOLLY:
                at = float(inner.left + x), float(inner.top + y)
                air[at] = min(0.0, 2.0 * (margin - _FROM_EDGE[-1]), gap((at, _NUMBER), marks))
    return sorted(air, key=lambda at: (-air[at], at))
