"""The colours of the Furbowl pitch and its animals, by purpose."""

from dataclasses import dataclass
from enum import unique
from typing import Final

from render.theme import COMMON, Palette, Role, Tone, Tones, Veiled, joined, meeting


@unique
class Fur(Tones):
    """The colours of the pitch by their purpose."""

    TURF = "square of the pitch", "#a8bc98", "#809474", "#bccca8"
    TURF_ALT = "square of every other column", "#9cb08c", "#788c6c", "#b4c49c"
    LINE = "lines between the squares", "#84987c", "#5c7054", "#98a88c"
    TRAIL = "square of the last moves", "#ecd088", "#c8ac5c", "#f8e4a0"
    REACH = "square to which an animal can go, in a picker", "#ccdce0", "#a8c0c4", "#dcecf0"
    OFFERED = "square of an animal that can be chosen in a picker", "#e8f0f4", "#ccdce0", "#f0f8fc"
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
    VEIL = "what animals that have acted fade into", "#b4bcac", "#889480", "#d4dcc8"
    DIE_EDGE = "edge of a die, for a canvas as light as dice", "#fcf8f0", "#f4f0e8", "#988c74"


_FURS: Final = list(Fur)
_DIMMED: Final = _FURS[_FURS.index(Fur.PURPLE) : _FURS.index(Fur.BALL)]


def dimmed(tone: Tone) -> Tone:
    """The dimmed tone of an animal or its base for an animal that has acted; other tones are unchanged."""
    return Veiled(tone, Fur.VEIL, 0.6) if isinstance(tone, Fur) and tone in _DIMMED else tone


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

PALETTE: Final = joined(
    COMMON,
    Palette(
        (*Fur, *map(dimmed, _DIMMED)),
        (
            *meeting(Fur.TURF, Role.OPTION, Fur.INK, Fur.WHITE),
            *meeting(Fur.INK, Fur.WHITE, Fur.FOX, Fur.BEAR, Fur.SHELL, Fur.SKIN, Fur.CAT, Fur.BALL),
            *meeting(dimmed(Fur.INK), *map(dimmed, (Fur.WHITE, Fur.FOX, Fur.BEAR, Fur.SHELL, Fur.CAT))),
            *((Fur.TRAIL, Role.PATH), (Fur.FOX, Fur.WHITE), (Fur.BALL, Fur.WHITE)),
            *((Fur.BEAR, Fur.MUZZLE), (Fur.SHELL, Fur.PLATE), (Fur.CAT, Fur.EYE)),
            *((side.face, Fur.INK) for side in SIDES),
            *(
                pair
                for side in SIDES
                for pair in (
                    *meeting(side.rim, Fur.TURF, Fur.TRAIL, Fur.WHITE, Role.CANVAS, side.face, side.zone),
                    *meeting(dimmed(side.rim), Fur.TURF, dimmed(side.face)),
                )
            ),
        ),
    ),
)
"""The colours of Furbowl's pictures."""
