"""Canvases and the pictures made of them."""

import pytest

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


@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize("seat", range(4))
def test_nested_areas_look_as_if_they_were_filled_one_after_the_other(scheme: Scheme, seat: int) -> None:
    outer, inner = (inside(2.2), SIDES[seat].rim), (inside(11), SIDES[seat].land)
    nested, plain = Canvas((120, 100), scheme, PALETTE), Canvas((120, 100), scheme, PALETTE)
    nested.fill_nested(outer, inner, MIDDLE)
    for mask, tone in (outer, inner):
        plain.fill(mask, tone, MIDDLE)
    assert nested.finished().tobytes() == plain.finished().tobytes()
    assert plain.finished().tobytes() != Canvas((120, 100), scheme, PALETTE).finished().tobytes()


def test_a_copied_part_of_a_canvas_keeps_the_coordinates_of_the_whole() -> None:
    whole = Canvas((120, 100), Scheme.DUSK, PALETTE)
    copied = whole.cut((20, 10, 120, 100)).copy()
    for canvas in (whole, copied):
        canvas.fill(inside(2.2), SIDES[0].rim, MIDDLE)
    assert copied.finished().tobytes() == whole.cut((20, 10, 120, 100)).finished().tobytes()
