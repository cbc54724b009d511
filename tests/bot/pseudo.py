"""A pseudo-language: messages with accents, 40 % longer, in which an untranslated text is visible at once."""

import re
from collections.abc import Collection, Iterator
from gettext import NullTranslations
from typing import Any, Final, cast

import pytest

from bot.texts import language as language_texts
from bot.texts.language import Language
from rules.message_format import parsed
from tests.reworded import reworded

_ACCENTED: Final = str.maketrans("acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ", "àçďéĝĥîĵķļñóŕšţůŵýžÀÇĎÉĜĤÎĴĶĻÑÓŔŠŢŮŴÝŽ")
_KEPT: Final = re.compile(r"(`[^`]*`|<[^>]*>|https?://\S+|/[a-z]+\b|[a-z]+:(?=[A-Z{]))")
"""The parts of a text that are the same in every language: code, mentions, links, commands and their options."""

_LONGER: Final = 0.4


class PseudoTranslations(NullTranslations):
    """Translations that add accents to every message; a message of at least four letters grows by two fifths."""

    def gettext(self, message: str) -> str:
        """The message with accents, with its places unchanged."""
        text = reworded(message, _accented)
        letters = sum(letter.isalpha() for part in parsed(message) if isinstance(part, str) for letter in part)
        return text + "·" * round(letters * _LONGER) if letters > 3 else text

    def pgettext(self, context: str, message: str) -> str:
        """The made-up translation, which is the same in every context."""
        return self.gettext(message)


def _accented(text: str) -> str:
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_ACCENTED) for part in _KEPT.split(text))


PSEUDO: Final = Language("de", PseudoTranslations())
"""The pseudo-language, with the plural forms, numbers and dates of German."""

_WORD: Final = re.compile(r"(?<![^\W_])[A-Za-z]{3,}(?![^\W_])")
_ALLOWED: Final = re.compile(r"```.*?```|`[^`]*`|<[^>]*>|https?://\S+|\]\([^)]*\)", re.DOTALL)


def speak_pseudo(monkeypatch: pytest.MonkeyPatch, code: str = "de") -> None:
    """Replace a language by the pseudo-language."""
    real = language_texts.language

    def spoken(wanted: str) -> Language:
        return PSEUDO if wanted == code else real(wanted)

    monkeypatch.setattr(language_texts, "language", spoken)


GERMAN: Final = frozenset({"und", "oder"})
"""The words that the pseudo-language has from German: those of lists."""


def english_in(text: str, names: Collection[str] = ()) -> list[str]:
    """The words of a text in the pseudo-language that were not translated, except names, code and links."""
    return [word for word in _WORD.findall(_ALLOWED.sub(" ", text)) if word not in GERMAN and word not in names]


_SHOWN: Final = frozenset({"content", "description", "label", "placeholder", "text", "title"})


def words_shown(part: Any) -> Iterator[str]:
    """All words shown by components or a modal, without ids and addresses."""
    if isinstance(part, list):
        for item in cast(list[Any], part):
            yield from words_shown(item)
    elif isinstance(part, dict):
        for name, value in cast(dict[str, Any], part).items():
            if isinstance(value, str) and name in _SHOWN:
                # The board as text, below the sentences about a picture, is the same in all languages.
                yield value.partition("\n")[0] if name == "description" else value
            else:
                yield from words_shown(value)
