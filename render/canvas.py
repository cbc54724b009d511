"""Canvases, on which rasterised drawings and text are pasted, and finished pictures.

Cached images are never changed, so that several threads can paint at once.
"""

from collections.abc import Container, Hashable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import Final, NamedTuple, Self

from PIL import Image, ImageChops

from render import raster, theme
from render.raster import Box, Mask, Raster, Sprite
from render.shapes import Circle, Label, Polygon, Stroke
from render.theme import Colour, Palette, Role, Scheme, Tone
from render.typeface import CAP_HEIGHT, Style, fitted, lettering

_SHADES: Final = (4, 3, 2, 1, 0)  # the number of shades between two tones that meet: the first with few enough colours
_MOST_COLOURS: Final = 256
_SHAPES_KEPT: Final = 32  # 60 kilobytes each
_TOUCHED_KEPT: Final = 32  # a tenth of a megabyte each
EMPTY_KEPT: Final = 4
"""The most empty boards of a kind that are cached, of two directions in each theme: over four megabytes each."""

_quantising = Lock()
_ANY: Final = (0, *(255,) * 255)  # maps the values of a mask: every pixel that is partly covered

Picture = Image.Image
"""A finished picture, ready for encoding: the colour number of each pixel, and a palette of distinct colours."""


@dataclass(frozen=True, slots=True)
class Patch:
    """The changed part of a picture; its corner (`left`, `top`) is even, and unchanged pixels are transparent."""

    image: Picture
    left: int
    top: int


class Piece(NamedTuple):
    """What a stamped drawing is in the game: `height` pieces of one kind at a place.

    Pieces of equal kinds are the same to a player, so that one can be seen to move where another was.
    """

    place: Hashable
    kind: Hashable
    height: int = 1


class Layer(NamedTuple):
    """Something pasted on a canvas: an image or a colour, the mask it was pasted through, and its upper left corner.

    For a drawing of a `piece`, `origin` is the point where it was stamped. A name (`is_name`) cannot be read on a small
    picture. The border around a winner's places leaves pieces and marks of a move (`is_mark`) uncovered.
    """

    content: Image.Image | Colour
    mask: Image.Image | None
    left: int
    top: int
    piece: Piece | None = None
    origin: tuple[int, int] = (0, 0)
    is_name: bool = False
    is_mark: bool = False

    def lowered(self, pixels: int) -> Self:
        """The same layer, some pixels further down."""
        return self._replace(top=self.top + pixels, origin=(self.origin[0], self.origin[1] + pixels))

    @property
    def box(self) -> Box:
        """The box of the picture in which a masked layer is."""
        assert self.mask is not None, "it has a shape"
        width, height = self.mask.size
        return self.left, self.top, self.left + width, self.top + height


class Canvas:
    """An unfinished picture, empty at first, in the colours of `palette` in a scheme.

    Positions are relative to the corner of the whole picture, even on a canvas cut out of it.
    """

    def __init__(self, size: tuple[int, int], scheme: Scheme, palette: Palette = theme.PALETTE) -> None:
        self._image = Image.new("RGB", size, theme.colour(Role.CANVAS, scheme))
        self._corner = (0, 0)
        self._scheme = scheme
        self._palette = palette
        self._layers: list[Layer] = []

    def copy(self) -> Self:
        """An independent copy."""
        return self._with(self._image.copy(), layers=self._layers)

    def taller(self, pixels: int) -> Self:
        """A copy with `pixels` rows of empty ground added below."""
        width, height = self._image.size
        image = Image.new("RGB", (width, height + pixels), theme.colour(Role.CANVAS, self._scheme))
        image.paste(self._image)
        return self._with(image, layers=self._layers)

    def lowered(self, pixels: int) -> Self:
        """A copy with `pixels` rows of empty ground added above."""
        width, height = self._image.size
        image = Image.new("RGB", (width, height + pixels), self.ground)
        image.paste(self._image, (0, pixels))
        return self._with(image, layers=[layer.lowered(pixels) for layer in self._layers])

    @property
    def layers(self) -> Sequence[Layer]:
        """Everything that was pasted, in order; pasting it on empty ground makes the same picture."""
        return self._layers

    @property
    def ground(self) -> Colour:
        """The colour of empty ground."""
        return theme.colour(Role.CANVAS, self._scheme)

    @property
    def scheme(self) -> Scheme:
        """The colours of the picture."""
        return self._scheme

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._image.size

    def insert(self, other: "Canvas", at: tuple[int, int]) -> None:
        """Paste another canvas on this one, with its upper left corner at `at`."""
        self._lay(other._image, None, at)

    def halved(self) -> Self:
        """A copy in half the width and height."""
        return self._with(self._image.reduce(2))

    def within(self, size: tuple[int, int]) -> Self:
        """A copy of the same shape, as large as fits into a size."""
        (width, height), (most_across, most_down) = self._image.size, size
        share = min(most_across / width, most_down / height)
        scaled = (round(width * share), round(height * share))
        return self._with(self._image.resize(scaled, Image.Resampling.LANCZOS))  # pyright: ignore[reportUnknownMemberType] - NumPy is not there

    def _with(
        self, image: Image.Image, corner: tuple[int, int] | None = None, layers: Sequence[Layer] | None = None
    ) -> Self:
        twin = type(self).__new__(type(self))
        twin._layers = [Layer(image, None, 0, 0)] if layers is None else list(layers)
        twin._image, twin._scheme, twin._palette = image, self._scheme, self._palette
        twin._corner = self._corner if corner is None else corner
        return twin

    def allow(self, palette: Palette) -> None:
        """Add the colours of another palette; a picture has 256 colours, with fewer shades where there are many tones."""
        self._palette = theme.joined(self._palette, palette)

    def without(self, places: Container[Hashable]) -> Self:
        """A copy without the pieces at some places."""
        return self._laid([layer for layer in self._layers if layer.piece is None or layer.piece.place not in places])

    def nameless(self) -> Self:
        """A copy without names."""
        return self._laid([layer for layer in self._layers if not layer.is_name])

    def _laid(self, layers: Sequence[Layer]) -> Self:
        """A canvas of the same size on which some layers are pasted."""
        blank = self._with(Image.new("RGB", self._image.size, self.ground), layers=())
        for layer in layers:
            blank._lay(layer.content, layer.mask, (layer.left, layer.top))
        return blank

    def stamp(self, sprite: Sprite, at: tuple[int, int], piece: Piece | None = None) -> None:
        """Paste a drawing with its origin at `at`; a drawing of a `piece` can be seen to move."""
        self.paste(sprite.raster(self._scheme), at)
        if piece is not None:
            self._layers[-1] = self._layers[-1]._replace(piece=piece, origin=at)

    def name(self, sprite: Sprite, at: tuple[int, int]) -> None:
        """Paste the drawing of a name, which a small picture leaves out."""
        self.stamp(sprite, at)
        self._layers[-1] = self._layers[-1]._replace(is_name=True)

    def mark(self, sprite: Sprite, at: tuple[int, int]) -> None:
        """Paste the drawing of a mark of the last move, which the border around a winner's places leaves uncovered."""
        self.stamp(sprite, at)
        self._layers[-1] = self._layers[-1]._replace(is_mark=True)

    def paste(self, part: Raster, at: tuple[int, int] = (0, 0)) -> None:
        """Paste a drawing, or a part of a canvas, relative to `at`."""
        self._lay(part.image, part.mask, self._pixel(at, part.left, part.top))

    def _lay(self, content: Image.Image | Colour, mask: Image.Image | None, at: tuple[int, int]) -> None:
        self._layers.append(Layer(content, mask, *at))
        if mask is not None and isinstance(content, tuple):
            content = Image.new("RGB", mask.size, content)  # pasting a colour itself takes Pillow 50 % longer
        self._image.paste(content, at, mask)

    def _pixel(self, at: tuple[int, int], left: int, top: int) -> tuple[int, int]:
        """The position on the image of a point that is `left` and `top` pixels away from `at`."""
        return at[0] + left - self._corner[0], at[1] + top - self._corner[1]

    def fill(self, mask: Mask, tone: Tone, at: tuple[int, int], *, is_mark: bool = False) -> None:
        """Fill the area of a drawing whose origin is at `at`; `is_mark` says that it is one as `mark` pastes them."""
        self._lay(theme.colour(tone, self._scheme), mask.area, self._pixel(at, mask.left, mask.top))
        if is_mark:
            self._layers[-1] = self._layers[-1]._replace(is_mark=True)

    def draw(self, shape: Circle | Label | Polygon | Stroke, at: tuple[int, int] = (0, 0)) -> None:
        """Paint a shape relative to `at`. Equal shapes are rasterised only once."""
        self.fill(_mask(shape), shape.colour, at)

    def block(self, left: int, top: int, size: tuple[int, int], tone: Tone) -> None:
        """Fill a rectangle without soft edges."""
        self._lay(Image.new("RGB", size, theme.colour(tone, self._scheme)), None, self._pixel((left, top), 0, 0))

    def part(self, areas: Sequence[tuple[Mask, tuple[int, int]]]) -> Raster:
        """A copy of all pixels touched by some areas, each given with its origin."""
        boxes = [(at[0] + mask.left, at[1] + mask.top, *mask.area.size) for mask, at in areas]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
        touched = Image.new("1", (right - left, bottom - top))
        for (mask, _at), box in zip(areas, boxes, strict=True):
            touched.paste(1, (box[0] - left, box[1] - top), _touched(mask))
        return Raster(self._crop((left, top, right, bottom)), touched, left, top)

    def cut(self, box: Box) -> Self:
        """An independent copy of a box of this canvas."""
        return self._with(self._crop(box), box[:2])

    def is_plain(self, box: Box) -> bool:
        """Whether a box of the whole picture has a single colour."""
        return self._image.crop(box).getcolors(1) is not None

    def _crop(self, box: Box) -> Image.Image:
        left, top = self._corner
        return self._image.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top))

    def write(self, text: str, at: tuple[int, int], style: Style, width: int) -> None:
        """Write any text, shortened to `width` pixels; the middle of its capitals begins (or ends) at `at`."""
        baseline = (at[0], at[1] + round(style.size * CAP_HEIGHT / 2))
        shown = fitted(text, style, width)
        area, left, top = lettering(shown, style.weight, style.size, right=style.right)
        self.fill(Mask(area, left, top), style.colour, baseline)

    def write_upright(self, text: str, middle: tuple[int, int], style: Style, length: int, *, is_up: bool) -> None:
        """Write any text, shortened to `length` pixels, around its middle, from bottom to top or the other way."""
        area, _left, _top = lettering(fitted(text, style, length), style.weight, style.size, right=False)
        turn = Image.Transpose.ROTATE_90 if is_up else Image.Transpose.ROTATE_270
        turned = area.transpose(turn)
        self.fill(Mask(turned, -turned.width // 2, -turned.height // 2), style.colour, middle)

    def finished(self) -> Picture:
        """The picture in the colours of its palette and the shades between them, so that it compresses well."""
        # Without the interpreter lock, Pillow fills a look-up table inside the palette, which threads share.
        with _quantising:
            return self._image.quantize(palette=_quantiser(self._palette, self._scheme), dither=Image.Dither.NONE)


def indented(picture: Picture, columns: int) -> Picture:
    """A picture with `columns` columns of colour 0 added on the left."""
    wider = Image.new("P", (picture.width + columns, picture.height))
    wider.paste(picture, (columns, 0))
    return wider


def difference(before: Picture | None, after: Picture) -> Patch | None:
    """The changes between two pictures of the same size and colours; the whole second one if there is no first.

    None if nothing has changed.
    """
    if before is None:
        return Patch(after, 0, 0)
    differing = ImageChops.difference(before, after)  # colour numbers differ wherever colours do
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
    """All colours of a picture: those of the tones and, for soft edges, shades between tones that meet."""
    found = (_shaded(palette, scheme, shades) for shades in _SHADES)
    colours = next(colours for colours in found if len(colours) <= _MOST_COLOURS)
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours for channel in colour])
    return image


def _shaded(palette: Palette, scheme: Scheme, shades: int) -> Sequence[Colour]:
    """The colours of tones, and some shades between those that meet."""
    colours = dict.fromkeys(theme.colour(tone, scheme) for tone in palette.tones)
    for first, second in palette.meetings:
        ends = tuple(zip(theme.colour(first, scheme), theme.colour(second, scheme), strict=True))
        for shade in range(1, shades + 1):
            red, green, blue = (round(one + (two - one) * shade / (shades + 1)) for one, two in ends)
            colours[red, green, blue] = None
    return tuple(colours)


@lru_cache(maxsize=_SHAPES_KEPT)
def _mask(shape: Circle | Label | Polygon | Stroke) -> Mask:
    return raster.mask((shape,))


@lru_cache(maxsize=_TOUCHED_KEPT)
def _touched(area: Mask) -> Image.Image:
    return area.area.point(_ANY, "1")  # pyright: ignore[reportUnknownMemberType] - it does not say what it takes
