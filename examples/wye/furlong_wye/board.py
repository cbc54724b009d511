"""The picture of Wye: stones on named tiles, and a line along each shore, whole, dashed or dotted."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from furlong_wye.position import SIDE, WyePosition, joining
from render import marks, theme
from render.board import Board
from render.canvas import Canvas, Piece
from render.discs import CHIPS, TONES, disc, emblem
from render.header import Player
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Area, Drawing, Point, Stroke, shifted
from render.theme import Role, Scheme
from render.tiles import Tiles
from rules.core import Phrase, Seat

_TILES: Final = Tiles(SIDE, width=130, top=28, height=902, name_down=47)
_FOOT: Final = -12  # pixels: stones are above the middle of their tile, to leave space for its name
_RADIUS: Final = 41
_RIM: Final = 80  # pixels from the middles of the outermost cells to the lines of the shores
_WIDTH: Final = 7
_STONES: Final = tuple(
    Sprite(disc(seat, (0, _FOOT), _RADIUS, 7) + emblem(seat, (0, _FOOT - 7), _RADIUS)) for seat in (0, 1)
)
_PATTERNS: Final = ((0.0, 1.0, 1), (0.15, 0.7, 8), (0.5, 0.02, 18))
"""By shore: where a dash begins and how long it is, as shares of a step, and the number of steps on an edge."""


def _paint(position: WyePosition, scene: Scene) -> Canvas:
    canvas, cells = _empty(scene.scheme).copy(), _TILES.layout()
    _TILES.paint_marked(canvas, scene, [step.move for step in scene.steps])
    for cell in cells.from_the_back():
        for seat, stones in enumerate(position.stones):
            if cell in stones:
                canvas.stamp(_STONES[seat], cells.centre[cell], Piece(cell, seat))
    for option in scene.options:
        if option in cells.centre:
            x, y = cells.centre[option]
            canvas.stamp(marks.DOT, (x, y + _FOOT))
    return canvas


@cache
def _empty(scheme: Scheme) -> Canvas:
    canvas = _TILES.empty(scheme, theme.PALETTE, turned=False)
    canvas.stamp(Sprite(_shores()), (0, 0))
    return canvas


def _shores() -> Drawing:
    """The lines along the three shores: south, north-east and north-west."""
    upper_left, upper_right, right, lower_right, lower_left, left = _TILES.layout().hull(_RIM)
    ways = ((lower_left, lower_right, right), (right, upper_right, upper_left), (upper_left, left, lower_left))
    return tuple(
        Stroke(
            (_between(*edge, (step + first) / steps), _between(*edge, (step + first + share) / steps)),
            _WIDTH,
            Role.PLAIN_TEXT,
        )
        for way, (first, share, steps) in zip(ways, _PATTERNS, strict=True)
        for edge in pairwise(way)
        for step in range(steps)
    )


def _between(start: Point, end: Point, share: float) -> Point:
    [moved] = shifted((((end[0] - start[0]) * share, (end[1] - start[1]) * share),), start)
    return moved


def _players(position: WyePosition) -> Sequence[Player]:
    counts = map(len, position.stones)
    return [
        Player(chip, Phrase("{count, plural, one {# stone} other {# stones}}", count=count))
        for chip, count in zip(CHIPS.values(), counts, strict=True)
    ]


def _places(_position: WyePosition, _scene: Scene) -> Mapping[str, Area]:
    return _TILES.layout().areas


def _areas(_position: WyePosition, scene: Scene) -> Mapping[str, Area]:
    cells = _TILES.layout()
    return {option: cells.area(option) for option in scene.options if option in cells.centre}


def _won_by(position: WyePosition, seat: Seat) -> Collection[str]:
    return sorted(joining(position.stones[seat]))


BOARD: Final = Board(
    WyePosition,
    _paint,
    lambda _position, _scene: (theme.WIDTH, _TILES.height),
    _players,
    CHIPS,
    TONES,
    _areas,
    _places,
    _won_by,
    theme.PALETTE,
    samples={"wye": "..b./.wb../..wb../...w.b./.bw.../..w../.b.w w"},
)
