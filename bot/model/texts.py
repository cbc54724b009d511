"""Text that every database and Discord can hold.

A zero character ends a text for PostgreSQL, and half of a surrogate pair is no text in UTF-8: neither can be typed,
only pasted or forged.
"""

import re
from typing import Final

_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
LARGEST_ID: Final = 2**63 - 1  # of a signed 64-bit column


def number_in(text: str, largest: int) -> int | None:
    """The number that a text of ASCII digits names; None if it names none, or one above the `largest`.

    The length is looked at first, because Python reads no number of thousands of digits.
    """
    is_short_number = text.isascii() and text.isdecimal() and len(text) <= len(str(largest))
    return int(text) if is_short_number and int(text) <= largest else None


def is_storable(text: str) -> bool:
    """Whether a text has only characters that every database stores."""
    return _NO_TEXT.search(text) is None


def storable(text: str) -> str:
    """A text with a sign in place of each character that cannot be stored."""
    return _NO_TEXT.sub(_REPLACEMENT, text)
