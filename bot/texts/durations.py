"""Words about time that people type in their own language."""

import re
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Final

from bot.texts.language import ENGLISH, Language, language, message, spoken
from rules.core import Phrase

_UNITS: Final = {
    message("{count:# second|# seconds}"): "seconds",
    message("{count:# minute|# minutes}"): "minutes",
    message("{count:# hour|# hours}"): "hours",
    message("{count:# day|# days}"): "days",
    message("{count:# week|# weeks}"): "weeks",
    message("{count:# month|# months}"): "months",
}
_WHOLE: Final = (message("no limit"), message("tomorrow"), message("a week"), message("all"), message("none"))
_WORD: Final = re.compile(r"\w+")


def hours(count: int) -> Phrase:
    """A number of hours as it is typed in English; said, it is its label."""
    return Phrase("{count:# hour|# hours}", count=count)


def days(count: int) -> Phrase:
    """A number of days, like `hours`."""
    return Phrase("{count:# day|# days}", count=count)


def weeks(count: int) -> Phrase:
    """A number of weeks, like `hours`."""
    return Phrase("{count:# week|# weeks}", count=count)


def in_english(text: str) -> str:
    """A typed text with the words for time in the language spoken at the moment replaced by the English ones."""
    if spoken() == ENGLISH:
        return text
    words = _words(language(spoken()))
    plain = " ".join(text.casefold().split())
    return words.get(plain) or _WORD.sub(lambda word: words.get(word[0].casefold(), word[0]), text)


def _words(typed_in: Language) -> Mapping[str, str]:
    """The English words by those of a language."""
    gettext = typed_in.translations.gettext
    words = {gettext(whole).casefold(): whole for whole in _WHOLE}
    return words | {form: english for unit, english in _UNITS.items() for form in _forms(gettext(unit))}


def _forms(unit: str) -> Iterator[str]:
    for _literal, _place, forms, _conversion in Formatter().parse(unit):
        yield from (form.replace("#", "").strip().casefold() for form in (forms or "").split("|") if "#" in form)
