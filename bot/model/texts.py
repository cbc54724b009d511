"""Text that every database and Discord can hold.

A zero character ends a text for PostgreSQL, and half of a surrogate pair is no text in UTF-8: neither can be typed, only
pasted or forged.
"""

import re
from typing import Final

_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"


def is_storable(text: str) -> bool:
    """Whether a text has only characters that every database stores."""
    return _NO_TEXT.search(text) is None


def storable(text: str) -> str:
    """A text with a sign in place of each character that cannot be stored."""
    return _NO_TEXT.sub(_REPLACEMENT, text)
