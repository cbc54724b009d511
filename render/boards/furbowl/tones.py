"""The colours of the Furbowl pitch and its animals, by purpose."""

from dataclasses import dataclass
from enum import unique
from typing import Final

from render.theme import COMMON, Palette, Role, Tone, Tones, Veiled, joined, meeting


@unique
class Fur(Tones):
    """The colours of the pitch by their purpose."""

    TURF = "square of the pitch", "#9cc480", "#749c5c", "#a4cc88"
    TURF_ALT = "square of every other column", "#90b874", "#6c9054", "#98c07c"
    CHALK = "chalk on the pitch", "#c8dcb4", "#94b480", "#d0e4bc"
    LINE = "lines between the squares", "#7ca464", "#587c44", "#84ac6c"
    REACH = "square to which an animal can go, in a picker", "#e4e8d4", "#b4bca0", "#f0f4e0"
    OFFERED = "square of an animal that can be chosen in a picker", "#f8f4ec", "#dcdcd0"
    PICKED = "square chosen in a picker", "#ec98c8", "#e08cbc"
    PURPLE_ZONE = "column where Purple scores", "#6c48a8", "#583890"
    GREEN_ZONE = "column where Green scores", "#1c6c40", "#145430"
    PURPLE = "rim of Purple's bases", "#4c1c8c", "#4c2088"
    PURPLE_LINE = "outline of Purple's bases", "#ece4f8", "#dcd4e8"
    PURPLE_FACE = "face of Purple's bases", "#ece4f8", "#dcd4e8"
    GREEN = "rim of Green's bases", "#fcfcf4", "#f4f4ec"
    GREEN_LINE = "outline of Green's bases", "#0c4c24", "#083818"
    GREEN_FACE = "face of Green's bases", "#9cd898", "#8cc888"
    STUNNED_FACE = "face of the base of a stunned animal", "#c8c4bc"
    ZONE_TEXT = "words in these columns", "#fcf8f0", "#f4f0e8"
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
    line: Fur
    face: Fur
    zone: Fur


SIDES: Final = (
    TeamTones(Fur.PURPLE, Fur.PURPLE_LINE, Fur.PURPLE_FACE, Fur.PURPLE_ZONE),
    TeamTones(Fur.GREEN, Fur.GREEN_LINE, Fur.GREEN_FACE, Fur.GREEN_ZONE),
)
"""By seat."""

PALETTE: Final = joined(
    COMMON,
    Palette(
        (*Fur, *map(dimmed, _DIMMED)),
        (
            *meeting(Fur.TURF, Role.OPTION, Fur.INK, Fur.WHITE),
            *meeting(Fur.INK, Fur.WHITE, Fur.FOX, Fur.BEAR, Fur.SHELL, Fur.SKIN, Fur.CAT, Fur.BALL),
            *meeting(dimmed(Fur.INK), *map(dimmed, (Fur.WHITE, Fur.CAT))),
            *((Fur.TURF, Role.GOLD_EDGE), (Fur.FOX, Fur.WHITE), (Fur.BALL, Fur.WHITE), (Fur.ZONE_TEXT, Fur.GREEN_ZONE)),
            (Fur.ZONE_TEXT, Fur.PURPLE_ZONE),
            (Fur.CAT, Fur.EYE),
            *((side.face, Fur.INK) for side in SIDES),
            *(
                pair
                for side in SIDES
                for pair in (
                    *meeting(side.rim, Fur.TURF, side.line, Fur.WHITE, side.face),
                    *meeting(side.line, Fur.TURF, side.face),
                    *meeting(dimmed(side.rim), Fur.TURF, dimmed(side.face)),
                )
            ),
        ),
    ),
)
"""The colours of Furbowl's pictures."""
