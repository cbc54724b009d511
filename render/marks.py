"""Marks that boards share: arrows, ghosts of pieces, marks of choices, the winner's star.

All drawings are centred on the origin.
"""

import math
from functools import cache
from typing import Final

from render.raster import Sprite
from render.shapes import Arc, Circle, Label, Polygon, Stroke, badge, dashes, star
from render.theme import Role

_LINE: Final = 8
_HEAD: Final = 22

DOT: Final = Sprite((Circle((0, 0), 19, Role.HALO), Circle((0, 0), 15, Role.OPTION)))
"""A dot where a move may end."""


@cache
def arrow(across: int, down: int, clear: int, clear_of_end: int = 0) -> Sprite:
    """An arrow from the origin to (`across`, `down`) that stays `clear` pixels away from both ends.

    It stays `clear_of_end` pixels away from its end if that is more.
    """
    return Sprite(_arrow((across, down), clear, max(clear, clear_of_end), Role.PATH))


@cache
def attack(across: int, down: int, clear: int, tone: Role) -> Sprite:
    """An arrow with a halo, to be seen on pieces, that stays `clear` pixels away from both ends."""
    line, head = _arrow((across, down), clear, clear, tone)
    halo = (Stroke(line.points, _LINE + 6, Role.HALO), Stroke((*head.points, head.points[0]), 6, Role.HALO))
    return Sprite((*halo, line, head))


def _arrow(end: tuple[int, int], clear: int, clear_of_end: int, tone: Role) -> tuple[Stroke, Polygon]:
    across, down = end
    length = math.hypot(across, down)
    x, y = across / length, down / length
    tip = length - clear_of_end
    base = tip - _HEAD
    wing = _HEAD * 0.55
    head = (
        (tip * x, tip * y),
        (base * x - wing * y, base * y + wing * x),
        (base * x + wing * y, base * y - wing * x),
    )
    line = ((clear * x, clear * y), ((base + 2) * x, (base + 2) * y))
    return Stroke(line, _LINE, tone), Polygon(head, tone)


@cache
def ghost(radius: int, text: str) -> Sprite:
    """The dashed outline of a piece that has left, with its text."""
    ring = dashes(Arc((0, 0), radius, 5, Role.PATH), count=12, share=0.55)
    return Sprite((*ring, Label((0, 0), text, radius, Role.PATH)) if text else ring)


@cache
def captured(face: Role, ink: Role, text: str) -> Sprite:
    """A small ghost of a captured piece: a badge in the colours of its owner."""
    ring = dashes(Arc((0, 0), 26, 3, ink), count=10, share=0.55)
    return Sprite((*badge(text, 30, ink, (30, Role.LAST), (27, face)), *ring))


@cache
def target(radius: int) -> Sprite:
    """A ring around a piece of `radius` that a move may capture."""
    return Sprite((Arc((0, 0), radius + 10, 16, Role.HALO), Arc((0, 0), radius + 7, 10, Role.OPTION)))


@cache
def winner(radius: int) -> Sprite:
    """The star of the winner."""
    return Sprite((Polygon(star(radius + 4), Role.STAR_EDGE), Polygon(star(radius), Role.STAR)))
