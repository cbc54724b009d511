"""Quiet hours in a person's time zone, and the zones themselves."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.settings import USUAL, Preferences, QuietHours, Reach, from_utc, zone_of

HOUR = 60
NIGHT = QuietHours(22 * HOUR, 7 * HOUR)
BERLIN = "Europe/Berlin"
_zones = st.sampled_from([BERLIN, "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Havana", "UTC"])
_minutes = st.integers(0, 24 * HOUR - 1)
_hours = st.tuples(_minutes, _minutes).filter(lambda drawn: drawn[0] != drawn[1]).map(lambda drawn: QuietHours(*drawn))
_instants = st.integers(0, 2 * 365 * 24 * HOUR).map(lambda minutes: utc(2030) + timedelta(minutes=minutes))


def _changes_of(zone: str) -> list[tuple[str, datetime]]:
    """The changes of clocks in a zone in two years."""
    hours = [datetime(2030, 1, 1, tzinfo=UTC) + timedelta(hours=hour) for hour in range(2 * 365 * 24)]
    offsets = [instant.astimezone(ZoneInfo(zone)).utcoffset() for instant in hours]
    return [(zone, hours[index]) for index in range(1, len(hours)) if offsets[index] != offsets[index - 1]]


_CHANGES = [
    change
    for zone in (BERLIN, "America/New_York", "Australia/Lord_Howe", "America/Havana")
    for change in _changes_of(zone)
]


def utc(year: int, month: int = 1, day: int = 1, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


def _quiet_until(now: datetime, hours: QuietHours = NIGHT, zone: str = BERLIN) -> datetime | None:
    return Preferences(time_zone=zone, quiet=hours).quiet_until(now)


def test_a_person_who_has_said_nothing_is_mentioned_in_the_channel_at_any_hour() -> None:
    assert USUAL.reach is Reach.CHANNEL and USUAL.quiet_until(utc(2030)) is None
    assert USUAL.reach.in_channel and not USUAL.reach.directly


def test_both_means_in_the_channel_and_directly() -> None:
    assert Reach.BOTH.in_channel and Reach.BOTH.directly and not Reach.DIRECT.in_channel


@pytest.mark.parametrize(
    ("now", "until"),
    [
        (utc(2030, 1, 10, 20, 59), None),
        (utc(2030, 1, 10, 21), utc(2030, 1, 11, 6)),  # ten in the evening in Berlin
        (utc(2030, 1, 10, 23, 30), utc(2030, 1, 11, 6)),
        (utc(2030, 1, 11, 5, 59), utc(2030, 1, 11, 6)),
        (utc(2030, 1, 11, 6), None),
    ],
)
def test_a_quiet_night_goes_past_midnight(now: datetime, until: datetime | None) -> None:
    assert _quiet_until(now) == until


def test_quiet_hours_can_lie_within_a_day() -> None:
    siesta = QuietHours(13 * HOUR, 15 * HOUR)
    assert _quiet_until(utc(2030, 1, 10, 12), siesta) == utc(2030, 1, 10, 14)
    assert _quiet_until(utc(2030, 1, 10, 14), siesta) is None


def test_a_night_is_an_hour_shorter_when_clocks_go_forward_and_longer_when_they_go_back() -> None:
    assert _quiet_until(utc(2030, 3, 30, 21)) == utc(2030, 3, 31, 5)
    assert _quiet_until(utc(2030, 10, 26, 20)) == utc(2030, 10, 27, 6)


def test_if_the_clock_shows_the_end_twice_quiet_lasts_until_the_second_time() -> None:
    hours = QuietHours(22 * HOUR, 2 * HOUR + 30)
    assert _quiet_until(utc(2030, 10, 26, 22), hours) == utc(2030, 10, 27, 1, 30)


def test_if_the_clock_skips_the_end_quiet_is_not_shorter() -> None:
    hours = QuietHours(22 * HOUR, 2 * HOUR + 30)
    assert _quiet_until(utc(2030, 3, 30, 23), hours) == utc(2030, 3, 31, 1, 30)  # 3:30 in Berlin, there is no 2:30


def test_the_same_instant_is_quiet_for_one_and_not_for_another() -> None:
    now = utc(2030, 7, 1, 14)
    assert _quiet_until(now, zone="Asia/Tokyo") == utc(2030, 7, 1, 22)
    assert _quiet_until(now, zone="America/New_York") is None


@given(_instants, _hours, _zones)
def test_whenever_the_persons_clock_shows_a_quiet_time_it_is_quiet(now: datetime, hours: QuietHours, zone: str) -> None:
    until = _quiet_until(now, hours, zone)
    if _shows_quiet(now, hours, ZoneInfo(zone)):
        assert until is not None
    if until is not None:
        assert until > now and (_quiet_until(until, hours, zone) is None or until == now + timedelta(days=1))


@given(_instants, _hours, _zones)
def test_away_from_a_change_of_clocks_it_is_quiet_only_when_the_clock_shows_it(
    now: datetime, hours: QuietHours, zone: str
) -> None:
    there = ZoneInfo(zone)
    around = [(now + timedelta(days=days)).astimezone(there).utcoffset() for days in (-2, -1, 0, 1, 2)]
    until = _quiet_until(now, hours, zone)
    if len(set(around)) == 1:
        assert (until is not None) == _shows_quiet(now, hours, there)
    if until is not None and len(set(around)) == 1:
        assert until - now <= timedelta(days=1)
        shown = until.astimezone(there)
        assert shown.hour * HOUR + shown.minute == hours.end


@given(st.sampled_from(_CHANGES), st.integers(-2 * 24 * HOUR, 2 * 24 * HOUR), _hours)
def test_around_a_change_of_clocks_no_hour_is_missed_and_nothing_is_held_back_for_long(
    change: tuple[str, datetime], minutes: int, hours: QuietHours
) -> None:
    zone, changed_at = change
    now = changed_at + timedelta(minutes=minutes)
    until = _quiet_until(now, hours, zone)
    assert until is not None or not _shows_quiet(now, hours, ZoneInfo(zone))
    if until is not None:
        span = timedelta(minutes=(hours.end - hours.begin) % (24 * HOUR))
        assert until - now <= min(span + timedelta(hours=1), timedelta(days=1)) or span > timedelta(hours=22)
        assert until - now <= timedelta(days=1), "it is looked at again every day at least"


def _shows_quiet(now: datetime, hours: QuietHours, zone: tzinfo) -> bool:
    shown = now.astimezone(zone)
    minute = shown.hour * HOUR + shown.minute
    if hours.begin < hours.end:
        return hours.begin <= minute < hours.end
    return minute >= hours.begin or minute < hours.end


@pytest.mark.parametrize(
    ("distance", "name"),
    [
        (timedelta(hours=2), "UTC+2"),
        (timedelta(hours=-3), "UTC-3"),
        (timedelta(hours=5, minutes=30), "UTC+5:30"),
        (timedelta(hours=-9, minutes=-30), "UTC-9:30"),
        (timedelta(), "UTC"),
    ],
)
def test_a_fixed_distance_from_utc_is_a_zone_in_which_east_is_ahead(distance: timedelta, name: str) -> None:
    assert from_utc(distance) == name
    assert zone_of(name).utcoffset(utc(2030)) == distance


@pytest.mark.parametrize("stored", ["Atlantis/Capital", "", "../x", "America", "UTC+15", "UTC+2:3", "UTC+99"])
def test_a_stored_zone_that_this_machine_does_not_know_is_read_as_utc(stored: str) -> None:
    assert zone_of(stored) is UTC
    assert Preferences(time_zone=stored, quiet=NIGHT).quiet_until(utc(2030, 1, 1, 23)) == utc(2030, 1, 2, 7)
