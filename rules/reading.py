"""Taking apart what people type: cells such as `c4`, and the words and signs around them."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final, NamedTuple

_CELL: Final = re.compile(r"([a-z][0-9]+|(?<![a-z])[a-z] [0-9]+)")
_WORD: Final = re.compile(r"[a-z]+(?:['’][a-z]+)?|[^\sa-z0-9.,;:!()\[\]\"'“”‘’*_`~|]+")


class Parts(NamedTuple):
    """The cells that a text names, and the words and signs before the first of them and after it."""

    cells: list[str]
    before: list[str]
    after: list[str]


def plain(text: str) -> str:
    """A text in small letters, with single spaces and without typographic variants of letters and digits."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


def parts_of(text: str) -> Parts:
    """A text taken apart; a cell may be typed with a space inside, and nothing says whether a board has it."""
    before, *rest = _CELL.split(plain(text))
    cells = [name.replace(" ", "") for name in rest[::2]]
    return Parts(cells, _WORD.findall(before), _WORD.findall(" ".join(rest[1::2])))


def kinds_meant(kinds: str, parts: Parts, before: Mapping[str, str], after: Mapping[str, str]) -> str | None:
    """Those of some kinds of move, a letter or sign each, that fit every word around the cells; None for unknown words.

    `before` and `after` have the words that may stand before the first cell and after it, with the kinds that they fit.
    """
    meant = [*map(before.get, parts.before), *map(after.get, parts.after)]
    if None in meant:
        return None
    return "".join(kind for kind in kinds if all(kind in fitting for fitting in meant if fitting is not None))
