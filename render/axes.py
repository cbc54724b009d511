"""The axes of a chart: round ratings, and dates at round intervals."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil, floor
from typing import Final, Self

_RATING_STEPS: Final = (25, 50, 100, 200, 500)
_MOST_STEPS: Final = 5
_MOST_TIMES: Final = 4
_DAYS: Final = (1, 2, 4, 7, 14)
_MONTHS: Final = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200)
_YEAR: Final = 12
_NAMES: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAY: Final = 86_400

Tick = tuple[float, str]
"""A value on an axis, with its label."""

Written = Callable[[datetime], str]
"""Writes a date."""


def day(date: datetime) -> str:
    """A date as on English charts: "7 Aug"."""
    return f"{date.day} {_NAMES[date.month - 1]}"


def month(date: datetime) -> str:
    """A month as on English charts: "Aug 2026"."""
    return f"{_NAMES[date.month - 1]} {date.year}"


@dataclass(frozen=True, slots=True)
class Span:
    """The values that an axis shows, from `low` to `high`."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Sequence[float], otherwise: float) -> Self:
        """The span of the values, or just `otherwise` if there are none."""
        return cls(min(values, default=otherwise), max(values, default=otherwise))

    def place(self, value: float, start: int, end: int) -> int:
        """The pixel of a value between `start` and `end`; halfway if the span has no width."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return round(start + share * (end - start))


def rating_ticks(span: Span) -> list[int]:
    """Three to seven round ratings, evenly spaced, from at most `low` to at least `high`."""
    wide = span.high - span.low
    step = next((step for step in _RATING_STEPS if wide <= step * _MOST_STEPS), ceil(wide / _MOST_STEPS / 1000) * 1000)
    # Integer division, because a rounded quotient could put the first or last step inside the span.
    first, last = int(span.low // step), -int(-span.high // step)
    if last == first:
        first, last = first - 1, last + 1
    elif last == first + 1:
        first, last = (first - 1, last) if span.low / step - first < last - span.high / step else (first, last + 1)
    return [number * step for number in range(first, last + 1)]


def time_ticks(span: Span, day: Written = day, month: Written = month) -> list[Tick]:
    """Two to four round dates inside the span; if there are none, the dates of its ends."""
    series = (*(_days(span, step, day) for step in _DAYS), *(_months(span, step, month) for step in _MONTHS))
    for ticks in series:
        if 1 < len(ticks) <= _MOST_TIMES:
            return ticks
    first, last = (day(_date(at)) for at in (span.low, span.high))
    return [((span.low + span.high) / 2, first)] if first == last else [(span.low, first), (span.high, last)]


def _days(span: Span, step: int, day: Written) -> list[Tick]:
    """Midnights every `step` days."""
    first, last = ceil(span.low / _DAY / step), floor(span.high / _DAY / step)
    most = min(last, first + _MOST_TIMES)
    return [(number * step * _DAY, day(_date(number * step * _DAY))) for number in range(first, most + 1)]


def _months(span: Span, step: int, month: Written) -> list[Tick]:
    """The beginnings of months, every `step` months."""
    first, last = (_date(at).year * 12 + _date(at).month - 1 for at in (span.low, span.high))
    months = range(-(-first // step) * step, last + 1, step)
    dates = [datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC) for number in months]
    return [
        (date.timestamp(), str(date.year) if step >= _YEAR else month(date))
        for date in dates
        if date.timestamp() >= span.low
    ]


def _date(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)
