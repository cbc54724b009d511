"""Tiles of the games that are played on hexagons: plain, of the last move, chosen in a picker, or on offer there."""

from functools import cache
from typing import Final

from render.hexagons import Hexagons
from render.raster import Sprite
from render.shapes import Drawing, Polygon, Stroke
from render.theme import Role

Look = tuple[Role, Role]
"""The face and the front edge of a tile."""

PLAIN: Final[Look] = (Role.TILE, Role.TILE_EDGE)
LAST: Final[Look] = (Role.LAST, Role.LAST_EDGE)
CHOSEN: Final[Look] = (Role.CHOSEN, Role.CHOSEN_EDGE)


@cache
def tile(layout: Hexagons, look: Look, outlined: bool) -> Sprite:
    """A tile, with an outline where it can be chosen or was."""
    face, edge = look
    base = layout.corners(2)
    top = tuple((x, y - 4 if y > 0 else y) for x, y in base)
    frame = tuple((x, y - 1) for x, y in layout.corners(6))
    frame = (*frame, frame[0])
    shapes: Drawing = (Polygon(base, edge), Polygon(top, face))
    if look == CHOSEN:
        shapes += (Stroke(frame, 9, Role.OPTION), Stroke(frame, 3, Role.HALO))
    elif outlined:
        shapes += (Stroke(frame, 6, Role.OPTION),)
    return Sprite(shapes)
