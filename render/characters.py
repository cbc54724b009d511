"""The faces of computer players, each on a round portrait, in the style of Furbowl's animals.

Drawings have their own scale: the origin is the middle of the portrait, whose radius is `RADIUS`; y grows downwards.
Faces are identified by keys; the assignment of faces to characters is made elsewhere.
"""

from collections.abc import Callable, Mapping
from enum import unique
from functools import cache, partial
from math import cos, radians, sin
from types import MappingProxyType
from typing import Final

from render.figures import both, eye, outlined, symmetric
from render.raster import Sprite
from render.shapes import Circle, Drawing, Point, Polygon, Stroke, oval, placed, smooth
from render.theme import Palette, Tones, meeting

RADIUS: Final = 100.0

_SHARE: Final = 0.88  # the share of a portrait that a face fills


@unique
class Coat(Tones):
    """The colours of faces by purpose, the same in all themes.

    Most of them are also colours of Furbowl's animals, because that board has hardly any colours to spare.
    """

    EDGE = "edge of a portrait", "#fcf8f0"
    GROUND = "ground of a portrait", "#bcd8dc"
    INK = "outlines, eyes and noses", "#2c2428"
    WHITE = "white fur, and the glint of eyes", "#fcf8f0"
    PINK = "the mole's nose, and inner ears", "#ec98a0"
    MUZZLE = "pale fur around a nose", "#d8a878"
    MOLE = "the mole's fur", "#606c80"
    HEDGEHOG = "the hedgehog's spines", "#80482c"
    OTTER = "the otter's fur", "#80482c"
    BADGER = "the grey fur of the badger", "#988c74"
    LYNX = "the lynx's fur", "#d8a878"
    EYE = "the lynx's eyes", "#fcd840"


PALETTE: Final = Palette(
    tones=tuple(Coat), meetings=meeting(Coat.INK, Coat.GROUND, Coat.WHITE, Coat.MOLE, Coat.OTTER, Coat.LYNX)
)
"""The colours that faces add to those of a board."""

_outlined = partial(outlined, ink=Coat.INK)


@cache
def portrait(key: str, radius: int) -> Sprite:
    """One of `FACES` on a round ground with a radius in pixels."""
    ground = (Circle((0, 0), RADIUS, Coat.EDGE), Circle((0, 0), RADIUS - 8, Coat.GROUND))
    drawing = (*ground, *placed(FACES[key](), _SHARE, (0, 0)))
    return Sprite(placed(drawing, radius / RADIUS, (0, 0)))


def _mole() -> Drawing:
    """Slate grey, with a pink nose, a dim look through round glasses, and no ears at all."""
    head = symmetric((0, -66), (48, -52), (76, -10), (74, 38), (40, 72), (0, 80))
    glass = (Circle((36, -8), 30, Coat.INK), Circle((36, -8), 23, Coat.WHITE), Circle((33, -6), 9, Coat.INK))
    snout = (
        *_outlined(smooth([(-34, 40), (-14, 22), (14, 22), (34, 40), (22, 66), (0, 72), (-22, 66)]), Coat.MUZZLE, 6),
        *_outlined(oval((0, 34), (19, 15), 0), Coat.PINK, 6),
        Stroke(((-14, 56), (0, 61), (14, 56)), 5, Coat.INK),
    )
    return (
        *_outlined(head, Coat.MOLE),
        *_whiskers((38, 43), (84, 31)),
        *both(glass),
        Stroke(((-10, -12), (10, -12)), 7, Coat.INK),
        *snout,
    )


def _hedgehog() -> Drawing:
    """A crown of brown spines around a pale, pointed face, with round ears and bright eyes."""
    right = [_around(turn, 76 + 22 * (at % 2 == 0)) for at, turn in enumerate(range(0, 145, 9))]
    spines = (*right, (0, 80), *((-x, y) for x, y in right[:0:-1]))
    quills = both(tuple(Stroke((_around(turn, 54), _around(turn, 68)), 6, Coat.MUZZLE) for turn in range(9, 110, 18)))
    face = symmetric((0, -16), (26, -34), (58, -22), (66, 18), (40, 58), (0, 84))
    ear = (Circle((60, -22), 20, Coat.INK), Circle((60, -22), 13, Coat.MUZZLE), Circle((60, -21), 7, Coat.PINK))
    eyes = (shape for x in (-28, 28) for shape in eye((x, 8), 11, Coat.INK, Coat.WHITE))
    nose = (
        Circle((0, 52), 14, Coat.INK),
        Circle((-5, 47), 4, Coat.WHITE),
        Stroke(((-16, 70), (0, 74), (16, 70)), 5, Coat.INK),
    )
    return (*_outlined(spines, Coat.HEDGEHOG), *quills, *_outlined(face, Coat.MUZZLE), *both(ear), *eyes, *nose)


def _otter() -> Drawing:
    """Brown and flat-headed, with small round ears, a broad pale muzzle and a grin."""
    ear = (Circle((68, -38), 24, Coat.INK), Circle((68, -38), 16, Coat.OTTER), Circle((66, -36), 8, Coat.MUZZLE))
    head = symmetric((0, -62), (52, -54), (80, -14), (88, 28), (58, 66), (0, 80))
    muzzle = (
        Polygon(symmetric((0, 4), (34, 8), (62, 34), (48, 64), (0, 74)), Coat.MUZZLE),
        Polygon(smooth([(-24, 6), (0, 0), (24, 6), (14, 26), (0, 32), (-14, 26)]), Coat.INK),
        Circle((-7, 9), 5, Coat.WHITE),
        Stroke(((0, 28), (0, 44)), 6, Coat.INK),
        Polygon(smooth([(-28, 44), (0, 46), (28, 44), (16, 64), (0, 68), (-16, 64)]), Coat.INK),
        Polygon(oval((0, 60), (11, 6), 0), Coat.PINK),
    )
    eyes = (shape for x in (-36, 36) for shape in eye((x, -14), 14, Coat.INK, Coat.WHITE))
    return (*both(ear), *_outlined(head, Coat.OTTER), *eyes, *muzzle, *_whiskers((34, 28), (96, 14)))


def _badger() -> Drawing:
    """White, with two black stripes through the eyes, and a look that has seen many matches."""
    ear = (Circle((62, -54), 25, Coat.INK), Circle((62, -54), 16, Coat.WHITE))
    fur = symmetric((0, -70), (54, -60), (86, -10), (84, 40), (44, 78), (0, 86))
    face = symmetric((0, -68), (40, -62), (66, -20), (56, 36), (26, 76), (0, 82))
    half = (
        Polygon(smooth([(20, -64), (46, -58), (58, -14), (42, 30), (20, 52), (16, 8)]), Coat.INK),
        Circle((36, -6), 14, Coat.WHITE),
        Circle((34, -4), 8, Coat.INK),
        Stroke(((54, -18), (20, -14)), 10, Coat.INK),
    )
    nose = (
        Polygon(smooth([(-20, 46), (0, 40), (20, 46), (12, 60), (0, 66), (-12, 60)]), Coat.INK),
        Circle((-6, 49), 4, Coat.WHITE),
        Stroke(((-14, 73), (0, 75), (14, 73)), 5, Coat.INK),
    )
    return (*both(ear), *_outlined(fur, Coat.BADGER), Polygon(face, Coat.WHITE), *both(half), *nose)


def _lynx() -> Drawing:
    """Sandy and spotted, with tufted ears, a white ruff and narrow yellow eyes."""
    ear = (
        Stroke(((64, -84), (76, -112)), 13, Coat.INK),
        *_outlined(((82, -14), (66, -90), (12, -52)), Coat.LYNX),
        Polygon(((68, -36), (62, -70), (34, -50)), Coat.INK),
    )
    ruff = _outlined(((52, 0), (92, 18), (80, 34), (94, 54), (70, 60), (66, 84), (0, 78)), Coat.WHITE)
    head = symmetric((0, -58), (48, -48), (74, -6), (66, 36), (34, 66), (0, 74))
    muzzle = symmetric((0, 14), (30, 30), (40, 50), (22, 68), (0, 74))
    half = (
        Stroke(((18, -46), (14, -34)), 7, Coat.OTTER),
        *(Circle(spot, 4.5, Coat.OTTER) for spot in ((56, 24), (46, 38), (62, 8), (42, -30))),
        Polygon(smooth([(14, 6), (34, -16), (60, -20), (46, 8)]), Coat.INK),
        Polygon(smooth([(20, 3), (35, -11), (53, -14), (43, 4)]), Coat.EYE),
        Polygon(oval((38, -5), (5, 10), 0), Coat.INK),
    )
    nose = (
        Polygon(smooth([(-16, 32), (0, 29), (16, 32), (0, 48)]), Coat.PINK),
        Stroke(((-18, 55), (0, 50), (18, 55)), 6, Coat.INK),
    )
    return (
        *both(ear),
        *both(ruff),
        *_outlined(head, Coat.LYNX),
        Polygon(muzzle, Coat.WHITE),
        Stroke(((0, -46), (0, -34)), 7, Coat.OTTER),
        *both(half),
        *nose,
    )


def _around(turn: float, reach: float) -> Point:
    """A point at a distance from the middle of a head, so many degrees clockwise from above."""
    return reach * sin(radians(turn)), -4 - reach * cos(radians(turn))


def _whiskers(start: Point, end: Point) -> Drawing:
    """Two whiskers on each side; those on the right spread from `start` to `end`."""
    return both(
        tuple(Stroke(((start[0], start[1] + rise), (end[0], end[1] + 3 * rise)), 5, Coat.WHITE) for rise in (-4, 5))
    )


FACES: Final[Mapping[str, Callable[[], Drawing]]] = MappingProxyType(
    {"mole": _mole, "hedgehog": _hedgehog, "otter": _otter, "badger": _badger, "lynx": _lynx}
)
"""The functions that draw the faces, by key."""
