"""Pictures of a whole match as a sprite sheet: each drawing once, and for each picture the places of its drawings.

A match of a hundred positions has few different drawings, because pieces, cells and words recur: the sheet and its
layers take about as many bytes as four pictures.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from io import BytesIO
from typing import Final, NamedTuple, Self

from PIL import Image

from render.canvas import Canvas, Layer
from render.encoding import webp

_WIDTH: Final = 1_024
_HEIGHT: Final = 8_000
"""The height at which a sheet grows in width instead: WebP allows at most 16,383 pixels."""

_COLOURS: Final = 256


class Cell(NamedTuple):
    """The place of a sprite on its sheet."""

    left: int
    top: int
    width: int
    height: int


class Placed(NamedTuple):
    """A sprite, by its number, and its upper left corner in a picture."""

    sprite: int
    left: int
    top: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """Pictures of one size: picture `n` consists of the `layers` numbered in `pictures[n]`, painted in order."""

    data: bytes
    """The sprites as a partly transparent WebP file."""

    scale: int
    """The number of picture pixels, across and down, for each pixel of the sheet."""

    size: tuple[int, int]
    ground: tuple[int, int, int]
    sprites: Sequence[Cell]
    layers: Sequence[Placed]
    pictures: Sequence[Sequence[int]]

    def halved(self) -> Self:
        """The same pictures from sprites of half the width and height."""
        whole = Image.open(BytesIO(self.data)).convert("RGBA")
        images = [
            whole.crop((left, top, left + width, top + height)).reduce(2) for left, top, width, height in self.sprites
        ]
        data, sprites = packed(images)
        return replace(self, data=data, scale=2 * self.scale, sprites=sprites)


def spread(count: int, paint: Callable[[int], Canvas], progress: Callable[[int], None]) -> Sheet:
    """The sheet of the `count` pictures that `paint` paints; `progress` gets the number of pictures done.

    All pictures must have the size and the ground of the first. Raises ValueError without a picture.
    """
    if not count:
        raise ValueError("a sheet needs at least one picture")
    drawings: dict[bytes, int] = {}
    images: list[Image.Image] = []
    layers: dict[Placed, int] = {}
    pictures: list[Sequence[int]] = []
    first = paint(0)
    for number in range(count):
        picture: list[int] = []
        for layer in (paint(number) if number else first).layers:
            if layer.mask is not None and layer.mask.getbbox() is None:
                continue  # an empty text
            sprite = drawings.setdefault(digest(layer), len(images))
            if sprite == len(images):
                images.append(drawing(layer))
            picture.append(layers.setdefault(Placed(sprite, layer.left, layer.top), len(layers)))
        pictures.append(picture)
        progress(number + 1)
    data, sprites = packed(images)
    return Sheet(data, 1, first.size, first.ground, sprites, list(layers), pictures)


def digest(layer: Layer) -> bytes:
    """A digest that is equal for layers that look the same."""
    content, mask = layer.content, layer.mask
    found = blake2b(bytes(content) if isinstance(content, tuple) else content.tobytes(), digest_size=16)
    found.update(b"" if mask is None else mask.width.to_bytes(2, "big") + mask.tobytes())
    return found.digest()


def drawing(layer: Layer) -> Image.Image:
    """A layer as a separate picture, transparent where the layer is empty."""
    content, mask = layer.content, layer.mask
    if isinstance(content, tuple):
        assert mask is not None, "only an image is pasted as a whole"
        content = Image.new("RGB", mask.size, content)
    image = content.convert("RGBA")
    if mask is not None:
        image.putalpha(mask.convert("L"))
    return image


def packed(images: Sequence[Image.Image]) -> tuple[bytes, Sequence[Cell]]:
    """A file with the images in rows, the highest first, and the place of each image."""
    cells: dict[int, Cell] = {}
    left = top = height = 0
    area = sum(image.width * image.height for image in images)
    width = max(_WIDTH, area // _HEIGHT, *(image.width for image in images))
    for number in sorted(range(len(images)), key=lambda number: -images[number].height):
        across, down = images[number].size
        if left + across > width:
            left, top, height = 0, top + height, 0
        cells[number] = Cell(left, top, across, down)
        left, height = left + across, max(height, down)
    sheet = Image.new("RGBA", (width, top + height))
    for number, cell in cells.items():
        sheet.paste(images[number], (cell.left, cell.top))
    few = sheet.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return webp(few.convert("RGBA"), thoroughly=True), [cells[number] for number in range(len(images))]
