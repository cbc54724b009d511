"""Words about time, typed in the language of the person."""

from gettext import NullTranslations
from typing import Final

import pytest

import bot.texts.language
from bot.model.clock import Terms
from bot.model.durations import terms_in
from bot.texts.language import ENGLISH, Language, say, speaking
from bot.texts.vocabulary import days, duration_in_english

_IN_GERMAN: Final = {
    "{count, plural, one {# day} other {# days}}": "{count, plural, one {# Tag} other {# Tage}}",
    "{count, plural, one {# hour} other {# hours}}": "{count, plural, one {# Stunde} other {# Stunden}}",
    "no limit": "ohne Limit",
}


class _German(NullTranslations):
    """The few German words of this test."""

    def gettext(self, message: str) -> str:
        return _IN_GERMAN.get(message, message)


@pytest.fixture(autouse=True)
def _in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {ENGLISH: Language(ENGLISH, NullTranslations()), "de": Language("de", _German())}
    monkeypatch.setattr(bot.texts.language, "language", known.__getitem__)
    monkeypatch.setattr("bot.texts.vocabulary.language", known.__getitem__)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("3 Tage", Terms(3)),
        ("1 tag", Terms(1)),
        ("5 days", Terms(5)),
        ("4", Terms(4)),
        (" Ohne  Limit ", Terms(None)),
        ("7 Tage + 12 Stunden", Terms(bank=7 * 86400, increment=12 * 3600)),
    ],
)
def test_limits_are_read_in_the_language_spoken_and_in_english(text: str, terms: Terms) -> None:
    with speaking("de"):
        assert terms_in(duration_in_english(text)) == terms


def test_suggested_times_can_be_read_as_they_are_shown() -> None:
    with speaking("de"):
        assert say(days(3)) == "3 Tage" and duration_in_english(say(days(3))) == "3 days"


def test_english_words_stay_as_typed() -> None:
    assert duration_in_english("3 Day  or so") == "3 Day  or so"
