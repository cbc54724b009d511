"""Refusals of settings, blocking, vacations and forgetting."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.people import Person
from bot.model.refusals.refusal import Refusal


class NoServerHere(Refusal):
    """A server's settings were asked for in a direct message."""


class NotManager(Refusal):
    """Somebody who does not manage the server wanted to see or change its settings."""


class NotManagerOfLeagues(Refusal):
    """Somebody who does not manage the server wanted to do something to a league."""


@dataclass(eq=False)
class NotTextChannel(Refusal):
    """It is no text channel of this server, or not one that Furlong knows of."""

    channel_id: int


@dataclass(eq=False)
class NotDays(Refusal):
    """The text is no number of days from `least` to `most`, nor "no limit" where that would do (`may_be_none`)."""

    text: str
    least: int
    most: int
    may_be_none: bool = False


@dataclass(eq=False)
class NotQuietHours(Refusal):
    """The text does not say when quiet hours begin and end."""

    text: str


@dataclass(eq=False)
class UnknownZone(Refusal):
    """There is no such time zone; `similar` are names that come near."""

    text: str
    similar: Sequence[str]


class TellsOnServers(Refusal):
    """Of which games somebody is told was to be settled in a direct message, and each server has its own."""


@dataclass(eq=False)
class UnknownSetting(Refusal):
    """There is no such choice for a setting."""

    text: str


class BlocksThemselves(Refusal):
    """Somebody wanted to block themselves."""


@dataclass(eq=False)
class BlocksBot(Refusal):
    """Somebody wanted to block a bot, which never asks for anything."""

    person: Person


@dataclass(eq=False)
class TooManyBlocked(Refusal):
    """Somebody has blocked as many people as one may."""

    most: int


@dataclass(eq=False)
class VacationTooLong(Refusal):
    """More was asked for than is left of a year's budget.

    `most` is for how many days from now a vacation could last, `left` what is left, by year.
    """

    most: int
    left: Sequence[tuple[int, timedelta]]


@dataclass(eq=False)
class AwayLonger(Refusal):
    """The person is on vacation already, and for longer than they ask for."""

    until: datetime


class NotAway(Refusal):
    """The person is not on the vacation that they want to end."""


class AskedOfAnother(Refusal):
    """Somebody answered a question that was put to somebody else."""


class KeepsPlaying(Refusal):
    """Somebody who wants to be forgotten has a match that began only just now."""
