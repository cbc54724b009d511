"""What must be told apart is told apart by everybody: in normal sight, with two kinds of colour blindness, and in grey."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from coloraide import Color

from render import theme
from render.boards.farlander.tones import SIDES as LANDS
from render.boards.farlander.tones import Hue
from render.boards.furbowl.tones import SIDES as TEAMS
from render.boards.furbowl.tones import Fur, dimmed
from render.boards.fursaz import Ground
from render.boards.playwin import Clay, Collar
from render.discs import SIDES
from render.theme import Role, Scheme, Tone
from tests.render.test_theme import ALL_SCHEMES, contrast

LEAST = 10
"""The least difference (CIEDE2000) of two colours that mean different things, in every sight."""

SIGHTS = ("normal", "deutan", "protan", "grayscale")
RIM, NAME, TEXT = 3.0, 3.0, 4.5
"""The least contrast of a piece's rim, of a faint name, and of a text."""

_WHITE, _BLACK = SIDES
MARKS = (Role.OPTION, Role.CHOSEN)
APART: dict[str, tuple[tuple[Tone, Tone], ...]] = {
    "header": (
        (Role.PAPER, Role.PLATE),
        (Role.PAPER, Role.CANVAS),
        (Role.GOLD, Role.PAPER),
        (Role.VICTORY, Role.VICTORY_EDGE),
    ),
    "furl": (
        (_WHITE.face, _BLACK.face),
        *((ground, side.face) for side in SIDES for ground in (Role.TILE, Role.LAST, Role.CHOSEN)),
        *((Role.TILE, mark) for mark in (Role.LAST, *MARKS)),
        *((Role.OPTION, other) for other in (Role.LAST, Role.CHOSEN, Role.HALO)),
        (Role.LAST, Role.PATH),
        (Role.GOAL_WHITE, Role.GOAL_BLACK),
    ),
    "fursaz": (
        *combinations((Ground.JADE, Ground.BLACK_LAND, Ground.WHITE_LAND), 2),
        *((ground, side.face) for side in SIDES for ground in (Ground.JADE, Role.GOLD)),
        (Ground.BLACK_LAND, Role.BLACK),
        *((Ground.JADE, mark) for mark in (Role.OPTION, Role.GOLD_EDGE)),
        *((Role.GOLD, mark) for mark in (Role.OPTION, Role.HALO)),
        *((Ground.BLACK_LAND, Role.HALO), (Ground.WHITE_LAND, Role.OPTION), (Role.OPTION, Role.HALO)),
    ),
    "playwin": (
        *((ground, side.face) for side in SIDES for ground in (Clay.HOLLOW, Role.LAST, Role.CHOSEN)),
        *((Clay.HOLLOW, mark) for mark in (Role.LAST, *MARKS, Collar.MUST, Clay.PLATE)),
        *((Role.LAST, mark) for mark in (Role.OPTION, Role.PATH, Collar.MUST)),
        (Collar.MUST, Role.HALO),
    ),
    "farlander": (
        *combinations((Hue.FREE, *(side.land for side in LANDS)), 2),
        *((side.land, side.line) for side in LANDS),
        *((side.line, side.face) for side in LANDS),
        *((side.land, Hue.BORDER) for side in LANDS),
        *((Role.GOLD, Hue.BORDER), (Role.OPTION, Role.HALO)),
    ),
    "furbowl": (
        (TEAMS[0].rim, TEAMS[1].rim),
        *((side.rim, ground) for side in TEAMS for ground in (Fur.TURF, Fur.TURF_ALT)),
        *((side.zone, Fur.TURF) for side in TEAMS),
        *((side.rim, dimmed(side.rim)) for side in TEAMS[:1]),
        *((Fur.TURF, mark) for mark in (Fur.REACH, Fur.OFFERED, Role.OPTION, Fur.BALL, Role.GOLD_EDGE)),
        *((Fur.BALL, Fur.WHITE), (Role.GOLD, Role.GOLD_EDGE)),
    ),
}
"""By game, pairs of colours of which each means something else where the other could be.

A mark of the picker has a halo wherever the ground is dark.
"""

TEXTS: tuple[tuple[Tone, Tone, float], ...] = (
    *((Role.PAPER_TEXT, Role.PAPER, TEXT), (Role.PLAIN_TEXT, Role.PLATE, TEXT), (Role.PLATE_TEXT, Role.PLATE, TEXT)),
    *((Ground.NAME, Ground.JADE, NAME), (Clay.NAME, Clay.HOLLOW, NAME)),
    *((Role.TILE_TEXT, ground, TEXT) for ground in (Role.HALO, Role.CHOSEN)),
    *((side.name, side.land, TEXT) for side in LANDS),
    *((side.text, side.face, TEXT) for side in LANDS),
    *(
        (Hue.NAME, Hue.FREE, TEXT),
        (Hue.NAME, Hue.BADGE, TEXT),
        (Role.PATH, Hue.BADGE, TEXT),
        (Hue.BORDER, Role.GOLD, TEXT),
    ),
    *((Role.GOLD_EDGE, Role.GOLD, TEXT), (Role.HALO, Role.OPTION, TEXT), (Collar.MUST_TEXT, Collar.MUST, TEXT)),
    *((Fur.ZONE_TEXT, side.zone, TEXT) for side in TEAMS),
)
"""Texts with their grounds and their least contrast."""


@cache
def seen(tone: Tone, scheme: Scheme, sight: str) -> Color:
    """A tone as somebody sees it."""
    colour = Color("srgb", [channel / 255 for channel in theme.colour(tone, scheme)])
    return colour if sight == "normal" else colour.filter(sight)


def told_apart(one: Tone, other: Tone, scheme: Scheme) -> Iterator[tuple[str, float]]:
    """The sights in which two tones are too much alike, and how far apart they are."""
    for sight in SIGHTS:
        difference = seen(one, scheme, sight).delta_e(seen(other, scheme, sight), method="2000")
        if difference < LEAST:
            yield sight, round(difference, 1)


@ALL_SCHEMES
@pytest.mark.parametrize("game", APART)
def test_what_means_something_else_is_told_apart_in_every_sight(game: str, scheme: Scheme) -> None:
    alike = {
        (str(one), str(other)): found for one, other in APART[game] if (found := [*told_apart(one, other, scheme)])
    }
    assert not alike


@ALL_SCHEMES
def test_the_picker_has_the_colour_of_no_player(scheme: Scheme) -> None:
    for tone in (
        *(side.land for side in LANDS),
        *(side.face for side in LANDS),
        *(side.face for side in SIDES),
        *(side.rim for side in TEAMS),
    ):
        assert seen(Role.OPTION, scheme, "normal").delta_e(seen(tone, scheme, "normal"), method="2000") >= 2 * LEAST


@ALL_SCHEMES
def test_every_piece_has_a_rim_that_is_seen_on_the_canvas_or_a_face_that_is(scheme: Scheme) -> None:
    for side in (*SIDES, *LANDS):
        assert max(contrast(tone, Role.CANVAS, scheme) for tone in (side.line, side.face)) >= RIM, side
    for team in TEAMS:
        assert max(contrast(tone, Role.CANVAS, scheme) for tone in (team.line, team.rim)) >= RIM, team


@ALL_SCHEMES
def test_texts_are_read_and_names_are_found(scheme: Scheme) -> None:
    unread = {
        (str(text), str(ground)): round(ratio, 2)
        for text, ground, least in TEXTS
        if (ratio := contrast(text, ground, scheme)) < least
    }
    assert not unread
