"""Vacations."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.refusals.refusal import Refusal


@dataclass(eq=False)
class VacationTooLong(Refusal):
    """More was asked for than is left of a year's budget.

    `most` is for how many days from now a vacation could last, `left` what is left, by year.
    """

    asked: int
    most: int
    left: Sequence[tuple[int, timedelta]]


@dataclass(eq=False)
class AwayLonger(Refusal):
    """The person is on vacation already, and for longer than they ask for."""

    until: datetime


class NotAway(Refusal):
    """The person is not on the vacation that they want to end."""
