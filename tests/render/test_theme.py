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
    (Role.PAPER_TEXT, Role.PAPER),
    (Role.TILE_TEXT, Role.TILE),
    (Role.TILE_TEXT, Role.LAST),
    (Role.TILE_TEXT, Role.CHOSEN),
    (Role.WHITE_TEXT, Role.WHITE),
    (Role.BLACK_TEXT, Role.BLACK),
]
"""Pairs of a text's role and the role of its background."""


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


def test_every_text_is_looked_at() -> None:
    assert {text for text, _ in TEXTS} == {role for role in Role if role.name.endswith("_TEXT")}


@ALL_SCHEMES
def test_text_has_a_contrast_of_four_and_a_half_to_one(scheme: Scheme) -> None:
    for text, ground in (*TEXTS, (Role.PATH, Role.LAST)):
        assert contrast(text, ground, scheme) >= 4.5, (text, ground)


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
