"""The map of Farlander: the seven tiles, their places, and the borders of the territories (specification, R1 and R2).

A tile is a hexagon with a corner at the top, cut from its centre into six sectors. Corners are numbered clockwise from
0 at the top, and sector k lies between corners k and k+1, so that sectors 0 to 5 face NE, E, SE, SW, W and NW. Each
sector is cut into four triangles: `a` at the centre of the tile, `m` in the middle, `l` and `r` on the outside, near
corner k and corner k+1.

A territory is a set of triangles of one tile. Two territories border each other if a triangle of one shares a side with
a triangle of the other, within a tile or across the edge between two tiles, where outer triangles meet. Listing the
pairs of triangles that touch is therefore enough to find all borders of a map.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

SECTORS: Final = 6
TRIANGLES: Final = (0, 1, 2, 3)
"""The triangles of a sector, in the order of the table below: a, m, l, r."""
CENTRE, MIDDLE, LEFT, RIGHT = TRIANGLES

PLACES: Final = "abcdefg"
"""The places of the tiles in the order in which tiles are laid: `a` in the centre, `b` NE of it, then clockwise."""

# Columns: the tile; for each sector, the territories of its triangles a, m, l and r; the territory with a garrison.
_TABLE: Final = """
    1  1111 1111 2212 2223 3333 3331  2
    2  1112 1222 1222 1333 1333 1131  2
    3  1111 1111 2333 2333 2232 2221  3
    4  1121 1313 1333 1232 1222 1222  3
    5  1111 2212 2223 3334 3444 1141  4
    6  1111 1111 2333 2232 4424 4444  3
    7  1112 1222 3444 3343 1333 1131  2
"""


_MAPS_KEPT: Final = 256
"""The size of the cache of maps: each running match has its own, and there are far too many to keep them all."""


class Tile(NamedTuple):
    """A tile: its number, its sectors as in the table, and the digit of the territory with a garrison."""

    number: int
    sectors: tuple[str, ...]
    garrison: int


class Laid(NamedTuple):
    """A tile on the map, given by its number and turned clockwise by `turn` sixths."""

    tile: int
    turn: int


class TriangleSpot(NamedTuple):
    """A triangle of the map: the place of its tile, its sector after the tile is turned, and its number there."""

    place: str
    sector: int
    triangle: int


@cache
def tiles() -> dict[int, Tile]:
    """The tiles by number."""
    rows = (line.split() for line in _TABLE.strip().splitlines())
    return {int(number): Tile(int(number), tuple(sectors), int(garrison)) for number, *sectors, garrison in rows}


def digit(laid: Laid, sector: int, triangle: int) -> int:
    """The territory of a triangle of a laid tile: turning moves sector k of the table to sector k + turn."""
    return int(tiles()[laid.tile].sectors[(sector - laid.turn) % SECTORS][triangle])


@cache
def spots(place: str) -> tuple[TriangleSpot, ...]:
    """The triangles of the tile at a place."""
    return tuple(TriangleSpot(place, sector, triangle) for sector in range(SECTORS) for triangle in TRIANGLES)


@cache
def touching() -> tuple[tuple[TriangleSpot, TriangleSpot], ...]:
    """All pairs of triangles of a whole map that share a side, each once. They do not depend on the tiles laid."""
    inside = [pair for place in PLACES for sector in range(SECTORS) for pair in _in_tile(place, sector)]
    across = [pair for one, side, other in _neighbours() for pair in _across(one, side, other)]
    return (*inside, *across)


def _in_tile(place: str, sector: int) -> tuple[tuple[TriangleSpot, TriangleSpot], ...]:
    following = (sector + 1) % SECTORS
    middle = TriangleSpot(place, sector, MIDDLE)
    return (
        (TriangleSpot(place, sector, CENTRE), middle),
        (middle, TriangleSpot(place, sector, LEFT)),
        (middle, TriangleSpot(place, sector, RIGHT)),
        (TriangleSpot(place, sector, CENTRE), TriangleSpot(place, following, CENTRE)),
        (TriangleSpot(place, sector, RIGHT), TriangleSpot(place, following, LEFT)),
    )


def _neighbours() -> tuple[tuple[str, int, str], ...]:
    """All pairs of neighbouring places: the first place, its side that meets the second, and the second place.

    Side i of the centre meets place i of the ring. Side i+2 of that place meets the next place clockwise (R2).
    """
    ring = PLACES[1:]
    spokes = tuple((PLACES[0], side, place) for side, place in enumerate(ring))
    rim = tuple((place, (side + 2) % SECTORS, ring[(side + 1) % SECTORS]) for side, place in enumerate(ring))
    return spokes + rim


def _across(one: str, side: int, other: str) -> tuple[tuple[TriangleSpot, TriangleSpot], ...]:
    """The pairs of triangles that touch across an edge: side s of a tile meets side s+3 of the other, `l` meets `r`."""
    facing = (side + 3) % SECTORS
    return (
        (TriangleSpot(one, side, LEFT), TriangleSpot(other, facing, RIGHT)),
        (TriangleSpot(one, side, RIGHT), TriangleSpot(other, facing, LEFT)),
    )


@dataclass(frozen=True, slots=True)
class Atlas:
    """A map: its territories, ordered by name, with their borders and garrisons.

    `names[i]` is the name of territory i, made of the letter of its place and its digit; `index` is the inverse.
    `borders[i]` has the territories that border territory i, in order. `garrisons` has bit i set if territory i has a
    garrison.
    """

    names: tuple[str, ...]
    index: dict[str, int]
    borders: tuple[tuple[int, ...], ...]
    garrisons: int

    def territories(self, mask: int) -> Iterator[str]:
        """The names of the territories whose bits are set, in order."""
        return (name for at, name in enumerate(self.names) if mask >> at & 1)


@lru_cache(maxsize=_MAPS_KEPT)
def atlas(laid: tuple[Laid, ...]) -> Atlas:
    """The map of up to seven tiles, laid on the places in order.

    Assigns each triangle to its territory; two territories border each other if any of their triangles touch.
    """
    where = dict(zip(PLACES, laid, strict=False))
    names = tuple(f"{place}{number}" for place in where for number in sorted(_digits(where[place])))
    index = {name: at for at, name in enumerate(names)}
    owner = {spot: index[_name(spot, where[spot.place])] for place in where for spot in spots(place)}
    borders: list[set[int]] = [set() for _ in names]
    for one, other in touching():
        first, second = owner.get(one), owner.get(other)
        if first is not None and second is not None and first != second:
            borders[first].add(second)
            borders[second].add(first)
    garrisons = (f"{place}{tiles()[tile.tile].garrison}" for place, tile in where.items())
    return Atlas(
        names=names,
        index=index,
        borders=tuple(tuple(sorted(near)) for near in borders),
        garrisons=sum(1 << index[name] for name in garrisons),
    )


def _digits(laid: Laid) -> set[str]:
    return {character for sector in tiles()[laid.tile].sectors for character in sector}


def _name(spot: TriangleSpot, laid: Laid) -> str:
    return f"{spot.place}{digit(laid, spot.sector, spot.triangle)}"
