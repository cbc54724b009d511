"""Animated pictures: the frames of a match as a WebP file that loops.

WebP needs less than half the bytes of GIF for the same pixels in every game: kilobytes per frame, of 24 frames in the
middle of a random game, are 12 (GIF 26) in Furl, 9 (20) in Fursaz, 11 (25) in Play Win, 10 (23) in Farlander and 5 (12)
in Furbowl.

Each frame stores only the pixels that differ from the previous one. It is painted, encoded and dropped before the next,
so that apart from the file itself a long match needs no more memory than a short one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from render.canvas import Canvas, Picture, difference
from render.encoding import FILM_EXTENSION, webp

MOST_BYTES: Final = 7_999_999
"""The largest size of an animation."""

MOST_FRAMES: Final = 300
"""The most frames of an animation: more would take too long to paint and pass too quickly."""

FRAME_TIME: Final = 1_000
LAST_FRAME_TIME: Final = 3_000
"""The time of each frame and of the last one, in milliseconds."""

MOST_TIME: Final = 120_000
"""The total time of all frames but the last, in milliseconds; if there are many, each is shown for a shorter time."""

_KEPT: Final = 0.75  # the share of frames kept after an attempt was too large
_FRAME_HEAD: Final = 24  # bytes
_FILE_HEAD: Final = 44
_HAS_ALPHA_AND_MOVES: Final = 0x12


@dataclass(frozen=True, slots=True)
class Animation:
    """An animated picture as a file of type `extension`; `left_out` frames were dropped for length or size."""

    data: bytes
    extension: str
    left_out: int


@dataclass(slots=True)
class _FilmFrame:
    """A frame as a chunk of a WebP file, its place (left, top, width, height), and how often it is shown."""

    place: tuple[int, int, int, int]
    chunk: bytes
    turns: int = 1


def filmed(count: int, paint: Callable[[int], Canvas], progress: Callable[[int], None]) -> Animation:
    """An animation of the `count` frames that `paint` paints; `progress` gets the number of frames done.

    If the file is too large, it is made again at half the width and height, and then with fewer and fewer frames.
    Raises ValueError without a frame.
    """
    if not count:
        raise ValueError("an animation needs at least one frame")
    kept, halved, report = evenly(count, MOST_FRAMES), False, _further(progress)
    while True:
        film = _Film(len(kept))
        for number in kept:
            canvas = paint(number)
            film.add((canvas.halved() if halved else canvas).finished())
            report(number + 1)
            if film.size > MOST_BYTES:
                break
        else:
            return Animation(film.data(), FILM_EXTENSION, count - len(kept))
        kept = evenly(count, int(len(kept) * _KEPT)) if halved else kept
        halved = True


def evenly(count: int, most: int) -> Sequence[int]:
    """At most `most` of the numbers below `count`, spread evenly and including the last."""
    if count <= most:
        return range(count)
    return sorted(count - 1 - number * (count - 1) // max(1, most - 1) for number in range(most))


def _further(progress: Callable[[int], None]) -> Callable[[int], None]:
    """A function that calls `progress` only with new maxima, because another attempt starts from the beginning."""
    furthest = 0

    def report(number: int) -> None:
        nonlocal furthest
        if number > furthest:
            furthest = number
            progress(number)

    return report


class _Film:
    """An unfinished animated WebP file of `count` frames; `size` is the number of bytes so far."""

    def __init__(self, count: int) -> None:
        self.size = _FILE_HEAD
        self._time = min(FRAME_TIME, MOST_TIME // count)
        self._frames: list[_FilmFrame] = []
        self._latest: Picture | None = None

    def add(self, picture: Picture) -> None:
        """Add a frame; a frame without changes extends the time of the previous one."""
        patch = difference(self._latest, picture)
        self._latest = picture
        if patch is None:
            self._frames[-1].turns += 1
            return
        frame = _FilmFrame((patch.left, patch.top, *patch.image.size), webp(patch.image)[12:])
        self._frames.append(frame)
        self.size += _FRAME_HEAD + len(frame.chunk)

    def data(self) -> bytes:
        """The file."""
        _, _, width, height = self._frames[0].place
        canvas = _HAS_ALPHA_AND_MOVES.to_bytes(4, "little") + _three(width - 1, height - 1)
        parts = chain(
            [b"WEBP", _chunk(b"VP8X", canvas), _chunk(b"ANIM", bytes(6))],
            (_chunk(b"ANMF", self._framed(frame)) for frame in self._frames),
        )
        return _chunk(b"RIFF", b"".join(parts))

    def _framed(self, frame: _FilmFrame) -> bytes:
        left, top, width, height = frame.place
        time = frame.turns * self._time + (frame is self._frames[-1]) * (LAST_FRAME_TIME - self._time)
        return _three(left // 2, top // 2, width - 1, height - 1, time) + b"\0" + frame.chunk


def _chunk(name: bytes, content: bytes) -> bytes:
    """A chunk of a RIFF file, which must have an even number of bytes; all contents here do."""
    return name + len(content).to_bytes(4, "little") + content


def _three(*values: int) -> bytes:
    """Numbers in three bytes each, little-endian."""
    return b"".join(value.to_bytes(3, "little") for value in values)
