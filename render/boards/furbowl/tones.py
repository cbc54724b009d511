"""The colours of the Furbowl pitch and its animals, by what they are for."""

from dataclasses import dataclass
from enum import unique
from typing import Final

from render.theme import Colour, Palette, Role, Scheme, Tone, meeting


@unique
class Fur(Tone):
    """The colours of the pitch by their purpose. A `DIM_` tone is its namesake on an animal that has acted."""

    TURF = "square of the pitch", "#a8bc98", "#809474", "#bccca8"
    TURF_ALT = "square of every other column", "#9cb08c", "#788c6c", "#b4c49c"
    LINE = "lines between the squares", "#84987c", "#5c7054", "#98a88c"
    TRAIL = "square of the last moves", "#ecd088", "#c8ac5c", "#f8e4a0"
    REACH = "square to which an animal can go, in a picker", "#bcd8dc", "#98b4b8", "#d4e8ec"
    PICKED = "square chosen in a picker", "#8cbce0", "#84b0d4"
    PURPLE_ZONE = "square of the column where Purple scores", "#b8a8cc", "#9080a8", "#ccc0dc"
    GREEN_ZONE = "square of the column where Green scores", "#7cb48c", "#549468", "#98c8a4"
    PURPLE = "rim of Purple's bases", "#6c38ac", "#5c2c98"
    PURPLE_FACE = "face of Purple's bases", "#ece4f8", "#dcd4e8"
    GREEN = "rim of Green's bases", "#14683c", "#0c5430"
    GREEN_FACE = "face of Green's bases", "#b8e4b8", "#a8d4a8"
    STUNNED_FACE = "face of the base of a stunned animal", "#c8c4bc"
    INK = "outlines, eyes and noses", "#2c2428"
    WHITE = "white fur and teeth", "#fcf8f0", "#f4f0e8"
    RABBIT_SHADE = "shaded fur of the rabbit", "#dcd0cc"
    PINK = "inner ears and the cat's nose", "#ec98a0"
    FOX = "the fox's fur", "#ec7c24"
    BEAR = "the bear's fur", "#80482c"
    MUZZLE = "the bear's muzzle", "#d8a878"
    SHELL = "the tortoise's shell", "#6c7830"
    PLATE = "plates of the shell", "#98a44c"
    SKIN = "the tortoise's skin", "#c8d078"
    CAT = "the cat's fur", "#606c80"
    EYE = "the cat's eyes, and stars", "#fcd840"
    BALL = "the ball", "#a84818"
    LACE = "laces of the ball", "#fcf8f0", "#f4f0e8"
    DIE_EDGE = "edge of a die, for a canvas as light as dice", "#fcf8f0", "#f4f0e8", "#988c74"
    DIM_PURPLE = ("rim of a base of Purple, dimmed",)
    DIM_PURPLE_FACE = ("face of a base of Purple, dimmed",)
    DIM_GREEN = ("rim of a base of Green, dimmed",)
    DIM_GREEN_FACE = ("face of a base of Green, dimmed",)
    DIM_STUNNED_FACE = ("face of the base of a stunned animal, dimmed",)
    DIM_INK = ("outlines, dimmed",)
    DIM_WHITE = ("white fur, dimmed",)
    DIM_RABBIT_SHADE = ("shaded fur of the rabbit, dimmed",)
    DIM_PINK = ("inner ears, dimmed",)
    DIM_FOX = ("the fox's fur, dimmed",)
    DIM_BEAR = ("the bear's fur, dimmed",)
    DIM_MUZZLE = ("the bear's muzzle, dimmed",)
    DIM_SHELL = ("the tortoise's shell, dimmed",)
    DIM_PLATE = ("plates of the shell, dimmed",)
    DIM_SKIN = ("the tortoise's skin, dimmed",)
    DIM_CAT = ("the cat's fur, dimmed",)
    DIM_EYE = ("the cat's eyes, dimmed",)

    def __init__(self, purpose: str, dusk: str = "", night: str = "", paper: str = "") -> None:
        """A `DIM_` tone has no colours of its own."""
        super().__init__(purpose, dusk, night, paper)

    def colour(self, scheme: Scheme) -> Colour:
        """The red, green and blue in a scheme; those of a `DIM_` tone are mixed with a veil, in multiples of four."""
        if not self.name.startswith("DIM_"):
            return super().colour(scheme)
        bright, veil = Fur[self.name.removeprefix("DIM_")].colour(scheme), bytes.fromhex(_VEILS[scheme])
        red, green, blue = (round((one * 2 + two * 3) / 20) * 4 for one, two in zip(bright, veil, strict=True))
        return red, green, blue


_VEILS: Final = {Scheme.DUSK: "b4bcac", Scheme.NIGHT: "889480", Scheme.PAPER: "d4dcc8"}


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
        *meeting(Role.CANVAS, Role.PLATE, Role.PLAIN_TEXT),
        *meeting(Role.PLATE, Role.PLATE_TEXT, Role.STAR_EDGE),
        (Role.STAR, Role.STAR_EDGE),
        (Role.OPTION, Role.HALO),
        *meeting(Fur.TURF, Role.OPTION, Fur.INK, Fur.PURPLE, Fur.GREEN, Fur.WHITE),
        *meeting(Fur.TRAIL, Fur.PURPLE, Fur.GREEN, Role.PATH),
        (Fur.PURPLE, Fur.PURPLE_FACE),
        (Fur.GREEN, Fur.GREEN_FACE),
        (Fur.PURPLE_FACE, Fur.INK),
        (Fur.GREEN_FACE, Fur.INK),
        *meeting(Fur.WHITE, Fur.INK, Fur.PURPLE, Fur.GREEN),
        *meeting(Fur.FOX, Fur.INK, Fur.WHITE),
        *meeting(Fur.BEAR, Fur.INK, Fur.MUZZLE),
        *meeting(Fur.SHELL, Fur.INK, Fur.PLATE),
        (Fur.SKIN, Fur.INK),
        *meeting(Fur.CAT, Fur.INK, Fur.EYE),
        *meeting(Fur.BALL, Fur.WHITE, Fur.INK),
        *meeting(Role.CANVAS, Fur.PURPLE, Fur.GREEN),
        (Fur.PURPLE_ZONE, Fur.PURPLE),
        (Fur.GREEN_ZONE, Fur.GREEN),
        *meeting(Fur.TURF, Fur.DIM_PURPLE, Fur.DIM_GREEN),
        (Fur.DIM_PURPLE, Fur.DIM_PURPLE_FACE),
        (Fur.DIM_GREEN, Fur.DIM_GREEN_FACE),
        *meeting(Fur.DIM_INK, Fur.DIM_WHITE, Fur.DIM_FOX, Fur.DIM_BEAR, Fur.DIM_SHELL, Fur.DIM_CAT),
    ),
)
"""The colours of Furbowl's pictures."""
