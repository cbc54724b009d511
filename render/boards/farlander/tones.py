"""The colours of Farlander's map, by purpose."""

from dataclasses import dataclass
from enum import unique
from typing import Final

from render.theme import COMMON, Palette, Role, Tone, Tones, Veiled, joined, meeting


@unique
class Hue(Tones):
    """The colours of the map by their purpose."""

    SHALLOWS = "water along the coast", "#4c5c68", "#242c34", "#dce4dc"
    SLOT = "place where no tile lies yet, and what is painted on the sea", "#748490", "#54606c", "#98a09c"
    CLIFF = "front edge of a tile", "#8c7c60", "#584c38", "#94846c"
    FREE = "unoccupied land", "#e4dccc", "#bcb4a4", "#e8e0cc"
    FREE_RIM = "unoccupied land along its borders", "#ccc4b0", "#a49c88", "#d0c4a8"
    BORDER = "border of territories and tiles", "#5c4830", "#382c1c"
    NAME = "name of a territory", "#302818", "#181008"
    RED_LAND = "land that Red holds", "#e8aca0", "#cc9084"
    RED_RIM = "Red's land along its borders", "#d08070", "#b87464"
    RED = "face of Red's units", "#c43c2c"
    RED_SIDE = "side of Red's units", "#8c2418"
    RED_LINE = "outline of Red's units", "#5c140c", "#480c08"
    BLUE_LAND = "land that Blue holds", "#a8c4e8", "#8ca8cc"
    BLUE_RIM = "Blue's land along its borders", "#789cd0", "#7094bc"
    BLUE = "face of Blue's units", "#2454a4"
    BLUE_SIDE = "side of Blue's units", "#183874"
    BLUE_LINE = "outline of Blue's units", "#10244c"
    GREEN_LAND = "land that Green holds", "#c0e4b8", "#a0c098"
    GREEN_RIM = "Green's land along its borders", "#90c48c", "#7cac78"
    GREEN = "face of Green's units", "#58b46c"
    GREEN_SIDE = "side of Green's units", "#347c44"
    GREEN_LINE = "outline of Green's units", "#143c1c", "#0c2c14"
    YELLOW_LAND = "land that Yellow holds", "#f8e8a0", "#dccc88"
    YELLOW_RIM = "Yellow's land along its borders", "#e0c458", "#c0a444"
    YELLOW = "face of Yellow's units", "#f8d038"
    YELLOW_SIDE = "side of Yellow's units", "#b48c14"
    YELLOW_LINE = "outline of Yellow's units", "#644c08", "#503c04"
    LIGHT_TEXT = "number on a dark unit", "#fcf8f0"
    DARK_TEXT = "number on a light unit", "#241c0c"
    WALL = "wall of a castle", "#f4f0e8", "#e0dcd4"
    WALL_SHADED = "wall of a castle in the shade", "#c4bcb0", "#aca498"
    WALL_LINE = "lines of a castle", "#40382c"
    BADGE = "ground of the number on an arrow", "#fcf4dc"


@dataclass(frozen=True, slots=True)
class SideTones:
    """The colours of one player."""

    land: Hue
    rim: Hue
    face: Hue
    side: Hue
    line: Hue
    text: Hue


def faded(tone: Hue) -> Tone:
    """The tone of land that cannot be chosen in a picker."""
    return Veiled(tone, Role.CANVAS, 0.4)


SIDES: Final = (
    SideTones(Hue.RED_LAND, Hue.RED_RIM, Hue.RED, Hue.RED_SIDE, Hue.RED_LINE, Hue.LIGHT_TEXT),
    SideTones(Hue.BLUE_LAND, Hue.BLUE_RIM, Hue.BLUE, Hue.BLUE_SIDE, Hue.BLUE_LINE, Hue.LIGHT_TEXT),
    SideTones(Hue.GREEN_LAND, Hue.GREEN_RIM, Hue.GREEN, Hue.GREEN_SIDE, Hue.GREEN_LINE, Hue.DARK_TEXT),
    SideTones(Hue.YELLOW_LAND, Hue.YELLOW_RIM, Hue.YELLOW, Hue.YELLOW_SIDE, Hue.YELLOW_LINE, Hue.DARK_TEXT),
)
"""By seat."""

_FREE: Final = (Hue.FREE, Hue.FREE_RIM)

PALETTE: Final = joined(
    COMMON,
    Palette(
        (Role.LAST, *Hue, *(faded(tone) for side in SIDES for tone in (side.land, side.rim)), *map(faded, _FREE)),
        (
            *meeting(Role.CANVAS, Hue.SHALLOWS, Hue.SLOT),
            *meeting(Role.PATH, Role.HALO, Hue.BADGE),
            *((Hue.FREE, Hue.NAME), (Hue.FREE_RIM, Hue.BORDER)),
            *((side.land, Hue.NAME) for side in SIDES),
            *((side.rim, Hue.BORDER) for side in SIDES),
            *((side.land, side.line) for side in SIDES),
            *((side.line, side.face) for side in SIDES),
            *((side.face, side.text) for side in SIDES),
            *((Hue.WALL, Hue.WALL_LINE), (Hue.SHALLOWS, Hue.BORDER)),
        ),
    ),
)
"""The colours of Farlander's pictures."""
