"""Typefaces, and fitting any text into the available space.

Names come in many scripts. A letter that the default typeface lacks is set in the first installed typeface of
`theme.SCRIPTS` that has it. A letter that no typeface has, and anything that FreeType cannot draw, becomes an empty
box, so that a name never changes silently. Letters of mathematical alphabets become plain letters. Characters other
than letters, numbers and signs, such as most emoji, are left out.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont, features

from render import theme
from render.theme import Script, Tone, Weight

CAP_HEIGHT: Final = 0.72
"""The height of a capital letter as a share of the size of a text."""

BOX: Final = "□"
"""The sign for a letter that no typeface has."""

_MOST_BOXES: Final = 4
_LETTERINGS_KEPT: Final = 512  # ten kilobytes each
_FACES_KEPT: Final = 64  # a tenth of a megabyte each
_TRIAL_SIZE: Final = 24  # pixels; what cannot be drawn at one size cannot be drawn at any
_LONGEST: Final = 80  # characters; no picture has space for more
_NOWHERE: Final = "\U0010ffff"  # a code point that no typeface has
_VISIBLE: Final = frozenset("LNPS")  # letters, numbers, punctuation, symbols
_LETTERS: Final = frozenset("LN")
_UNBROKEN: Final = re.compile(
    r"\s*(?:[\u3041-\u30ff\u3400-\u9fff]|[^\s\u3041-\u30ff\u3400-\u9fff]+)[、。，．！？：）」』ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*"
)
"""What stays on one line: a word, or a Chinese or Japanese letter, with what may not begin a line, and spaces before."""
_JOINERS: Final = frozenset("\u200c\u200d")  # control how letters of some scripts are joined
_FROM_RIGHT: Final = frozenset(("R", "AL"))
_DIRECTED: Final = frozenset(("L", "EN", "AN")) | _FROM_RIGHT
_JOINED: Final = frozenset(("NSM", "BN"))  # marks and joiners, which go with the letter before them
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")  # how these look in a text written from the right
_BOX_WIDTH, _BOX_STEP = 0.56, 0.68  # of a box and from one to the next, as shares of the size of a text


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a text: size in pixels, colour and weight; `right` aligns it to the right."""

    size: int
    colour: Tone
    weight: Weight = Weight.BOLD
    right: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for a size that is too small to read on a phone."""
        theme.check_size(self.size)


@dataclass(frozen=True, slots=True)
class _Run:
    """A piece of a text that is set in one typeface and direction; a script of None means the default typeface.

    Boxes, which no typeface has, are a piece of their own.
    """

    script: Script | None
    text: str
    from_right: bool = False

    def length(self, weight: Weight, size: int) -> float:
        """The pixels from its start to the start of the next."""
        if self._is_box:
            return len(self.text) * _BOX_STEP * size
        direction, features, language = self._shaping
        return _face(self.script, weight, size).getlength(self.text, "", direction, features, language)

    def box(self, weight: Weight, size: int) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of its pixels, relative to its start on the baseline."""
        if self._is_box:
            return 0, -CAP_HEIGHT * size, self.length(weight, size), 0
        direction, features, language = self._shaping
        return _face(self.script, weight, size).getbbox(self.text, "", direction, features, language, anchor="ls")

    def draw(self, pen: ImageDraw.ImageDraw, at: tuple[int, int], weight: Weight, size: int) -> None:
        """Paint it from its start on the baseline."""
        if not self._is_box:
            direction, features, language = self._shaping
            face = _face(self.script, weight, size)
            pen.text(at, self.text, 255, face, "ls", direction=direction, features=features, language=language)
            return
        for number in range(len(self.text)):
            left = at[0] + round((number * _BOX_STEP + (_BOX_STEP - _BOX_WIDTH) / 2) * size)
            corners = (left, at[1] - round(CAP_HEIGHT * size), left + round(_BOX_WIDTH * size), at[1] - 1)
            pen.rounded_rectangle(corners, size // 10, outline=255, width=max(2, size // 12))

    @property
    def _is_box(self) -> bool:
        return self.text[:1] == BOX

    @property
    def _shaping(self) -> tuple[str | None, None, str | None]:
        """Direction, features and language for a layout engine, if the script needs one."""
        if not _is_shaped(self.script):
            return None, None, None
        return "rtl" if self.from_right else "ltr", None, _language(self.script)


_IN_BRACKETS: Final = re.compile(r"(?<!^)( ?[(（])([^()（）]+)([)）].*)$", re.DOTALL)
_KEPT: Final = (4, 3, 2, 1)
"""How many letters of a name are to stay in front of what is in brackets: as many as possible."""


@cache
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """The default typeface in a weight at a size in pixels."""
    data = files(theme.FONT_PACKAGE).joinpath("files", theme.FONTS[weight]).read_bytes()
    # The basic layout is the same on every machine; the other one needs libraries that may be missing.
    return ImageFont.truetype(BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)


def can_show(text: str) -> bool:
    """Whether a text has anything to show besides boxes."""
    return any(character not in (BOX, " ") for character in _legible(text))


def boxes(text: str) -> str:
    """Up to four boxes in place of a text that cannot be shown; empty for any other text."""
    return "" if can_show(text) else "".join(_legible(text).split())[:_MOST_BOXES]


def width_of(text: str, style: Style) -> int:
    """The width in pixels of the legible part of a text."""
    return _width(_legible(text), style.weight, style.size)


def depth_of(text: str, style: Style) -> int:
    """The depth of the legible part of a text below its baseline, in pixels."""
    area, _, top = lettering(_legible(text), style.weight, style.size, right=style.right)
    return top + area.height


def fits(text: str, style: Style, width: int) -> bool:
    """Whether the legible part of a text needs no more than `width` pixels."""
    return width_of(text, style) <= width


@lru_cache(maxsize=1024)
def fitted(text: str, style: Style, width: int) -> str:
    """The legible part of a text, shortened with an ellipsis if it is too long for `width` pixels.

    What is in brackets behind a name says who it is, such as an engine: the name in front is shortened, and what is in
    brackets only where hardly anything is left of the name otherwise.
    """
    shown = _legible(text)
    if fits(shown, style, width):
        return shown
    found = _IN_BRACKETS.search(shown)
    start = shown[: found.start()] if found else shown
    ends = [*_endings(*found.groups())] if found else []
    for letters in _KEPT:
        for end in ends:
            least = start if len(start) <= letters else f"{start[:letters]}…"
            if fits(f"{least}{end}", style, width):
                return _cut(start, end, style, width)
    return _cut(shown, "", style, width)


def _endings(opening: str, inside: str, closing: str) -> Iterator[str]:
    """What is in brackets, whole and then shorter and shorter."""
    yield f"{opening}{inside}{closing}"
    for length in range(len(inside) - 1, 0, -1):
        yield f"{opening}{inside[:length]}…{closing}"


def _cut(start: str, end: str, style: Style, width: int) -> str:
    if end and fits(f"{start}{end}", style, width):
        return f"{start}{end}"
    while start and not fits(f"{start}…{end}", style, width):
        start = start[:-1].rstrip()
    return f"{start}…{end}"


def wrapped(text: str, style: Style, width: int) -> list[str]:
    """A text in lines that fit into `width` pixels, broken between words, or between letters of scripts without spaces."""
    lines = list[str]()
    for piece in _UNBROKEN.findall(text):
        if lines and fits(lines[-1] + piece, style, width):
            lines[-1] += piece
        else:
            lines.append(piece.strip())
    return lines


@lru_cache(maxsize=_LETTERINGS_KEPT)
def lettering(text: str, weight: Weight, size: int, *, right: bool) -> tuple[Image.Image, int, int]:
    """The pixels of a text as a mask, and its left and top relative to its start (or end, if `right`) on the baseline.

    The image is cached and must not be changed.
    """
    boxes, across = list[tuple[_Run, int, tuple[int, int, int, int]]](), 0
    for run in _runs(text):
        left, top, end, bottom = map(round, run.box(weight, size))
        boxes.append((run, across, (left + across, top, end + across, bottom)))
        across += round(run.length(weight, size))
    left, top = (min((box[side] for _, _, box in boxes), default=0) for side in (0, 1))
    end, bottom = (max((box[side] for _, _, box in boxes), default=0) for side in (2, 3))
    area = Image.new("L", (max(0, end - left), max(0, bottom - top)))
    pen = ImageDraw.Draw(area)
    for run, start, _ in boxes:
        run.draw(pen, (start - left, -top), weight, size)
    return area, left - (across if right else 0), top


@lru_cache(maxsize=1024)
def _width(text: str, weight: Weight, size: int) -> int:
    return ceil(sum(run.length(weight, size) for run in _runs(text)))


@lru_cache(maxsize=1024)
def _runs(text: str) -> tuple[_Run, ...]:
    """The runs of a legible text, from left to right.

    Signs and spaces belong to the run before them if they have its direction.
    """
    runs: list[_Run] = []
    for character, from_right in zip(text, _directions(text), strict=True):
        last, neutral = runs[-1] if runs else None, unicodedata.category(character)[0] not in _LETTERS
        stays = last is not None and last.from_right == from_right and (last.text[-1] == BOX) == (character == BOX)
        script = last.script if last and stays and neutral and _has(character, last.script) else _script(character)
        if last and stays and script == last.script:
            runs[-1] = replace(last, text=last.text + character)
        else:
            runs.append(_Run(script, character, from_right))
    groups = [[*group] for _from_right, group in groupby(map(_drawable, runs), key=lambda run: run.from_right)]
    ordered = [run for group in groups for run in (group[::-1] if group[0].from_right else group)]
    if groups and _is_from_right(text):
        ordered = [run for group in groups[::-1] for run in (group[::-1] if group[0].from_right else group)]
    return tuple(ordered)


def _directions(text: str) -> Sequence[bool]:
    """Whether each character is written from the right: signs and spaces, if the letters on both sides are.

    Between letters of two directions, and at both ends, they have the direction of the whole text.
    """
    whole, kinds = _is_from_right(text), [unicodedata.bidirectional(character) for character in text]
    found: list[bool] = []
    last: bool | None = None
    for number, kind in enumerate(kinds):
        if kind in _DIRECTED:
            last = kind in _FROM_RIGHT
            found.append(last)
        elif kind in _JOINED and found:
            found.append(found[-1])
        else:
            coming = next((kind in _FROM_RIGHT for kind in kinds[number:] if kind in _DIRECTED), None)
            found.append(whole if last is None or last != coming else last)
    return found


def _drawable(run: _Run) -> _Run:
    """The run, or a box for each of its words if FreeType cannot draw what its letters are joined to."""
    if run.script is None or not run.script.is_shaped:
        if run.from_right and not _is_shaped(run.script):
            return replace(run, text=run.text[::-1].translate(_MIRRORED))
        return run  # nothing is joined, and each character was tried
    try:
        run.draw(ImageDraw.Draw(Image.new("L", (1, 1))), (0, 0), Weight.BOLD, _TRIAL_SIZE)
    except OSError:
        return _Run(None, BOX * len(run.text.split()), run.from_right)
    return run


def _is_from_right(text: str) -> bool:
    strong = (unicodedata.bidirectional(character) for character in text)
    return next((kind for kind in strong if kind == "L" or kind in _FROM_RIGHT), "L") != "L"


@lru_cache(maxsize=1024)
def _legible(text: str) -> str:
    """The part of a text that can be shown: with boxes for missing letters and plain letters for fancy ones."""
    composed = unicodedata.normalize("NFC", text[:_LONGEST])
    shown = ""
    for character in composed:
        shown += _glyph(character, shown[-1:])
    return " ".join(shown.split())


def _glyph(character: str, before: str) -> str:
    """The text for a character, which may depend on the one before."""
    if character.isspace():
        return " "
    if character in _JOINERS or unicodedata.category(character)[0] == "M":
        script = _script(before) if before else None
        return character if script is not None and (character in _JOINERS or _has(character, script)) else ""
    return _plain(character)


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """The first of these that can be shown: the character, its compatible form, its base letter, a box, nothing."""
    if character == BOX:
        return BOX
    kind = unicodedata.category(character)[0]
    compatible, base = (unicodedata.normalize(form, character) for form in ("NFKC", "NFKD"))
    for candidate in (character, compatible, base[0]):
        if candidate.isspace():
            return " "
        if all(unicodedata.category(one)[0] in _VISIBLE and _is_known(one) for one in candidate):
            return candidate
    is_undrawable = any(_painted(character, script) is None for script in (None, *installed()))
    return BOX if kind in _LETTERS or is_undrawable else ""


def _is_known(character: str) -> bool:
    return _has(character, _script(character))


@lru_cache(maxsize=4096)
def _script(character: str) -> Script | None:
    """The typeface for a character; None, the default, if that has the character or no typeface has it."""
    if character == BOX:
        return None
    candidates: Sequence[Script | None] = (None, *installed())
    return next((script for script in candidates if _has(character, script)), None)


@cache
def installed() -> tuple[Script, ...]:
    """The typefaces for other scripts that are installed here, in order."""
    shapes = features.check("raqm")
    return tuple(script for script in theme.SCRIPTS if (shapes or not script.is_shaped) and _file(script) is not None)


def _file(script: Script) -> str | None:
    try:
        folder = files(script.package)
    except ModuleNotFoundError:
        return None
    file = folder.joinpath(script.file)
    return str(file) if isinstance(file, Path) and file.is_file() else None


@lru_cache(maxsize=_FACES_KEPT)
def _face(script: Script | None, weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """A typeface in a weight and a size."""
    if script is None:
        return font(weight, size)
    engine = ImageFont.Layout.RAQM if _is_shaped(script) else ImageFont.Layout.BASIC
    # Opened by path instead of bytes, because some are large and can then be read in pieces.
    face = ImageFont.truetype(_file(script) or "", size, layout_engine=engine)
    if script.axes:
        face.set_variation_by_axes([float(weight), *[theme.USUAL_WIDTH] * (script.axes - 1)])
    return face


def _is_shaped(script: Script | None) -> bool:
    """Whether a layout engine sets the letters."""
    return script is not None and (script.is_shaped or _language(script) is not None)


def _language(script: Script | None) -> str | None:
    """The language whose forms of letters are chosen, which only a layout engine can do; None for those of the typeface."""
    return script.language if script is not None and features.check("raqm") else None


@lru_cache(maxsize=8192)
def _has(character: str, script: Script | None) -> bool:
    return _painted(character, script) not in (None, _painted(_NOWHERE, script))


def _painted(character: str, script: Script | None) -> bytes | None:
    """The pixels of a character in a typeface; None if FreeType cannot draw it, as some very intricate ones."""
    image = Image.new("L", (64, 64))
    face = _face(script, Weight.BOLD, _TRIAL_SIZE)
    try:
        ImageDraw.Draw(image).text((16, 40), character, 255, face, anchor="ls")
    except OSError:
        return None
    return image.tobytes()
