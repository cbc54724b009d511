"""The outlines of tiles and territories, with smooth borders.

A territory is a set of triangles, and its outline runs along their sides. A side belongs to a border if the triangles
on its two sides belong to different territories. Sides are joined to lines, from the edge of the tile or a point where
three territories meet to the next such point. Each line is smoothed once, by cutting its corners, and both territories
use the result, so that they fit together without a gap. All points are in pixels around the centre of the tile.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from render.shapes import Point, polar
from rules.farlander.atlas import PLACES, SECTORS, TRIANGLES, Laid, digit

REACH: Final = 184
"""Pixels from the centre of a tile to its corners."""

_ROUNDINGS: Final = 3  # after three cuts a corner looks round
_SMALLEST_BEND: Final = 0.001  # pixels by which the way over a bend is longer than the straight one

_Step = tuple[Point, Point]
_Line = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Land:
    """The shapes of a laid tile, in pixels around its centre.

    `outlines[digit]` are the closed outlines of its territories, `borders` the lines between two of them, by these, and
    `edges` the lines along the edge of the tile, each with the territory inside.
    """

    outlines: Mapping[int, tuple[Point, ...]]
    borders: tuple[tuple[tuple[Point, ...], tuple[int, int]], ...]
    edges: tuple[tuple[tuple[Point, Point], int], ...]


@cache
def corners(inset: float = 0) -> tuple[Point, ...]:
    """The corners of a tile, clockwise from the top, `inset` pixels inside."""
    reach = REACH - inset / math.cos(math.pi / 6)
    return tuple(_polar(reach, corner * 60) for corner in range(SECTORS))


@cache
def centres() -> dict[str, Point]:
    """By place, the centre of its tile, relative to the centre of the map."""
    width = 2 * REACH * math.cos(math.pi / 6)
    around = {place: _polar(width, 30 + 60 * side) for side, place in enumerate(PLACES[1:])}
    return {PLACES[0]: (0.0, 0.0), **around}


@cache
def land(laid: Laid) -> Land:
    """The shapes of a tile."""
    sides: dict[_Step, int] = {}
    for sector in range(SECTORS):
        for triangle in TRIANGLES:
            first, second, third = _triangle(sector, triangle)
            for step in ((first, second), (second, third), (third, first)):
                sides[step] = digit(laid, sector, triangle)
    edges = {(start, end): owner for (start, end), owner in sides.items() if sides.get((end, start)) != owner}
    lines = {line: _rounded(line) for line in _lines(edges)}
    outlines = {owner: _outline(edges, lines, owner) for owner in sorted(set(edges.values()))}
    borders = ((smooth, (edges[line[0], line[1]], edges[line[1], line[0]])) for line, smooth in lines.items())
    outer = ((side, owner) for side, owner in edges.items() if side[::-1] not in edges)
    return Land(outlines, tuple(borders), tuple(outer))


def contains(laid: Laid, territory: int, point: Point) -> bool:
    """Whether a point, relative to the centre of a tile, is in a territory: a ray crosses its outline oddly often."""
    (x, y), outline = point, land(laid).outlines[territory]
    crossings = 0
    for (from_x, from_y), (to_x, to_y) in pairwise((*outline, outline[0])):
        if (from_y > y) != (to_y > y):
            crossings += x < from_x + (y - from_y) * (to_x - from_x) / (to_y - from_y)
    return crossings % 2 == 1


def _polar(length: float, degrees: float) -> Point:
    """The point at a distance from the origin and an angle clockwise from the top.

    Rounded, so that points that several triangles share are equal.
    """
    x, y = polar(length, degrees)
    return round(x, 3), round(y, 3)


def _triangle(sector: int, triangle: int) -> tuple[Point, Point, Point]:
    """The corners of a triangle, clockwise."""
    centre, first, second = (0.0, 0.0), _polar(REACH, sector * 60), _polar(REACH, sector * 60 + 60)
    inner, rim, outer = _polar(REACH / 2, sector * 60), _between(first, second), _polar(REACH / 2, sector * 60 + 60)
    return ((centre, inner, outer), (inner, rim, outer), (first, rim, inner), (rim, second, outer))[triangle]


def _between(one: Point, other: Point) -> Point:
    return round((one[0] + other[0]) / 2, 3), round((one[1] + other[1]) / 2, 3)


def _lines(edges: Mapping[_Step, int]) -> Iterator[_Line]:
    """The borders inside a tile; each ends at the edge of the tile, or where three territories meet."""
    inside = {(start, end) for start, end in edges if (end, start) in edges}
    following: dict[Point, list[Point]] = {}
    for start, end in inside:
        following.setdefault(start, []).append(end)
    rim = {point for step in edges if step not in inside for point in step}
    ends = {point for point, after in following.items() if len(after) != 2 or point in rim}
    done: set[_Step] = set()
    for point in sorted(ends):
        for after in sorted(following[point]):
            if (point, after) in done:
                continue
            line = [point, after]
            while line[-1] not in ends:
                line.append(next(other for other in following[line[-1]] if other != line[-2]))
            done |= set(pairwise(line)) | set(pairwise(line[::-1]))
            yield tuple(line)


def _rounded(line: _Line) -> _Line:
    """A line after cutting its corners three times at a quarter of each side (Chaikin's algorithm); its ends stay."""
    for _ in range(_ROUNDINGS):
        cut = [line[0]]
        for (x, y), (to_x, to_y) in pairwise(line):
            cut += [(x * 0.75 + to_x * 0.25, y * 0.75 + to_y * 0.25), (x * 0.25 + to_x * 0.75, y * 0.25 + to_y * 0.75)]
        line = (*cut, line[-1])
    return _without_straight_joints(line)


def _without_straight_joints(line: _Line) -> _Line:
    """A line without its straight joints, because the joint of two strokes is never quite smooth."""
    bends = [
        at
        for before, at, after in zip(line, line[1:], line[2:], strict=False)
        if math.dist(before, at) + math.dist(at, after) - math.dist(before, after) > _SMALLEST_BEND
    ]
    return (line[0], *bends, line[-1])


def _outline(edges: Mapping[_Step, int], lines: Mapping[_Line, _Line], owner: int) -> _Line:
    """The closed outline of a territory: sides of the tile and smoothed borders, joined end to end."""
    pieces: dict[Point, _Line] = {}
    for (start, end), other in edges.items():
        if other == owner and (end, start) not in edges:
            pieces[start] = (start, end)
    for line, smooth in lines.items():
        if edges[line[0], line[1]] == owner:
            pieces[line[0]] = smooth
        elif edges[line[1], line[0]] == owner:
            pieces[line[-1]] = smooth[::-1]
    outline: list[Point] = list(next(iter(pieces.values())))
    while outline[-1] != outline[0]:
        outline += pieces[outline[-1]][1:]
    return tuple(outline[:-1])
