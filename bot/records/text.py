"""Any text on one line of a record: whatever could end the line, hide or reorder it is written as its number."""

import re
from typing import Final
from unicodedata import category

from rules.wording import quotation

LONGEST: Final = 1000
"""Characters of a text in a record; a player's name has fewer."""

LONGEST_NAME: Final = 100

_ESCAPE: Final = re.compile(r"\\(?:(?P<backslash>\\)|u\{(?P<code>[0-9A-Fa-f]{1,6})\})?")
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"  # for half of a surrogate pair, which no file can hold


class BadEscape(ValueError):
    """A backslash that means nothing; `str(error)` shows it with what follows."""


def escaped(text: str) -> str:
    """`text` on one line, without anything invisible in it; `unescaped` inverts it."""
    visible = "".join(_escaped(character) for character in text)
    body = visible.strip(" ")
    before = len(visible) - len(visible.lstrip(" "))
    after = len(visible) - before - len(body)
    return f"{_code(' ') * before}{body}{_code(' ') * after}"


def _escaped(character: str) -> str:
    if character == "\\":
        return "\\\\"
    if _is_surrogate(character):
        return _REPLACEMENT
    return character if character.isprintable() else _code(character)


def _code(character: str) -> str:
    return f"\\u{{{ord(character):X}}}"


def unescaped(line: str) -> str:
    """The text that `line` stands for. Raises `BadEscape`."""
    return _ESCAPE.sub(_unescaped, line)


def _unescaped(found: re.Match[str]) -> str:
    if found["backslash"]:
        return "\\"
    code = int(found["code"], 16) if found["code"] else -1
    if not 0 <= code <= 0x10FFFF or _is_surrogate(chr(code)):
        raise BadEscape(found.string[found.start() : found.start() + 10])
    return chr(code)


def _is_surrogate(character: str) -> bool:
    return category(character) == "Cs"


def holds_controls(line: str) -> bool:
    """Whether a line holds what is no text: control characters, or halves of surrogate pairs."""
    return any(category(character) in ("Cc", "Cs") for character in line)


def quoted(text: str) -> str:
    """Foreign text inside a sentence, with what is no text in it made visible."""
    return quotation(escaped(text))
