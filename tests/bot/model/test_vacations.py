"""The arithmetic of the yearly budget of vacation days."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.model.vacations import DAYS_A_YEAR, Vacation, is_affordable, left_in, most_days, prolonged, running

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
BUDGET = DAYS_A_YEAR * DAY


def utc(year: int, month: int = 1, day: int = 1, hour: int = 0) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


def _stay(began_at: datetime, days: float, number: int = 1) -> Vacation:
    return Vacation(number, began_at, began_at + days * DAY)


def test_nothing_taken_leaves_the_whole_budget() -> None:
    assert left_in(2030, []) == BUDGET


def test_a_vacation_over_new_year_counts_on_both_sides_by_its_days() -> None:
    stay = _stay(utc(2030, 12, 28), 10)
    assert left_in(2030, [stay]) == BUDGET - 4 * DAY and left_in(2031, [stay]) == BUDGET - 6 * DAY
    assert left_in(2029, [stay]) == left_in(2032, [stay]) == BUDGET


def test_a_new_year_brings_a_new_budget() -> None:
    spent = _stay(utc(2030, 3), 30)
    assert most_days([spent], utc(2030, 12, 1)) == 0
    assert most_days([spent], utc(2031, 1, 1)) == 30


def test_just_before_new_year_what_is_left_of_the_old_one_is_enough_for_its_days() -> None:
    spent = _stay(utc(2030, 3), 28)
    assert most_days([spent], utc(2030, 12, 30)) == 30  # two days of 2030 and all days of 2031
    assert most_days([spent], utc(2030, 12, 29)) == 2


def test_to_prolong_a_vacation_costs_only_what_is_added() -> None:
    now = utc(2030, 5, 4)
    present = _stay(utc(2030, 5, 1), 5)
    longer = prolonged([present], now, 10)
    assert longer == Vacation(1, utc(2030, 5, 1), utc(2030, 5, 14))
    assert left_in(2030, [longer]) == BUDGET - 13 * DAY
    assert most_days([present], now) == 27


def test_a_vacation_that_is_over_is_not_running() -> None:
    stay = _stay(utc(2030, 5, 1), 5)
    assert running([stay], utc(2030, 5, 5, 23)) == stay and running([stay], utc(2030, 5, 6)) is None


_moments = st.integers(0, 3 * 365 * 24).map(lambda hours: utc(2030) + hours * HOUR)


@st.composite
def _histories(draw: st.DrawFn) -> list[Vacation]:
    """Consecutive vacations, each affordable when it was taken; some were ended early."""
    now, taken = utc(2030), list[Vacation]()
    for number in range(1, draw(st.integers(0, 6)) + 1):
        now += draw(st.integers(0, 150 * 24)) * HOUR
        most = most_days(taken, now)
        if most:
            stay = replace(prolonged(taken, now, draw(st.integers(1, most))), id=number)
            now = stay.began_at + draw(st.integers(0, 30 * 24)) * HOUR
            taken.append(replace(stay, ended_at=min(stay.ended_at, now)))
            now = max(now, stay.ended_at)
    return taken


@given(_histories())
def test_whatever_is_taken_as_far_as_it_is_affordable_no_year_is_ever_overspent(taken: list[Vacation]) -> None:
    assert all(timedelta() <= left_in(year, taken) <= BUDGET for year in range(2029, 2036))


@given(_histories())
def test_every_hour_of_vacation_is_counted_in_exactly_one_year(taken: list[Vacation]) -> None:
    counted = sum((BUDGET - left_in(year, taken) for year in range(2029, 2036)), timedelta())
    assert counted == sum((stay.ended_at - stay.began_at for stay in taken), timedelta())


@given(_histories(), st.integers(0, 24 * 400), st.integers(1, DAYS_A_YEAR))
def test_a_player_can_afford_the_days_offered_and_no_more(taken: list[Vacation], later: int, days: int) -> None:
    now = max([stay.ended_at for stay in taken], default=utc(2030)) + later * HOUR
    most = most_days(taken, now)
    assert is_affordable(taken, prolonged(taken, now, days)) == (days <= most)


@given(_histories(), _moments)
def test_ending_early_gives_back_what_is_left_and_takes_nothing(taken: list[Vacation], at: datetime) -> None:
    ended = [replace(stay, ended_at=max(stay.began_at, min(stay.ended_at, at))) for stay in taken]
    assert all(left_in(year, ended) >= left_in(year, taken) for year in range(2029, 2036))
