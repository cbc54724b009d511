"""Colours can be told apart and texts can be read, with any colour vision, in every theme."""

import pytest

from render import THEMES, Scene, theme
from render.boards import BOARDS
from render.shapes import Label
from render.theme import Colour, Palette, Role, Scheme, Tone, scheme_of
from render.typeface import CAP_HEIGHT, Style

ALL_SCHEMES = pytest.mark.parametrize("scheme", Scheme)

TEXTS = [
    (Role.PLATE_TEXT, Role.PLATE),
    (Role.PLATE_TEXT, Role.CANVAS),
    (Role.PLAIN_TEXT, Role.CANVAS),
    (Role.TILE_TEXT, Role.TILE),
    (Role.TILE_TEXT, Role.LAST),
    (Role.TILE_TEXT, Role.CHOSEN),
    (Role.WHITE_TEXT, Role.WHITE),
    (Role.BLACK_TEXT, Role.BLACK),
]
"""Pairs of a text's role and the role of its background."""

APART = [
    (Role.WHITE, Role.BLACK, 60),
    (Role.TILE, Role.WHITE, 15),
    (Role.TILE, Role.BLACK, 50),
    (Role.LAST, Role.WHITE, 12),
    (Role.LAST, Role.BLACK, 50),
    (Role.LAST, Role.PATH, 35),
    (Role.TILE, Role.OPTION, 35),
    (Role.LAST, Role.OPTION, 35),
    (Role.CHOSEN, Role.OPTION, 30),
    (Role.WHITE, Role.OPTION, 50),
    (Role.OPTION, Role.HALO, 50),
    (Role.CANVAS, Role.TILE, 40),
    (Role.CANVAS, Role.PLATE, 10),
    (Role.CANVAS, Role.GOAL_WHITE, 40),
    (Role.CANVAS, Role.GOAL_BLACK, 15),
    (Role.GOAL_WHITE, Role.GOAL_BLACK, 60),
    (Role.WHITE, Role.WHITE_LINE, 35),
    (Role.BLACK, Role.BLACK_LINE, 30),
    (Role.STAR, Role.STAR_EDGE, 40),
]
"""Roles side by side whose difference has a meaning, and the least difference in lightness (of 100)."""

ON_PAPER = {
    (Role.CANVAS, Role.TILE): 12,
    (Role.CANVAS, Role.GOAL_WHITE): 25,
    (Role.GOAL_WHITE, Role.GOAL_BLACK): 50,
}
"""The exceptions for a light canvas, where the front edges of tiles and the dashed goal line help."""

# Machado, Oliveira and Fernandes 2009, severity 1.0: applied to linear red, green and blue.
EYES = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}


def linear(colour: Colour) -> tuple[float, ...]:
    """Channels from 0 to 1, proportional to light (sRGB)."""
    shares = (channel / 255 for channel in colour)
    return tuple(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)


def weighed(weights: tuple[float, ...], light: tuple[float, ...]) -> float:
    return sum(weight * channel for weight, channel in zip(weights, light, strict=True))


def luminance(light: tuple[float, ...]) -> float:
    """From 0 (black) to 1 (white)."""
    return weighed((0.2126, 0.7152, 0.0722), light)


def contrast(one: Tone, other: Tone, scheme: Scheme) -> float:
    """The contrast ratio of WCAG 2."""
    darker, lighter = sorted(luminance(linear(theme.colour(tone, scheme))) for tone in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(tone: Tone, eyes: str, scheme: Scheme) -> float:
    """The CIE L*, from 0 to 100, of a colour as it looks with a kind of colour vision."""
    light = linear(theme.colour(tone, scheme))
    seen = tuple(min(1.0, max(0.0, weighed(row, light))) for row in EYES[eyes])
    return 116 * luminance(seen) ** (1 / 3) - 16


def test_every_text_is_looked_at() -> None:
    assert {text for text, _ in TEXTS} == {role for role in Role if role.name.endswith("_TEXT")}


@ALL_SCHEMES
def test_text_has_a_contrast_of_four_and_a_half_to_one(scheme: Scheme) -> None:
    for text, ground in (*TEXTS, (Role.PATH, Role.LAST)):
        assert contrast(text, ground, scheme) >= 4.5, (text, ground)


@ALL_SCHEMES
@pytest.mark.parametrize("eyes", EYES)
def test_roles_that_must_differ_differ_in_lightness_for_all_eyes(eyes: str, scheme: Scheme) -> None:
    for one, other, least in APART:
        enough = ON_PAPER.get((one, other), least) if scheme is Scheme.PAPER else least
        assert abs(lightness(one, eyes, scheme) - lightness(other, eyes, scheme)) >= enough, (one, other)


PALETTES = tuple(board.palette for board in BOARDS)


@pytest.mark.parametrize("palette", PALETTES)
def test_a_palette_has_room_for_its_colours_in_every_scheme(palette: Palette) -> None:
    assert len(palette.tones) + 4 * len(palette.meetings) <= 256
    assert {tone for pair in palette.meetings for tone in pair} <= set(palette.tones)


@ALL_SCHEMES
def test_channels_are_multiples_of_four_so_that_colours_come_out_exactly(scheme: Scheme) -> None:
    tones = {tone for palette in PALETTES for tone in palette.tones}
    assert {channel % 4 for tone in tones for channel in theme.colour(tone, scheme)} == {0}


def test_every_scheme_has_a_name_and_the_usual_one_comes_first() -> None:
    assert list(THEMES) == [scheme.value for scheme in Scheme]
    assert next(iter(THEMES)) == Scene().theme
    assert len(set(THEMES.values())) == len(THEMES) == 3


@pytest.mark.parametrize("key", ["", "Night", "sepia", "\0"])
def test_an_unknown_theme_means_the_usual_one(key: str) -> None:
    assert scheme_of(key) is scheme_of(Scene().theme)


def test_no_text_is_painted_that_could_not_be_read_on_a_phone() -> None:
    assert round(theme.SMALLEST_TEXT * CAP_HEIGHT) == 20
    for paint in (lambda: Label((0, 0), "a", 27, Role.TILE_TEXT), lambda: Style(27, Role.PLAIN_TEXT)):
        with pytest.raises(ValueError, match="a text of 27 pixels is too small"):
            paint()
