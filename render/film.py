"""Animated pictures: the frames of a match one after the other, as a WebP file that starts over at its end.

WebP, because it needs less than half of what GIF needs for the same pixels, whatever the game, so that none is made to
compare with: kilobytes a frame, of 24 in the middle of a random game, are 12 and 26 (GIF) in Furl, 9 and 20 in Fursaz of
both sizes, 11 and 25 in Play Win, 10 and 23 in Farlander, 5 and 12 in Furbowl.

Each frame holds only the pixels that differ from the one before. It is painted, encoded and forgotten before the next one,
so that the longest match needs no more memory than a short one besides the file itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from render.canvas import Canvas, Picture, difference
from render.encoding import FILM_EXTENSION, webp

MOST_BYTES: Final = 7_999_999
"""How large an animation may become."""

MOST_FRAMES: Final = 600
"""How many frames it may have: more would take too long to paint, and would rush past."""

FRAME_TIME: Final = 1_000
LAST_FRAME_TIME: Final = 3_000
"""How long a frame stays, in milliseconds, and the last one."""

MOST_TIME: Final = 120_000
"""How long all but the last may take together; where there are many, each stays for a shorter time."""

_KEPT: Final = 0.75  # of the frames, from one attempt that became too large to the next
_FRAME_HEAD: Final = 24  # bytes
_FILE_HEAD: Final = 44
_HAS_ALPHA_AND_MOVES: Final = 0x12


@dataclass(frozen=True, slots=True)
class Animation:
    """An animated picture as a file of type `extension`; `left_out` frames had to go, for its length or its size."""

    data: bytes
    extension: str
    left_out: int


@dataclass(slots=True)
class _FilmFrame:
    """The pixels of a frame as a chunk of a WebP file, where they lie (left, top, width, height), for how many turns."""

    place: tuple[int, int, int, int]
    chunk: bytes
    turns: int = 1


def filmed(count: int, paint: Callable[[int], Canvas], progress: Callable[[int], None]) -> Animation:
    """Film what `paint` paints for the numbers below `count`; what `progress` gets is how many of them are done.

    Whatever would be too large is made again in half the width and height, and then with fewer and fewer frames.
    Raises ValueError if there is nothing to film.
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
    """At most `most` of the numbers below `count`, spread evenly, the last one always among them."""
    if count <= most:
        return range(count)
    return sorted(count - 1 - number * (count - 1) // max(1, most - 1) for number in range(most))


def _further(progress: Callable[[int], None]) -> Callable[[int], None]:
    """Reports only what has not been reached before: a second attempt begins at the front again."""
    furthest = 0

    def report(number: int) -> None:
        nonlocal furthest
        if number > furthest:
            furthest = number
            progress(number)

    return report


class _Film:
    """An animated WebP file of `count` frames in the making; `size` is how many bytes it has so far."""

    def __init__(self, count: int) -> None:
        self.size = _FILE_HEAD
        self._time = min(FRAME_TIME, MOST_TIME // count)
        self._frames: list[_FilmFrame] = []
        self._latest: Picture | None = None

    def add(self, picture: Picture) -> None:
        """Add a frame; one that looks like the one before only makes that one stay longer."""
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
    """A part of a RIFF file; the contents that stand here have an even number of bytes, as they must."""
    return name + len(content).to_bytes(4, "little") + content


def _three(*values: int) -> bytes:
    """Numbers as three bytes each."""
    return b"".join(value.to_bytes(3, "little") for value in values)
