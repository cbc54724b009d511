"""Marks on the Furbowl pitch: footprints, the flight of the ball, hits, and options of a picker.

All drawings are centred on the origin; footprints point in one of eight directions.
"""

import math
from functools import cache
from typing import Final

from render.boards.furbowl.pieces import ball, enlarged
from render.boards.furbowl.tones import Fur
from render.raster import Sprite
from render.shapes import Circle, Point, Polygon, Stroke, badge, oval, shifted, square_corners, star, turned
from render.theme import Role
from rules.furbowl.animals import BEAR, CAT, FOX, RABBIT, TORTOISE

_Oval = tuple[float, float, float, float]
"""A pad: its middle relative to the middle of the print, and half its width and height."""

_PRINTS: Final[dict[int, tuple[_Oval, ...]]] = {
    RABBIT: ((-6, -7, 3.6, 10), (6, -7, 3.6, 10), (-3.5, 12, 3.2, 3.8), (3.5, 12, 3.2, 3.8)),
    FOX: ((0, 7, 6.2, 5.2), (-9, -1, 2.8, 4.6), (-4, -9, 2.8, 5.2), (4, -9, 2.8, 5.2), (9, -1, 2.8, 4.6)),
    BEAR: (
        (0, 6, 12.5, 8.5),
        (-14, -5, 3, 3.6),
        (-8, -10, 3.2, 4),
        (0, -12, 3.4, 4.2),
        (8, -10, 3.2, 4),
        (14, -5, 3, 3.6),
    ),
    TORTOISE: (
        *((-8, 6, 5.2, 6), (-12, -3, 1.9, 2.4), (-8, -4.5, 1.9, 2.4), (-4, -3, 1.9, 2.4)),
        *((8, 0, 5.2, 6), (4, -9, 1.9, 2.4), (8, -10.5, 1.9, 2.4), (12, -9, 1.9, 2.4)),
    ),
    CAT: ((0, 6, 7, 6), (-10, -3, 3.4, 3.4), (-4, -9, 3.4, 3.4), (4, -9, 3.4, 3.4), (10, -3, 3.4, 3.4)),
}
"""By animal: the pads of a print that points upwards."""


@cache
def footprint(animal: int, across: int, down: int) -> Sprite:
    """The footprint of an animal moving in a direction."""
    way = math.degrees(math.atan2(across, -down))
    pads = (oval(turned((x, y), way), (half, high), way, 20) for x, y, half, high in _PRINTS[animal])
    return enlarged(tuple(Polygon(pad, Role.PATH) for pad in pads))


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


@cache
def area_letter(letter: str) -> Sprite:
    """The letter of an area that a move can reach."""
    return Sprite(badge(letter, 44, Role.HALO, (38, Role.HALO), (34, Role.OPTION)))


def _burst(radius: float, centre: Point = (0, 0)) -> tuple[Point, ...]:
    return shifted(star(radius, points=8, hollow=0.58), centre)


FLIGHT_DOT: Final = enlarged((Circle((0, 0), 6.5, Fur.WHITE), Circle((0, 0), 4.5, Fur.BALL)))
"""A dot on the flight of the ball."""

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
