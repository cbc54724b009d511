"""Farlander's map below the pieces: the sea, the tiles, the land in its holders' colours, and the places of marks.

Every holder has a colour of another lightness and a texture. Between countries the border is strong, within one it is
dashed. Painting a whole map takes long, and a move changes only a territory or two, so every stage is cached: the sea
with the ground of tiles, the unoccupied map, each occupied territory, the lines, and the whole map.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from render import raster, theme
from render.boards.farlander import land as ground
from render.boards.farlander import textures
from render.boards.farlander.stands import stand
from render.boards.farlander.tones import PALETTE, SIDES, Hue, faded
from render.canvas import EMPTY_KEPT, Canvas
from render.raster import Box, Mask, Raster, Sprite
from render.shapes import Inset, Label, Outline, Point, Polygon, Stroke, dashed, mean
from render.theme import Role, Scheme, Tone
from rules.core import Seat
from rules.farlander.atlas import PLACES, Laid, atlas

SIZE: Final = (theme.WIDTH, 970)
"""Width and height of the board in pixels."""

_MIDDLE: Final = (theme.WIDTH // 2, 484)
_DEPTH: Final = 14  # pixels from the coast to the depth line
_STRONG: Final = 8.0  # the width of the border of a country
_THIN: Final = 3.2  # and of a border within one
_DASH: Final = (12.0, 9.0)  # pixels of a dash there and of the gap after it
_STRIPE: Final = (15.0, 38.0)  # the width of a stripe, and from one to the next
_FRAME: Final = 6  # pixels around a tile: room for the line at its edge
_CLIFF: Final = Sprite((Polygon(tuple((x, y + 9) for x, y in ground.corners(-4)), Hue.CLIFF),))
"""The ground of a tile, which shows below it as its front edge."""

# The sizes of caches, with the size of an entry.
_MAPS_KEPT: Final = 2  # over five megabytes each
_LANDS_KEPT: Final = 2  # as large as maps
_GROUNDS_KEPT: Final = 2  # as large as maps
_PARTS_KEPT: Final = 42  # a quarter of a megabyte each; a map has some twenty
_SPOTS_KEPT: Final = 64
_BORDERS_KEPT: Final = 8  # half a megabyte each
_MASKS_KEPT: Final = 100  # 20 to 50 kilobytes each; every tile has its own in each of its turns

Pixel = tuple[int, int]
"""A point on the picture, in pixels from the upper left corner."""


Ring = tuple[float, float, Tone]
"""The part of a territory between two distances from its outline, in pixels, and its colour."""


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
    """The tiles laid so far, unoccupied, with their coast and without borders. Copy the map before painting on it."""
    canvas = _ground(len(laid), scheme).copy()
    for spot in spots(laid):
        canvas.fill(_whole(spot.laid, spot.digit), Hue.FREE, spot.tile)
    for territory, lines in _coast(laid).items():
        for line in lines:
            canvas.fill(line, Hue.BORDER, spots(laid)[territory].tile)
    return canvas


@lru_cache(maxsize=_LANDS_KEPT)
def held(laid: tuple[Laid, ...], holders: tuple[Seat | None, ...], scheme: Scheme, *, is_faded: bool) -> Canvas:
    """The map in the colours of the holders of its territories, faded in a picker. Copy it before painting on it.

    Cached, because a turn needs the same land again for the board and for each step of a picker.
    """
    canvas = bare(laid, scheme).copy()
    for territory, holder in enumerate(holders):
        canvas.paste(held_part(laid, territory, holder, scheme, is_faded=is_faded))
    for border in _borders(laid):
        is_within = holders[border.one] == holders[border.other]
        canvas.fill(border.within if is_within else border.between, Hue.BORDER, border.tile)
    return canvas


@lru_cache(maxsize=_PARTS_KEPT)
def held_part(
    laid: tuple[Laid, ...],
    territory: int,
    holder: Seat | None,
    scheme: Scheme,
    *,
    is_faded: bool = False,
    loser: Seat | None = None,
    rings: tuple[Ring, ...] = (),
) -> Raster:
    """A territory in the colour and texture of its holder, with stripes in the colour of who lost it, if anybody has.

    Cached, because a move changes one or two, and a picker marks many with the same rings at each step.
    """
    spot = spots(laid)[territory]
    (x, y), (left, top, right, bottom) = spot.tile, _tile_box()
    canvas = bare(laid, scheme).cut((x + left, y + top, x + right, y + bottom))
    inside = _whole(spot.laid, spot.digit)
    canvas.fill(inside, faded(land_of(holder)) if is_faded else land_of(holder), spot.tile)
    if holder is not None and loser is None:
        tone = SIDES[holder].rim
        for at in textures.places(spot.laid, spot.digit, holder):
            canvas.fill(textures.part(holder), faded(tone) if is_faded else tone, (x + at[0], y + at[1]))
    if loser is not None:
        stripes = _stripes(_tile_box())
        canvas.fill(raster.clipped(stripes, inside), land_of(loser), spot.tile)
    for line in _coast(laid).get(territory, ()):
        canvas.fill(line, Hue.BORDER, spot.tile)
    for ring in rings:
        paint_ring(canvas, spot, ring)
    return canvas.part([(inside, spot.tile)])


def land_of(holder: Seat | None) -> Hue:
    """The colour of a holder's land."""
    return Hue.FREE if holder is None else SIDES[holder].land


def paint_ring(canvas: Canvas, spot: Spot, ring: Ring) -> None:
    """Colour a territory between two distances from its outline."""
    start, end, tone = ring
    canvas.fill(_ring(spot.laid, spot.digit, start, end), tone, spot.tile, is_mark=tone is Role.GOLD)


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


_NEAR: Final = 6  # pixels between the middles of one line on two tiles, at most


@lru_cache(maxsize=_MASKS_KEPT)
def _inside(laid: Laid, digit: int, margin: float) -> Mask:
    return raster.mask((Inset(ground.land(laid).outlines[digit], margin, Hue.FREE),))


@lru_cache(maxsize=_MASKS_KEPT)
def _whole(laid: Laid, digit: int) -> Mask:
    """All pixels of a territory, so that nothing shows between two of them."""
    return raster.touched(_inside(laid, digit, 0))


@lru_cache(maxsize=_MASKS_KEPT)
def _ring(laid: Laid, digit: int, start: float, end: float) -> Mask:
    outer = _inside(laid, digit, start) if start else _whole(laid, digit)
    return raster.without(outer, _inside(laid, digit, end))


class _Border(NamedTuple):
    """A border between two territories: its masks as that of countries and within one, around the middle of a tile."""

    one: int
    other: int
    tile: Pixel
    between: Mask
    within: Mask


@lru_cache(maxsize=_BORDERS_KEPT)
def _borders(laid: tuple[Laid, ...]) -> Sequence[_Border]:
    """All borders of a map, inside tiles and between them."""
    at = {(spot.tile, spot.digit): territory for territory, spot in enumerate(spots(laid))}
    lines = [
        (line, at[tile, one], at[tile, other], tile)
        for tile, laid_tile in _tiles(laid)
        for line, (one, other) in ground.land(laid_tile).borders
    ]
    edges = _edges(laid)
    lines += [
        (line, territory, edges[there][0], tile)
        for here, (territory, line, tile) in edges.items()
        if (there := _other_side(here, edges)) is not None and territory < edges[there][0]
    ]
    return [_Border(one, other, tile, *_line_masks(line)) for line, one, other, tile in lines]


@lru_cache(maxsize=_MASKS_KEPT)
def _line_masks(line: Outline) -> tuple[Mask, Mask]:
    thin = tuple(Stroke(dash, _THIN, Hue.BORDER) for dash in dashed(line, *_DASH))
    return raster.mask((Stroke(line, _STRONG, Hue.BORDER),)), raster.mask(thin)


_Edges = Mapping[tuple[Pixel, int, int], tuple[int, Outline, Pixel]]
"""By tile and rounded middle: the halves of the sides of tiles, each with the territory inside and the tile."""


def _tiles(laid: tuple[Laid, ...]) -> Sequence[tuple[Pixel, Laid]]:
    return [(_on(place), tile) for place, tile in zip(PLACES, laid, strict=False)]


@lru_cache(maxsize=_BORDERS_KEPT)
def _edges(laid: tuple[Laid, ...]) -> _Edges:
    at = {(spot.tile, spot.digit): territory for territory, spot in enumerate(spots(laid))}
    found: dict[tuple[Pixel, int, int], tuple[int, Outline, Pixel]] = {}
    for tile, laid_tile in _tiles(laid):
        for line, owner in ground.land(laid_tile).edges:
            x, y = mean(line)
            found[tile, round(tile[0] + x), round(tile[1] + y)] = at[tile, owner], line, tile
    return found


def _other_side(here: tuple[Pixel, int, int], edges: _Edges) -> tuple[Pixel, int, int] | None:
    """The same half of a side as another tile sees it; None on the coast."""
    tile, x, y = here
    return next((there for there in edges if there[0] != tile and abs(there[1] - x) + abs(there[2] - y) < _NEAR), None)


@lru_cache(maxsize=_BORDERS_KEPT)
def _coast(laid: tuple[Laid, ...]) -> Mapping[int, Sequence[Mask]]:
    """By territory that has a coast, its lines."""
    edges, found = _edges(laid), defaultdict[int, list[Mask]](list)
    for here, (territory, line, _tile) in edges.items():
        if _other_side(here, edges) is None:
            found[territory].append(_line_masks(line)[0])
    return dict(found)  # that no look-up grows while another thread reads it


@lru_cache(maxsize=EMPTY_KEPT)
def _sea(scheme: Scheme) -> Canvas:
    """The sea with a depth line along the coast, as on a chart."""
    canvas = Canvas(SIZE, scheme, PALETTE)
    for inset, tone in ((-_DEPTH, Hue.SHALLOWS), (3 - _DEPTH, Role.CANVAS)):
        tile = raster.mask((Polygon(ground.corners(inset), tone),))
        for place in PLACES:
            canvas.fill(tile, tone, _on(place))
    return canvas


@cache
def _stripes(box: Box) -> Mask:
    """Stripes across the box of a tile, upwards to the right."""
    left, top, right, bottom = box
    width, apart = _STRIPE
    count = math.ceil((right - left + bottom - top) / apart)
    starts = (left - (bottom - top) + number * apart for number in range(count + 1))
    return raster.mask(tuple(Stroke(((x, bottom), (x + bottom - top, top)), width, Hue.FREE) for x in starts))
