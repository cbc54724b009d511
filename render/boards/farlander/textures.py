"""The textures of land on Farlander's map, which tell its holders apart without colour."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from render import raster
from render.boards.farlander.tones import Hue
from render.raster import Box, Mask
from render.shapes import Circle, Point, Shape, Stroke, shifted
from rules.core import Seat

_DOTS, _WAVES, _CARETS = map(Seat, range(3))
"""The seats of Red, Blue and Green, by their textures; Yellow's land is plain, as the lightest of four."""
_STEPS: Final = {_DOTS: (52, 45), _WAVES: (96, 54), _CARETS: (80, 66)}
"""By seat, the pixels from one part of the texture to the next, across and down: few, for the size of the file."""


@cache
def texture(holder: Seat, box: Box) -> Mask | None:
    """The texture of a holder's land in a box, if it has any."""
    return raster.mask(tuple(_parts(holder, box))) if holder in _STEPS else None


def _parts(holder: Seat, box: Box) -> Iterator[Shape]:
    left, top, right, bottom = box
    across, down = _STEPS[holder]
    for row, y in enumerate(range(top, bottom, down)):
        for x in range(left + row % 2 * across // 2, right, across):
            yield _part(holder, (x, y))


def _part(holder: Seat, at: Point) -> Shape:
    x, y = at
    if holder == _DOTS:
        return Circle(at, 3.4, Hue.FREE)
    if holder == _WAVES:
        line = ((0, 0), (7, -4), (15, -4), (22, 0), (29, 4), (37, 4), (44, 0))
        return Stroke(shifted(line, at), 2.6, Hue.FREE)
    return Stroke(((x - 7, y + 6), (x, y - 6), (x + 7, y + 6)), 3, Hue.FREE)
