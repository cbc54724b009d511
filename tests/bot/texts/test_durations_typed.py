"""Durations as people write them in every language: words and digits, with and without spaces and accents."""

import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.clock import MOST_DAYS, Terms
from bot.model.durations import MOST_DAYS_OF_SEASON, beginning_and_end, days_in, terms_in
from bot.model.refusals.settings import NotDays
from bot.texts import errors
from bot.texts.language import language, languages, say, speaking
from bot.texts.vocabulary import days, duration_in_english, hours, weeks

_DAY, _HOUR = 86_400, 3_600
_OF_UNITS: Final = {1: "day, days, d [typed]", 7: "week, weeks, w [typed]"}
_ENGLISH_NUMBERS: Final = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_OF_NUMBERS: Final = {number: f"{word} [typed]" for number, word in enumerate(_ENGLISH_NUMBERS[:14], 1)}
_FULL_WIDTH: Final = str.maketrans("0123456789", "０１２３４５６７８９")


def _listed(code: str, message: str) -> list[str]:
    words = language(code).translations.gettext(message).removesuffix("[typed]").split(",")
    return [word.strip() for word in words]


def _without_accents(text: str) -> str:
    return "".join(
        sign for sign in unicodedata.normalize("NFKD", text.replace("ł", "l")) if not unicodedata.combining(sign)
    )


def _variants(code: str, text: str) -> list[str]:
    """A text as it is, in capital letters, decomposed, and without accents where a language has such."""
    same = [text, text.upper(), unicodedata.normalize("NFD", text)]
    return same if code == "ja" else [*same, _without_accents(text)]


@pytest.mark.parametrize("code", languages())
@settings(max_examples=60)
@given(st.data())
def test_a_limit_is_understood_in_every_way_of_writing_it(code: str, data: st.DataObject) -> None:
    number, days_each = data.draw(st.sampled_from(sorted(_OF_NUMBERS))), data.draw(st.sampled_from(sorted(_OF_UNITS)))
    word = data.draw(st.sampled_from(_listed(code, _OF_NUMBERS[number])))
    counts = [f"{number}", f"{number}".translate(_FULL_WIDTH), word]
    count = data.draw(st.sampled_from(counts))
    unit = data.draw(st.sampled_from(_listed(code, _OF_UNITS[days_each])))
    is_close = count != word or code == "ja"
    space = data.draw(st.sampled_from(["", " ", "  ", "\u3000"] if is_close else [" ", "\u00a0"]))
    move = data.draw(st.sampled_from(["", *_listed(code, "a move, per move, for each move [typed]")]))
    text = data.draw(st.sampled_from(_variants(code, f"{count}{space}{unit}")))
    with speaking(code):
        typed = f"{text} {move}".strip()
        if number * days_each <= MOST_DAYS:
            assert terms_in(duration_in_english(typed)) == Terms(number * days_each), typed
        if not move:
            assert days_in(duration_in_english(text), 1, MOST_DAYS_OF_SEASON) == number * days_each, text


@pytest.mark.parametrize("code", languages())
@given(st.integers(1, 30), st.integers(1, 12))
def test_a_duration_is_understood_as_it_is_shown(code: str, count: int, further: int) -> None:
    with speaking(code):
        assert days_in(duration_in_english(say(days(count))), 1, 30) == count
        assert days_in(duration_in_english(say(weeks(count))), 1, 210) == 7 * count
        bank = f"{say(days(count))} + {say(hours(further))}"
        if count <= 14:
            assert terms_in(duration_in_english(bank)) == Terms(bank=count * _DAY, increment=further * _HOUR)


@pytest.mark.parametrize(
    ("code", "text", "limit"),
    [
        ("en", "three days", 3),
        ("en", "Two weeks", 14),
        ("de", "drei Tage", 3),
        ("de", "3Tage", 3),
        ("de", "einen Tag pro Zug", 1),
        ("de", "eine Woche", 7),
        ("de", "zwei Wochen", 14),
        ("de", "kein Limit", None),
        ("fr", "3j", 3),
        ("fr", "trois jours par coup", 3),
        ("fr", "une semaine", 7),
        ("fr", "sans limites", None),
        ("es", "3 dias", 3),
        ("es", "tres días por jugada", 3),
        ("es", "sin limite", None),
        ("it", "3 giorni a mossa", 3),
        ("it", "due settimane", 14),
        ("it", "senza limiti", None),
        ("pt_BR", "três dias", 3),
        ("pt_BR", "uma semana", 7),
        ("pl", "3 dni na ruch", 3),
        ("pl", "pięć dni", 5),
        ("pl", "piec dni", 5),
        ("pl", "tydzień", 7),
        ("pl", "2 tygodnie", 14),
        ("ja", "3日間", 3),
        ("ja", "３日間", 3),
        ("ja", "三日", 3),
        ("ja", "十四日間", 14),
        ("ja", "1週間", 7),
        ("ja", "2週", 14),
        ("ja", "２ 週間", 14),
        ("ja", "1手3日", 3),
        ("ja", "1手につき3日", 3),
        ("ja", "制限なし", None),
    ],
)
def test_limits_as_people_write_them(code: str, text: str, limit: int | None) -> None:
    with speaking(code):
        assert terms_in(duration_in_english(text)) == Terms(limit)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "7 Tage und 12 Std"),
        ("fr", "7j + 12h"),
        ("es", "7 días y 12 horas por jugada"),
        ("it", "7 giorni e 12 ore"),
        ("pt_BR", "7 dias e 12 horas"),
        ("pl", "7 dni i 12 godzin"),
        ("ja", "７日間＋１２時間"),
        ("ja", "7日と12時間"),
    ],
)
def test_banks_as_people_write_them(code: str, text: str) -> None:
    with speaking(code):
        assert terms_in(duration_in_english(text)) == Terms(bank=7 * _DAY, increment=12 * _HOUR)


@pytest.mark.parametrize(("code", "text"), [("de", "drei Monate"), ("ja", "３か月"), ("en", "Three months")])
def test_a_refused_duration_is_quoted_as_it_was_typed(code: str, text: str) -> None:
    with speaking(code):
        with pytest.raises(NotDays) as refused:
            terms_in(duration_in_english(text))
        assert text in errors.reason(refused.value)


@pytest.mark.parametrize(
    ("code", "text", "hours"),
    [
        ("en", "half an hour", 0.5),
        ("en", "half a day", 12),
        ("en", "one and a half hours", 1.5),
        ("en", "an hour and a half", 1.5),
        ("en", "1½ hours", 1.5),
        ("de", "anderthalb Stunden", 1.5),
        ("de", "eineinhalb Tage", 36),
        ("de", "eine halbe Stunde", 0.5),
        ("de", "1,5 Stunden", 1.5),
        ("de", "zwölf Stunden", 12),
        ("fr", "une demi-heure", 0.5),
        ("fr", "une heure et demie", 1.5),
        ("fr", "dix-huit heures", 18),
        ("es", "media hora", 0.5),
        ("es", "una hora y media", 1.5),
        ("it", "mezz'ora", 0.5),
        ("it", "un’ora e mezza", 1.5),
        ("it", "mezza giornata", 12),
        ("pl", "pół godziny", 0.5),
        ("pl", "półtorej godziny", 1.5),
        ("pl", "półtora dnia", 36),
        ("pl", "dwadzieścia godzin", 20),
        ("pl", "godzinę", 1),
        ("pl", "godzinę i pół", 1.5),
        ("es", "hora y media", 1.5),
        ("es", "día y medio", 36),
        ("fr", "1h30", 1.5),
        ("fr", "2 heures 15", 2.25),
        ("it", "1h 30m", 1.5),
        ("es", "1 h 30 min", 1.5),
        ("pt_BR", "meia hora", 0.5),
        ("pt_BR", "uma hora e meia", 1.5),
        ("pt_BR", "meio dia", 12),
        ("ja", "半日", 12),
        ("ja", "1時間半", 1.5),
        ("ja", "十二時間", 12),
    ],
)
def test_halves_and_number_words_are_understood(code: str, text: str, hours: float) -> None:
    now = datetime(2030, 6, 15, tzinfo=UTC)
    with speaking(code):
        begins, ends = beginning_and_end("1 day", duration_in_english(text), now)
    assert ends - begins == timedelta(hours=hours)


@pytest.mark.parametrize("code", languages())
def test_days_may_be_said_in_hours_and_what_are_no_whole_days_is_refused_with_a_word_of_that(code: str) -> None:
    with speaking(code):
        assert days_in(duration_in_english(say(hours(48))), 1, 7) == 2
        for text in (say(hours(36)), f"1.5 {_listed(code, _OF_UNITS[1])[0]}"):
            with pytest.raises(NotDays) as refused:
                days_in(duration_in_english(text), 1, 7)
            assert say(days(7)) in errors.reason(refused.value)


@pytest.mark.parametrize("code", languages())
def test_all_numbers_to_twenty_have_words(code: str) -> None:
    with speaking(code):
        for number, english in enumerate(_ENGLISH_NUMBERS, 1):
            for word in _listed(code, f"{english} [typed]"):
                assert (
                    days_in(duration_in_english(f"{word} {say(days(number)).split(str(number))[-1]}"), 1, 20) == number
                ), word
