"""Finished pictures as files: PNG for what somebody waits for, lossless WebP for what is kept or moves.

Both hold the same pixels. WebP finds pieces that look alike all over the board, and so needs about six tenths of the
bytes of a PNG, but more than ten times the time.
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
"""Levels of compression: each takes half as much time again as the one before, and saves up to a tenth of the bytes."""

THOROUGHLY: Final = (5,)
"""The last of them alone, for a picture that nobody waits for or that is quick to compress."""

_FEW_BYTES: Final = 79_000
"""Where saving more of them is not worth the time: a picture is to have 80 kB at most."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_PALETTE_OF_BYTES: Final = bytes([8, 3, 0, 0, 0])
"""Of the header: a byte for each pixel, the number of its colour; the usual compression, filters and order of rows."""

_FILTER: Final = 1
"""Bytes before each row that tell its filter: here 0 for none, since filtered numbers of colours are harder to compress."""

_METHOD: Final = 2
_EFFORT: Final = 51  # the least that lets the encoder look back further than the board's row above


def png(picture: Picture, levels: Sequence[int] = _QUICKLY) -> bytes:
    """A finished picture as a PNG file, compressed at the first of some levels that leads to few bytes, or at the last.

    It is put together here because Pillow, which compresses row by row, takes almost twice as long for more bytes.
    """
    width, height = picture.size
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + _PALETTE_OF_BYTES
    palette = bytes(picture.getpalette() or ())
    data = _compressed(indented(picture, _FILTER).tobytes(), levels)
    chunks = (_chunk(b"IHDR", header), _chunk(b"PLTE", palette), _chunk(b"IDAT", data), _chunk(b"IEND", b""))
    return _SIGNATURE + b"".join(chunks)


def _compressed(rows: bytes, levels: Sequence[int]) -> bytes:
    compressed = b""
    for level in levels:
        compressed = zlib_ng.compress(rows, level)  # pyright: ignore[reportUnknownMemberType] - it does not say what it takes
        if len(compressed) < _FEW_BYTES:
            break
    return compressed


def webp(picture: Picture) -> bytes:
    """A finished picture, or a part of one, as a lossless WebP file."""
    target = BytesIO()
    picture.save(target, "WEBP", lossless=True, method=_METHOD, quality=_EFFORT)
    return target.getvalue()


def small(picture: Picture) -> bytes:
    """A small picture that is see-through in places, as a PNG file."""
    target = BytesIO()
    picture.save(target, "PNG", optimize=True)
    return target.getvalue()


def _chunk(name: bytes, content: bytes) -> bytes:
    named = name + content
    return len(content).to_bytes(4, "big") + named + crc32(named).to_bytes(4, "big")
