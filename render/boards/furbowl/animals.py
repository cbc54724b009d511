"""Drawings of the five animals of Furbowl: four faces, and the tortoise from the side.

Drawings have their own scale: the origin is the middle of the base, whose radius is `RADIUS`; y grows downwards. All
animals look to the right; `shapes.placed` can mirror them.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from render import figures
from render.boards.furbowl.tones import Fur
from render.figures import both, outlined, symmetric
from render.shapes import Circle, Drawing, Point, Polygon, Stroke, oval, shifted, smooth

RADIUS: Final = 100.0

_HEXAGON: Final = ((-15, -11), (0, -20), (15, -11), (15, 8), (0, 16), (-15, 8))

Eye = Callable[[Point, float], Drawing]
"""Draws an eye of a size at a place."""

_outlined = partial(outlined, ink=Fur.INK)


def animal(number: int, *, stunned: bool) -> Drawing:
    """An animal by its number in `rules.furbowl.animals.ANIMALS`; a stunned one has crosses for eyes."""
    return (rabbit, fox, bear, tortoise, cat)[number](_crossed if stunned else _open)


def rabbit(eye: Eye) -> Drawing:
    """White, with long ears, one of them bent, and two big teeth."""
    bent = [(12, -36), (14, -88), (30, -122), (56, -126), (84, -92), (78, -78), (60, -84), (50, -40)]
    ears = (
        *_outlined(oval((-30, -78), (19, 56), -8), Fur.WHITE),
        Polygon(oval((-30, -76), (9, 42), -8), Fur.PINK),
        *_outlined(smooth(bent), Fur.WHITE),
        Polygon(smooth([(24, -44), (26, -86), (38, -110), (50, -104), (40, -80), (38, -44)]), Fur.PINK),
    )
    return (
        *ears,
        *_outlined(symmetric((0, -48), (46, -34), (64, 6), (60, 40), (28, 64), (0, 68)), Fur.WHITE),
        *both((Polygon(oval((40, 36), (15, 11), 0), Fur.PINK),)),
        *_eyes(eye, (27, 0), 15),
        *_outlined(((-13, 42), (13, 42), (12, 64), (-12, 64)), Fur.WHITE, 5),
        Stroke(((0, 42), (0, 62)), 4, Fur.INK),
        Polygon(smooth([(-14, 22), (14, 22), (0, 36)]), Fur.INK),
        Stroke(((0, 34), (0, 42)), 5, Fur.INK),
    )


def fox(eye: Eye) -> Drawing:
    """Orange, with pointed ears, white cheeks and a narrow, knowing look."""
    ear = (*_outlined(((74, 0), (72, -96), (8, -52)), Fur.FOX), Polygon(((72, -92), (72, -58), (46, -74)), Fur.INK))
    head = symmetric((0, -54), (44, -44), (72, -12), (86, 22), (54, 38), (24, 66), (0, 82))
    return (
        *both(ear),
        *_outlined(head, Fur.FOX),
        *both((Polygon(((84, 22), (44, 10), (14, 36), (0, 78), (24, 66), (54, 38)), Fur.WHITE),)),
        *_eyes(eye, (32, -4), 13),
        *both((Stroke(((54, -26), (18, -12)), 9, Fur.INK),)),
        Polygon(oval((0, 68), (17, 13), 0), Fur.INK),
    )


def bear(eye: Eye) -> Drawing:
    """Brown, big and round, with a broad muzzle and a frown."""
    ear = (Circle((60, -58), 36, Fur.INK), Circle((60, -58), 28, Fur.BEAR), Circle((60, -58), 14, Fur.MUZZLE))
    return (
        *both(ear),
        *_outlined(symmetric((0, -76), (54, -62), (86, -14), (82, 36), (46, 74), (0, 84)), Fur.BEAR),
        Polygon(oval((0, 40), (46, 36), 0), Fur.MUZZLE),
        *_eyes(eye, (36, -8), 12),
        *both((Stroke(((60, -36), (18, -24)), 11, Fur.INK),)),
        Polygon(oval((0, 22), (23, 16), 0), Fur.INK),
        Stroke(((0, 34), (0, 52)), 7, Fur.INK),
        Stroke(((-22, 60), (0, 52), (22, 60)), 7, Fur.INK),
    )


def tortoise(eye: Eye) -> Drawing:
    """A high shell on short legs, and a head that is in no hurry."""
    head = [(36, 44), (50, 8), (56, -28), (80, -36), (98, -14), (90, 8), (74, 14), (70, 48)]
    body = (
        *_outlined(smooth([(-66, 36), (-36, 36), (-32, 74), (-66, 74)]), Fur.SKIN),
        *_outlined(smooth([(14, 36), (44, 36), (48, 74), (14, 74)]), Fur.SKIN),
        *_outlined(smooth(head), Fur.SKIN),
        *eye((78, -14), 9),
        Stroke(((78, 6), (92, 2)), 5, Fur.INK),
    )
    dome = smooth([(-92, 40), (-86, 4), (-62, -44), (-18, -68), (26, -50), (52, -6), (60, 40), (-16, 50)])
    plates = tuple(Polygon(shifted(_HEXAGON, at), Fur.PLATE) for at in ((-16, -26), (-56, 4), (24, 4), (-16, 18)))
    rim = _outlined(((-96, 34), (62, 34), (56, 56), (-90, 56)), Fur.PLATE)
    return (*body, *_outlined(dome, Fur.SHELL), *plates, *rim)


def cat(eye: Eye) -> Drawing:
    """Slate grey, with stripes, whiskers and yellow eyes."""
    ear = (*_outlined(((80, -4), (84, -92), (10, -56)), Fur.CAT), Polygon(((68, -40), (72, -74), (38, -56)), Fur.PINK))
    whiskers = tuple(Stroke(((30, 46 + rise), (100, 38 + 3 * rise)), 5, Fur.WHITE) for rise in (-4, 6))
    return (
        *both(ear),
        *_outlined(symmetric((0, -56), (50, -46), (82, 0), (84, 34), (50, 66), (0, 76)), Fur.CAT),
        *(Stroke(((x, -54), (x * 0.7, -28)), 9, Fur.INK) for x in (-22, 0, 22)),
        Polygon(oval((0, 48), (34, 22), 0), Fur.WHITE),
        *both(whiskers),
        *(both(_cat_eye((36, 4))) if eye is _open else _eyes(eye, (36, 4), 16)),
        Polygon(smooth([(-13, 32), (13, 32), (0, 46)]), Fur.PINK),
        Stroke(((-16, 58), (0, 50), (16, 58)), 5, Fur.INK),
    )


def _eyes(eye: Eye, right: Point, size: float) -> Drawing:
    """Two eyes, which look the same way."""
    return (*eye((-right[0], right[1]), size), *eye(right, size))


def _open(at: Point, size: float) -> Drawing:
    return figures.eye(at, size, Fur.INK, Fur.WHITE)


def _crossed(at: Point, size: float) -> Drawing:
    x, y = at
    return (
        Circle(at, size * 1.5, Fur.WHITE),
        Stroke(((x - size, y - size), (x + size, y + size)), size * 0.7, Fur.INK),
        Stroke(((x - size, y + size), (x + size, y - size)), size * 0.7, Fur.INK),
    )


def _cat_eye(at: Point) -> Drawing:
    return (
        Polygon(oval(at, (24, 21), 0), Fur.INK),
        Polygon(oval(at, (19, 17), 0), Fur.EYE),
        Polygon(oval(at, (6, 15), 0), Fur.INK),
    )
