"""The colours of the Furbowl pitch and its animals, by what they are for."""

from dataclasses import dataclass
from enum import unique
from typing import Final

from render.theme import Palette, Role, Scheme, Tone


@unique
class Fur(Tone):
    """The colours of the pitch by their purpose. A `DIM_` tone is its namesake on an animal that has acted."""

    TURF = "square of the pitch"
    TURF_ALT = "square of every other column"
    LINE = "lines between the squares"
    TRAIL = "square of the last moves"
    REACH = "square to which an animal can go, in a picker"
    PICKED = "square chosen in a picker"
    PURPLE_ZONE = "square of the column where Purple scores"
    GREEN_ZONE = "square of the column where Green scores"
    PURPLE = "rim of Purple's bases"
    PURPLE_FACE = "face of Purple's bases"
    GREEN = "rim of Green's bases"
    GREEN_FACE = "face of Green's bases"
    STUNNED_FACE = "face of the base of a stunned animal"
    INK = "outlines, eyes and noses"
    WHITE = "white fur and teeth"
    RABBIT_SHADE = "shaded fur of the rabbit"
    PINK = "inner ears and the cat's nose"
    FOX = "the fox's fur"
    BEAR = "the bear's fur"
    MUZZLE = "the bear's muzzle"
    SHELL = "the tortoise's shell"
    PLATE = "plates of the shell"
    SKIN = "the tortoise's skin"
    CAT = "the cat's fur"
    EYE = "the cat's eyes, and stars"
    BALL = "the ball"
    LACE = "laces of the ball"
    DIE_EDGE = "edge of a die, seen where dice do not stand out from the canvas by themselves"
    DIM_PURPLE = "rim of a base of Purple, dimmed"
    DIM_PURPLE_FACE = "face of a base of Purple, dimmed"
    DIM_GREEN = "rim of a base of Green, dimmed"
    DIM_GREEN_FACE = "face of a base of Green, dimmed"
    DIM_STUNNED_FACE = "face of the base of a stunned animal, dimmed"
    DIM_INK = "outlines, dimmed"
    DIM_WHITE = "white fur, dimmed"
    DIM_RABBIT_SHADE = "shaded fur of the rabbit, dimmed"
    DIM_PINK = "inner ears, dimmed"
    DIM_FOX = "the fox's fur, dimmed"
    DIM_BEAR = "the bear's fur, dimmed"
    DIM_MUZZLE = "the bear's muzzle, dimmed"
    DIM_SHELL = "the tortoise's shell, dimmed"
    DIM_PLATE = "plates of the shell, dimmed"
    DIM_SKIN = "the tortoise's skin, dimmed"
    DIM_CAT = "the cat's fur, dimmed"
    DIM_EYE = "the cat's eyes, dimmed"

    def code(self, scheme: Scheme) -> str:
        """The colour as `#rrggbb`."""
        colours = _COLOURS[scheme]
        if self in colours:
            return colours[self]
        bright = bytes.fromhex(colours[Fur[self.name.removeprefix("DIM_")]].removeprefix("#"))
        veil = bytes.fromhex(_VEILS[scheme].removeprefix("#"))
        return "#" + bytes(round((one * 2 + two * 3) / 20) * 4 for one, two in zip(bright, veil, strict=True)).hex()


_DUSK: Final = {
    Fur.TURF: "#a8bc98",
    Fur.TURF_ALT: "#9cb08c",
    Fur.LINE: "#84987c",
    Fur.TRAIL: "#ecd088",
    Fur.REACH: "#bcd8dc",
    Fur.PICKED: "#8cbce0",
    Fur.PURPLE_ZONE: "#b8a8cc",
    Fur.GREEN_ZONE: "#7cb48c",
    Fur.PURPLE: "#6c38ac",
    Fur.PURPLE_FACE: "#ece4f8",
    Fur.GREEN: "#14683c",
    Fur.GREEN_FACE: "#b8e4b8",
    Fur.STUNNED_FACE: "#c8c4bc",
    Fur.INK: "#2c2428",
    Fur.WHITE: "#fcf8f0",
    Fur.RABBIT_SHADE: "#dcd0cc",
    Fur.PINK: "#ec98a0",
    Fur.FOX: "#ec7c24",
    Fur.BEAR: "#80482c",
    Fur.MUZZLE: "#d8a878",
    Fur.SHELL: "#6c7830",
    Fur.PLATE: "#98a44c",
    Fur.SKIN: "#c8d078",
    Fur.CAT: "#606c80",
    Fur.EYE: "#fcd840",
    Fur.BALL: "#a84818",
    Fur.LACE: "#fcf8f0",
    Fur.DIE_EDGE: "#fcf8f0",
}
_NIGHT: Final = {
    Fur.TURF: "#809474",
    Fur.TURF_ALT: "#788c6c",
    Fur.LINE: "#5c7054",
    Fur.TRAIL: "#c8ac5c",
    Fur.REACH: "#98b4b8",
    Fur.PICKED: "#84b0d4",
    Fur.PURPLE_ZONE: "#9080a8",
    Fur.GREEN_ZONE: "#549468",
    Fur.PURPLE: "#5c2c98",
    Fur.PURPLE_FACE: "#dcd4e8",
    Fur.GREEN: "#0c5430",
    Fur.GREEN_FACE: "#a8d4a8",
    Fur.WHITE: "#f4f0e8",
    Fur.LACE: "#f4f0e8",
    Fur.DIE_EDGE: "#f4f0e8",
}
_PAPER: Final = {
    Fur.TURF: "#bccca8",
    Fur.TURF_ALT: "#b4c49c",
    Fur.LINE: "#98a88c",
    Fur.TRAIL: "#f8e4a0",
    Fur.REACH: "#d4e8ec",
    Fur.PURPLE_ZONE: "#ccc0dc",
    Fur.GREEN_ZONE: "#98c8a4",
    Fur.DIE_EDGE: "#988c74",
}
_COLOURS: Final = {Scheme.DUSK: _DUSK, Scheme.NIGHT: _DUSK | _NIGHT, Scheme.PAPER: _DUSK | _PAPER}
_VEILS: Final = {Scheme.DUSK: "#b4bcac", Scheme.NIGHT: "#889480", Scheme.PAPER: "#d4dcc8"}


def dimmed(tone: Tone) -> Tone:
    """A tone as it looks on an animal that has acted."""
    return Fur[f"DIM_{tone.name}"] if isinstance(tone, Fur) and f"DIM_{tone.name}" in Fur.__members__ else tone


@dataclass(frozen=True, slots=True)
class TeamTones:
    """The colours of one team."""

    rim: Fur
    face: Fur
    zone: Fur


SIDES: Final = (
    TeamTones(Fur.PURPLE, Fur.PURPLE_FACE, Fur.PURPLE_ZONE),
    TeamTones(Fur.GREEN, Fur.GREEN_FACE, Fur.GREEN_ZONE),
)
"""By seat."""

_SHARED: Final = (
    Role.CANVAS,
    Role.PLATE,
    Role.PLATE_TEXT,
    Role.PLAIN_TEXT,
    Role.PATH,
    Role.OPTION,
    Role.HALO,
    Role.STAR,
    Role.STAR_EDGE,
)

PALETTE: Final = Palette(
    tones=(*_SHARED, *Fur),
    meetings=(
        (Role.CANVAS, Role.PLATE),
        (Role.CANVAS, Role.PLAIN_TEXT),
        (Role.PLATE, Role.PLATE_TEXT),
        (Role.PLATE, Role.STAR_EDGE),
        (Role.STAR, Role.STAR_EDGE),
        (Role.OPTION, Role.HALO),
        (Fur.TURF, Role.OPTION),
        (Fur.TURF, Fur.INK),
        (Fur.TURF, Fur.PURPLE),
        (Fur.TURF, Fur.GREEN),
        (Fur.TURF, Fur.WHITE),
        (Fur.TRAIL, Fur.PURPLE),
        (Fur.TRAIL, Fur.GREEN),
        (Fur.TRAIL, Role.PATH),
        (Fur.PURPLE, Fur.PURPLE_FACE),
        (Fur.GREEN, Fur.GREEN_FACE),
        (Fur.PURPLE_FACE, Fur.INK),
        (Fur.GREEN_FACE, Fur.INK),
        (Fur.WHITE, Fur.INK),
        (Fur.WHITE, Fur.PURPLE),
        (Fur.WHITE, Fur.GREEN),
        (Fur.FOX, Fur.INK),
        (Fur.FOX, Fur.WHITE),
        (Fur.BEAR, Fur.INK),
        (Fur.BEAR, Fur.MUZZLE),
        (Fur.SHELL, Fur.INK),
        (Fur.SHELL, Fur.PLATE),
        (Fur.SKIN, Fur.INK),
        (Fur.CAT, Fur.INK),
        (Fur.CAT, Fur.EYE),
        (Fur.BALL, Fur.WHITE),
        (Fur.BALL, Fur.INK),
        (Role.CANVAS, Fur.PURPLE),
        (Role.CANVAS, Fur.GREEN),
        (Fur.PURPLE_ZONE, Fur.PURPLE),
        (Fur.GREEN_ZONE, Fur.GREEN),
        (Fur.TURF, Fur.DIM_PURPLE),
        (Fur.TURF, Fur.DIM_GREEN),
        (Fur.DIM_PURPLE, Fur.DIM_PURPLE_FACE),
        (Fur.DIM_GREEN, Fur.DIM_GREEN_FACE),
        (Fur.DIM_INK, Fur.DIM_WHITE),
        (Fur.DIM_INK, Fur.DIM_FOX),
        (Fur.DIM_INK, Fur.DIM_BEAR),
        (Fur.DIM_INK, Fur.DIM_SHELL),
        (Fur.DIM_INK, Fur.DIM_CAT),
    ),
)
"""The colours of Furbowl's pictures."""
