"""The arithmetic of clocks: which time counts, which does not, and when it is up."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock import Clock, Pause, Terms, instant_after, left_at, overlap, reckoned, started
from bot.model.settings import zone_of

FRIDAY_NOON = datetime(2030, 1, 4, 12, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
_minutes = st.integers(0, 60 * 24 * 60)
instants = _minutes.map(lambda minutes: datetime(2030, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes))
amounts = st.integers(0, 28 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))
pauses = st.tuples(instants, st.integers(0, 20_000)).map(
    lambda drawn: Pause(drawn[0], drawn[0] + timedelta(minutes=drawn[1]))
)
several = st.lists(pauses, max_size=6)


def _after(amount: timedelta, *stops: Pause, weekends: bool = False) -> datetime:
    return instant_after(FRIDAY_NOON, amount, stops, weekends_of=UTC if weekends else None)


def _counted(began_at: datetime, ended_at: datetime, stops: Sequence[Pause], *, weekends: bool) -> timedelta:
    saturdays = [datetime(2029, 12, 29, tzinfo=UTC) + number * 7 * DAY for number in range(60 if weekends else 0)]
    all_stops = [*stops, *(Pause(saturday, saturday + 2 * DAY) for saturday in saturdays)]
    return ended_at - began_at - overlap(all_stops, began_at, ended_at)


def test_without_pauses_time_is_time() -> None:
    assert _after(3 * DAY) == FRIDAY_NOON + 3 * DAY


def test_saturday_and_sunday_do_not_count_where_that_was_agreed() -> None:
    assert _after(3 * DAY, weekends=True) == FRIDAY_NOON + 5 * DAY


def test_a_player_who_gets_the_turn_on_a_saturday_has_their_whole_time_from_monday() -> None:
    saturday = FRIDAY_NOON + DAY
    assert instant_after(saturday, DAY, (), weekends_of=UTC) == datetime(2030, 1, 8, tzinfo=UTC)


def test_a_vacation_over_a_weekend_off_counts_once() -> None:
    vacation = Pause(FRIDAY_NOON + DAY, FRIDAY_NOON + 2 * DAY)
    assert _after(3 * DAY, vacation, weekends=True) == FRIDAY_NOON + 5 * DAY


def test_pauses_that_overlap_count_once() -> None:
    stops = Pause(FRIDAY_NOON + HOUR, FRIDAY_NOON + 3 * HOUR), Pause(FRIDAY_NOON + 2 * HOUR, FRIDAY_NOON + 4 * HOUR)
    assert _after(DAY, *stops) == FRIDAY_NOON + DAY + 3 * HOUR


def test_time_that_is_up_before_a_pause_is_up() -> None:
    assert _after(DAY, Pause(FRIDAY_NOON + DAY, FRIDAY_NOON + 9 * DAY)) == FRIDAY_NOON + DAY


def test_a_player_is_reminded_when_four_fifths_of_the_time_are_gone() -> None:
    clock = started(Terms(days=5), FRIDAY_NOON)
    assert clock == Clock(FRIDAY_NOON, 0, FRIDAY_NOON + 5 * DAY, FRIDAY_NOON + 4 * DAY)


def test_where_there_is_no_limit_there_is_no_clock() -> None:
    assert started(Terms(), FRIDAY_NOON) is None


def test_a_player_is_not_reminded_again_when_a_pause_moves_the_deadline() -> None:
    reminded = Clock(FRIDAY_NOON, 1, FRIDAY_NOON + 4 * DAY, None)
    vacation = Pause(FRIDAY_NOON + 3 * DAY, FRIDAY_NOON + 5 * DAY)
    assert reckoned(Terms(days=3), reminded, [vacation]) == Clock(FRIDAY_NOON, 1, FRIDAY_NOON + 6 * DAY, None)


@given(instants, amounts, several, st.booleans())
def test_until_the_time_is_up_exactly_that_time_counts(
    began_at: datetime, amount: timedelta, stops: list[Pause], weekends: bool
) -> None:
    ended_at = instant_after(began_at, amount, stops, weekends_of=UTC if weekends else None)
    assert _counted(began_at, ended_at, stops, weekends=weekends) == amount


@given(instants, amounts, several, st.booleans())
def test_not_a_minute_earlier(began_at: datetime, amount: timedelta, stops: list[Pause], weekends: bool) -> None:
    minute = timedelta(minutes=1)
    if amount < minute:
        return
    ended_at = instant_after(began_at, amount, stops, weekends_of=UTC if weekends else None)
    assert _counted(began_at, ended_at - minute, stops, weekends=weekends) < amount


@given(instants, amounts, several, pauses, st.booleans())
def test_a_further_pause_never_takes_time_away_and_gives_at_most_its_length(
    began_at: datetime, amount: timedelta, stops: list[Pause], further: Pause, weekends: bool
) -> None:
    without = instant_after(began_at, amount, stops, weekends_of=UTC if weekends else None)
    with_it = instant_after(began_at, amount, [*stops, further], weekends_of=UTC if weekends else None)
    assert without <= with_it
    if not weekends and not stops:
        assert with_it - without <= further.ended_at - further.began_at


@given(instants, amounts, amounts, several, st.booleans())
def test_more_time_is_never_up_earlier(
    began_at: datetime, amount: timedelta, more: timedelta, stops: list[Pause], weekends: bool
) -> None:
    first = instant_after(began_at, amount, stops, weekends_of=UTC if weekends else None)
    assert first <= instant_after(began_at, amount + more, stops, weekends_of=UTC if weekends else None)


@given(instants, amounts, several, st.booleans())
def test_the_order_of_pauses_does_not_matter(
    began_at: datetime, amount: timedelta, stops: list[Pause], weekends: bool
) -> None:
    forwards = instant_after(began_at, amount, stops, weekends_of=UTC if weekends else None)
    assert forwards == instant_after(began_at, amount, stops[::-1], weekends_of=UTC if weekends else None)


@pytest.mark.parametrize("days", [1, 2, 7, 14])
def test_a_week_with_its_weekend_off_has_five_days(days: int) -> None:
    monday = datetime(2030, 1, 7, tzinfo=UTC)
    ended_at = instant_after(monday, timedelta(days=days), (), weekends_of=UTC)
    assert _counted(monday, ended_at, (), weekends=True) == timedelta(days=days)
    assert instant_after(monday, 5 * DAY, (), weekends_of=UTC) == monday + 5 * DAY


class _NaiveClock:
    """A bank that counts second by second, without the arithmetic that it checks."""

    def __init__(self, bank: int, increment: int, *, weekends: bool) -> None:
        self.left, self._increment, self._weekends = bank, increment, weekends

    def move(self, began_at: datetime, moved_at: datetime, stops: Sequence[Pause]) -> bool:
        """Whether a turn of this length was in time; deducts the time from the bank."""
        second = began_at
        while second < moved_at:
            stands = any(stop.began_at <= second < stop.ended_at for stop in stops)
            self.left -= not stands and not (self._weekends and second.weekday() >= 5)
            second += timedelta(seconds=1)
            if self.left == 0:
                return False
        self.left += self._increment
        return True


_seconds = st.integers(0, 90)
_schedules = st.lists(st.tuples(_seconds, st.lists(st.tuples(_seconds, _seconds), max_size=3)), min_size=1, max_size=6)


@given(_schedules, st.integers(1, 200), st.integers(0, 40), st.booleans(), st.integers(-120, 60))
def test_a_bank_is_that_of_a_clock_that_counts_each_second(
    schedule: list[tuple[int, list[tuple[int, int]]]], bank: int, increment: int, weekends: bool, before_saturday: int
) -> None:
    second = timedelta(seconds=1)
    now = datetime(2030, 1, 5, tzinfo=UTC) + before_saturday * second
    terms = Terms(bank=bank, increment=increment, pauses_weekends=weekends)
    naive, left = _NaiveClock(bank, increment, weekends=weekends), timedelta(seconds=bank)
    for took, outages in schedule:
        stops = [Pause(now + begins * second, now + (begins + lasts) * second) for begins, lasts in outages]
        clock, moved_at = started(terms, now, stops, left), now + took * second
        assert clock is not None
        is_in_time = naive.move(now, moved_at, stops)
        assert is_in_time == (moved_at < clock.deadline)
        if not is_in_time:
            assert left_at(terms, clock, stops, moved_at) == timedelta()
            return
        left = left_at(terms, clock, stops, moved_at) + timedelta(seconds=increment)
        assert left == timedelta(seconds=naive.left)
        now = moved_at


def test_in_a_match_for_one_sitting_no_vacation_stops_a_clock() -> None:
    vacation = Pause(FRIDAY_NOON, FRIDAY_NOON + DAY, is_vacation=True)
    quarter = timedelta(minutes=15)
    clock = started(Terms(bank=900, increment=15), FRIDAY_NOON, [vacation], quarter)
    assert clock == Clock(FRIDAY_NOON, 0, FRIDAY_NOON + quarter, FRIDAY_NOON + timedelta(minutes=12), quarter)


@pytest.mark.parametrize(("minutes", "is_reminded"), [(10, True), (9, False), (1, False)])
def test_a_reminder_that_would_leave_less_than_two_minutes_is_not_sent(minutes: int, is_reminded: bool) -> None:
    clock = started(Terms(bank=900, increment=15), FRIDAY_NOON, (), timedelta(minutes=minutes))
    assert clock is not None and (clock.remind_at is not None) == is_reminded


def test_a_day_that_is_given_is_added_to_the_bank() -> None:
    clock = Clock(FRIDAY_NOON, 1, FRIDAY_NOON, None, HOUR)
    assert left_at(Terms(bank=7 * 86_400), clock, (), FRIDAY_NOON + 2 * HOUR) == 23 * HOUR


def test_weekends_are_those_of_the_time_zone() -> None:
    tokyo, hawaii = zone_of("Asia/Tokyo"), zone_of("Pacific/Honolulu")
    noon = timedelta(hours=12)
    assert instant_after(FRIDAY_NOON, noon, (), weekends_of=tokyo) == FRIDAY_NOON + 2 * DAY + noon
    assert instant_after(FRIDAY_NOON, noon, (), weekends_of=hawaii) == FRIDAY_NOON + noon
    assert instant_after(FRIDAY_NOON, noon + 10 * HOUR + MINUTE, (), weekends_of=hawaii) == datetime(
        2030, 1, 7, 10, 1, tzinfo=UTC
    )
    terms = Terms(days=1, pauses_weekends=True)
    for zone, hours in ((tokyo, 15), (hawaii, 34)):
        clock = started(terms, FRIDAY_NOON, zone=zone)
        assert clock is not None and reckoned(terms, clock, (), zone) == clock
        began = datetime(2030, 1, 4, tzinfo=UTC) + timedelta(hours=hours)
        assert left_at(terms, clock, (), began + DAY, zone) == DAY - (began - FRIDAY_NOON)


def test_a_weekend_in_which_clocks_change_lasts_as_long_as_it_does_there() -> None:
    friday = datetime(2030, 3, 29, 12, tzinfo=UTC)
    ends = instant_after(friday, timedelta(hours=11, minutes=30), (), weekends_of=zone_of("Europe/Berlin"))
    assert ends == datetime(2030, 3, 31, 22, 30, tzinfo=UTC), "on Monday at 0:30, in summer time"
