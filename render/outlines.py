"""Smooth outlines, and drawings made of them in another size and place."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from render.shapes import Circle, Drawing, Point, Polygon, Shape, Stroke

_STEPS: Final = 8  # points between two of a smooth outline


def oval(centre: Point, radii: Point, tilt: float) -> tuple[Point, ...]:
    """The outline of an oval that is tilted clockwise by so many degrees."""
    (x, y), (across, down) = centre, radii
    sine, cosine = math.sin(math.radians(tilt)), math.cos(math.radians(tilt))
    around = ((across * math.cos(angle), down * math.sin(angle)) for angle in (math.tau * at / 32 for at in range(32)))
    return tuple((x + a * cosine - b * sine, y + a * sine + b * cosine) for a, b in around)


def smooth(points: Sequence[Point]) -> tuple[Point, ...]:
    """A closed smooth outline through all `points` (Catmull and Rom's curve)."""
    count = len(points)
    outline: list[Point] = []
    for at in range(count):
        first, second, third, fourth = (points[(at + shift) % count] for shift in (-1, 0, 1, 2))
        outline += [_between(first, second, third, fourth, step / _STEPS) for step in range(_STEPS)]
    return tuple(outline)


def _between(first: Point, second: Point, third: Point, fourth: Point, share: float) -> Point:
    x, y = (
        0.5 * (2 * b + (c - a) * share + (2 * a - 5 * b + 4 * c - d) * share**2 + (3 * b - a - 3 * c + d) * share**3)
        for a, b, c, d in zip(first, second, third, fourth, strict=True)
    )
    return x, y


def placed(drawing: Iterable[Shape], scale: float, at: Point, *, mirror: bool = False) -> Drawing:
    """A drawing, `scale` times as large, with its origin at `at`."""

    def moved(point: Point) -> Point:
        return at[0] + (-point[0] if mirror else point[0]) * scale, at[1] + point[1] * scale

    return tuple(_moved(shape, moved, scale) for shape in drawing)


def _moved(shape: Shape, moved: Callable[[Point], Point], scale: float) -> Shape:
    match shape:
        case Polygon(points):
            return replace(shape, points=tuple(map(moved, points)))
        case Stroke(points, width):
            return replace(shape, points=tuple(map(moved, points)), width=width * scale)
        case Circle(centre, radius):
            return replace(shape, centre=moved(centre), radius=radius * scale)
        case _:
            raise TypeError(f"a {type(shape).__name__} has a size of its own")
