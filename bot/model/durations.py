"""Stretches of time as people type them: days for a move or a vacation, and the quiet hours of a day. No I/O."""

import re
from typing import Final

from bot.model.clock import FEWEST_DAYS, MOST_DAYS
from bot.model.refusals.people import NotDays, NotQuietHours
from bot.model.settings import QuietHours

_WEEK: Final = 7
_HOUR: Final = 60
_HALF_DAY: Final = 12 * _HOUR
_DAY: Final = 24 * _HOUR
_ONE: Final = frozenset({"a", "one"})
_COUNTED: Final = re.compile(
    r"(?P<count>[0-9]{1,9}|a|one) ?(?:d|days?|(?P<weeks>w|weeks?))?(?: (?:a|per|for a|for each) move)?"
)
_WITHOUT: Final = frozenset({"none", "no", "no limit", "without limit", "unlimited", "no time limit", "never", "off"})
_TIME: Final = re.compile(r"(?P<hour>[0-9]{1,2})(?:[:.h]?(?P<minute>[0-9]{2}))? ?(?P<half>am|pm)?")
_HOURS: Final = re.compile(r"(?:from )?(?P<begin>.+?) ?(?:-|–|—|to|until|till) ?(?P<end>.+)")
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
    """The number of days in a typed text, up to those of a move or to `most`; None for `no limit`. Raises `NotDays`."""
    if _plain(text) in _WITHOUT:
        return None
    days = _days(_plain(text))
    if days is None or not FEWEST_DAYS <= days <= most:
        raise NotDays(text, FEWEST_DAYS, most, may_be_none=True)
    return days


def quiet_in(text: str) -> QuietHours | None:
    """The quiet hours in a typed text such as `22-7`, `22:00-07:30` or `10 pm to 7 am`; None for `off`.

    Raises `NotQuietHours` for anything else, and for hours that end when they begin.
    """
    if _plain(text) in _NEVER_QUIET:
        return None
    found = _HOURS.fullmatch(_plain(text))
    begin, end = (None, None) if found is None else (_minute(found["begin"]), _minute(found["end"]))
    if begin is None or end is None or begin % _DAY == end % _DAY:
        raise NotQuietHours(text)
    return QuietHours(begin % _DAY, end % _DAY)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _days(plain: str) -> int | None:
    found = _COUNTED.fullmatch(plain)
    if found is None:
        return None
    count = 1 if found["count"] in _ONE else int(found["count"])
    return count if found["weeks"] is None else count * _WEEK


def _minute(text: str) -> int | None:
    """Minutes after midnight; 1440 for midnight at the end of the day, None for a time that no clock shows."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    minute = int(found["minute"] or 0)
    after = int(found["hour"]) * _HOUR + minute
    if minute >= _HOUR or after > _DAY:
        return None
    if found["half"] is None:
        return after
    if not _HOUR <= after < _HALF_DAY + _HOUR:
        return None
    return after % _HALF_DAY + (_HALF_DAY if found["half"] == "pm" else 0)
