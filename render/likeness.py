"""How alike the pieces on a canvas are, in colours and in grey."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops

from render.canvas import Canvas, Piece

_SQUARE: Final = (200, 200)
"""The width and height of what is compared of a piece, in pixels."""
_CLEARLY: Final = 32
"""How much a value of a pixel, up to 255, differs at least where people tell two drawings apart."""


def drawings(canvas: Canvas) -> Sequence[tuple[Piece, bytes]]:
    """The pieces on a canvas, each with its drawing: the pixels of a square around the point where it was stamped."""
    found: list[tuple[Piece, bytes]] = []
    for layer in canvas.layers:
        if layer.piece is not None:
            square, (x, y) = Image.new("RGB", _SQUARE), layer.origin
            square.paste(layer.content, (layer.left - x + _SQUARE[0] // 2, layer.top - y + _SQUARE[1] // 2), layer.mask)
            found.append((layer.piece, square.tobytes()))
    return found


def differing(one: bytes, other: bytes, *, in_grey: bool) -> int:
    """The number of pixels in which two drawings clearly differ, in colours or in grey."""
    mode = "L" if in_grey else "RGB"
    squares = (Image.frombytes("RGB", _SQUARE, drawing).convert(mode) for drawing in (one, other))
    return max(sum(band.histogram()[_CLEARLY:]) for band in ImageChops.difference(*squares).split())
