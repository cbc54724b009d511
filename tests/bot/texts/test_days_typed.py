"""Days as people write them in their languages."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

import pytest
from babel.dates import format_skeleton

from bot.model.durations import beginning_and_end, days_in, limit_in, quiet_in, terms_in
from bot.model.refusals import Refusal
from bot.model.refusals.competitions import BeginsTooFar, NotDay, NotMoment
from bot.model.refusals.people import NotAhead
from bot.model.refusals.settings import NotDays, NotQuietHours
from bot.texts.errors import reason
from bot.texts.language import language, languages, say, speaking
from bot.texts.vocabulary import day_typed, duration_in_english, time_in_english

TODAY = date(2030, 6, 15)
CHRISTMAS = date(2030, 12, 24)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        *[
            ("en", text)
            for text in ("24 December", "December 24th, 2030", "24 Dec", "12/24/2030", "24/12/30", "2030-12-24")
        ],
        *[("de", text) for text in ("24. Dezember", "24.12.", "24.12.30", "am 24. Dez. 2030", "24 december")],
        *[("es", text) for text in ("24 de diciembre de 2030", "el 24 de diciembre", "24/12", "24/12/2030")],
        *[("fr", text) for text in ("24 décembre", "le 24 déc. 2030", "24/12/2030")],
        *[("it", text) for text in ("24 dicembre 2030", "24/12")],
        *[("pl", text) for text in ("24 grudnia", "24 grudnia 2030 r.", "24.12.2030")],
        *[("pt_BR", text) for text in ("24 de dezembro", "24/12/2030")],
        *[("ja", text) for text in ("12月24日", "2030年12月24日", "2030/12/24")],
    ],
)
def test_a_day_is_understood_as_it_is_written(code: str, text: str) -> None:
    with speaking(code):
        assert day_typed(text, TODAY) == CHRISTMAS


def test_without_a_year_it_is_the_next_one() -> None:
    assert day_typed("1 March", TODAY) == date(2031, 3, 1) and day_typed(
        "29 February", TODAY.replace(year=2027)
    ) == date(2028, 2, 29)
    with speaking("de"):
        assert day_typed("15.6.", TODAY) == date(2031, 6, 15), "after today"
        assert day_typed("15.6.2030", TODAY) == TODAY, "with a year it is that day, whoever asks for it"


def test_what_has_no_date_is_read_as_before() -> None:
    assert day_typed("tomorrow", TODAY) == date(2030, 6, 16) and day_typed("3 weeks", TODAY) == date(2030, 7, 6)
    with speaking("de"):
        assert day_typed("morgen", TODAY) == date(2030, 6, 16) and day_typed("2 Wochen", TODAY) == date(2030, 6, 29)


@pytest.mark.parametrize(
    "text",
    [
        "5/6/2030",
        "31 June",
        "soon",
        "24 Smarch",
        "December",
        "1 2 3 4",
        "99/99/2030",
        "",
        f"{9 * 10**20} May",
        f"1.6.{10**20}",
    ],
)
def test_what_is_no_day_or_may_be_two_is_refused(text: str) -> None:
    with pytest.raises(NotDay):
        day_typed(text, TODAY)


_DAYS: Final = {
    "en": "today, tomorrow, the day after tomorrow, Monday, on Mon, a week, in 3 days, twenty days, 48h",
    "de": "heute, morgen, übermorgen, Montag, am Mo., in einer Woche, in 3 Tagen, zwanzig Tage, 48 Std.",
    "fr": "aujourd'hui, demain, après-demain, lundi, le lun., dans une semaine, dans 3 jours, vingt jours, 48h",
    "es": "hoy, mañana, pasado mañana, lunes, el lun, en una semana, dentro de 3 días, veinte días, 48 h",
    "it": "oggi, domani, dopodomani, lunedì, il lun, tra una settimana, fra 3 giorni, venti giorni, 48 ore",
    "pl": "dziś, jutro, pojutrze, poniedziałek, w poniedziałek, za tydzień, za 3 dni, dwadzieścia dni, 48 godz.",
    "pt_BR": "hoje, amanhã, depois de amanhã, segunda-feira, na segunda, daqui a uma semana, em 3 dias, vinte dias, 48h",
    "ja": "今日, 明日, あさって, 月曜日, 月曜, 1週間後, 3日後, 二十日, 48時間",
}


@pytest.mark.parametrize("code", languages())
def test_near_days_are_understood_in_every_language(code: str) -> None:
    monday = 17
    expected = [15, 16, 17, monday, monday, 22, 18, 35, 17]
    with speaking(code):
        read = {text: day_typed(text, TODAY) for text in _DAYS[code].split(", ")}
    assert [(day - date(2030, 5, 31)).days for day in read.values()] == expected, read


@pytest.mark.parametrize(
    ("code", "text", "days"),
    [
        ("fr", "après demain", 2),
        ("fr", "aujourd’hui", 0),
        ("es", "después de mañana", 2),
        ("es", "pasado manana", 2),
        ("it", "dopo domani", 2),
        ("pl", "za dobę", 1),
        ("pl", "za miesiąc", 30),
        ("en", "this Monday", 2),
        ("de", "kommenden Montag", 2),
        ("de", "uebermorgen", 2),
        ("fr", "ce lundi", 2),
        ("es", "el lunes que viene", 2),
        ("it", "questo lunedì", 2),
        ("pl", "w najbliższy poniedziałek", 2),
        ("pt_BR", "segunda que vem", 2),
        ("ja", "明後日", 2),
        ("ja", "今日から３日後", 3),
        ("pt_BR", "daqui a duas semanas", 14),
        ("es", "1º de julio", 16),
        ("it", "1º luglio", 16),
        ("pt_BR", "1º de julho", 16),
    ],
)
def test_days_as_people_say_them(code: str, text: str, days: int) -> None:
    with speaking(code):
        assert day_typed(text, TODAY) == TODAY + timedelta(days=days)


@pytest.mark.parametrize("code", languages())
def test_a_day_with_a_word_that_changes_it_is_refused_and_never_half_understood(code: str) -> None:
    fillers = _words(code, "in, after, later [typed]") + _words(code, "a move, per move, for each move [typed]")
    known = {text.casefold() for text in _words(code, "day after tomorrow, the day after tomorrow [typed]")}
    with speaking(code):
        tomorrow, christmas = say("tomorrow"), format_skeleton("MMMMd", CHRISTMAS, locale=code)
        assert day_typed(christmas, TODAY) == CHRISTMAS
        wrong = [f"{filler} {tomorrow}" for filler in fillers if f"{filler} {tomorrow}".casefold() not in known]
        wrong += [
            f"{tomorrow} {tomorrow}",
            f"xy {tomorrow}",
            f"xy {christmas}",
            f"{christmas} 18h",
            f"24-26 {christmas}",
        ]
        for text in wrong:
            with pytest.raises(NotDay):
                day_typed(text, TODAY)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "nach morgen"),
        ("de", "vor 24. Dez."),
        ("de", "bis 24.12."),
        ("en", "24-26 December"),
        ("en", "1.5 days"),
        ("it", "1,5 giorni"),
        ("pl", "po 24 grudnia"),
        ("pl", "do 24 grudnia"),
        ("de", "anderthalb Tage"),
        ("pl", "pół dnia"),
        ("ja", "半日"),
        ("en", "next Monday"),
        ("de", "nächsten Monat"),
        ("fr", "avant lundi"),
        ("es", "el mes que viene"),
        ("it", "lunedì scorso"),
        ("pl", "w przyszłym miesiącu"),
        ("pt_BR", "depois da semana que vem"),
        ("ja", "3日前"),
        ("pt_BR", "meio dia"),
    ],
)
def test_what_would_be_another_day_is_refused(code: str, text: str) -> None:
    with speaking(code), pytest.raises(NotDay):
        day_typed(text, TODAY)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(
    "refusal", [NotDay("x"), NotAhead(), BeginsTooFar(90), NotMoment("x")], ids=lambda one: type(one).__name__
)
def test_a_refusal_shows_two_texts_that_work_in_the_language(code: str, refusal: Refusal) -> None:
    now = datetime(2030, 6, 15, 12, tzinfo=UTC)
    with speaking(code):
        shown = re.findall("`([^`]+)`", reason(refusal))
        assert len(shown) >= 2, reason(refusal)
        for text in shown:
            if isinstance(refusal, NotMoment):
                beginning_and_end("1 day", duration_in_english(text), now)
            elif isinstance(refusal, BeginsTooFar):
                beginning_and_end(time_in_english(text, now.date()), "1 day", now)
            else:
                assert day_typed(text, now.date()) > now.date()


def _days_of_vacation(text: str) -> int:
    return days_in(text, 1, 7)


_READ: Final[Sequence[tuple[Refusal, Callable[[str], object]]]] = (
    (NotDays("x", 1, 7), _days_of_vacation),
    (NotDays("x", 1, 14, may_be_none=True), limit_in),
    (NotDays("x", 1, 14, may_be_none=True, may_be_bank=True), terms_in),
    (NotQuietHours("x"), quiet_in),
)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("refusal", "read"), _READ)
def test_a_refusal_of_days_or_hours_shows_two_texts_that_work(
    code: str, refusal: Refusal, read: Callable[[str], object]
) -> None:
    with speaking(code):
        shown = re.findall("`([^`]+)`", reason(refusal))
        assert len(shown) >= 2, reason(refusal)
        for text in shown:
            read(duration_in_english(text))


def _words(code: str, message: str) -> list[str]:
    listed = language(code).translations.gettext(message).removesuffix("[typed]")
    return [word.strip() for word in listed.split(",")]
