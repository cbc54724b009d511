"""Colours by role, sizes and typefaces. Only this module and the palettes of boards define colours.

A picture has the colours of a scheme, called a theme in public; shapes, sizes and typefaces are the same in all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum, unique
from functools import cache
from types import MappingProxyType
from typing import Final, Protocol

WIDTH: Final = 1000
"""The width of every picture in pixels; the smallest text must be legible at a third of it."""

SMALLEST_TEXT: Final = 28
"""The minimum size of text in pixels: capitals are 20 pixels high, or 8 on a phone 390 pixels wide."""


def check_size(size: int) -> None:
    """Raise ValueError for a size that is too small to read on a phone."""
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


THEMES: Final[Mapping[str, str]] = MappingProxyType({scheme.value: scheme.value.capitalize() for scheme in Scheme})
"""The public names of the schemes, by key; the first is the default."""


def scheme_of(key: str) -> Scheme:
    """The scheme with a key; the default for any other text, such as a setting of another version."""
    return Scheme(key) if key in THEMES else Scheme.DUSK


class Tone(Protocol):
    """A colour by its purpose, which differs from scheme to scheme."""

    def colour(self, scheme: Scheme) -> Colour:
        """The red, green and blue in a scheme, from 0 to 255 each."""
        ...


class Tones(Enum):
    """Colours by purpose: `Role` has those that boards share; a board may add its own subclass.

    A member consists of its purpose and its colours in the schemes dusk, night and paper; the last two default to dusk.
    Channels are multiples of four, because quantising looks colours up in steps of four, so that they come out exactly.
    """

    def __init__(self, purpose: str, dusk: str, night: str = "", paper: str = "") -> None:
        """The colours are written as `#rrggbb`."""
        self.purpose = purpose
        self._codes = {Scheme.DUSK: dusk, Scheme.NIGHT: night or dusk, Scheme.PAPER: paper or dusk}

    def colour(self, scheme: Scheme) -> Colour:
        """The red, green and blue in a scheme, 0 to 255 each."""
        red, green, blue = bytes.fromhex(self._codes[scheme].removeprefix("#"))
        return red, green, blue


@unique
class Role(Tones):
    """The colours that boards share, by their purpose."""

    CANVAS = "canvas", "#3c4854", "#14181c", "#f4f0e4"
    PLATE = "plate that lies back", "#485460", "#242830", "#e4dcc8"
    PLATE_TEXT = "text on it", "#fcfcfc", "#f0f0ec", "#302818"
    PAPER = "plate of the player to move, or of the winner", "#f8f0e0", "#f8f0e0", "#302c28"
    PAPER_TEXT = "text on it", "#241c10", "#1c1408", "#fcf8f0"
    PLAIN_TEXT = "text on the canvas, beside a player who waits", "#c0c8d0", "#a8b0b8", "#605848"
    GOAL_WHITE = "goal line of White", "#fcf8f0", "#f4f0e8", "#fcfcfc"
    GOAL_BLACK = "goal line of Black", "#181c20", "#0c1014", "#181c20"
    TILE = "tile", "#d8c8ac", "#a89474", "#d8c8a8"
    TILE_EDGE = "front edge of a tile", "#b09c78", "#746040", "#a89470"
    TILE_SHADED = "tile deep in the shadow of a piece", "#90846c", "#70644c"
    LAST = "tile of the last move", "#d49418", "#ecb43c", "#d49418"
    LAST_EDGE = "front edge of a tile of the last move", "#a06c08", "#b07c14"
    LAST_SHADED = "tile of the last move in the shadow of a piece", "#94701c", "#947028"
    CHOSEN = "tile chosen in a picker", "#e080b4", "#f4b0d8"
    CHOSEN_EDGE = "front edge of the tile chosen", "#b85c90", "#a04c7c"
    CHOSEN_SHADED = "tile chosen, in the shadow of a piece", "#a06c8c", "#945c7c"
    TILE_TEXT = "name of a tile, whatever its kind", "#302408", "#241808"
    SHADOW = "shadow", "#241c10", "#140c04"
    WHITE = "face of White's disc", "#fcf8f0", "#f4f0e8"
    WHITE_EDGE = "side of White's disc", "#dcd4c0", "#ccc4b0"
    WHITE_LINE = "lines on White's disc", "#8c8470", "#7c7460"
    WHITE_TEXT = "number on White's disc", "#383428"
    BLACK = "face of Black's disc", "#30343c", "#202428"
    BLACK_EDGE = "side of Black's disc", "#1c2024", "#101418"
    BLACK_LINE = "lines on Black's disc", "#9ca4ac", "#8c949c"
    BLACK_TEXT = "number on Black's disc", "#fcf8f0"
    PATH = "way and ghosts of the last move", "#4c2000"
    OPTION = "mark of what can be chosen, in no player's colour", "#ac0c6c", "#a00860"
    HALO = "halo around such a mark", "#fcfcfc"
    GOLD = "what moved last, and whose turn it is", "#f4bc3c"
    GOLD_EDGE = "edge of gold", "#6c4408"
    VICTORY = "star and frame of the winner", "#fcfcfc"
    VICTORY_EDGE = "edge of these", "#1c1414"


@dataclass(frozen=True, slots=True)
class Veiled:
    """A tone behind a veil of another tone that covers `share` of it, for faded parts."""

    tone: Tone
    veil: Tone
    share: float

    def colour(self, scheme: Scheme) -> Colour:
        """The red, green and blue in a scheme, in multiples of four."""
        red, green, blue = (
            round((one + (other - one) * self.share) / 4) * 4
            for one, other in zip(self.tone.colour(scheme), self.veil.colour(scheme), strict=True)
        )
        return red, green, blue


def meeting(tone: Tone, *others: Tone) -> tuple[tuple[Tone, Tone], ...]:
    """The pairs of a tone with each of the others."""
    return tuple((tone, other) for other in others)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the pictures of one board, at most 256.

    The colours of `tones` come out exactly; those that touch (`meetings`) have shades between them for soft edges.
    """

    tones: tuple[Tone, ...]
    meetings: tuple[tuple[Tone, Tone], ...]


@cache
def joined(one: Palette, other: Palette) -> Palette:
    """A palette with the colours of both palettes."""
    return Palette(one.tones + other.tones, one.meetings + other.meetings)


COMMON: Final = Palette(
    (
        *(Role.CANVAS, Role.PLATE, Role.PLATE_TEXT, Role.PAPER, Role.PAPER_TEXT, Role.PLAIN_TEXT),
        *(Role.PATH, Role.OPTION, Role.HALO, Role.GOLD, Role.GOLD_EDGE, Role.VICTORY, Role.VICTORY_EDGE),
    ),
    (
        *meeting(Role.CANVAS, Role.PLATE, Role.PLAIN_TEXT, Role.PAPER, Role.GOLD),
        *meeting(Role.PAPER, Role.PAPER_TEXT),
        *meeting(Role.PLATE, Role.PLATE_TEXT, Role.PLAIN_TEXT),
        *((Role.GOLD, Role.GOLD_EDGE), (Role.OPTION, Role.HALO), (Role.VICTORY, Role.VICTORY_EDGE)),
    ),
)
"""The colours that every board needs, for its header and for marks."""

PALETTE: Final = Palette(
    tuple(Role),
    (
        *COMMON.meetings,
        *meeting(Role.CANVAS, Role.GOAL_BLACK, Role.TILE, Role.TILE_EDGE, Role.LAST, Role.CHOSEN),
        *meeting(Role.TILE, Role.TILE_TEXT, Role.TILE_SHADED, Role.WHITE_LINE, Role.BLACK_EDGE, Role.OPTION),
        *meeting(Role.LAST, Role.TILE_TEXT, Role.LAST_SHADED, Role.PATH, Role.OPTION),
        *meeting(Role.CHOSEN, Role.TILE_TEXT, Role.CHOSEN_SHADED, Role.OPTION),
        *meeting(Role.WHITE, Role.WHITE_TEXT, Role.WHITE_LINE),
        (Role.WHITE_EDGE, Role.WHITE_LINE),
        *meeting(Role.BLACK, Role.BLACK_TEXT, Role.BLACK_LINE, Role.LAST),
    ),
)
"""The palette of a board of tiles and discs."""


@dataclass(frozen=True, slots=True)
class Script:
    """A typeface for letters that the default typeface lacks, in the installed package `package`.

    `axes` is its number of variation axes: none, weight, or weight and width. `is_shaped` means that its letters depend
    on their neighbours or run from right to left, so that setting them needs a layout engine. `language` is the
    language whose forms of letters a layout engine chooses; None means those that the typeface has by itself.
    """

    package: str
    file: str
    axes: int
    is_shaped: bool
    language: str | None = None


SCRIPTS: Final = (
    Script("fontpkg_heebo", "files/Heebo[wght].ttf", axes=1, is_shaped=True),
    Script("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_tamil", "files/NotoSansTamil[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_telugu", "files/NotoSansTelugu[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("fontpkg_noto_sans_khmer", "files/NotoSansKhmer[wdth,wght].ttf", axes=2, is_shaped=True),
    Script("cvttf_NotoSansCJK_Bold", "NotoSansCJKtc-Bold.otf", axes=0, is_shaped=False, language="ja"),
)
"""The typefaces for other scripts, in the order in which they are tried (all SIL Open Font License).

Hebrew, Arabic, Devanagari, Thai, Tamil, Telugu, Khmer; and, if the large typeface is installed, Chinese, Japanese and
Korean. By itself that one has the forms of letters that are usual in Taiwan. Furlong speaks Japanese and no Chinese, so
letters that are written differently in Japan have their Japanese forms, in names as well.
"""

USUAL_WIDTH: Final = 100.0
"""The width of letters in per cent."""

FONT_PACKAGE: Final = "font_manrope"
"""The installed package whose `files` folder holds the default typeface (Manrope, SIL Open Font License)."""

FONTS: Final = {Weight.MEDIUM: "Manrope-Medium.ttf", Weight.BOLD: "Manrope-Bold.ttf"}
"""The file of each weight in that folder."""


def colour(tone: Tone, scheme: Scheme = Scheme.DUSK) -> Colour:
    """The red, green and blue of a tone, 0 to 255 each."""
    return tone.colour(scheme)
