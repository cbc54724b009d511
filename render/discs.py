"""The colours of White's and Black's pieces, and discs in them: White's have a ring, Black's a notched rim."""

from dataclasses import dataclass
from typing import Final

from render.raster import Sprite
from render.shapes import Arc, Circle, Drawing, Point, dashes
from render.theme import Role


@dataclass(frozen=True, slots=True)
class Colours:
    """The roles of one side's pieces."""

    face: Role
    edge: Role
    line: Role
    text: Role


SIDES: Final = (
    Colours(Role.WHITE, Role.WHITE_EDGE, Role.WHITE_LINE, Role.WHITE_TEXT),
    Colours(Role.BLACK, Role.BLACK_EDGE, Role.BLACK_LINE, Role.BLACK_TEXT),
)
"""By seat."""


def disc(seat: int, foot: Point, radius: float, thickness: float) -> Drawing:
    """A disc without its emblem, seen from above and a little from the front; its face is `thickness` above `foot`."""
    colours, (x, y) = SIDES[seat], foot
    return (
        Circle((x, y), radius, colours.line),
        Circle((x, y), radius - 1.5, colours.edge),
        Circle((x, y - thickness), radius, colours.line),
        Circle((x, y - thickness), radius - 1.5, colours.face),
    )


def emblem(seat: int, centre: Point, radius: float) -> Drawing:
    """The ring or notched rim that tells the sides apart without colour."""
    line = SIDES[seat].line
    if seat == 0:
        return (Arc(centre, radius * 0.76, radius * 0.06, line),)
    return dashes(Arc(centre, radius * 0.9, radius * 0.16, line), count=8, share=0.4)


CHIPS: Final = {
    side: Sprite(disc(seat, (0, 2), 28, 5) + emblem(seat, (0, -3), 28)) for seat, side in enumerate(("White", "Black"))
}
"""Small discs for the header, by the name of the side."""

TONES: Final = {side: SIDES[seat].face for seat, side in enumerate(CHIPS)}
"""The colours of their faces."""
