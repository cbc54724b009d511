"""The shapes that drawings are made of: flat, in tones of the theme, in pixels around an origin; y grows downwards.

A drawing is a tuple of shapes, painted in order. Boards compose drawings; `raster` turns them into pixels.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

from render import theme
from render.theme import Tone, Weight

Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The corners of an area in order, without repeating the first."""

_SMOOTH_STEPS: Final = 8  # points between two of a smooth outline


class Area(NamedTuple):
    """The part of a picture that stands for an option: one place, or several that touch at most at their edges.

    `middle` is inside one of the `outlines`, away from their edges: a place for a finger, a mark of focus or a label.
    """

    outlines: tuple[Outline, ...]
    middle: Point

    def lowered(self, pixels: int) -> "Area":
        """The same area, some pixels further down."""
        (x, y), outlines = self.middle, (shifted(outline, (0, pixels)) for outline in self.outlines)
        return Area(tuple(outlines), (x, y + pixels))

    def is_within(self, other: "Area") -> bool:
        """Whether the middle is in one of the outlines of another area."""
        return any(holds(outline, self.middle) for outline in other.outlines)


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled area."""

    points: Outline
    colour: Tone


@dataclass(frozen=True, slots=True)
class Inset:
    """The part of a filled area that is more than `margin` pixels away from its outline."""

    points: Outline
    margin: float
    colour: Tone


@dataclass(frozen=True, slots=True)
class Circle:
    """A filled disc."""

    centre: Point
    radius: float
    colour: Tone


@dataclass(frozen=True, slots=True)
class Arc:
    """Part of a ring, `width` pixels inwards from `radius`; degrees run clockwise from three o'clock."""

    centre: Point
    radius: float
    width: float
    colour: Tone
    start: float = 0.0
    end: float = 360.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line along `points` with round ends and joints."""

    points: Outline
    width: float
    colour: Tone


@dataclass(frozen=True, slots=True)
class Shadow:
    """The soft shadow of a disc of `radius` moved from `start` to `end`; `opacity` is the opacity in its middle."""

    start: Point
    end: Point
    radius: float
    blur: float
    opacity: float


@dataclass(frozen=True, slots=True)
class Label:
    """A short text; `centre` is the middle of its capital letters."""

    centre: Point
    text: str
    size: int
    colour: Tone
    weight: Weight = Weight.BOLD

    def __post_init__(self) -> None:
        """Raises ValueError for a size that is too small to read on a phone."""
        theme.check_size(self.size)


Shape = Polygon | Inset | Circle | Arc | Stroke | Shadow | Label
Drawing = tuple[Shape, ...]


def dashes(ring: Arc, count: int, share: float) -> Drawing:
    """A ring broken into `count` dashes that cover `share` of it; the first is at twelve o'clock."""
    turn = 360 / count
    half = turn * share / 2
    middles = (turn * number - 90 for number in range(count))
    return tuple(
        Arc(ring.centre, ring.radius, ring.width, ring.colour, start=middle - half, end=middle + half)
        for middle in middles
    )


def dashed(line: Outline, dash: float, gap: float) -> Iterator[Outline]:
    """The dashes of a broken line, which begins and ends with half a dash or about so."""
    total = sum(math.dist(*pair) for pair in pairwise(line))
    count = max(1, round(total / (dash + gap)))
    step = total / count
    for number in range(count + 1):
        middle = number * step
        yield _stretch(line, max(0.0, middle - dash / 2), min(total, middle + dash / 2))


def _stretch(line: Outline, start: float, end: float) -> Outline:
    """The part of a line between two distances from its beginning."""
    points: list[Point] = []
    done = 0.0
    for one, other in pairwise(line):
        length = math.dist(one, other)
        for at in (start, end):
            if done <= at <= done + length and length:
                share = (at - done) / length
                points.append((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share))
        if start < done + length < end:
            points.append(other)
        done += length
    return tuple(points)


def rounded(width: float, height: float, radius: float) -> Outline:
    """The outline of a rectangle with round corners whose upper left corner is the origin."""
    corners = (
        (width - radius, radius, -90),
        (width - radius, height - radius, 0),
        (radius, height - radius, 90),
        (radius, radius, 180),
    )
    return tuple(
        (x + radius * math.cos(math.radians(angle)), y + radius * math.sin(math.radians(angle)))
        for x, y, first in corners
        for angle in range(first, first + 91, 6)
    )


def rectangle(left: float, top: float, right: float, bottom: float) -> Outline:
    """The corners of a rectangle, clockwise from its upper left."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def square_corners(half: float) -> Outline:
    """The corners of a square around the origin; `half` is half the length of a side."""
    return rectangle(-half, -half, half, half)


def badge(text: str, size: int, ink: Tone, *discs: tuple[float, Tone], at: Point = (0, 0)) -> Drawing:
    """A short text on discs, each given by its radius and colour, the largest first."""
    return (*(Circle(at, radius, tone) for radius, tone in discs), Label(at, text, size, ink))


def polar(length: float, degrees: float) -> Point:
    """The point at a distance from the origin and an angle clockwise from the top."""
    return length * math.sin(math.radians(degrees)), -length * math.cos(math.radians(degrees))


def turned(point: Point, degrees: float) -> Point:
    """A point after turning it clockwise around the origin."""
    (x, y), sine, cosine = point, math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return x * cosine - y * sine, x * sine + y * cosine


def nearer(outline: Outline, to: Point, than: Point) -> Outline:
    """The part of an area that is nearer to one point than to another; its pieces may be connected only by a line."""
    across, down = than[0] - to[0], than[1] - to[1]
    middle = across * (to[0] + than[0]) / 2 + down * (to[1] + than[1]) / 2
    kept: list[Point] = []
    for start, end in zip(outline, (*outline[1:], outline[0]), strict=True):
        before, after = (across * x + down * y - middle for x, y in (start, end))
        if before <= 0:
            kept.append(start)
        if (before <= 0) != (after <= 0):
            share = before / (before - after)
            kept.append((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
    return tuple(kept)


def holds(outline: Outline, point: Point) -> bool:
    """Whether a point lies inside an outline."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def bow(over: Point, end: Point, steps: int = 24) -> Outline:
    """A curve from the origin to `end` whose middle is at `over`: a parabola, through `steps` + 1 points."""
    shares = (step / steps for step in range(steps + 1))
    # Its Bézier point lies as far beyond `over` as `over` is beyond the middle of the chord.
    x, y = (2 * middle - last / 2 for middle, last in zip(over, end, strict=True))
    return tuple(
        (2 * (1 - share) * share * x + share**2 * end[0], 2 * (1 - share) * share * y + share**2 * end[1])
        for share in shares
    )


def mean(points: Collection[Point]) -> Point:
    """The point in the middle of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def star(radius: float, points: int = 5, hollow: float = 0.45) -> Outline:
    """The outline of a star around the origin, one point up; its inner radius is `hollow` times the outer one."""
    return tuple(polar(radius if at % 2 == 0 else radius * hollow, 180 / points * at) for at in range(2 * points))


def oval(centre: Point, radii: Point, tilt: float, steps: int = 32) -> Outline:
    """The outline of an oval, tilted clockwise by `tilt` degrees, through `steps` points."""
    (x, y), (across, down) = centre, radii
    angles = (math.tau * step / steps for step in range(steps))
    around = (turned((across * math.cos(angle), down * math.sin(angle)), tilt) for angle in angles)
    return tuple((x + a, y + b) for a, b in around)


def shifted(points: Iterable[Point], by: Point) -> Outline:
    """An outline moved to the right and down."""
    return tuple((x + by[0], y + by[1]) for x, y in points)


def smooth(points: Sequence[Point]) -> Outline:
    """A closed smooth outline through all `points` (a Catmull-Rom spline)."""
    count = len(points)
    outline: list[Point] = []
    for at in range(count):
        first, second, third, fourth = (points[(at + shift) % count] for shift in (-1, 0, 1, 2))
        outline += [_between(first, second, third, fourth, step / _SMOOTH_STEPS) for step in range(_SMOOTH_STEPS)]
    return tuple(outline)


def _between(first: Point, second: Point, third: Point, fourth: Point, share: float) -> Point:
    x, y = (
        0.5 * (2 * b + (c - a) * share + (2 * a - 5 * b + 4 * c - d) * share**2 + (3 * b - a - 3 * c + d) * share**3)
        for a, b, c, d in zip(first, second, third, fourth, strict=True)
    )
    return x, y


def placed(drawing: Iterable[Shape], scale: float, at: Point, *, mirror: bool = False) -> Drawing:
    """A drawing scaled by `scale` and moved to `at`; `mirror` exchanges left and right."""

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
        case Shadow(start, end, radius, blur):
            return replace(shape, start=moved(start), end=moved(end), radius=radius * scale, blur=blur * scale)
        case _:
            raise TypeError(f"a {type(shape).__name__} has a size of its own")
