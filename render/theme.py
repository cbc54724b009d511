"""Colours by role, sizes and typefaces. Only this module and the palettes of boards name colours.

A picture has the colours of a scheme, called a theme in public; shapes, sizes and typefaces are the same in all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from functools import cache
from types import MappingProxyType
from typing import Final

WIDTH: Final = 1000
"""The width of every picture in pixels; the smallest text must be legible at a third of it."""

SMALLEST_TEXT: Final = 28
"""The least size of a text in pixels: its capitals are 20 pixels high, and 8 on a phone 390 pixels wide."""


def check_size(size: int) -> None:
    """Raises ValueError for a size that is too small to read on a phone."""
    if size < SMALLEST_TEXT:
        raise ValueError(f"a text of {size} pixels is too small: {SMALLEST_TEXT} is the least")


Colour = tuple[int, int, int]


class Weight(IntEnum):
    """Typeface weights in use."""

    MEDIUM = 500
    BOLD = 700


class Scheme(StrEnum):
    """The colour schemes. The value is the key in stored settings and must not change."""

    DUSK = "dusk"
    NIGHT = "night"
    PAPER = "paper"


THEMES: Final[Mapping[str, str]] = MappingProxyType(
    {Scheme.DUSK.value: "Dusk", Scheme.NIGHT.value: "Night", Scheme.PAPER.value: "Paper"}
)
"""The public names of the schemes, by key; the first is the usual one."""


def scheme_of(key: str) -> Scheme:
    """The scheme with a key; the usual one for any other text, such as the setting of another version."""
    return Scheme(key) if key in THEMES else Scheme.DUSK


class Tone(Enum):
    """A colour by its purpose: `Role` has those that boards share; a board may add a subclass of its own."""

    def code(self, scheme: Scheme) -> str:
        """The colour as `#rrggbb`."""
        raise NotImplementedError


class Role(Tone):
    """The colours that boards share, by their purpose."""

    CANVAS = "canvas"
    PLATE = "plate of the player to move, or of the winner"
    PLATE_TEXT = "text on a plate"
    PLAIN_TEXT = "text on the canvas, beside a player who waits"
    GOAL_WHITE = "goal line of White"
    GOAL_BLACK = "goal line of Black"
    TILE = "tile"
    TILE_EDGE = "front edge of a tile"
    TILE_SHADED = "tile deep in the shadow of a piece"
    LAST = "tile of the last move"
    LAST_EDGE = "front edge of a tile of the last move"
    LAST_SHADED = "tile of the last move in the shadow of a piece"
    CHOSEN = "tile chosen in a picker"
    CHOSEN_EDGE = "front edge of the tile chosen"
    CHOSEN_SHADED = "tile chosen, in the shadow of a piece"
    TILE_TEXT = "name of a tile, whatever its kind"
    SHADOW = "shadow"
    WHITE = "face of White's disc"
    WHITE_EDGE = "side of White's disc"
    WHITE_LINE = "lines on White's disc"
    WHITE_TEXT = "number on White's disc"
    BLACK = "face of Black's disc"
    BLACK_EDGE = "side of Black's disc"
    BLACK_LINE = "lines on Black's disc"
    BLACK_TEXT = "number on Black's disc"
    PATH = "way and ghosts of the last move"
    OPTION = "mark of what can be chosen"
    HALO = "halo around such a mark"
    STAR = "star of the winner"
    STAR_EDGE = "edge of that star"

    def code(self, scheme: Scheme) -> str:
        """The colour as `#rrggbb`."""
        return _COLOURS[scheme][self]


# Channels are multiples of four because quantising looks colours up in steps of four; so these come out exactly.
_DUSK: Final = {
    Role.CANVAS: "#3c4854",
    Role.PLATE: "#5c6874",
    Role.PLATE_TEXT: "#fcfcfc",
    Role.PLAIN_TEXT: "#c0c8d0",
    Role.GOAL_WHITE: "#d0d0c8",
    Role.GOAL_BLACK: "#181c20",
    Role.TILE: "#d4c4a4",
    Role.TILE_EDGE: "#b09c78",
    Role.TILE_SHADED: "#90846c",
    Role.LAST: "#ecc870",
    Role.LAST_EDGE: "#c09844",
    Role.LAST_SHADED: "#a0844c",
    Role.CHOSEN: "#8cbce0",
    Role.CHOSEN_EDGE: "#5c90b8",
    Role.CHOSEN_SHADED: "#647c8c",
    Role.TILE_TEXT: "#483c20",
    Role.SHADOW: "#241c10",
    Role.WHITE: "#fcf8f0",
    Role.WHITE_EDGE: "#dcd4c0",
    Role.WHITE_LINE: "#8c8470",
    Role.WHITE_TEXT: "#383428",
    Role.BLACK: "#30343c",
    Role.BLACK_EDGE: "#1c2024",
    Role.BLACK_LINE: "#808890",
    Role.BLACK_TEXT: "#fcf8f0",
    Role.PATH: "#7c3c04",
    Role.OPTION: "#0c58a8",
    Role.HALO: "#fcfcfc",
    Role.STAR: "#f4bc3c",
    Role.STAR_EDGE: "#6c4408",
}
_NIGHT: Final = {
    Role.CANVAS: "#14181c",
    Role.PLATE: "#343c44",
    Role.PLATE_TEXT: "#f0f0ec",
    Role.PLAIN_TEXT: "#a8b0b8",
    Role.GOAL_WHITE: "#fcfcf4",
    Role.GOAL_BLACK: "#54585c",
    Role.TILE: "#b4a080",
    Role.TILE_EDGE: "#7c6848",
    Role.TILE_SHADED: "#70644c",
    Role.LAST: "#d0ac58",
    Role.LAST_EDGE: "#94742c",
    Role.LAST_SHADED: "#84683c",
    Role.CHOSEN: "#84b0d4",
    Role.CHOSEN_EDGE: "#4c7ca0",
    Role.CHOSEN_SHADED: "#506c80",
    Role.TILE_TEXT: "#2c2010",
    Role.SHADOW: "#140c04",
    Role.WHITE: "#f4f0e8",
    Role.WHITE_EDGE: "#ccc4b0",
    Role.WHITE_LINE: "#7c7460",
    Role.BLACK: "#202428",
    Role.BLACK_EDGE: "#101418",
    Role.PATH: "#602c00",
    Role.OPTION: "#083880",
}
_PAPER: Final = {
    Role.CANVAS: "#f4f0e4",
    Role.PLATE: "#dcd0b8",
    Role.PLATE_TEXT: "#302818",
    Role.PLAIN_TEXT: "#605848",
    Role.GOAL_WHITE: "#a89c80",
    Role.GOAL_BLACK: "#181c20",
    Role.TILE: "#d8c8a4",
    Role.TILE_EDGE: "#a89470",
}
_COLOURS: Final = {Scheme.DUSK: _DUSK, Scheme.NIGHT: _DUSK | _NIGHT, Scheme.PAPER: _DUSK | _PAPER}

MEETINGS: Final = (
    (Role.CANVAS, Role.PLATE),
    (Role.CANVAS, Role.PLAIN_TEXT),
    (Role.CANVAS, Role.GOAL_BLACK),
    (Role.CANVAS, Role.TILE),
    (Role.CANVAS, Role.TILE_EDGE),
    (Role.CANVAS, Role.LAST),
    (Role.CANVAS, Role.CHOSEN),
    (Role.PLATE, Role.PLATE_TEXT),
    (Role.PLATE, Role.STAR_EDGE),
    (Role.TILE, Role.TILE_TEXT),
    (Role.TILE, Role.TILE_SHADED),
    (Role.TILE, Role.WHITE_LINE),
    (Role.TILE, Role.BLACK_EDGE),
    (Role.TILE, Role.OPTION),
    (Role.LAST, Role.TILE_TEXT),
    (Role.LAST, Role.LAST_SHADED),
    (Role.LAST, Role.PATH),
    (Role.LAST, Role.OPTION),
    (Role.CHOSEN, Role.TILE_TEXT),
    (Role.CHOSEN, Role.CHOSEN_SHADED),
    (Role.CHOSEN, Role.OPTION),
    (Role.WHITE, Role.WHITE_TEXT),
    (Role.WHITE, Role.WHITE_LINE),
    (Role.WHITE_EDGE, Role.WHITE_LINE),
    (Role.BLACK, Role.BLACK_TEXT),
    (Role.BLACK, Role.BLACK_LINE),
    (Role.BLACK, Role.LAST),
    (Role.OPTION, Role.HALO),
    (Role.STAR, Role.STAR_EDGE),
)
"""Roles that touch: the palette has shades between the two, for soft edges."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours that the pictures of one board may have, 256 at most.

    The colours of `tones` come out exactly; between those that meet (`meetings`) there are shades for soft edges.
    """

    tones: tuple[Tone, ...]
    meetings: tuple[tuple[Tone, Tone], ...]


@cache
def joined(one: Palette, other: Palette) -> Palette:
    """A palette with the colours of two."""
    return Palette(one.tones + other.tones, one.meetings + other.meetings)


PALETTE: Final = Palette(tuple(Role), MEETINGS)
"""The palette of a board that needs no tones besides `Role`."""


@dataclass(frozen=True, slots=True)
class Script:
    """A typeface for letters that the usual one lacks, in the installed package `package`.

    `axes` is how many axes of variation it has: none, its weight, or its weight and its width. `is_shaped` tells that
    its letters change with their neighbours, or run from the right, so that it takes more than one letter after the
    other.
    """

    package: str
    file: str
    axes: int
    is_shaped: bool


SCRIPTS: Final = (
    Script("fontpkg_heebo", "files/Heebo[wght].ttf", axes=1, is_shaped=True),
    Script("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_tamil", "files/NotoSansTamil[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_telugu", "files/NotoSansTelugu[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_khmer", "files/NotoSansKhmer[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("cvttf_NotoSansCJK_Bold", "NotoSansCJKtc-Bold.otf", axes=0, is_shaped=False),
)
"""The typefaces for other scripts, in the order in which they are asked (all SIL Open Font License).

Hebrew, Arabic, Devanagari, Thai, Tamil, Telugu, Khmer; and, where the large one is installed, Chinese, Japanese,
Korean.
"""

USUAL_WIDTH: Final = 100.0
"""The width of letters in per cent."""

_FACES: Final = {Weight.MEDIUM: "Manrope-Medium.ttf", Weight.BOLD: "Manrope-Bold.ttf"}
FONT_PACKAGE: Final = "font_manrope"
"""The installed package whose `files` folder holds the typefaces (Manrope, SIL Open Font License)."""


def colour(tone: Tone, scheme: Scheme = Scheme.DUSK) -> Colour:
    """The red, green and blue of a tone, 0 to 255 each."""
    red, green, blue = bytes.fromhex(tone.code(scheme).removeprefix("#"))
    return red, green, blue


def face(weight: Weight) -> str:
    """The file of a typeface in `FONT_PACKAGE`."""
    return _FACES[weight]
