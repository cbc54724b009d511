"""Days and hours as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock import FEWEST_DAYS, MOST_DAYS, Terms
from bot.model.durations import BANKS, days_in, limit_in, quiet_in, terms_in
from bot.model.refusals.settings import NotDays, NotQuietHours
from bot.model.settings import QuietHours
from bot.texts import errors
from bot.texts import settings as setting_texts

NONSENSE = ("0", "-1", "999", "soon", "", " ", "3.5", "3 hours", "3 days 4", "d", "week", "1" * 40, "+3", "٣", "three")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("3", 3),
        ("one", 1),
        (" 3 ", 3),
        ("3 days", 3),
        ("3  DAYS", 3),
        ("3d", 3),
        ("1 day", 1),
        ("a day", 1),
        ("One Day", 1),
        ("2 weeks", 14),
        ("a week", 7),
        ("1w", 7),
        ("3 days a move", 3),
        ("014", 14),
    ],
)
def test_days_for_a_move_can_be_typed_in_many_ways(text: str, days: int) -> None:
    assert limit_in(text) == days


@pytest.mark.parametrize("text", ["none", "No limit", "no  time limit", "never", "off", "UNLIMITED"])
def test_no_limit_can_be_typed_in_many_ways(text: str) -> None:
    assert limit_in(text) is None


@pytest.mark.parametrize("text", [*NONSENSE, "15", "3 weeks"])
def test_an_impossible_limit_for_a_move_is_refused_with_what_would_work(text: str) -> None:
    with pytest.raises(NotDays) as caught:
        limit_in(text)
    assert "whole days from 1 to 14, such as `3` or `14 days`, or `no limit`." in errors.reply(caught.value)


@pytest.mark.parametrize("text", [*NONSENSE, "31", "5 weeks", "no limit"])
def test_an_impossible_length_of_a_vacation_is_refused_with_what_would_work(text: str) -> None:
    with pytest.raises(NotDays) as caught:
        days_in(text, 1, 30)
    sentence = errors.reply(caught.value)
    assert "from 1 to 30" in sentence and "no limit`" not in sentence


@given(st.none() | st.integers(FEWEST_DAYS, MOST_DAYS))
def test_every_limit_can_be_typed_as_it_is_shown(limit: int | None) -> None:
    assert limit_in(setting_texts.limit(limit)) == limit


@given(st.text(max_size=40))
def test_any_text_is_a_limit_from_one_to_fourteen_days_or_none_or_refused(text: str) -> None:
    try:
        limit = limit_in(text)
    except NotDays:
        return
    assert limit is None or FEWEST_DAYS <= limit <= MOST_DAYS


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("22-7", 22 * 60, 7 * 60),
        ("22:00-07:30", 22 * 60, 7 * 60 + 30),
        ("22.15 – 7", 22 * 60 + 15, 7 * 60),
        ("from 22 to 7", 22 * 60, 7 * 60),
        ("between 10 pm and 7 am", 22 * 60, 7 * 60),
        ("22:00～7:00", 22 * 60, 7 * 60),
        ("10pm-7am", 22 * 60, 7 * 60),
        ("10:30 PM until 7 AM", 22 * 60 + 30, 7 * 60),
        ("12am-12pm", 0, 12 * 60),
        ("2200-0730", 22 * 60, 7 * 60 + 30),
        ("20-24", 20 * 60, 0),
        ("0-8", 0, 8 * 60),
        ("13-14", 13 * 60, 14 * 60),
    ],
)
def test_quiet_hours_can_be_typed_in_many_ways(text: str, begin: int, end: int) -> None:
    assert quiet_in(text) == QuietHours(begin, end)


@pytest.mark.parametrize("text", ["off", "None", " no ", "never"])
def test_quiet_hours_can_be_taken_back(text: str) -> None:
    assert quiet_in(text) is None


@pytest.mark.parametrize(
    "text", ["soon", "22", "22-", "25-7", "22-7:60", "24:01-7", "8-8", "0-24", "13pm-7", "0am-7", "-1-7", "22-7-8", ""]
)
def test_impossible_quiet_hours_are_refused_with_what_would_work(text: str) -> None:
    with pytest.raises(NotQuietHours) as caught:
        quiet_in(text)
    assert "such as `22-7` or `22:00-07:30`, or `off` for none." in errors.reply(caught.value)


minutes = st.integers(0, 24 * 60 - 1)


@given(minutes, minutes)
def test_quiet_hours_can_be_typed_as_they_are_shown(begin: int, end: int) -> None:
    if begin != end:
        assert quiet_in(setting_texts.quiet(QuietHours(begin, end))) == QuietHours(begin, end)
    assert quiet_in(setting_texts.quiet(None)) is None


@given(st.text("0123456789apm:.- fromtul", max_size=20))
def test_any_text_is_a_stretch_of_a_day_or_none_or_refused(text: str) -> None:
    try:
        hours = quiet_in(text)
    except NotQuietHours:
        return
    assert hours is None or (0 <= hours.begin < 1440 and 0 <= hours.end < 1440 and hours.begin != hours.end)


@pytest.mark.parametrize(
    ("text", "bank", "increment"),
    [
        (BANKS[0], 604_800, 43_200),
        (BANKS[1], 86_400, 28_800),
        (BANKS[2], 900, 15),
        ("7d+12h", 604_800, 43_200),
        ("1 week plus an hour a turn", 604_800, 3_600),
        ("7 days a player + 12 hours a turn", 604_800, 43_200),
        ("90 MIN + 0 s", 5_400, 0),
    ],
)
def test_a_bank_is_read_as_people_write_it(text: str, bank: int, increment: int) -> None:
    assert terms_in(text) == Terms(bank=bank, increment=increment)


def test_days_a_move_and_no_limit_are_terms_too() -> None:
    assert (terms_in("3 days"), terms_in("no limit")) == (Terms(3), Terms())


@pytest.mark.parametrize(
    "text", ["30 s + 5 s", "100 days + 1 h", "7 days + 8 days", "7 + 12", "+", "7 days + 12 hours + 1 s"]
)
def test_a_bank_that_is_too_small_too_large_or_unclear_is_refused(text: str) -> None:
    with pytest.raises(NotDays):
        terms_in(text)
