"""The first and the last day of a competition: how they are typed, and which will do. Days are those of UTC."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from bot.model.refusals.competitions import FirstDayTooFar, NotDay, SeasonTooLong, SeasonTooShort

FEWEST_DAYS: Final = 7
MOST_DAYS: Final = 180
MOST_DAYS_AHEAD: Final = 90
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_LATER: Final = re.compile(r"(?:in |after )?([0-9]{1,3}|an?|one) ?(d|days?|w|weeks?|months?)(?: later)?")
_UNITS: Final = {"d": 1, "w": 7, "m": 30}
_NAMED: Final = {"tomorrow": 1, "next week": 7}


def day_in(text: str, since: date) -> date:
    """The day that somebody has typed: a date such as 2030-01-31, or `3 weeks` after `since`. Raises `NotDay`."""
    plain = " ".join(text.casefold().split())
    written, later = _ISO.fullmatch(plain), _LATER.fullmatch(plain)
    if plain in _NAMED:
        return since + timedelta(days=_NAMED[plain])
    try:
        if written is not None:
            return date(int(written[1]), int(written[2]), int(written[3]))
        if later is not None:
            count = int(later[1]) if later[1].isdecimal() else 1
            return since + timedelta(days=count * _UNITS[later[2][0]])
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


def midnight(day: date) -> datetime:
    """The instant at which a day begins."""
    return datetime.combine(day, time(), UTC)
