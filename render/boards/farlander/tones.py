"""The colours of Farlander's map, by what they are for."""

from dataclasses import dataclass
from enum import unique
from typing import Final

from render.theme import Palette, Role, Scheme, Tone


@unique
class Hue(Tone):
    """The colours of the map by their purpose."""

    SHALLOWS = "water along the coast"
    SLOT = "place where no tile lies yet, and what is painted on the sea"
    CLIFF = "front edge of a tile"
    FREE = "unoccupied land"
    FREE_RIM = "unoccupied land along its borders"
    BORDER = "border of territories and tiles"
    NAME = "name of a territory"
    RED_LAND = "land that Red holds"
    RED_RIM = "Red's land along its borders"
    RED = "face of Red's units"
    RED_SIDE = "side of Red's units"
    RED_LINE = "outline of Red's units"
    BLUE_LAND = "land that Blue holds"
    BLUE_RIM = "Blue's land along its borders"
    BLUE = "face of Blue's units"
    BLUE_SIDE = "side of Blue's units"
    BLUE_LINE = "outline of Blue's units"
    GREEN_LAND = "land that Green holds"
    GREEN_RIM = "Green's land along its borders"
    GREEN = "face of Green's units"
    GREEN_SIDE = "side of Green's units"
    GREEN_LINE = "outline of Green's units"
    YELLOW_LAND = "land that Yellow holds"
    YELLOW_RIM = "Yellow's land along its borders"
    YELLOW = "face of Yellow's units"
    YELLOW_SIDE = "side of Yellow's units"
    YELLOW_LINE = "outline of Yellow's units"
    LIGHT_TEXT = "number on a dark unit"
    DARK_TEXT = "number on a light unit"
    WALL = "wall of a castle"
    WALL_SHADED = "wall of a castle in the shade"
    WALL_LINE = "lines of a castle"
    BADGE = "ground of the number on an arrow"

    def code(self, scheme: Scheme) -> str:
        """The colour as `#rrggbb`."""
        return _COLOURS[scheme][self]


_DUSK: Final = {
    Hue.SHALLOWS: "#4c5c68",
    Hue.SLOT: "#748490",
    Hue.CLIFF: "#8c7c60",
    Hue.FREE: "#e4dccc",
    Hue.FREE_RIM: "#ccc4b0",
    Hue.BORDER: "#5c4830",
    Hue.NAME: "#302818",
    Hue.RED_LAND: "#e8aca0",
    Hue.RED_RIM: "#d08070",
    Hue.RED: "#c43c2c",
    Hue.RED_SIDE: "#8c2418",
    Hue.RED_LINE: "#5c140c",
    Hue.BLUE_LAND: "#a8c4e8",
    Hue.BLUE_RIM: "#789cd0",
    Hue.BLUE: "#2454a4",
    Hue.BLUE_SIDE: "#183874",
    Hue.BLUE_LINE: "#10244c",
    Hue.GREEN_LAND: "#c0e4b8",
    Hue.GREEN_RIM: "#90c48c",
    Hue.GREEN: "#58b46c",
    Hue.GREEN_SIDE: "#347c44",
    Hue.GREEN_LINE: "#143c1c",
    Hue.YELLOW_LAND: "#f8e8a0",
    Hue.YELLOW_RIM: "#e0c458",
    Hue.YELLOW: "#f8d038",
    Hue.YELLOW_SIDE: "#b48c14",
    Hue.YELLOW_LINE: "#644c08",
    Hue.LIGHT_TEXT: "#fcf8f0",
    Hue.DARK_TEXT: "#241c0c",
    Hue.WALL: "#f4f0e8",
    Hue.WALL_SHADED: "#c4bcb0",
    Hue.WALL_LINE: "#40382c",
    Hue.BADGE: "#fcf4dc",
}
_NIGHT: Final = {
    Hue.SHALLOWS: "#242c34",
    Hue.SLOT: "#54606c",
    Hue.CLIFF: "#584c38",
    Hue.FREE: "#bcb4a4",
    Hue.FREE_RIM: "#a49c88",
    Hue.BORDER: "#382c1c",
    Hue.NAME: "#181008",
    Hue.RED_LAND: "#cc9084",
    Hue.RED_RIM: "#b87464",
    Hue.RED_LINE: "#480c08",
    Hue.BLUE_LAND: "#8ca8cc",
    Hue.BLUE_RIM: "#7094bc",
    Hue.GREEN_LAND: "#a0c098",
    Hue.GREEN_RIM: "#7cac78",
    Hue.GREEN_LINE: "#0c2c14",
    Hue.YELLOW_LAND: "#dccc88",
    Hue.YELLOW_RIM: "#c0a444",
    Hue.YELLOW_LINE: "#503c04",
    Hue.WALL: "#e0dcd4",
    Hue.WALL_SHADED: "#aca498",
}
_PAPER: Final = {
    Hue.SHALLOWS: "#dce4dc",
    Hue.SLOT: "#98a09c",
    Hue.CLIFF: "#94846c",
    Hue.FREE: "#e8e0cc",
    Hue.FREE_RIM: "#d0c4a8",
}
_COLOURS: Final = {Scheme.DUSK: _DUSK, Scheme.NIGHT: _DUSK | _NIGHT, Scheme.PAPER: _DUSK | _PAPER}


@dataclass(frozen=True, slots=True)
class SideTones:
    """The colours of one player."""

    land: Hue
    rim: Hue
    face: Hue
    side: Hue
    line: Hue
    text: Hue


SIDES: Final = (
    SideTones(Hue.RED_LAND, Hue.RED_RIM, Hue.RED, Hue.RED_SIDE, Hue.RED_LINE, Hue.LIGHT_TEXT),
    SideTones(Hue.BLUE_LAND, Hue.BLUE_RIM, Hue.BLUE, Hue.BLUE_SIDE, Hue.BLUE_LINE, Hue.LIGHT_TEXT),
    SideTones(Hue.GREEN_LAND, Hue.GREEN_RIM, Hue.GREEN, Hue.GREEN_SIDE, Hue.GREEN_LINE, Hue.DARK_TEXT),
    SideTones(Hue.YELLOW_LAND, Hue.YELLOW_RIM, Hue.YELLOW, Hue.YELLOW_SIDE, Hue.YELLOW_LINE, Hue.DARK_TEXT),
)
"""By seat."""

_SHARED: Final = (
    Role.CANVAS,
    Role.PLATE,
    Role.PLATE_TEXT,
    Role.PLAIN_TEXT,
    Role.LAST,
    Role.PATH,
    Role.OPTION,
    Role.HALO,
    Role.STAR,
    Role.STAR_EDGE,
)

PALETTE: Final = Palette(
    (*_SHARED, *Hue),
    (
        (Role.CANVAS, Role.PLATE),
        (Role.CANVAS, Role.PLAIN_TEXT),
        (Role.CANVAS, Hue.SHALLOWS),
        (Role.CANVAS, Hue.SLOT),
        (Role.PLATE, Role.PLATE_TEXT),
        (Role.PLATE, Role.STAR_EDGE),
        (Role.STAR, Role.STAR_EDGE),
        (Role.OPTION, Role.HALO),
        (Role.PATH, Role.HALO),
        (Role.PATH, Hue.BADGE),
        (Hue.FREE, Hue.NAME),
        (Hue.FREE_RIM, Hue.BORDER),
        *((side.land, Hue.NAME) for side in SIDES),
        *((side.rim, Hue.BORDER) for side in SIDES),
        *((side.land, side.line) for side in SIDES),
        *((side.line, side.face) for side in SIDES),
        *((side.face, side.text) for side in SIDES),
        (Hue.WALL, Hue.WALL_LINE),
        (Hue.SHALLOWS, Hue.BORDER),
    ),
)
"""The colours of Farlander's pictures."""
