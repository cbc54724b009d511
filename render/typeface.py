"""Fonts, and fitting any text at all into the room there is."""

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render import theme
from render.theme import Role, Weight

CAP_HEIGHT: Final = 0.72
"""The height of a capital letter as a share of the size."""

_LETTERINGS_KEPT: Final = 512  # ten kilobytes each
_LONGEST: Final = 80  # characters that are looked at; no picture has room for more
_NOWHERE: Final = "\U0010ffff"  # a code point that no typeface has
_VISIBLE: Final = frozenset("LNPS")  # letters, numbers, punctuation, symbols


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set: its size in pixels, colour and weight, and whether its place is its right end."""

    size: int
    colour: Role
    weight: Weight = Weight.BOLD
    right: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError if nobody could read it on a phone."""
        theme.check_size(self.size)


@cache
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """The typeface of a weight at a size in pixels."""
    data = files(theme.FONT_PACKAGE).joinpath("files", theme.face(weight)).read_bytes()
    # The basic layout does the same on every machine; the other one depends on libraries that may be missing.
    return ImageFont.truetype(BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)


def can_show(text: str) -> bool:
    """Whether anything of a text would be visible."""
    return bool(_legible(text, Weight.BOLD))


def width_of(text: str, style: Style) -> int:
    """How many pixels the legible part of a text needs."""
    return ceil(font(style.weight, style.size).getlength(_legible(text, style.weight)))


def fits(text: str, style: Style, width: int) -> bool:
    """Whether the legible part of a text needs no more than `width` pixels."""
    return width_of(text, style) <= width


@lru_cache(maxsize=1024)
def fitted(text: str, style: Style, width: int) -> str:
    """The legible part of a text, ending in an ellipsis where it had to be cut to `width` pixels."""
    shown = _legible(text, style.weight)
    if fits(shown, style, width):
        return shown
    while shown and not fits(shown + "…", style, width):
        shown = shown[:-1].rstrip()
    return shown + "…"


@lru_cache(maxsize=_LETTERINGS_KEPT)
def lettering(text: str, weight: Weight, size: int, *, right: bool) -> tuple[Image.Image, int, int]:
    """How much of each pixel a text covers, and its left and top as seen from its beginning, or end, on the baseline.

    It is kept, and never to be changed.
    """
    anchor = "rs" if right else "ls"
    left, top, end, bottom = (round(side) for side in font(weight, size).getbbox(text, anchor=anchor))
    area = Image.new("L", (end - left, bottom - top))
    ImageDraw.Draw(area).text((-left, -top), text, 255, font(weight, size), anchor)
    return area, left, top


@lru_cache(maxsize=1024)
def _legible(text: str, weight: Weight) -> str:
    """What the typeface can show of a text: fancy letters made plain, the rest left out."""
    plain = unicodedata.normalize("NFKC", text[:_LONGEST])
    return " ".join("".join(_glyph(character, weight) for character in plain).split())


@lru_cache(maxsize=4096)
def _glyph(character: str, weight: Weight) -> str:
    """The character, its base letter, a space or nothing: the first that can be shown."""
    if character.isspace():
        return " "
    for candidate in (character, unicodedata.normalize("NFKD", character)[0]):
        if unicodedata.category(candidate)[0] in _VISIBLE and _has(candidate, weight):
            return candidate
    return ""


def _has(character: str, weight: Weight) -> bool:
    return _drawn(character, weight) != _drawn(_NOWHERE, weight)


def _drawn(character: str, weight: Weight) -> bytes:
    image = Image.new("L", (64, 64))
    ImageDraw.Draw(image).text((16, 40), character, 255, font(weight, 24), anchor="ls")
    return image.tobytes()
