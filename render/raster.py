"""Rasterisation of drawings: at four times their size for smooth edges, once per scheme.

Cached images are never changed, so that several threads can paint at once.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import theme
from render.shapes import Arc, Circle, Drawing, Inset, Label, Outline, Point, Polygon, Shadow, Shape, Stroke, shifted
from render.theme import Role, Scheme, Tone
from render.typeface import CAP_HEIGHT, font

SYMBOL_SIZE: Final = 128
"""Width and height in pixels of a drawing that stands alone."""

_SCALE: Final = 4
_NEAR: Final = 8  # pixels around the border of an area; it is drawn within them
_GAP: Final = 8  # pixels between two areas that count as one
_BORDERS_KEPT: Final = 2  # four megabytes each
_ANY: Final = (0, *(255,) * 255)  # maps the values of a mask: every pixel that is partly covered

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; right and bottom are exclusive."""


@dataclass(frozen=True, slots=True, eq=False)
class Raster:
    """A drawing, or a part of a canvas, in the colours of a scheme.

    (`left`, `top`) is its upper left corner, relative to the origin of the drawing or the corner of the canvas.
    """

    image: Image.Image
    mask: Image.Image
    left: int
    top: int


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A drawing to be stamped on canvases. Keep it: rasterising takes milliseconds, once per scheme."""

    drawing: Drawing
    _rasters: dict[Scheme, Raster] = field(default_factory=dict[Scheme, Raster])

    def raster(self, scheme: Scheme) -> Raster:
        """The drawing in the colours of a scheme."""
        if scheme not in self._rasters:
            self._rasters[scheme] = _raster(self.drawing, scheme)
        return self._rasters[scheme]


@dataclass(frozen=True, slots=True, eq=False)
class Mask:
    """The area of a drawing, which can be filled with any colour; compared by identity.

    (`left`, `top`) is its upper left corner, relative to its origin.
    """

    area: Image.Image
    left: int
    top: int


def symbol(sprite: Sprite, scheme: Scheme) -> Image.Image:
    """A drawing alone, as large as fits into a transparent square of `SYMBOL_SIZE` pixels."""
    layer, _, _ = _layer(sprite.drawing, scheme)
    content = layer.crop(layer.getbbox())
    side = max(content.size)
    square = Image.new("RGBA", (side, side))
    square.paste(content, ((side - content.width) // 2, (side - content.height) // 2))
    size = (SYMBOL_SIZE, SYMBOL_SIZE)
    return square.resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType] - NumPy is not there


def _layer(drawing: Drawing, scheme: Scheme) -> tuple[Image.Image, int, int]:
    """A drawing, `_SCALE` times larger, on a transparent ground, and its left and top in pixels."""
    boxes = [_box(shape) for shape in drawing]
    left, top, right, bottom = _around_all(boxes)
    layer = Image.new("RGBA", ((right - left) * _SCALE, (bottom - top) * _SCALE))
    for shape, box in zip(drawing, boxes, strict=True):
        layer.alpha_composite(_rasterised(shape, box, scheme), ((box[0] - left) * _SCALE, (box[1] - top) * _SCALE))
    return layer, left, top


def _raster(drawing: Drawing, scheme: Scheme) -> Raster:
    layer, left, top = _layer(drawing, scheme)
    small = layer.reduce(_SCALE)
    seen = small.getbbox() or (0, 0, *small.size)  # shadows and labels leave much of their box empty
    content = small.crop(seen)
    return Raster(content.convert("RGB"), content.getchannel("A"), left + seen[0], top + seen[1])


def mask(drawing: Drawing) -> Mask:
    """The area that a drawing covers. Keep the mask, which takes a quarter of the memory of a sprite."""
    boxes = [_box(shape) for shape in drawing]
    left, top, right, bottom = _around_all(boxes)
    if len(drawing) == 1:
        return Mask(_area(drawing[0], boxes[0]).reduce(_SCALE), left, top)
    layer = Image.new("L", ((right - left) * _SCALE, (bottom - top) * _SCALE))
    for shape, box in zip(drawing, boxes, strict=True):
        layer.paste(255, ((box[0] - left) * _SCALE, (box[1] - top) * _SCALE), _area(shape, box))
    return Mask(layer.reduce(_SCALE), left, top)


def touched(area: Mask) -> Mask:
    """All pixels that an area touches, wholly covered: areas beside each other leave no gap."""
    return Mask(area.area.point(_ANY), area.left, area.top)  # pyright: ignore[reportUnknownMemberType] - it does not say what it takes


def clipped(pattern: Mask, area: Mask) -> Mask:
    """The part of an area that a pattern covers, both around the same origin."""
    return Mask(ImageChops.multiply(_at(pattern, area), area.area), area.left, area.top)


def without(area: Mask, inner: Mask) -> Mask:
    """The part of an area that is not in another one, both around the same origin."""
    return Mask(ImageChops.subtract(area.area, _at(inner, area)), area.left, area.top)


def around(area: Mask, drawings: Sequence[Mask]) -> Mask:
    """The part of an area that some small drawings leave uncovered, all around the same origin."""
    rest = area.area.copy()
    for drawing in drawings:
        rest.paste(0, (drawing.left - area.left, drawing.top - area.top), drawing.area)
    return Mask(rest, area.left, area.top)


def _at(mask: Mask, place: Mask) -> Image.Image:
    """A mask in the box of another one."""
    area = Image.new("L", place.area.size)
    area.paste(mask.area, (mask.left - place.left, mask.top - place.top))
    return area


@lru_cache(maxsize=_BORDERS_KEPT)
def border(outlines: tuple[Outline, ...], lines: tuple[tuple[int, Tone], ...], scheme: Scheme) -> Raster:
    """The border of the union of some areas, in lines of some widths in pixels, the widest first.

    Narrow gaps between the areas close. Cached, because the end of a match is painted several times.
    """
    left, top, right, bottom = _around_all([_box(Stroke(outline, 2 * _NEAR + _GAP, Role.GOLD)) for outline in outlines])
    union = Image.new("L", (right - left, bottom - top))
    pen = ImageDraw.Draw(union)
    for outline in outlines:
        points = shifted(outline, (-left, -top))
        pen.polygon(points, fill=255)
        pen.line((*points, *points[:2]), fill=255, width=_GAP, joint="curve")
    blurred = union.filter(ImageFilter.BoxBlur(_NEAR))
    (widest, ground), *narrower = lines
    image = Image.new("RGB", union.size, theme.colour(ground, scheme))
    for width, tone in narrower:
        image.paste(Image.new("RGB", union.size, theme.colour(tone, scheme)), (0, 0), _near(blurred, width))
    return Raster(image, _near(blurred, widest), left, top)


def _near(blurred: Image.Image, width: int) -> Image.Image:
    """Where a blurred area is half covered, `width` pixels wide."""
    steep = 255 / (2 * _NEAR + 1)  # how much is lost from one pixel to the next
    covered = [round(255 * min(1, max(0, width / 2 + 0.5 - abs(value - 127.5) / steep))) for value in range(256)]
    return blurred.point(covered)  # pyright: ignore[reportUnknownMemberType] - it does not say what it takes


def _box(shape: Shape) -> Box:
    """The box of whole pixels that a shape may touch."""
    left, top, right, bottom = _extent(shape)
    return math.floor(left) - 1, math.floor(top) - 1, math.ceil(right) + 1, math.ceil(bottom) + 1


def _around_all(boxes: Sequence[Box]) -> Box:
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) for side in (2, 3))
    return left, top, right, bottom


def _extent(shape: Shape) -> tuple[float, float, float, float]:
    match shape:
        case Polygon(points) | Inset(points):
            return _around(points, 0)
        case Circle(centre, radius) | Arc(centre, radius):
            return _around((centre,), radius)
        case Stroke(points, width):
            return _around(points, width / 2)
        case Shadow(start, end, radius, blur):
            return _around((start, end), radius + 3 * blur)
        case Label(centre, text, size, _, weight):
            return _around((centre,), max(size, font(weight, size).getlength(text) / 2))


def _around(points: tuple[Point, ...], margin: float) -> tuple[float, float, float, float]:
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin


def _rasterised(shape: Shape, box: Box, scheme: Scheme) -> Image.Image:
    """One shape, `_SCALE` times larger, on a transparent ground."""
    area = _area(shape, box)
    tone = Role.SHADOW if isinstance(shape, Shadow) else shape.colour
    solid = Image.new("RGBA", area.size, theme.colour(tone, scheme))
    solid.putalpha(area)
    return solid


def _area(shape: Shape, box: Box) -> Image.Image:
    """The coverage of each pixel by a shape, `_SCALE` times larger."""
    left, top, right, bottom = box
    area = Image.new("L", ((right - left) * _SCALE, (bottom - top) * _SCALE))
    _cover(ImageDraw.Draw(area), shape, (left, top))
    if not isinstance(shape, Shadow):
        return area
    blurred = area.filter(ImageFilter.GaussianBlur(shape.blur * _SCALE))
    return ImageChops.multiply(blurred, Image.new("L", area.size, round(255 * shape.opacity)))


def _cover(pen: ImageDraw.ImageDraw, shape: Shape, corner: tuple[int, int]) -> None:
    """Fill the area of a shape."""

    def at(point: Point) -> tuple[float, float]:
        return (point[0] - corner[0]) * _SCALE, (point[1] - corner[1]) * _SCALE

    def disc(centre: Point, radius: float) -> tuple[float, float, float, float]:
        (x, y), reach = at(centre), radius * _SCALE
        return x - reach, y - reach, x + reach - 1, y + reach - 1

    def line(points: tuple[Point, ...], width: float, fill: int = 255) -> None:
        pen.line([at(point) for point in points], fill=fill, width=round(width * _SCALE))
        for point in points:
            pen.ellipse(disc(point, width / 2), fill=fill)

    match shape:
        case Polygon(points):
            pen.polygon([at(point) for point in points], fill=255)
        case Inset(points, margin):
            pen.polygon([at(point) for point in points], fill=255)
            if margin:
                line((*points, points[0]), 2 * margin, fill=0)
        case Circle(centre, radius):
            pen.ellipse(disc(centre, radius), fill=255)
        case Arc(centre, radius, width, _, start, end):
            pen.arc(disc(centre, radius), start, end, fill=255, width=round(width * _SCALE))
        case Stroke(points, width):
            line(points, width)
        case Shadow(start, end, radius):
            line((start, end), 2 * radius)
        case Label((x, y), text, size, _, weight):
            baseline = at((x, y + size * CAP_HEIGHT / 2))
            pen.text(baseline, text, fill=255, font=font(weight, size * _SCALE), anchor="ms")
