"""The colours of Farlander's map, by purpose."""

from dataclasses import dataclass
from enum import unique
from typing import Final

from render.theme import COMMON, Palette, Role, Tone, Tones, Veiled, joined, meeting


@unique
class Hue(Tones):
    """The colours of the map by their purpose."""

    SHALLOWS = "depth lines along the coast, and what is painted on the sea", "#64788c", "#3c4854", "#98a8b0"
    SLOT = "place where no tile lies yet", "#8898a8", "#647080", "#788490"
    CLIFF = "front edge of a tile", "#6c5838", "#403424", "#746040"
    FREE = "unoccupied land", "#f4f0e4", "#dcd4c4"
    BORDER = "border of countries and tiles", "#241c14", "#100c08"
    NAME = "name of a territory", "#241c10", "#100c04"
    LIGHT_NAME = "name of a territory on dark land", "#fcfcfc"
    RED_LAND = "land that Red holds", "#c05040", "#9c4030"
    RED_RIM = "texture of Red's land", "#a43c2c", "#843020"
    RED = "face of Red's units", "#801410"
    RED_SIDE = "side of Red's units", "#600c08"
    BLUE_LAND = "land that Blue holds", "#2c5094", "#1c3868"
    BLUE_RIM = "texture of Blue's land", "#4870b0", "#385c9c"
    BLUE = "face of Blue's units", "#142c68"
    BLUE_SIDE = "side of Blue's units", "#0c1c44"
    GREEN_LAND = "land that Green holds", "#70a868", "#588c50"
    GREEN_RIM = "texture of Green's land", "#508c48", "#407838"
    GREEN = "face of Green's units", "#186030"
    GREEN_SIDE = "side of Green's units", "#0c4018"
    YELLOW_LAND = "land that Yellow holds", "#e4c054", "#c4a038"
    YELLOW_RIM = "texture of Yellow's land", "#c89c2c", "#ac8420"
    YELLOW = "face of Yellow's units", "#fce45c"
    YELLOW_SIDE = "side of Yellow's units", "#b88c14"
    LIGHT_LINE = "outline of a dark unit", "#fcf8f0"
    DARK_LINE = "outline of a light unit", "#443404"
    LIGHT_TEXT = "number on a dark unit", "#fcfcf4"
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
    name: Hue = Hue.NAME


def faded(tone: Hue) -> Tone:
    """The tone of land that cannot be chosen in a picker."""
    return Veiled(tone, Role.CANVAS, 0.4)


SIDES: Final = (
    SideTones(Hue.RED_LAND, Hue.RED_RIM, Hue.RED, Hue.RED_SIDE, Hue.LIGHT_LINE, Hue.LIGHT_TEXT, Hue.LIGHT_NAME),
    SideTones(Hue.BLUE_LAND, Hue.BLUE_RIM, Hue.BLUE, Hue.BLUE_SIDE, Hue.LIGHT_LINE, Hue.LIGHT_TEXT, Hue.LIGHT_NAME),
    SideTones(Hue.GREEN_LAND, Hue.GREEN_RIM, Hue.GREEN, Hue.GREEN_SIDE, Hue.LIGHT_LINE, Hue.LIGHT_TEXT),
    SideTones(Hue.YELLOW_LAND, Hue.YELLOW_RIM, Hue.YELLOW, Hue.YELLOW_SIDE, Hue.DARK_LINE, Hue.DARK_TEXT),
)
"""By seat."""

PALETTE: Final = joined(
    COMMON,
    Palette(
        (Role.LAST, *Hue, *(faded(tone) for side in SIDES for tone in (side.land, side.rim)), faded(Hue.FREE)),
        (
            *meeting(Role.CANVAS, Hue.SHALLOWS, Hue.SLOT, Hue.BORDER),
            *meeting(Role.PATH, Role.HALO, Hue.BADGE),
            *((Hue.FREE, Hue.NAME), (Hue.FREE, Hue.BORDER), (Role.GOLD, Hue.BORDER)),
            *((side.land, side.name) for side in SIDES),
            *((side.land, Hue.BORDER) for side in SIDES),
            *((side.land, side.rim) for side in SIDES),
            *((side.land, side.line) for side in SIDES),
            *((side.line, side.face) for side in SIDES),
            *((side.face, side.text) for side in SIDES),
            *((Hue.WALL, Hue.WALL_LINE), (Hue.SHALLOWS, Hue.BORDER)),
        ),
    ),
)
"""The colours of Farlander's pictures."""
