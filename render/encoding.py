"""Encoding of finished pictures: PNG if a player is waiting, lossless WebP for pictures that are kept or animated.

Both have the same pixels. WebP finds repetitions across the whole board, so it needs about 60 % of the bytes of a PNG,
but more than ten times the time.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Final
from zlib import crc32

from zlib_ng import zlib_ng

from render.canvas import Picture, indented

EXTENSION: Final = "png"
"""The type of still pictures."""

FILM_EXTENSION: Final = "webp"
"""The type of animated pictures."""

_QUICKLY: Final = (2, 3, 5)
"""Compression levels: each takes 50 % longer than the previous one and saves up to a tenth of the bytes."""

THOROUGHLY: Final = (5,)
"""The last level alone, for pictures that are quick to compress."""

_FEW_BYTES: Final = 79_000
"""A size at which compression stops, because a picture should have at most 80 kB."""

_MANY_BYTES: Final = 84_000
"""A size that the next level would not reduce enough."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_PALETTE_OF_BYTES: Final = bytes([8, 3, 0, 0, 0])
"""The part of the header for a palette image: one byte per pixel; standard compression, filters and row order."""

_FILTER: Final = 1
"""The length of the filter byte before each row, always 0, because filtered colour numbers compress worse."""

_METHOD: Final = 2
_EFFORT: Final = 51  # the lowest effort at which the encoder looks back farther than one row of the board
_MOST_METHOD: Final = 4
_MOST_EFFORT: Final = 100


def png(picture: Picture, levels: Sequence[int] = _QUICKLY) -> bytes:
    """A finished picture as a PNG file, compressed at the first level that makes it small enough, or the last level.

    The file is assembled here because Pillow compresses row by row, which takes almost twice as long for more bytes.
    """
    width, height = picture.size
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + _PALETTE_OF_BYTES
    palette = bytes(picture.getpalette() or ())
    data = _compressed(indented(picture, _FILTER).tobytes(), levels)
    chunks = (_chunk(b"IHDR", header), _chunk(b"PLTE", palette), _chunk(b"IDAT", data), _chunk(b"IEND", b""))
    return _SIGNATURE + b"".join(chunks)


def size(file: bytes) -> tuple[int, int]:
    """The width and height of a PNG file made by `png`, read from its header."""
    return int.from_bytes(file[16:20], "big"), int.from_bytes(file[20:24], "big")


def _compressed(rows: bytes, levels: Sequence[int]) -> bytes:
    """The rows compressed at the first level that makes them small enough, skipping to the last if far from it."""
    left = list(levels)
    while True:
        compressed = zlib_ng.compress(rows, left.pop(0))  # pyright: ignore[reportUnknownMemberType]
        if not left or len(compressed) < _FEW_BYTES:
            return compressed
        if len(compressed) > _MANY_BYTES:
            left = left[-1:]


def webp(picture: Picture, *, thoroughly: bool = False) -> bytes:
    """A finished picture, or a part of one, as a lossless WebP file; `thoroughly` takes twice as long."""
    target = BytesIO()
    method, effort = (_MOST_METHOD, _MOST_EFFORT) if thoroughly else (_METHOD, _EFFORT)
    picture.save(target, "WEBP", lossless=True, method=method, quality=effort)
    return target.getvalue()


def small(picture: Picture) -> bytes:
    """A small, partly transparent picture as a PNG file."""
    target = BytesIO()
    picture.save(target, "PNG", optimize=True)
    return target.getvalue()


def _chunk(name: bytes, content: bytes) -> bytes:
    named = name + content
    return len(content).to_bytes(4, "big") + named + crc32(named).to_bytes(4, "big")
