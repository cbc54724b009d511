"""Everything that touches pixels: rasterised drawings and the canvas; text comes from `typeface`.

Drawings are rasterised once in every scheme that they are needed in, at four times their size, and pasted from then
on. What is kept is never changed afterwards, so that several threads can draw pictures at once.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from threading import Lock
from typing import Final, Self

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import theme
from render.shapes import Arc, Circle, Drawing, Inset, Label, Point, Polygon, Shadow, Shape, Stroke
from render.theme import Colour, Palette, Role, Scheme, Tone
from render.typeface import CAP_HEIGHT, Style, boxes, can_show, depth_of, fits, fitted, font, lettering, width_of

__all__ = [
    "SYMBOL_SIZE",
    "Box",
    "Canvas",
    "Mask",
    "Part",
    "Patch",
    "Picture",
    "Sprite",
    "Style",
    "boxes",
    "can_show",
    "depth_of",
    "difference",
    "fits",
    "indented",
    "mask",
    "overlay",
    "symbol",
    "width_of",
]

SYMBOL_SIZE: Final = 128
"""Width and height in pixels of a drawing that stands alone."""

_SCALE: Final = 4
_SHADES: Final = 4  # between two roles that meet
_RAMPS_KEPT: Final = 64
_TOUCHED_KEPT: Final = 256  # 4 kilobytes each
_SHADED_KEPT: Final = 128  # 60 kilobytes each
_quantising = Lock()
_ANY: Final = (0, *(255,) * 255)  # of a mask: everything that it touches at all

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, the last two just outside."""

Picture = Image.Image
"""A picture that is finished, ready to be encoded: the number of each pixel's colour, and the colours, no two alike."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A part of a picture whose corner is at (`left`, `top`), both even; what has not changed is see-through."""

    image: Picture
    left: int
    top: int


@dataclass(frozen=True, slots=True)
class _Pixels:
    """A drawing in the colours of a scheme; (`left`, `top`) is its upper left corner as seen from its origin."""

    image: Image.Image
    mask: Image.Image
    left: int
    top: int


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A drawing to be stamped. To rasterise it takes milliseconds, once for each scheme: keep the sprite."""

    drawing: Drawing
    _rasters: dict[Scheme, _Pixels] = field(default_factory=dict[Scheme, _Pixels])

    def pixels(self, scheme: Scheme) -> _Pixels:
        """The drawing in the colours of a scheme."""
        if scheme not in self._rasters:
            self._rasters[scheme] = _pixels(self.drawing, scheme)
        return self._rasters[scheme]


@dataclass(frozen=True, slots=True, eq=False)
class Mask:
    """The area of a drawing, to be filled with any colour; (`left`, `top`) is its corner as seen from the origin.

    Each is equal to itself alone.
    """

    area: Image.Image
    left: int
    top: int


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Areas of a canvas as they look there; (`left`, `top`) is the corner of the box around them."""

    image: Image.Image
    mask: Image.Image
    left: int
    top: int


class Canvas:
    """A picture in the making, at first empty; it will have the colours of `palette` in a scheme.

    Its ground is that of all pictures in the scheme, where no other colour is given.
    """

    def __init__(
        self,
        size: tuple[int, int],
        scheme: Scheme,
        palette: Palette = theme.PALETTE,
        ground: Colour | None = None,
    ) -> None:
        self._image = Image.new("RGB", size, ground or theme.colour(Role.CANVAS, scheme))
        self._scheme = scheme
        self._palette = palette

    def copy(self) -> Self:
        """A canvas that looks the same and can be changed on its own."""
        return self._with(self._image.copy())

    def taller(self, pixels: int) -> Self:
        """Such a canvas with so many pixels of empty ground below."""
        width, height = self._image.size
        image = Image.new("RGB", (width, height + pixels), theme.colour(Role.CANVAS, self._scheme))
        image.paste(self._image)
        return self._with(image)

    def halved(self) -> Self:
        """A canvas that looks the same in half the width and height."""
        return self._with(self._image.reduce(2))

    def _with(self, image: Image.Image) -> Self:
        twin = type(self).__new__(type(self))
        twin._image, twin._scheme, twin._palette = image, self._scheme, self._palette
        return twin

    def allow(self, palette: Palette) -> None:
        """Let the picture have the colours of another palette too: 256 at most."""
        self._palette = theme.joined(self._palette, palette)

    def stamp(self, sprite: Sprite, at: tuple[int, int]) -> None:
        """Paste a drawing with its origin at `at`."""
        pixels = sprite.pixels(self._scheme)
        self._image.paste(pixels.image, (at[0] + pixels.left, at[1] + pixels.top), pixels.mask)

    def fill(self, mask: Mask, tone: Tone, at: tuple[int, int]) -> None:
        """Fill the area of a drawing whose origin is at `at`."""
        # Pillow takes half as long again to paste a colour as it takes to paste an image of that colour.
        solid = Image.new("RGB", mask.area.size, theme.colour(tone, self._scheme))
        self._image.paste(solid, (at[0] + mask.left, at[1] + mask.top), mask.area)

    def fill_nested(self, outer: tuple[Mask, Tone], inner: tuple[Mask, Tone], at: tuple[int, int]) -> None:
        """Fill two areas, one after the other, in half the time; the first covers every pixel of the second wholly.

        Their masks are of the same size and place.
        """
        (around, first), (within, second) = ((mask, theme.colour(tone, self._scheme)) for mask, tone in (outer, inner))
        self._image.paste(_shaded(within, first, second), (at[0] + around.left, at[1] + around.top), around.area)

    def part(self, areas: Sequence[tuple[Mask, tuple[int, int]]]) -> Part:
        """Every pixel that the areas of some drawings, each with its origin, touch, as it looks now."""
        boxes = [(at[0] + mask.left, at[1] + mask.top, *mask.area.size) for mask, at in areas]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
        touched = Image.new("1", (right - left, bottom - top))
        for (mask, _at), box in zip(areas, boxes, strict=True):
            touched.paste(1, (box[0] - left, box[1] - top), _touched(mask))
        return Part(self._image.crop((left, top, right, bottom)), touched, left, top)

    def cut(self, box: Box) -> Self:
        """A canvas that looks as this one does within a box."""
        return self._with(self._image.crop(box))

    def covered(self, on_black: Self, on_white: Self, corner: tuple[int, int]) -> Part:
        """This canvas wherever two others, whose grounds were black and white, look alike, seen from a corner.

        Where their grounds shine through, so does what it is pasted on.
        """
        shining_through = ImageChops.difference(on_black._image, on_white._image).getchannel(0)
        return Part(self._image, ImageChops.invert(shining_through), *corner)

    def paste(self, part: Part, at: tuple[int, int] = (0, 0)) -> None:
        """Have a part of a canvas that looked like this one, as seen from `at`, look as it does there."""
        self._image.paste(part.image, (at[0] + part.left, at[1] + part.top), part.mask)

    def write(self, text: str, at: tuple[int, int], style: Style, width: int) -> None:
        """Write any text, shortened to `width` pixels; `at` is where it begins (or ends), half a capital high."""
        baseline = (at[0], at[1] + round(style.size * CAP_HEIGHT / 2))
        shown = fitted(text, style, width)
        area, left, top = lettering(shown, style.weight, style.size, right=style.right)
        self.fill(Mask(area, left, top), style.colour, baseline)

    def finished(self) -> Picture:
        """The picture in the colours of its palette and the shades between them: what it takes to encode it well."""
        # Pillow fills a look-up table inside the shared palette while it runs without the interpreter lock.
        with _quantising:
            return self._image.quantize(palette=_quantiser(self._palette, self._scheme), dither=Image.Dither.NONE)


def indented(picture: Picture, columns: int) -> Picture:
    """A picture with so many columns of number 0 before its first one."""
    wider = Image.new("P", (picture.width + columns, picture.height))
    wider.paste(picture, (columns, 0))
    return wider


def difference(before: Picture | None, after: Picture) -> Patch | None:
    """What has changed between two pictures of the same size and colours; all of it if there is none before.

    None if nothing has.
    """
    if before is None:
        return Patch(after, 0, 0)
    differing = ImageChops.difference(before, after)  # in their numbers, and other numbers are other colours
    box = differing.getbbox()
    if box is None:
        return None
    left, top = box[0] & ~1, box[1] & ~1
    image = after.crop((left, top, *box[2:])).convert("RGB")
    differing = differing.crop((left, top, *box[2:]))
    changed = ImageChops.add(differing, differing, scale=1 / 255)  # 255 wherever there is any difference
    image.putalpha(Image.frombytes("L", changed.size, changed.tobytes()))
    return Patch(image, left, top)


@cache
def _quantiser(palette: Palette, scheme: Scheme) -> Image.Image:
    """All colours a picture may have: those of the tones and, for soft edges, shades between tones that meet."""
    colours = dict.fromkeys(theme.colour(tone, scheme) for tone in palette.tones)
    for first, second in palette.meetings:
        ends = tuple(zip(theme.colour(first, scheme), theme.colour(second, scheme), strict=True))
        for shade in range(1, _SHADES + 1):
            red, green, blue = (round(one + (two - one) * shade / (_SHADES + 1)) for one, two in ends)
            colours[red, green, blue] = None
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours for channel in colour])
    return image


def overlay(draw: Callable[[Canvas], None], box: Box, scheme: Scheme, rim: Tone) -> Part:
    """What `draw` paints within a box around the origin, to be pasted on any ground; it may fray at its edge in `rim` alone.

    So that what takes many steps takes a single one from then on.
    """
    left, top, right, bottom = box
    grounds = (theme.colour(rim, scheme), (0, 0, 0), (255, 255, 255))
    on_rim, on_black, on_white = (Canvas((right - left, bottom - top), scheme, ground=ground) for ground in grounds)
    for canvas in (on_rim, on_black, on_white):
        draw(canvas)
    return on_rim.covered(on_black, on_white, (left, top))


@lru_cache(maxsize=_TOUCHED_KEPT)
def _touched(area: Mask) -> Image.Image:
    return area.area.point(_ANY, "1")  # pyright: ignore[reportUnknownMemberType] - it does not say what it takes


@lru_cache(maxsize=_SHADED_KEPT)
def _shaded(area: Mask, first: Colour, second: Colour) -> Image.Image:
    """An area in the second colour on a ground of the first one."""
    shaded = area.area.copy()  # how much of a pixel is covered becomes the number of a colour
    shaded.putpalette(_ramp(first, second))
    return shaded.convert("RGB")


@lru_cache(maxsize=_RAMPS_KEPT)
def _ramp(first: Colour, second: Colour) -> bytes:
    """All shades from one colour to another, as Pillow rounds them where it fills a part of a pixel."""
    shades = Image.new("RGB", (256, 1), first)
    shades.paste(second, (0, 0), Image.frombytes("L", shades.size, bytes(range(256))))
    return shades.tobytes()


def symbol(sprite: Sprite, scheme: Scheme) -> Picture:
    """A drawing alone, as large as fits into a square of `SYMBOL_SIZE` pixels that is see-through around it."""
    layer = _layer(sprite.drawing, scheme)
    drawn = layer.crop(layer.getbbox())
    side = max(drawn.size)
    square = Image.new("RGBA", (side, side))
    square.paste(drawn, ((side - drawn.width) // 2, (side - drawn.height) // 2))
    size = (SYMBOL_SIZE, SYMBOL_SIZE)
    return square.resize(size, Image.Resampling.LANCZOS)  # pyright: ignore[reportUnknownMemberType] - NumPy is not there


def _layer(drawing: Drawing, scheme: Scheme) -> Image.Image:
    """A drawing, `_SCALE` times larger, on a transparent ground."""
    boxes = [_box(shape) for shape in drawing]
    left, top, right, bottom = _around_all(boxes)
    layer = Image.new("RGBA", ((right - left) * _SCALE, (bottom - top) * _SCALE))
    for shape, box in zip(drawing, boxes, strict=True):
        layer.alpha_composite(_rasterised(shape, box, scheme), ((box[0] - left) * _SCALE, (box[1] - top) * _SCALE))
    return layer


def _pixels(drawing: Drawing, scheme: Scheme) -> _Pixels:
    left, top, _right, _bottom = _around_all([_box(shape) for shape in drawing])
    small = _layer(drawing, scheme).reduce(_SCALE)
    seen = small.getbbox() or (0, 0, *small.size)  # soft shadows and labels leave much of their box empty
    drawn = small.crop(seen)
    return _Pixels(drawn.convert("RGB"), drawn.getchannel("A"), left + seen[0], top + seen[1])


def mask(drawing: Drawing) -> Mask:
    """The area that a drawing covers, whatever its colours. Keep the result: it takes a quarter of a sprite's room."""
    boxes = [_box(shape) for shape in drawing]
    left, top, right, bottom = _around_all(boxes)
    layer = Image.new("L", ((right - left) * _SCALE, (bottom - top) * _SCALE))
    for shape, box in zip(drawing, boxes, strict=True):
        layer.paste(255, ((box[0] - left) * _SCALE, (box[1] - top) * _SCALE), _area(shape, box))
    return Mask(layer.reduce(_SCALE), left, top)


def _box(shape: Shape) -> Box:
    """Left, top, right and bottom of the whole pixels that a shape may touch."""
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
    """How much of each pixel a shape covers, `_SCALE` times larger."""
    left, top, right, bottom = box
    area = Image.new("L", ((right - left) * _SCALE, (bottom - top) * _SCALE))
    _cover(ImageDraw.Draw(area), shape, (left, top))
    if not isinstance(shape, Shadow):
        return area
    blurred = area.filter(ImageFilter.GaussianBlur(shape.blur * _SCALE))
    return ImageChops.multiply(blurred, Image.new("L", area.size, round(255 * shape.opacity)))


def _cover(draw: ImageDraw.ImageDraw, shape: Shape, corner: tuple[int, int]) -> None:
    """Fill the area of a shape."""

    def at(point: Point) -> tuple[float, float]:
        return (point[0] - corner[0]) * _SCALE, (point[1] - corner[1]) * _SCALE

    def disc(centre: Point, radius: float) -> tuple[float, float, float, float]:
        (x, y), reach = at(centre), radius * _SCALE
        return x - reach, y - reach, x + reach - 1, y + reach - 1

    def line(points: tuple[Point, ...], width: float, fill: int = 255) -> None:
        draw.line([at(point) for point in points], fill=fill, width=round(width * _SCALE))
        for point in points:
            draw.ellipse(disc(point, width / 2), fill=fill)

    match shape:
        case Polygon(points):
            draw.polygon([at(point) for point in points], fill=255)
        case Inset(points, margin):
            draw.polygon([at(point) for point in points], fill=255)
            line((*points, points[0]), 2 * margin, fill=0)
        case Circle(centre, radius):
            draw.ellipse(disc(centre, radius), fill=255)
        case Arc(centre, radius, width, _, start, end):
            draw.arc(disc(centre, radius), start, end, fill=255, width=round(width * _SCALE))
        case Stroke(points, width):
            line(points, width)
        case Shadow(start, end, radius):
            line((start, end), 2 * radius)
        case Label((x, y), text, size, _, weight):
            baseline = at((x, y + size * CAP_HEIGHT / 2))
            draw.text(baseline, text, fill=255, font=font(weight, size * _SCALE), anchor="ms")
