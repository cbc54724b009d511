"""Drawings for Farlander's map: groups of units, castles, names and numbers, all centred on the origin.

Each side has its own shape: Red discs, Blue squares, Green triangles, Yellow diamonds.
"""

import math
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from render.boards.farlander.tones import SIDES, Hue
from render.raster import Sprite
from render.shapes import (
    Arc,
    Circle,
    Drawing,
    Label,
    Point,
    Polygon,
    Shadow,
    Shape,
    badge,
    dashes,
    polar,
    rectangle,
    rounded,
    shifted,
)
from render.theme import Role, Tone

_RADIUS: Final = 25
_THICK: Final = 6
_CORNERS: Final = {1: (4, 45, 1.28), 2: (3, 0, 1.36), 3: (4, 0, 1.28)}
"""By seat: the number of corners of a unit, the angle of the first, and their distance for a radius of 1."""
_TRIANGLE: Final = 2  # the seat with triangles, whose centre lies below the middle of their height
_CROSSINGS_KEPT: Final = 128  # one for each number of units and each direction
_TEXT: Final = 28


@cache
def units(seat: int, count: int) -> Sprite:
    """A counter with the number of units in a group."""
    shadow = Shadow((3, 7), (3, 7), _RADIUS, blur=1, opacity=0.35)
    return Sprite((shadow, *_unit(seat, (0, _THICK / 2), _RADIUS), _number(seat, (0, _THICK / 2), str(count), 38)))


@cache
def reserve(seat: int) -> Sprite:
    """A large unit, beside the number left to place."""
    return Sprite(_unit(seat, (0, 3), 32))


@cache
def reserve_number(seat: int, count: int) -> Sprite:
    """The number on that unit: a separate sprite, because it changes with every placement."""
    return Sprite((_number(seat, (0, 3), str(count), 36),))


def _unit(seat: int, foot: Point, radius: float) -> Drawing:
    """A unit, seen from above and a little from the front."""
    colours, (x, y) = SIDES[seat], foot
    levels = [y - down for down in range(0, _THICK + 1, 2)]
    return (
        *(_shape(seat, (x, level), radius, colours.line) for level in levels),
        *(_shape(seat, (x, level), radius - 2, colours.side) for level in levels),
        _shape(seat, (x, y - _THICK), radius, colours.line),
        _shape(seat, (x, y - _THICK), radius - 3, colours.face),
    )


def _shape(seat: int, centre: Point, radius: float, colour: Tone) -> Shape:
    if seat not in _CORNERS:
        return Circle(centre, radius, colour)
    (x, y), (corners, first, size) = centre, _CORNERS[seat]
    reach, lower = radius * size, radius * 0.2 if seat == _TRIANGLE else 0
    outline = (polar(reach, first + 360 / corners * number) for number in range(corners))
    return Polygon(shifted(outline, (x, y + lower)), colour)


def _number(seat: int, foot: Point, text: str, size: int) -> Label:
    lower, size = (size * 0.16, round(size * 0.84)) if seat == _TRIANGLE else (0, size)
    return Label((foot[0], foot[1] - _THICK + lower), text, size, SIDES[seat].text)


@cache
def name(text: str, holder: int | None, *, is_striped: bool) -> Sprite:
    """The name of a territory, on ground of its holder if there are stripes."""
    ink, ground = (Hue.NAME, Hue.FREE) if holder is None else (SIDES[holder].name, SIDES[holder].land)
    plate = (Polygon(shifted(rounded(46, 32, 10), (-23, -16)), ground),) if is_striped else ()
    return Sprite((*plate, Label((0, 0), text, _TEXT, ink)))


def _castle() -> Sprite:
    """A gate between two towers with battlements."""
    walls = ((-16, -11, -6, 15), (6, -11, 16, 15), (-6, -2, 6, 15), (-18, -12, -4, -7), (4, -12, 18, -7))
    teeth = ((-18, -16, -14, -11), (-13, -16, -9, -11), (-8, -16, -4, -11))
    battlements = (*teeth, *((-right, top, -left, bottom) for left, top, right, bottom in teeth), (-2.5, -6, 2.5, -2))
    return Sprite(
        (
            Shadow((2, 13), (2, 13), 14, blur=1, opacity=0.3),
            *(
                Polygon(rectangle(left - 2, top - 2, right + 2, bottom + 2), Hue.WALL_LINE)
                for left, top, right, bottom in (*walls, *battlements)
            ),
            *(Polygon(rectangle(*block), Hue.WALL) for block in (*walls, *battlements)),
            *(Polygon(rectangle(left, -7, left + 2.5, 15), Hue.WALL_SHADED) for left in (-16, 6)),
            Circle((0, 7), 4, Hue.WALL_LINE),
            Polygon(rectangle(-4, 7, 4, 15), Hue.WALL_LINE),
            *(Polygon(rectangle(left, -3, left + 2, 3), Hue.WALL_LINE) for left in (-12, 10)),
        )
    )


@lru_cache(maxsize=_CROSSINGS_KEPT)
def crossing(count: str, degrees: int, colour: Role) -> Sprite:
    """A number of units in a disc with a tip, which points `degrees` clockwise from the top."""
    x, y = polar(1, degrees)

    def drop(radius: float, tip: float) -> Drawing:
        base = radius * 0.3
        side = math.sqrt(radius**2 - base**2)
        corners = (
            (base * x - side * y, base * y + side * x),
            (tip * x, tip * y),
            (base * x + side * y, base * y - side * x),
        )
        return (Circle((0, 0), radius, colour), Polygon(corners, colour))

    halo = tuple(replace(shape, colour=Role.HALO) for shape in drop(21, 38))
    return Sprite((*halo, *drop(18.5, 34), *badge(count, _TEXT, colour, (15.5, Hue.BADGE))))


@cache
def placed(count: int) -> Sprite:
    """A number of units that were placed."""
    return Sprite(badge(f"+{count}", _TEXT, Role.PATH, (23, Role.PATH), (20, Hue.BADGE)))


@cache
def conquered(number: int) -> Sprite:
    """The place of a conquest in the order of a turn."""
    return Sprite(badge(str(number), 32, Hue.BORDER, (22, Hue.BORDER), (19, Role.GOLD)))


@cache
def lost(seat: int, count: int) -> Sprite:
    """The defenders that were removed: a faded badge in the colours of their side."""
    colours = SIDES[seat]
    ring = dashes(Arc((0, 0), 22, 3, colours.line), count=10, share=0.55)
    return Sprite((*badge(f"×{count}", _TEXT, colours.name, (24, Hue.BADGE), (22, colours.land)), *ring))


@cache
def on_offer(count: int) -> Sprite:
    """A number of units that can be chosen."""
    return Sprite(badge(str(count), _TEXT, Role.HALO, (18, Role.HALO), (15, Role.OPTION)))


def _compass() -> Sprite:
    """A wind rose that points to the top of the picture."""
    points: Drawing = ()
    for reach, first in ((34, 45), (52, 0)):
        for angle in range(first, first + 360, 90):
            tip, left, right = polar(reach, angle), polar(11, angle - 45), polar(11, angle + 45)
            points += (Polygon((tip, left, (0, 0)), Hue.SLOT), Polygon((tip, (0, 0), right), Hue.SHALLOWS))
    return Sprite((Arc((0, 0), 40, 3, Hue.SHALLOWS), *points, Label((0, -64), "N", _TEXT, Hue.SLOT)))


CASTLE: Final = _castle()
"""The mark of a garrison."""

COMPASS: Final = _compass()
"""The wind rose beside the map."""

CHIPS: Final = {side: Sprite(_unit(seat, (0, 3), 23)) for seat, side in enumerate(("Red", "Blue", "Green", "Yellow"))}
"""Units for the header, by the name of the side."""
