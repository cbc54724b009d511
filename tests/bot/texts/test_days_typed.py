"""Days as people write them in their languages."""

from datetime import date

import pytest

from bot.model.refusals.competitions import NotDay
from bot.texts.language import speaking
from bot.texts.vocabulary import day_typed

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
