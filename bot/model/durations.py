"""Durations and days as people type them: limits for a move, vacations, quiet hours, seasons."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.model.clock import FEWEST_DAYS, MOST_BANK, MOST_DAYS, MOST_INCREMENT, Terms, midnight
from bot.model.refusals.competitions import (
    BeginsTooFar,
    FirstDayTooFar,
    LastsTooLong,
    NotDay,
    NotMoment,
    SeasonTooLong,
    SeasonTooShort,
)
from bot.model.refusals.settings import NotDays, NotQuietHours
from bot.model.settings import QuietHours
from rules.core import Phrase

_HOUR: Final = 60  # in minutes, like the next two
_HALF_DAY: Final = 12 * _HOUR
_DAY: Final = 24 * _HOUR
_WITHOUT: Final = frozenset({"none", "no", "no limit", "without limit", "unlimited", "no time limit", "never", "off"})
_TIME: Final = re.compile(
    r"(?P<hour>[0-9]{1,2})(?: ?[:.h]? ?(?P<minute>[0-9]{2}))? ?(?:(?P<half>am|pm)|h|hours?|o'clock)?"
)
_HOURS: Final = re.compile(r"(?:(?:from|between) )?(?P<begin>.+?) ?(?:-|–|—|~|〜|～|to|until|till|and) ?(?P<end>.+)")
_NEVER_QUIET: Final = frozenset({"off", "none", "no", "never"})


def days_in(text: str, least: int, most: int) -> int:
    """The number of days in a typed text such as `3`, `3 days` or `a week`.

    Raises `NotDays` for anything else, and for a number that is not from `least` to `most`.
    """
    days = _days(_plain(text))
    if days is None or not least <= days <= most:
        raise NotDays(text, least, most)
    return days


def limit_in(text: str, most: int = MOST_DAYS) -> int | None:
    """The number of days in a typed limit, at most `most`; None for `no limit`. Raises `NotDays`."""
    if _plain(text) in _WITHOUT:
        return None
    days = _days(_plain(text))
    if days is None or not FEWEST_DAYS <= days <= most:
        raise NotDays(text, FEWEST_DAYS, most, may_be_none=True)
    return days


_UNITS: Final = {
    "s": timedelta(seconds=1),
    "mi": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(days=7),
    "mo": timedelta(days=30),
}
"""The length of each unit of time, by the beginning of its name."""

_NUMBER: Final = r"(?:[0-9]{1,4}(?:[.,]5)?|[.,]5|an?|one|half(?: an?)?)"
_UNIT: Final = r"(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|months?)"
_EACH: Final = r"(?:a|per|each|for a|for each) (?:move|turn)"


def _amount(name: str) -> str:
    """The pattern of a number of units of time, whose groups begin with a name; also of `hour and half` and `1h30`."""
    half = rf"(?P<{name}_half>(?: and)?(?: an?)? half)?"
    minutes = rf"(?:(?:(?<=[^t]h)|(?<=hour)|(?<=hours)) ?(?P<{name}_minutes>[0-5][0-9])(?: ?(?:m|mins?|minutes?))?)?"
    count = rf"(?:(?P<{name}_count>{_NUMBER})(?: ?- ?| )?|(?=[a-z]+ and half))"
    return rf"{count}(?P<{name}_unit>{_UNIT})(?:{half}|{minutes})"


_DAYS: Final = re.compile(rf"(?:{_EACH} )?(?:(?P<bare>[0-9]{{1,4}}|one)|{_amount('time')})(?: {_EACH})?")
_BANK: Final = re.compile(
    rf"(?:{_EACH} )?{_amount('bank')}(?: a player)? ?(?:\+|plus|and) ?{_amount('turn')}(?: {_EACH})?"
)
BANKS: Final = (
    Phrase(
        "{days, plural, one {# day} other {# days}} + {hours, plural, one {# hour} other {# hours}}", days=7, hours=12
    ),
    Phrase(
        "{days, plural, one {# day} other {# days}} + {hours, plural, one {# hour} other {# hours}}", days=1, hours=8
    ),
    Phrase(
        "{minutes, plural, one {# minute} other {# minutes}} + {seconds, plural, one {# second} other {# seconds}}",
        minutes=15,
        seconds=15,
    ),
)
"""The banks suggested while an option is typed: for weeks, for days, and for an evening together."""


def terms_in(text: str) -> Terms:
    """The time limit in a typed text: `3 days`, `no limit`, or a bank such as `7 days + 12 hours`. Raises `NotDays`."""
    groups = _BANK.fullmatch(_plain(text))
    if groups is not None:
        bank, increment = (_stretch(groups, part) // _UNITS["s"] for part in ("bank", "turn"))
        if _UNITS["mi"] // _UNITS["s"] <= bank <= MOST_BANK and increment <= MOST_INCREMENT:
            return Terms(bank=bank, increment=increment)
    try:
        return Terms(limit_in(text))
    except NotDays as error:
        raise NotDays(text, FEWEST_DAYS, MOST_DAYS, may_be_none=True, may_be_bank=True) from error


def quiet_in(text: str) -> QuietHours | None:
    """The quiet hours in a typed text such as `22-7`, `22:00-07:30` or `10 pm to 7 am`; None for `off`.

    Raises `NotQuietHours` for anything else, and for hours that end when they begin.
    """
    if _plain(text) in _NEVER_QUIET:
        return None
    groups = _HOURS.fullmatch(_plain(text))
    begin, end = (None, None) if groups is None else (_minute(groups["begin"]), _minute(groups["end"]))
    if begin is None or end is None or begin % _DAY == end % _DAY:
        raise NotQuietHours(text)
    return QuietHours(begin % _DAY, end % _DAY)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _days(plain: str) -> int | None:
    """The whole number of days in a text without capitals: `3`, `3 days`, `48h`; None for anything else."""
    groups = _DAYS.fullmatch(plain)
    if groups is None:
        return None
    if groups["bare"]:
        return 1 if groups["bare"] == "one" else int(groups["bare"])
    days, rest = divmod(_stretch(groups, "time"), _UNITS["d"])
    return None if rest else days


def _minute(text: str) -> int | None:
    """The minutes from midnight to a typed time; 1440 for the end of the day, None for an impossible time."""
    groups = _TIME.fullmatch(text)
    if groups is None:
        return None
    minute = int(groups["minute"] or 0)
    after = int(groups["hour"]) * _HOUR + minute
    if minute >= _HOUR or after > _DAY:
        return None
    if groups["half"] is None:
        return after
    if not _HOUR <= after < _HALF_DAY + _HOUR:
        return None
    return after % _HALF_DAY + (_HALF_DAY if groups["half"] == "pm" else 0)


FEWEST_DAYS_OF_SEASON: Final = 7
MOST_DAYS_OF_SEASON: Final = 180  # half a year
MOST_DAYS_AHEAD: Final = 90
SHORTEST_EVENT: Final = timedelta(minutes=30)
_LENGTH: Final = re.compile(_amount("time"))
_AHEAD: Final = re.compile(rf"(?:(?:in|after) )?({_amount('time')})(?: later| in)?")
_ISO: Final = re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})")
_NAMED: Final = {"today": 0, "tomorrow": 1, "day after tomorrow": 2, "the day after tomorrow": 2, "next week": 7}


def day_in(text: str, since: date) -> date:
    """The day in a typed text: a date such as 2030-01-31, or `3 weeks` after `since`. Raises `NotDay`."""
    plain = _plain(text)
    written, ahead = _ISO.fullmatch(plain), _AHEAD.fullmatch(plain)
    try:
        if written is not None:
            return date(int(written["year"]), int(written["month"]), int(written["day"]))
        days = _NAMED.get(plain) if ahead is None else _days(ahead[1])
        if days is not None:
            return since + timedelta(days=days)
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
    if days < FEWEST_DAYS_OF_SEASON:
        raise SeasonTooShort(first, last, FEWEST_DAYS_OF_SEASON)
    if days > MOST_DAYS_OF_SEASON:
        raise SeasonTooLong(days, MOST_DAYS_OF_SEASON)
    return midnight(first), midnight(last + timedelta(days=1))


def beginning_and_end(begins: str, lasts: str, now: datetime) -> tuple[datetime, datetime]:
    """When an event begins and ends, from typed texts: its beginning (`2 hours`, `3 days` or a date) and its length.

    Raises `NotMoment`, `BeginsTooFar` or `LastsTooLong`.
    """
    until = _length(begins, _AHEAD)
    begins_at = midnight(day_in(begins, now.astimezone(UTC).date())) if until is None else now + until
    if not now < begins_at <= now + timedelta(days=MOST_DAYS_AHEAD):
        raise BeginsTooFar(MOST_DAYS_AHEAD)
    length = _length(lasts)
    if length is None:
        raise NotMoment(lasts)
    if length < SHORTEST_EVENT or length > timedelta(days=MOST_DAYS_OF_SEASON):
        raise LastsTooLong(SHORTEST_EVENT // timedelta(minutes=1), MOST_DAYS_OF_SEASON)
    return begins_at, begins_at + length


def _length(text: str, form: re.Pattern[str] = _LENGTH) -> timedelta | None:
    """The duration in a text such as `90 minutes`, `half an hour`, `3 days` or `2 weeks`; None for anything else."""
    groups = form.fullmatch(_plain(text))
    return None if groups is None else _stretch(groups, "time")


def _stretch(groups: re.Match[str], name: str) -> timedelta:
    """So many units of time, by the beginning of the unit's name; `m` alone is a minute."""
    count, unit = (groups[f"{name}_count"] or "one").replace(",", "."), groups[f"{name}_unit"]
    unit_length = next((length for start, length in _UNITS.items() if unit.startswith(start)), _UNITS["mi"])
    number = 0.5 if count.startswith("half") else 1 if count[0].isalpha() else float(count)
    minutes = int(groups[f"{name}_minutes"] or 0)
    return unit_length * (number + (0.5 if groups[f"{name}_half"] else 0)) + _UNITS["mi"] * minutes
