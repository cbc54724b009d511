"""The arithmetic of vacations: a budget of days in each calendar year (UTC), to the millisecond. No I/O."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.model.clock import Pause, overlap

DAYS_A_YEAR: Final = 30
_BUDGET: Final = timedelta(days=DAYS_A_YEAR)


@dataclass(frozen=True, slots=True)
class Vacation:
    """A period during which a person's clocks are stopped: from `began_at` until just before `ended_at`."""

    id: int
    began_at: datetime
    ended_at: datetime

    @property
    def pause(self) -> Pause:
        """The vacation as a pause of clocks."""
        return Pause(self.began_at, self.ended_at, is_vacation=True)


@dataclass(frozen=True, slots=True)
class VacationStanding:
    """The current vacation of a person, if any, and what is left of the budgets of the years it touches.

    `most_days` is how many whole days from now a vacation could last at most; `planned` is a vacation that has yet to
    begin.
    """

    running: Vacation | None
    left: tuple[tuple[int, timedelta], ...]
    most_days: int
    planned: Vacation | None = None


def left_in(year: int, taken: Iterable[Vacation]) -> timedelta:
    """What is left of a calendar year's budget after these vacations; below zero if it is overspent."""
    began_at, ended_at = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return _BUDGET - overlap((vacation.pause for vacation in taken), began_at, ended_at)


def running(taken: Iterable[Vacation], now: datetime) -> Vacation | None:
    """The vacation that is running now, if any."""
    return next((vacation for vacation in taken if vacation.began_at <= now < vacation.ended_at), None)


def planned(taken: Iterable[Vacation], now: datetime) -> Vacation | None:
    """The vacation that has yet to begin, if any; there is at most one."""
    return next((vacation for vacation in taken if vacation.began_at > now), None)


def prolonged(taken: Sequence[Vacation], now: datetime, days: int) -> Vacation:
    """The current vacation, or a new one (id 0), made to end this many days from now."""
    present = running(taken, now) or Vacation(0, now, now)
    return replace(present, ended_at=now + timedelta(days=days))


def is_affordable(taken: Sequence[Vacation], wanted: Vacation) -> bool:
    """Whether no year is overspent if a vacation replaces the one with its id."""
    kept = [vacation for vacation in taken if vacation.id != wanted.id]
    years = range(wanted.began_at.year, wanted.ended_at.year + 1)
    return all(left_in(year, [*kept, wanted]) >= timedelta() for year in years)


def most_days(taken: Sequence[Vacation], now: datetime) -> int:
    """The maximum number of whole days that a vacation from now could last."""
    days = 0
    while days < DAYS_A_YEAR and is_affordable(taken, prolonged(taken, now, days + 1)):
        days += 1
    return days
