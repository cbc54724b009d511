"""When competitions begin and end: how that is typed, and what will do. Days are those of UTC."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.model.clock import midnight
from bot.model.refusals.competitions import (
    BeginsTooFar,
    FirstDayTooFar,
    LastsTooLong,
    NotDay,
    NotMoment,
    SeasonTooLong,
    SeasonTooShort,
)

FEWEST_DAYS: Final = 7
MOST_DAYS: Final = 180
MOST_DAYS_AHEAD: Final = 90
SHORTEST_EVENT: Final = timedelta(minutes=30)
_COUNT: Final = r"(?:in |after )?(?P<count>[0-9]{1,3}|an?|one)"
_STRETCH: Final = re.compile(rf"{_COUNT} ?(?P<unit>minutes?|hours?|days?|weeks?|months?)")
_STRETCHES: Final = {
    "mi": timedelta(minutes=1),
    "ho": timedelta(hours=1),
    "da": timedelta(days=1),
    "we": timedelta(days=7),
    "mo": timedelta(days=30),
}
_ISO: Final = re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})")
_SPAN: Final = re.compile(rf"{_COUNT} ?(?P<unit>d|days?|w|weeks?|months?)(?: later)?")
_UNITS: Final = {"d": 1, "w": 7, "m": 30}
_NAMED: Final = {"tomorrow": 1, "next week": 7}


def day_in(text: str, since: date) -> date:
    """The day that somebody has typed: a date such as 2030-01-31, or `3 weeks` after `since`. Raises `NotDay`."""
    plain = " ".join(text.casefold().split())
    written, span = _ISO.fullmatch(plain), _SPAN.fullmatch(plain)
    if plain in _NAMED:
        return since + timedelta(days=_NAMED[plain])
    try:
        if written is not None:
            return date(int(written["year"]), int(written["month"]), int(written["day"]))
        if span is not None:
            return since + timedelta(days=_number(span["count"]) * _UNITS[span["unit"][0]])
    except (ValueError, OverflowError):
        pass
    raise NotDay(text)


def checked(first: date, last: date, today: date) -> tuple[datetime, datetime]:
    """The instants at which a first day begins and a last day ends.

    Raises `FirstDayTooFar`, `SeasonTooShort` or `SeasonTooLong`.
    """
    if not today < first <= today + timedelta(days=MOST_DAYS_AHEAD):
        raise FirstDayTooFar(first, today, MOST_DAYS_AHEAD)
    days = (last - first).days + 1
    if days < FEWEST_DAYS:
        raise SeasonTooShort(first, last, FEWEST_DAYS)
    if days > MOST_DAYS:
        raise SeasonTooLong(days, MOST_DAYS)
    return midnight(first), midnight(last + timedelta(days=1))


def beginning_and_end(begins: str, lasts: str, now: datetime) -> tuple[datetime, datetime]:
    """When an event begins and ends, as somebody has typed it: `2 hours`, `3 days` or a date, and how long.

    Raises `NotMoment`, `BeginsTooFar` or `LastsTooLong`.
    """
    until = _length(begins)
    begins_at = midnight(day_in(begins, now.astimezone(UTC).date())) if until is None else now + until
    if not now < begins_at <= now + timedelta(days=MOST_DAYS_AHEAD):
        raise BeginsTooFar(MOST_DAYS_AHEAD)
    length = _length(lasts)
    if length is None:
        raise NotMoment(lasts)
    if length < SHORTEST_EVENT or length > timedelta(days=MOST_DAYS):
        raise LastsTooLong(SHORTEST_EVENT, MOST_DAYS)
    return begins_at, begins_at + length


def _length(text: str) -> timedelta | None:
    """A stretch of time such as `90 minutes`, `2 hours`, `3 days` or `2 weeks`; None for anything else."""
    found = _STRETCH.fullmatch(" ".join(text.casefold().split()))
    if found is None:
        return None
    return _number(found["count"]) * _STRETCHES[found["unit"][:2]]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 1
