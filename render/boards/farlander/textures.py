"""The textures of land on Farlander's map, which tell its holders apart without colour.

A texture is a small drawing over and over, always whole: none is cut by a border, or lies below a mark.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final

from render import raster
from render.boards.farlander.land import contains, land
from render.boards.farlander.stands import CASTLE, NAME, UNITS, Shape, gap, stand
from render.boards.farlander.tones import Hue
from render.raster import Mask
from render.shapes import Circle, Stroke
from rules.core import Seat
from rules.farlander.atlas import Laid

_DOTS, _WAVES, _CARETS = map(Seat, range(3))
"""The seats of Red, Blue and Green, by their textures; Yellow's land is plain, as the lightest of four."""
_STEPS: Final = {_DOTS: (44, 38), _WAVES: (56, 36), _CARETS: (60, 50)}
"""By seat, the pixels from one part of the texture to the next, across and down: few, for the size of the file."""
_PARTS: Final = {
    _DOTS: (Circle((0, 0), 3.4, Hue.FREE), Shape(3, 3, 1)),
    _WAVES: (Stroke(((-14, 1), (-9, -3), (-4, -3), (4, 3), (9, 3), (14, -1)), 3, Hue.FREE), Shape(14, 4, 2)),
    _CARETS: (Stroke(((-7, 6), (0, -6), (7, 6)), 3, Hue.FREE), Shape(7, 6, 2)),
}
"""By seat, a part of the texture and its room."""
_FROM_EDGE: Final = 8  # pixels from a part to the border
_PLACES_KEPT: Final = 256

_Pixel = tuple[int, int]


@cache
def part(holder: Seat) -> Mask:
    """A part of the texture of a holder's land, around its middle."""
    return raster.mask((_PARTS[holder][0],))


@lru_cache(maxsize=_PLACES_KEPT)
def places(laid: Laid, territory: int, holder: Seat) -> Sequence[_Pixel]:
    """The middles of the parts in a territory of a holder, relative to the centre of its tile; none for Yellow."""
    return tuple(_places(laid, territory, holder)) if holder in _STEPS else ()


def _places(laid: Laid, territory: int, holder: Seat) -> Iterator[_Pixel]:
    (across, down), room, there = _STEPS[holder], _PARTS[holder][1], stand(laid, territory)
    taken = [(there.units, UNITS), (there.name, NAME), *([(there.castle, CASTLE)] if there.castle else [])]
    left, top, right, bottom = _box(laid, territory)
    for row in range(top // down, bottom // down + 1):
        for column in range(left // across - 1, right // across + 1):
            at = column * across + row % 2 * across // 2, row * down
            if _is_inside(laid, territory, at, room) and gap((at, room), taken) > 0:
                yield at


def _box(laid: Laid, territory: int) -> tuple[int, int, int, int]:
    across, down = zip(*land(laid).outlines[territory], strict=True)
    return round(min(across)), round(min(down)), round(max(across)), round(max(down))


def _is_inside(laid: Laid, territory: int, at: _Pixel, room: Shape) -> bool:
    """Whether a part is in a territory with all its corners, some pixels from the border."""
    reach = (-room.across - _FROM_EDGE, room.across + _FROM_EDGE), (-room.down - _FROM_EDGE, room.down + _FROM_EDGE)
    return all(contains(laid, territory, (at[0] + x, at[1] + y)) for x, y in product(*reach))
