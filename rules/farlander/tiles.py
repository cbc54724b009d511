"""The seven tiles and how they lie: what the printed game shows, as data (Farlander specification, R1 and R2).

A tile is a hexagon, pointed side up, cut from its centre into six sectors. Sector k lies between corner k and corner
k+1; corner 0 is at the top and they count clockwise, so that sectors 0 to 5 face NE, E, SE, SW, W and NW. A sector is
cut into four triangles: `a` at the centre, `m` in the middle, `l` outside near corner k, `r` outside near corner k+1.
"""

from functools import cache
from typing import Final, NamedTuple

SECTORS: Final = 6
TRIANGLES: Final = (0, 1, 2, 3)
"""The triangles of a sector in the order in which the table writes them: a, m, l, r."""
CENTRE, MIDDLE, LEFT, RIGHT = TRIANGLES

PLACES: Final = "abcdefg"
"""Where tiles are laid, in this order: `a` in the centre, `b` NE of it, then clockwise round it."""

# Tile; its sectors, each as the digits of the territories that its triangles a, m, l and r belong to; its garrison.
_TABLE: Final = """
    1  1111 1111 2212 2223 3333 3331  2
    2  1112 1222 1222 1333 1333 1131  2
    3  1111 1111 2333 2333 2232 2221  3
    4  1121 1313 1333 1232 1222 1222  3
    5  1111 2212 2223 3334 3444 1141  4
    6  1111 1111 2333 2232 4424 4444  3
    7  1112 1222 3444 3343 1333 1131  2
"""


class Tile(NamedTuple):
    """A tile: its number, its sectors as in the table, and the digit of its territory with a garrison."""

    number: int
    sectors: tuple[str, ...]
    garrison: int


class Laid(NamedTuple):
    """A tile on the map, turned by `turn` steps of a sixth clockwise."""

    tile: int
    turn: int


class TriangleSpot(NamedTuple):
    """A triangle of the map: the place of its tile, the sector that it lies in now, and which of the four it is."""

    place: str
    sector: int
    triangle: int


@cache
def tiles() -> dict[int, Tile]:
    """The tiles by number."""
    rows = (line.split() for line in _TABLE.strip().splitlines())
    return {int(number): Tile(int(number), tuple(sectors), int(garrison)) for number, *sectors, garrison in rows}


def digit(laid: Laid, sector: int, triangle: int) -> int:
    """The territory of a triangle of a tile that is laid so: sector k of the table lands on sector k + turn."""
    return int(tiles()[laid.tile].sectors[(sector - laid.turn) % SECTORS][triangle])


@cache
def spots(place: str) -> tuple[TriangleSpot, ...]:
    """The triangles of a tile that lies there."""
    return tuple(TriangleSpot(place, sector, triangle) for sector in range(SECTORS) for triangle in TRIANGLES)


@cache
def touching() -> tuple[tuple[TriangleSpot, TriangleSpot], ...]:
    """All pairs of triangles of a whole map that share a side, each pair once."""
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
    """Places that meet: the first, its side there, the second. Round the ring they meet with side i+2 (R2)."""
    ring = PLACES[1:]
    spokes = tuple((PLACES[0], side, place) for side, place in enumerate(ring))
    rim = tuple((place, (side + 2) % SECTORS, ring[(side + 1) % SECTORS]) for side, place in enumerate(ring))
    return spokes + rim


def _across(one: str, side: int, other: str) -> tuple[tuple[TriangleSpot, TriangleSpot], ...]:
    """Where side s of a tile meets side s+3 of the other, l of the one meets r of the other."""
    facing = (side + 3) % SECTORS
    return (
        (TriangleSpot(one, side, LEFT), TriangleSpot(other, facing, RIGHT)),
        (TriangleSpot(one, side, RIGHT), TriangleSpot(other, facing, LEFT)),
    )
