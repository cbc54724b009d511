"""A pseudo-language: messages with accents, 40 % longer, so that a text that was not translated is seen at once."""

import re
from gettext import NullTranslations
from typing import Final

from bot.texts.language import Language

_ACCENTED: Final = str.maketrans("acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ", "àçďéĝĥîĵķļñóŕšţůŵýžÀÇĎÉĜĤÎĴĶĻÑÓŔŠŢŮŴÝŽ")
_KEPT: Final = re.compile(r"(`[^`]*`|<[^>]*>|https?://\S+|/[a-z]+\b|[a-z]+:(?=[A-Z{]))")
"""What stays as it is in every language: code, mentions, links, commands and their options."""

_PLACE: Final = re.compile(r"\{(?P<name>[^{}:]*)(?P<forms>:[^{}]*\|[^{}]*)?(?P<form>:[^{}|]*)?\}")
_LONGER: Final = 0.4


class PseudoTranslations(NullTranslations):
    """Translations that accent every message; a message of at least four letters grows by two fifths."""

    def gettext(self, message: str) -> str:
        """The accented message, with its places as they are."""
        text, end = "", 0
        for place in _PLACE.finditer(message):
            text += _accented(message[end : place.start()])
            forms = place["forms"]
            text += f"{{{place['name']}:{'|'.join(map(_accented, forms[1:].split('|')))}}}" if forms else place[0]
            end = place.end()
        text += _accented(message[end:])
        letters = sum(letter.isalpha() for letter in _PLACE.sub("", message))
        return text + "·" * round(letters * _LONGER) if letters > 3 else text


def _accented(text: str) -> str:
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_ACCENTED) for part in _KEPT.split(text))


PSEUDO: Final = Language("de", PseudoTranslations())
"""The pseudo-language, with the plural forms, numbers and dates of German."""
