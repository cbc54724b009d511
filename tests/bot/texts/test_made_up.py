"""Languages of other kinds than ours: from the right, without spaces between words, with a single plural form."""

from collections.abc import Iterator
from gettext import NullTranslations

import pytest

import bot.texts.language
from bot.model.clock import Terms
from bot.model.durations import terms_in
from bot.texts import vocabulary
from bot.texts.challenges import TIMES
from bot.texts.language import ENGLISH, Language, say, speaking
from bot.texts.vocabulary import days, duration_in_english, move_in_english
from rules import GAMES
from rules.core import Phrase
from tests.pseudo import FROM_THE_RIGHT, UNSPACED, MadeUp
from tools import messages

_FURL = GAMES["furl"].start(2)


class _Translations(NullTranslations):
    """The translations into a made-up language."""

    def __init__(self, made_up: MadeUp) -> None:
        super().__init__()
        self._made_up = made_up

    def gettext(self, message: str) -> str:
        return self._made_up.said(message)

    def pgettext(self, context: str, message: str) -> str:
        return self._made_up.said(message)


@pytest.fixture(params=[FROM_THE_RIGHT, UNSPACED], ids=["from the right", "unspaced"])
def made_up(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Language]:
    """A made-up language, which is spoken."""
    code = request.param.code
    known = {ENGLISH: Language(ENGLISH, NullTranslations()), code: Language(code, _Translations(request.param))}
    monkeypatch.setattr(bot.texts.language, "language", known.__getitem__)
    monkeypatch.setattr(vocabulary, "language", known.__getitem__)
    monkeypatch.setattr(vocabulary, "languages", lambda: tuple(known))
    with speaking(code):
        yield known[code]


def test_translations_have_the_places_and_plural_forms_of_the_message(made_up: Language) -> None:
    for message in filter(None, (str(message.id) for message in messages.template())):
        found = messages.faults(message, made_up.translations.gettext(message), made_up)
        faults = [fault for fault in found if "`" not in fault]  # its options of commands stay English
        assert not faults, (message, faults)


def test_a_number_takes_its_form_even_where_a_language_has_one_alone(made_up: Language) -> None:
    said = {count: say(Phrase("{count, plural, one {# disc} other {# discs}}", count=count)) for count in (1, 2, 5)}
    words = {text.replace(str(count), "") for count, text in said.items()}
    assert all(str(count) in text for count, text in said.items()) and len(words) == min(
        2, len(messages.categories(made_up))
    )


@pytest.mark.parametrize("time", TIMES)
def test_times_are_understood_as_they_are_shown_with_or_without_spaces(made_up: Language, time: Phrase) -> None:
    expected: Terms = terms_in(time)
    assert terms_in(duration_in_english(say(time))) == expected
    if made_up.code == UNSPACED.code and "+" not in time:
        assert terms_in(duration_in_english(say(time).replace(" ", ""))) == expected


def test_a_move_is_understood_in_its_words(made_up: Language) -> None:
    furl, to = (
        made_up.translations.gettext(word).split(",")[0].removesuffix(" [typed]")
        for word in ("furl [typed]", "to [typed]")
    )
    typed = f"{furl} a4 {to} c4" if made_up.code == FROM_THE_RIGHT.code else f"{furl}a4{to}c4"
    assert _FURL.parse(move_in_english(typed, _FURL)) == "a4<c4"
    assert say(days(3)).startswith("3")
