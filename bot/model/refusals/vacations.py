"""Refusals about vacations."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.model.refusals import Refusal


class OverInThatZone(Refusal):
    """Your weekend would shift, and you'd be out of time in match #{number}. Make your move there first."""

    number: int


class VacationTooLong(Refusal):
    """The vacation is longer than a year's budget allows.

    `most` is how many days a vacation from now could last, `left` is the rest of the budget, by year.
    """

    most: int
    left: Sequence[tuple[int, timedelta]]


class AwayLonger(Refusal):
    """You're on vacation for longer than that already: until {until}. `/vacation` has a button that ends it at once."""

    until: datetime


class NotAhead(Refusal):
    """You can plan a vacation from tomorrow on, up to a year ahead: type `tomorrow`, `2 weeks` or a date such as `2030-12-24`."""


class NotAway(Refusal):
    """That vacation is already over. `/vacation` says how many days you have left."""
