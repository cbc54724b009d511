"""Canvases and the pictures made of them."""

from render import raster
from render.boards.farlander.tones import PALETTE, SIDES
from render.canvas import Canvas
from render.raster import Mask
from render.shapes import Inset
from render.theme import Role, Scheme

CORNERS = ((3.0, 1.0), (52.0, 9.0), (58.0, 47.0), (21.0, 58.0), (1.0, 30.0))
MIDDLE = (30, 20)


def inside(margin: float) -> Mask:
    return raster.mask((Inset(CORNERS, margin, Role.TILE),))


def test_a_copied_part_of_a_canvas_keeps_the_coordinates_of_the_whole() -> None:
    whole = Canvas((120, 100), Scheme.DUSK, PALETTE)
    copied = whole.cut((20, 10, 120, 100)).copy()
    for canvas in (whole, copied):
        canvas.fill(inside(2.2), SIDES[0].rim, MIDDLE)
    assert copied.finished().tobytes() == whole.cut((20, 10, 120, 100)).finished().tobytes()
