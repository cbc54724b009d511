"""A parser for what people type: cells such as `c4`, and the words and signs around them."""

import re
import unicodedata
from collections.abc import Mapping
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


def plain(text: str) -> str:
    """The text in lower case, with single spaces, and with plain letters and digits for typographic variants.

    A text that is longer than any move is not read, because that can take far longer than it is long: it becomes a sign
    that no move has.
    """
    if len(text) > LONGEST_TYPED:
        return _TOO_LONG
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


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
