"""Marks on the Furbowl pitch: ways of animals, the flight of the ball, hits, and options of a picker.

All drawings are centred on the origin, or begin there.
"""

import math
from functools import cache, lru_cache
from typing import Final

from render.boards.furbowl.pieces import ball, enlarged
from render.boards.furbowl.tones import Fur
from render.raster import Sprite
from render.shapes import Circle, Point, Polygon, Stroke, badge, dashed, shifted, square_corners, star, turned
from render.theme import Role

_RIBBON: Final = 14
_WAYS_KEPT: Final = 16  # 150 kilobytes each; there are more ways than memory
_FLIGHTS_KEPT: Final = 32
_CLEAR: Final = 32  # pixels from the middle of a square to the rim of what stands there


@lru_cache(maxsize=_WAYS_KEPT)
def ribbon(way: tuple[Point, ...]) -> Sprite:
    """The way of an animal in a play, from its first square."""
    return Sprite((Stroke(way, _RIBBON + 4, Role.GOLD_EDGE), Stroke(way, _RIBBON, Role.GOLD)))


@cache
def play(number: int) -> Sprite:
    """The number of a play in its turn."""
    return Sprite(badge(str(number), 30, Role.GOLD_EDGE, (21, Role.GOLD_EDGE), (18, Role.GOLD)))


@lru_cache(maxsize=_FLIGHTS_KEPT)
def flight(across: int, down: int) -> Sprite:
    """The flight of the ball, between the rims of what stands at its ends."""
    length = math.hypot(across, down)
    share = min(0.4, _CLEAR / length)
    line = ((across * share, down * share), (across * (1 - share), down * (1 - share)))
    dashes = tuple(Stroke(dash, 6, Fur.BALL) for dash in dashed(line, 16, 10))
    return Sprite((Stroke(line, 11, Fur.WHITE), *dashes))


@cache
def skid(across: int, down: int) -> Sprite:
    """The mark of a pushed animal: two short tracks."""
    way = math.degrees(math.atan2(across, -down))
    lines = ((turned((x, -14), way), turned((x, 14), way)) for x in (-7, 7))
    return enlarged(tuple(Stroke(line, 5, Role.PATH) for line in lines))


@cache
def frame(cell: int) -> Sprite:
    """The mark of a square that a move can reach and that has the ball: a frame, so that the ball stays visible."""
    corners = square_corners(cell / 2 - 5)
    return Sprite((Stroke((*corners, corners[0]), 6, Role.OPTION),))


def _burst(radius: float, centre: Point = (0, 0)) -> tuple[Point, ...]:
    return shifted(star(radius, points=8, hollow=0.58), centre)


IMPACT: Final = enlarged((Polygon(_burst(19), Fur.INK), Polygon(_burst(15), Fur.EYE), Polygon(_burst(7), Fur.WHITE)))
"""The mark of a successful tackle."""

PASS_MARK: Final = enlarged(ball((19, -19), 0.62))
"""The mark of a team-mate who can receive a pass."""

SQUARE_MARK: Final = enlarged((Circle((0, 0), 14, Role.HALO), Circle((0, 0), 11, Role.OPTION)))
"""The mark of a square that a move can reach."""

TICK: Final = Sprite((Stroke(((-10, 1), (-3, 9), (11, -9)), 5, Role.PLATE_TEXT),))
"""The mark of a successful roll."""

CROSS: Final = Sprite(tuple(Stroke(((-8, way * 8), (8, -way * 8)), 5, Role.PLATE_TEXT) for way in (-1, 1)))
"""The mark of a failed roll."""
