"""The vocabulary of drawings: flat shapes in tones of the theme, in pixels around an origin; y grows downwards.

A drawing is a tuple of shapes, painted one over the other. Boards compose drawings; `raster` turns them into pixels.
"""

import math
from dataclasses import dataclass

from render import theme
from render.theme import Tone, Weight

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled area."""

    points: tuple[Point, ...]
    colour: Tone


@dataclass(frozen=True, slots=True)
class Inset:
    """The part of a filled area that is more than `margin` pixels away from its outline."""

    points: tuple[Point, ...]
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
    """A piece of a circle's line, `width` pixels inwards from `radius`; degrees run clockwise from three o'clock."""

    centre: Point
    radius: float
    width: float
    colour: Tone
    start: float = 0.0
    end: float = 360.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line along `points` with round ends and joints."""

    points: tuple[Point, ...]
    width: float
    colour: Tone


@dataclass(frozen=True, slots=True)
class Shadow:
    """The soft shadow of a disc of `radius` that is moved from `start` to `end`; `opacity` is that of its core."""

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
        """Raises ValueError if nobody could read it on a phone."""
        theme.check_size(self.size)


Shape = Polygon | Inset | Circle | Arc | Stroke | Shadow | Label
Drawing = tuple[Shape, ...]


def dashes(ring: Arc, count: int, share: float) -> Drawing:
    """A full ring broken into `count` dashes, the first at twelve o'clock, that cover `share` of it."""
    turn = 360 / count
    half = turn * share / 2
    middles = (turn * number - 90 for number in range(count))
    return tuple(
        Arc(ring.centre, ring.radius, ring.width, ring.colour, start=middle - half, end=middle + half)
        for middle in middles
    )


def rounded(width: float, height: float, radius: float) -> tuple[Point, ...]:
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


def star(radius: float) -> tuple[Point, ...]:
    """The outline of a five-pointed star around the origin, one point up."""
    corners = ((radius if number % 2 == 0 else radius * 0.45, math.radians(36 * number)) for number in range(10))
    return tuple((length * math.sin(angle), -length * math.cos(angle)) for length, angle in corners)
