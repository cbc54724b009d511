"""Parts of drawings of animals: outlines, eyes, and mirrored halves."""

from render.shapes import Circle, Drawing, Point, Polygon, Stroke, oval, placed, smooth
from render.theme import Tone


def outlined(points: tuple[Point, ...], colour: Tone, width: float = 9.0, *, ink: Tone) -> Drawing:
    """An area with a line around it, half of the line outside."""
    return (Stroke((*points, points[0]), width * 1.8, ink), Polygon(points, colour))


def eye(at: Point, size: float, ink: Tone, glint: Tone) -> Drawing:
    """An open eye."""
    x, y = at
    return (Polygon(oval(at, (size, size * 1.2), 0), ink), Circle((x + size * 0.3, y - size * 0.4), size * 0.38, glint))


def both(right: Drawing) -> Drawing:
    """The drawing of a right half, with its mirror image on the left."""
    return (*right, *placed(right, 1, (0, 0), mirror=True))


def symmetric(*right: Point) -> tuple[Point, ...]:
    """The smooth outline of a symmetric area, whose right half goes through these points from its top to its bottom."""
    return smooth([*right, *((-x, y) for x, y in right[-2:0:-1])])
