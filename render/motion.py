"""How pieces get from one position to the next, to be seen for a moment over the picture of the last position.

A board says which drawings are pieces. What a kind lost at one place travels to the nearest place where the kind
gained; what is left over appears or vanishes. So no board, and no game, knows of motion.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from typing import NamedTuple

from render.canvas import Canvas, Layer, Picture
from render.sheet import Cell, Placed, digest, drawing, packed

STILL, APPEARS, VANISHES = 0, 1, -1
"""What a sprite does in a stage besides travelling."""

_Standing = Mapping[Hashable, Layer]
"""The pieces on a board, by place, from back to front."""

_Counts = defaultdict[Hashable, dict[Hashable, int]]
"""Numbers of pieces, by kind and place."""


class Actor(NamedTuple):
    """A sprite in a stage: its upper left corner at the beginning and at the end, and what else it does."""

    sprite: int
    left: int
    top: int
    to_left: int
    to_top: int
    does: int = STILL


@dataclass(frozen=True, slots=True)
class Motion:
    """What is laid over a picture of a size: while any stage is shown, the patches, which show it without some pieces."""

    data: bytes
    """The sprites as a partly transparent file of type `FILM_EXTENSION`."""

    size: tuple[int, int]
    sprites: Sequence[Cell]
    patches: Sequence[Placed]
    stages: Sequence[Sequence[Actor]]
    """The actors of each stage, from back to front. Each stage replaces the one before it."""


@dataclass
class _Images:
    """The sprites so far; equal drawings are one sprite."""

    images: list[Picture] = field(default_factory=list[Picture])
    _known: dict[bytes, int] = field(default_factory=dict[bytes, int])

    def add(self, layer: Layer) -> int:
        number = self._known.setdefault(digest(layer), len(self.images))
        if number == len(self.images):
            self.images.append(drawing(layer))
        return number


def motion_of(boards: Iterable[Canvas]) -> Motion | None:
    """The motion from the first of some boards of a size to the last; None if no piece moves.

    Each board is one step further than the one before it. One is taken at a time, because each is four megabytes.
    """
    standing, last = list[_Standing](), None
    for last in boards:
        standing.append(_standing(last))
    steps = [(before, after, changed) for before, after in pairwise(standing) if (changed := _changed(before, after))]
    if not steps or last is None:
        return None
    places = {place for _before, _after, changed in steps for place in changed}
    sprites = _Images()
    stages = [_stage(sprites, before, after, places) for before, after, _places in steps]
    patches = _patches(sprites, last, [layer for place, layer in standing[-1].items() if place in places])
    data, cells = packed(sprites.images)
    return Motion(data, last.size, cells, patches, stages)


def _standing(board: Canvas) -> _Standing:
    return {layer.piece.place: layer for layer in board.layers if layer.piece is not None}


def _changed(before: _Standing, after: _Standing) -> Sequence[Hashable]:
    """The places where other pieces are than before."""
    return [place for place in {**before, **after} if _piece(before, place) != _piece(after, place)]


def _piece(standing: _Standing, place: Hashable) -> object:
    layer = standing.get(place)
    return None if layer is None else layer.piece


def _patches(sprites: _Images, board: Canvas, pieces: Sequence[Layer]) -> Sequence[Placed]:
    """What the picture shows around some of its pieces without them."""
    bare = board.without({layer.piece.place for layer in pieces if layer.piece is not None})
    found: list[Placed] = []
    for layer in pieces:
        image = bare.cut(layer.box).finished().convert("RGB")
        found.append(Placed(sprites.add(Layer(image, None, layer.left, layer.top)), layer.left, layer.top))
    return found


def _stage(sprites: _Images, before: _Standing, after: _Standing, places: set[Hashable]) -> Sequence[Actor]:
    """One step: the pieces at `places` that stay, then those that vanish or appear, then those that travel."""
    lost, gained = _Counts(dict[Hashable, int]), _Counts(dict[Hashable, int])
    actors: list[Actor] = []
    for place in (one for one in {**before, **after} if one in places):
        old, new = before.get(place), after.get(place)
        fewer, more = _height(old), _height(new)
        if old is not None and new is not None and _kind(old) == _kind(new):
            actors.append(_resting(sprites, old if more >= fewer else new))
            fewer, more = fewer - min(fewer, more), more - min(fewer, more)
        if fewer:
            lost[_kind(old)][place] = fewer
        if more:
            gained[_kind(new)][place] = more
    trips = [
        _trip(sprites, before[start], after[end], count) for start, end, count in _paired(lost, gained, before, after)
    ]
    for counts, standing, does in ((lost, before, VANISHES), (gained, after, APPEARS)):
        left = [
            place
            for of_kind in counts.values()
            for place, count in of_kind.items()
            if count == _height(standing[place])
        ]
        actors += [_resting(sprites, standing[place], does) for place in left]
    return [*actors, *trips]


def _kind(layer: Layer | None) -> Hashable:
    return None if layer is None or layer.piece is None else layer.piece.kind


def _height(layer: Layer | None) -> int:
    return 0 if layer is None or layer.piece is None else layer.piece.height


def _paired(
    lost: _Counts, gained: _Counts, before: _Standing, after: _Standing
) -> Iterator[tuple[Hashable, Hashable, int]]:
    """From where to where how many pieces go, the shortest way first; they are taken out of the counts."""
    ways = [(kind, start, end) for kind, starts in lost.items() for start in starts for end in gained.get(kind, ())]
    for kind, start, end in sorted(ways, key=lambda way: dist(before[way[1]].origin, after[way[2]].origin)):
        count = min(lost[kind][start], gained[kind][end])
        if count:
            lost[kind][start] -= count
            gained[kind][end] -= count
            yield start, end, count


def _resting(sprites: _Images, layer: Layer, does: int = STILL) -> Actor:
    return Actor(sprites.add(layer), layer.left, layer.top, layer.left, layer.top, does)


def _trip(sprites: _Images, start: Layer, end: Layer, count: int) -> Actor:
    """The way of some pieces of one place to another, looking as where there are just as many, if anywhere."""
    shown = start if _height(start) == count != _height(end) else end
    across, down = shown.left - shown.origin[0], shown.top - shown.origin[1]
    (x, y), (to_x, to_y) = start.origin, end.origin
    return Actor(sprites.add(shown), x + across, y + down, to_x + across, to_y + down)
