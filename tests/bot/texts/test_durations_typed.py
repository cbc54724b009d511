"""Durations as people write them in every language: words and digits, with and without spaces and accents."""

import unicodedata
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.clock import MOST_DAYS, Terms
from bot.model.durations import MOST_DAYS_OF_SEASON, days_in, terms_in
from bot.model.refusals.people import NotDays
from bot.texts import errors
from bot.texts.language import language, languages, say, speaking
from bot.texts.vocabulary import days, duration_in_english, hours, weeks

_DAY, _HOUR = 86_400, 3_600
_OF_UNITS: Final = {1: "day, days, d [typed]", 7: "week, weeks, w [typed]"}
_OF_NUMBERS: Final = {
    **{number: f"{word} [typed]" for number, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)},
    7: "seven [typed]",
    10: "ten [typed]",
    14: "fourteen [typed]",
}
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
