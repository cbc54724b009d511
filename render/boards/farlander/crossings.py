"""Places for the crossings of a conquest on Farlander's map, chosen so that no mark covers another.

A crossing is a disc on the border of two territories, with the number of units that cross it and a tip that points into
the target. Units, names, badges and castles have fixed places (`stands`), so a crossing has to avoid these and the
other crossings. Its place is the one nearest to the middle of the border with enough space around it or, failing that,
the one with the most space. Sources with short borders come first.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from render.boards.farlander.land import contains, land
from render.boards.farlander.map import Pixel, Spot, spots
from render.boards.farlander.stands import BADGE, CASTLE, NAME, UNITS, Shape, Taken, gap
from render.shapes import Point
from rules.farlander.atlas import Laid, atlas
from rules.farlander.campaign import Conquest

DISC: Final = Shape(0, 0, 20)
TIP: Final = Shape(0, 0, 5)
TIP_AT: Final = 28
"""Pixels from the middle of a crossing's disc to its tip."""

_STEP: Final = 7.0  # pixels from one place on a border to the next
_BORDER: Final = 8.0  # the most pixels between the outlines of bordering territories, even on two tiles
_INWARDS: Final = 14  # pixels: enough to be inside the other territory, too few to cross it
_BACK: Final = (4, 12, -4, 20, -12)  # pixels from the border to the middle of a disc, towards the source
_ASIDE: Final = 20  # pixels from the middle of a disc to its sides
_AIR: Final = 6.0  # pixels of space around a crossing that are enough
_FAR: Final = 90.0  # the most pixels from a disc to the middle of a mark that it could touch
_CROSSINGS_KEPT: Final = 1024
_FOUND_KEPT: Final = 256


class Crossing(NamedTuple):
    """The middle of a disc, and the direction of its tip as a vector of length 1."""

    disc: Point
    direction: Point

    @property
    def marks(self) -> tuple[Taken, Taken]:
        """The room of the disc and the tip."""
        (x, y), (across, down) = self.disc, self.direction
        return (self.disc, DISC), ((x + TIP_AT * across, y + TIP_AT * down), TIP)

    @property
    def pixel(self) -> Pixel:
        """The middle of the disc, in whole pixels."""
        return round(self.disc[0]), round(self.disc[1])

    @property
    def degrees(self) -> int:
        """The direction, clockwise from the top, in steps of ten degrees."""
        return round(math.degrees(math.atan2(self.direction[0], -self.direction[1])) / 10) * 10


def crossings(
    laid: tuple[Laid, ...], conquest: Conquest, garrisons: int, badged: Collection[int] = ()
) -> Mapping[int, Crossing]:
    """By source, the crossing of its units; sources that do not border the target have none.

    `badged` are territories with a badge besides the target.
    """
    sources = tuple(source.territory for source in conquest.sources)
    return _found(laid, conquest.target, sources, garrisons, frozenset(badged))


@lru_cache(maxsize=_FOUND_KEPT)
def _found(
    laid: tuple[Laid, ...], target: int, sources: tuple[int, ...], garrisons: int, badged: frozenset[int]
) -> Mapping[int, Crossing]:
    near, badged = {target, *atlas(laid).borders[target]}, badged | {target}
    taken = [mark for at in near for mark in standing(spots(laid)[at], bool(garrisons >> at & 1), at in badged)]
    places = {source: there for source in sources if (there := _places(laid, source, target))}
    found: dict[int, Crossing] = {}
    for source in sorted(places, key=lambda source: len(places[source])):  # short borders leave the least choice
        found[source] = _best(places[source], _on_land(laid, source, target), taken)
        taken += found[source].marks
    return found


def _best(places: Sequence[Crossing], on_land: Sequence[Crossing], taken: Sequence[Taken]) -> Crossing:
    """The place nearest to the middle of the border with enough space around it, or else the one with the most.

    It is on land if no other mark is touched there.
    """
    middle = places[len(places) // 2].disc
    beside = [mark for mark in taken if math.dist(mark[0], middle) < _FAR + math.dist(places[0].disc, middle)]

    def air(place: Crossing) -> float:
        return min((gap(mark, beside) for mark in place.marks), default=math.inf)

    nearest = sorted(on_land, key=lambda place: math.dist(place.disc, middle))
    best = next((place for place in nearest if air(place) >= _AIR), None) or max(nearest, key=air, default=None)
    return best if best is not None and air(best) >= 0 else max(places, key=air)


def standing(spot: Spot, castle: bool, badge: bool = True) -> list[Taken]:
    """The fixed marks of a territory, with a castle and a badge if it has them."""
    marks: list[Taken] = [(spot.units, UNITS), (spot.name, NAME)]
    if badge:
        marks.append((spot.badge, BADGE))
    if castle and spot.castle is not None:
        marks.append((spot.castle, CASTLE))
    return marks


@lru_cache(maxsize=_CROSSINGS_KEPT)
def _places(laid: tuple[Laid, ...], source: int, target: int) -> tuple[Crossing, ...]:
    """All places where units may cross from one territory into another: along their border, a little to either side."""
    start, end = spots(laid)[source], spots(laid)[target]
    off_x, off_y = start.tile[0] - end.tile[0], start.tile[1] - end.tile[1]
    outline = _dense(land(start.laid).outlines[start.digit])
    far = land(end.laid).outlines[end.digit]
    sides = tuple(pairwise((*far, far[0])))
    left, right = (end_of(x for x, _ in far) for end_of in (min, max))
    top, bottom = (end_of(y for _, y in far) for end_of in (min, max))
    found: list[Crossing] = []
    for before, (x, y), after in zip((outline[-1], *outline), outline, (*outline[1:], outline[0]), strict=False):
        here = x + off_x, y + off_y
        if not (left - _BORDER <= here[0] <= right + _BORDER and top - _BORDER <= here[1] <= bottom + _BORDER):
            continue
        if not _is_near(here, sides):
            continue
        across, down = after[0] - before[0], after[1] - before[1]
        length = math.hypot(across, down) or 1.0
        for side in (1, -1):
            step = -side * down / length, side * across / length
            if contains(end.laid, end.digit, (here[0] + _INWARDS * step[0], here[1] + _INWARDS * step[1])):
                x, y = x + start.tile[0], y + start.tile[1]
                found += [Crossing((x - back * step[0], y - back * step[1]), step) for back in _BACK]
                break
    return tuple(found)


@lru_cache(maxsize=_CROSSINGS_KEPT)
def _on_land(laid: tuple[Laid, ...], source: int, target: int) -> tuple[Crossing, ...]:
    """Those of all places at which the whole disc is on the two territories."""
    both = spots(laid)[source], spots(laid)[target]
    return tuple(crossing for crossing in _places(laid, source, target) if _is_on(crossing, both))


def _is_on(crossing: Crossing, there: Sequence[Spot]) -> bool:
    """Whether a disc is on some territories with both its sides, and not on the sea."""
    (x, y), (across, down) = crossing.disc, crossing.direction
    sides = [(x - side * _ASIDE * down, y + side * _ASIDE * across) for side in (1, -1)]
    return all(
        any(contains(spot.laid, spot.digit, (at[0] - spot.tile[0], at[1] - spot.tile[1])) for spot in there)
        for at in sides
    )


def _dense(outline: Sequence[Point]) -> list[Point]:
    """An outline with points close to each other."""
    points: list[Point] = []
    for (x, y), (to_x, to_y) in pairwise((*outline, outline[0])):
        count = max(1, math.ceil(math.hypot(to_x - x, to_y - y) / _STEP))
        points += [(x + (to_x - x) * at / count, y + (to_y - y) * at / count) for at in range(count)]
    return points


def _is_near(point: Point, sides: Sequence[tuple[Point, Point]]) -> bool:
    """Whether a point lies close to an outline, given as its sides."""
    at_x, at_y = point
    for (x, y), (to_x, to_y) in sides:
        if (x - at_x > _BORDER and to_x - at_x > _BORDER) or (at_x - x > _BORDER and at_x - to_x > _BORDER):
            continue
        if (y - at_y > _BORDER and to_y - at_y > _BORDER) or (at_y - y > _BORDER and at_y - to_y > _BORDER):
            continue
        across, down, off_x, off_y = to_x - x, to_y - y, at_x - x, at_y - y
        length = across * across + down * down or 1.0
        share = min(1.0, max(0.0, (off_x * across + off_y * down) / length))
        if math.hypot(off_x - share * across, off_y - share * down) < _BORDER:
            return True
    return False
