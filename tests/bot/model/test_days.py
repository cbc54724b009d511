"""The first and the last day as people type them."""

from datetime import UTC, date, datetime

import pytest

from bot.model.durations import checked, day_in
from bot.model.refusals.competitions import FirstDayTooFar, NotDay, SeasonTooLong, SeasonTooShort

TODAY = date(2030, 1, 30)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2030-02-01", date(2030, 2, 1)),
        (" tomorrow ", date(2030, 1, 31)),
        ("in 3 days", date(2030, 2, 2)),
        ("2 Weeks", date(2030, 2, 13)),
        ("a week", date(2030, 2, 6)),
        ("2 months", date(2030, 3, 31)),
    ],
)
def test_a_day_is_a_date_or_a_number_of_days_later(text: str, day: date) -> None:
    assert day_in(text, TODAY) == day


@pytest.mark.parametrize("text", ["soon", "2030-02-30", "30.01.2030", "", "-3 days", "0000-01-01", "99999 weeks"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(NotDay):
        day_in(text, TODAY)


def test_a_season_begins_at_midnight_and_ends_when_its_last_day_is_over() -> None:
    first, last = checked(date(2030, 2, 1), date(2030, 3, 1), TODAY)
    assert (first, last) == (datetime(2030, 2, 1, tzinfo=UTC), datetime(2030, 3, 2, tzinfo=UTC))


@pytest.mark.parametrize(
    ("first", "last", "error"),
    [
        (TODAY, date(2030, 3, 1), FirstDayTooFar),
        (date(2029, 12, 1), date(2030, 3, 1), FirstDayTooFar),
        (date(2030, 6, 1), date(2030, 8, 1), FirstDayTooFar),
        (date(2030, 2, 1), date(2030, 1, 1), SeasonTooShort),
        (date(2030, 2, 1), date(2030, 2, 6), SeasonTooShort),
        (date(2030, 2, 1), date(2031, 2, 1), SeasonTooLong),
    ],
)
def test_a_season_is_neither_in_the_past_nor_too_short_nor_too_long(
    first: date, last: date, error: type[Exception]
) -> None:
    with pytest.raises(error):
        checked(first, last, TODAY)
