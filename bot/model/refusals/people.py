"""Refusals of settings, blocking, vacations and forgetting."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.people import Person
from bot.model.refusals import Refusal


class NoServerHere(Refusal):
    """The settings of a server were asked for in a direct message."""


class NotManager(Refusal):
    """The person does not manage the server whose settings they want to see or change."""


class NotManagerOfLeagues(Refusal):
    """The person does not manage the server whose leagues they want to change."""


@dataclass(eq=False)
class NotTextChannel(Refusal):
    """The channel is no text channel of this server that Furlong can see."""

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
    """The games of which a person is told differ by server, but were set in a direct message."""


@dataclass(eq=False)
class UnknownSetting(Refusal):
    """There is no such choice for a setting."""

    text: str


class BlocksThemselves(Refusal):
    """A person wanted to block themselves."""


@dataclass(eq=False)
class BlocksBot(Refusal):
    """A person wanted to block a bot."""

    person: Person


@dataclass(eq=False)
class TooManyBlocked(Refusal):
    """A person has blocked as many people as possible."""

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
    """A person answered a question that was for another."""


class KeepsPlaying(Refusal):
    """A match of the person to be forgotten began only just now."""
