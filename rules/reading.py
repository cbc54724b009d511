"""A parser for what people type: cells such as `c4`, and the words and signs around them.

`plain` is where typed moves of all games are made uniform: whatever looks like a move is read as that move.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rules.core import LONGEST_TYPED

_CELL: Final = re.compile(r"([a-z][0-9]+|(?<![a-z])[a-z] [0-9]+)")
_WORD: Final = re.compile(r"[a-z]+(?:['’][a-z]+)?|[^\sa-z0-9.,;:!()\[\]\"'“”‘’*_`~|]+")

_TOO_LONG: Final = "…"


class Parts(NamedTuple):
    """The cells that a text names, the words and signs before the first cell, and those after it."""

    cells: list[str]
    before: list[str]
    after: list[str]


TO: Final = "→"
FROM: Final = "←"
"""The arrows to which `plain` changes all others, drawn or typed, such as `->` and `<=`."""

_LOOKALIKES: Final = {
    "a": "аαɑᴀ",
    "b": "вьβƅʙ",
    "c": "сςᴄ",
    "d": "ԁɗժᴅ",
    "e": "еєεᴇ",
    "f": "ғϝꜰ",
    "g": "ɡցɢԍ",
    "h": "һнհʜΗ",
    "i": "іιı",
    "j": "јϳ",
    "k": "кκᴋ",
    "l": "ӏʟ",
    "m": "мᴍ",
    "n": "пηոΝ",
    "o": "оοօᴏø",
    "p": "рρᴘ",
    "r": "гʀ",
    "s": "ѕꜱ",
    "t": "тτᴛ",
    "u": "υսᴜ",
    "v": "ѵνᴠ",
    "w": "ѡωԝ",
    "x": "хχ×✕✖✗✘⨯❌",
    "y": "уγүΥ",
    "z": "ᴢΖ",
    "-": "−⁃➖─━ᅳ一ーـ",
    "<": "‹〈⟨❬❮≺⊲˂",
    ">": "›〉⟩❭❯≻⊳˃",
    "+": "➕",
    ",": "、",
    ".": "。",
    " ": "\u115f\u1160\u2800«»„“”",
}
"""Letters of other scripts and signs that look like the letters and signs of moves: Cyrillic, Greek and others.

Capitals are those whose small letters look like something else. Like spaces are letters of which nothing is seen, and
the quotation marks around a copied move.
"""

_ALIKE: Final = str.maketrans({other: sign for sign, others in _LOOKALIKES.items() for other in others})
_UNSEEN: Final = frozenset(("Mn", "Me", "Cf"))  # categories: accents, enclosing marks, and zero-width characters
_ARROWS: Final = ("ARROW", "POINTING", "POINTER")  # in the names of characters
_RIGHT: Final = re.compile(r"[-=~]+>+|→+")
_LEFT: Final = re.compile(r"<+[-=~]+|←+")
_DASHES: Final = re.compile(r"-+")
_FRAMED: Final = re.compile(r"(?:SQUARED|CIRCLED|SYMBOL)(?: LATIN CAPITAL)? LETTER ([A-Z])")  # in the names of emoji


def plain(text: str) -> str:
    """The text as its reader sees it: in lower case, with single spaces, and in plain letters, digits and signs.

    Letters of other scripts become those they look like, arrows and dashes one of their kind, and what cannot be seen
    is left out.

    A text that is longer than any move is not read, because that can take far longer than it is long: it becomes a sign
    that no move has.
    """
    if len(text) > LONGEST_TYPED:
        return _TOO_LONG
    composed = unicodedata.normalize("NFKC", text).translate(_ALIKE).lower().translate(_ALIKE)
    seen = "".join(map(_as_seen, unicodedata.normalize("NFKD", composed)))
    return _DASHES.sub("-", _LEFT.sub(FROM, _RIGHT.sub(TO, " ".join(seen.split()))))


@lru_cache(maxsize=1024)
def _as_seen(character: str) -> str:
    """What is seen of a character, whatever its variant; empty if nothing is."""
    if character.isascii():
        return character
    category, name = unicodedata.category(character), unicodedata.name(character, "")
    if category in _UNSEEN:
        return ""
    if category == "Pd":
        return "-"
    if category == "Nd":
        return str(unicodedata.digit(character))
    if framed := _FRAMED.search(name):
        return framed[1].lower()
    if any(word in name for word in _ARROWS) and "QUOTATION" not in name:
        return FROM if "LEFT" in name and "RIGHT" not in name else TO
    return character


def odd_signs(text: str) -> Sequence[str]:
    """The characters of a text that occur in no move, although some may look as if they did."""
    return [one for one in dict.fromkeys(text[:LONGEST_TYPED]) if any(map(_is_odd, plain(one)))]


def _is_odd(sign: str) -> bool:
    is_letter = (
        unicodedata.category(sign)[0] == "L" and unicodedata.east_asian_width(sign) == "W"
    )  # of another language
    is_known = sign.isascii() or is_letter or sign in (TO, FROM, "’")
    return not is_known and not unicodedata.name(sign, "").startswith("LATIN")


def parts_of(text: str) -> Parts:
    """The parts of a text. A cell may be typed with a space inside; it need not exist on the board."""
    before, *rest = _CELL.split(plain(text))
    cells = [name.replace(" ", "") for name in rest[::2]]
    return Parts(cells, _WORD.findall(before), _WORD.findall(" ".join(rest[1::2])))


def kinds_meant(kinds: str, parts: Parts, before: Mapping[str, str], after: Mapping[str, str]) -> str | None:
    """The kinds of move, each one character, that fit all words around the cells; None if a word is unknown.

    `before` and `after` map the words allowed before and after the first cell to the kinds of move that they fit.
    """
    meant = [*map(before.get, parts.before), *map(after.get, parts.after)]
    if None in meant:
        return None
    return "".join(kind for kind in kinds if all(kind in fitting for fitting in meant if fitting is not None))
