"""Farlander's map below the pieces: the sea, the tiles, the land in its holders' colours, and the places of marks.

Painting a whole map takes long, and a move changes only a territory or two, so every stage is cached: the sea with the
ground of tiles, each tile by itself, the unoccupied map, each occupied territory, and the whole map.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from render import raster, theme
from render.boards.farlander import land as ground
from render.boards.farlander.stands import stand
from render.boards.farlander.tones import PALETTE, SIDES, Hue, faded
from render.canvas import Canvas
from render.header import HEIGHT
from render.raster import Box, Mask, Raster, Sprite
from render.shapes import Inset, Label, Point, Polygon, Stroke
from render.theme import Scheme, Tone
from rules.core import Seat
from rules.farlander.atlas import PLACES, Laid, atlas

SIZE: Final = (theme.WIDTH, 1086)
"""Width and height of the picture in pixels."""

EDGE, FINE, BAND, LINE, HEART = 2.2, 6.0, 8.0, 11.0, 14.0
"""Pixels from the outline of a territory to the beginning of each of its bands of colour, from the outside inwards."""

_MIDDLE: Final = (theme.WIDTH // 2, HEIGHT + 484)
_SHALLOWS: Final = 13
_FRAME: Final = 4  # pixels around a tile: room for the line at its edge
_CLIFF: Final = Sprite((Polygon(tuple((x, y + 6) for x, y in ground.corners(-1)), Hue.CLIFF),))
"""The ground of a tile, which shows below it as its front edge."""

_CLIFF_TOP: Final = Sprite((Polygon(ground.corners(1), Hue.CLIFF),))
"""The ground under a tile, which shows through where two territories meet."""

# The sizes of caches, with the size of an entry.
_MAPS_KEPT: Final = 4  # over four megabytes each
_LANDS_KEPT: Final = 4  # as large as maps
_GROUNDS_KEPT: Final = 2  # as large as maps
_TILES_KEPT: Final = 42  # half a megabyte each: seven tiles in six turns
_PARTS_KEPT: Final = 168  # a tenth of a megabyte each; a map has some twenty
_SPOTS_KEPT: Final = 64
_MASKS_KEPT: Final = 600  # 20 kilobytes each; every tile has its own in each of its turns

Pixel = tuple[int, int]
"""A point on the picture, in pixels from the upper left corner."""


class Spot(NamedTuple):
    """A territory on the picture: the middles of its tile, its units, its name, its badge and its castle."""

    laid: Laid
    digit: int
    tile: Pixel
    units: Pixel
    name: Pixel
    badge: Pixel
    castle: Pixel | None


@lru_cache(maxsize=_SPOTS_KEPT)
def spots(laid: tuple[Laid, ...]) -> tuple[Spot, ...]:
    """The territories of a map, in order."""
    return tuple(_spot(name, laid[PLACES.index(name[0])]) for name in atlas(laid).names)


def _spot(name: str, laid: Laid) -> Spot:
    place, digit = name[0], int(name[1])
    there = stand(laid, digit)
    castle = None if there.castle is None else _on(place, there.castle)
    units, middle, badge = (_on(place, point) for point in (there.units, there.name, there.badge))
    return Spot(laid, digit, _on(place), units, middle, badge, castle)


def _on(place: str, point: Point = (0, 0)) -> Pixel:
    x, y = ground.centres()[place]
    return _MIDDLE[0] + round(x + point[0]), _MIDDLE[1] + round(y + point[1])


@lru_cache(maxsize=_MAPS_KEPT)
def bare(laid: tuple[Laid, ...], scheme: Scheme) -> Canvas:
    """The tiles laid so far, unoccupied. Copy the map before painting on it."""
    canvas = _ground(len(laid), scheme).copy()
    for place, tile in zip(PLACES, laid, strict=False):
        canvas.paste(_free_tile(tile, scheme), _on(place))
    return canvas


@lru_cache(maxsize=_LANDS_KEPT)
def held(laid: tuple[Laid, ...], holders: tuple[Seat | None, ...], scheme: Scheme, *, is_faded: bool) -> Canvas:
    """The map in the colours of the holders of its territories, faded in a picker. Copy it before painting on it.

    Cached, because a turn needs the same land again for the board and for each step of a picker.
    """
    canvas = bare(laid, scheme).copy()
    for territory, holder in enumerate(holders):
        if holder is not None or is_faded:
            canvas.paste(_held_part(laid, territory, holder, scheme, is_faded))
    return canvas


@lru_cache(maxsize=_PARTS_KEPT)
def _held_part(laid: tuple[Laid, ...], territory: int, holder: Seat | None, scheme: Scheme, is_faded: bool) -> Raster:
    """A territory in the colours of its holder; cached, because a move changes one or two."""
    spot = spots(laid)[territory]
    (x, y), (left, top, right, bottom) = spot.tile, _tile_box()
    canvas = bare(laid, scheme).cut((x + left, y + top, x + right, y + bottom))
    land, rim = (faded(tone) if is_faded else tone for tone in lands(holder))
    fill(canvas, spot.laid, spot.digit, spot.tile, {EDGE: rim, LINE: land})
    return canvas.part([(_inside(spot.laid, spot.digit, EDGE), spot.tile)])


def lands(holder: Seat | None) -> tuple[Hue, Hue]:
    """The colour of a holder's land, and the colour along its borders."""
    return (Hue.FREE, Hue.FREE_RIM) if holder is None else (SIDES[holder].land, SIDES[holder].rim)


def fill(canvas: Canvas, laid: Laid, digit: int, at: Pixel, tones: Mapping[float, Tone]) -> None:
    """Colour a territory of a tile whose middle is at `at` in bands.

    `tones` are two or more, in order, by the distance from the outline at which they begin.
    """
    outer, inner, *further = ((_inside(laid, digit, margin), tone) for margin, tone in tones.items())
    canvas.fill_nested(outer, inner, at)
    for mask, tone in further:
        canvas.fill(mask, tone, at)


@lru_cache(maxsize=_TILES_KEPT)
def _free_tile(laid: Laid, scheme: Scheme) -> Raster:
    """An unoccupied tile with its borders, around its middle."""

    def paint(canvas: Canvas) -> None:
        canvas.stamp(_CLIFF_TOP, (0, 0))
        for digit in ground.land(laid).outlines:
            fill(canvas, laid, digit, (0, 0), {EDGE: Hue.FREE_RIM, LINE: Hue.FREE})
        canvas.fill(_borders(laid), Hue.BORDER, (0, 0))

    return Canvas.overlay(paint, _tile_box(), scheme, Hue.BORDER)


@cache
def _tile_box() -> Box:
    """The box around a tile and its frame, relative to its middle."""
    across, down = zip(*ground.corners(), strict=True)
    return tuple(
        round(side) for side in (min(across) - _FRAME, min(down) - _FRAME, max(across) + _FRAME, max(down) + _FRAME)
    )


@lru_cache(maxsize=_GROUNDS_KEPT)
def _ground(tiles: int, scheme: Scheme) -> Canvas:
    """The sea with the ground of the first tiles, and the places that have no tile yet."""
    canvas, frame = _sea(scheme).copy(), ground.corners(10)
    for place in PLACES[tiles:]:
        slot = (Stroke((*frame, frame[0]), 3, Hue.SLOT), Label((0, 0), place, 72, Hue.SLOT))
        canvas.stamp(Sprite(slot), _on(place))
    for place in PLACES[:tiles]:
        canvas.stamp(_CLIFF, _on(place))
    return canvas


@lru_cache(maxsize=_MASKS_KEPT)
def _inside(laid: Laid, digit: int, margin: float) -> Mask:
    return raster.mask((Inset(ground.land(laid).outlines[digit], margin, Hue.FREE),))


@cache
def _borders(laid: Laid) -> Mask:
    frame = ground.corners(0.5)
    lines = (*ground.land(laid).borders, (*frame, frame[0]))
    return raster.mask(tuple(Stroke(line, 4.5, Hue.BORDER) for line in lines))


@cache
def _sea(scheme: Scheme) -> Canvas:
    canvas = Canvas(SIZE, scheme, PALETTE)
    shore = Sprite((Polygon(ground.corners(-_SHALLOWS), Hue.SHALLOWS),))
    for place in PLACES:
        canvas.stamp(shore, _on(place))
    return canvas
