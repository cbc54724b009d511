"""Refusals of settings, blocking, vacations and forgetting."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.model.refusals import ChannelRefusal, PersonRefusal, Refusal, TextRefusal


class NoServerHere(Refusal):
    """The settings of a server were asked for in a direct message."""


class NotManager(Refusal):
    """The person does not manage the server whose settings, matches or competitions they want to change."""


class NotTextChannel(ChannelRefusal):
    """The channel is not a text channel of this server that Furlong can see."""


class NotDays(TextRefusal):
    """The text is not a number of days from `least` to `most`.

    Nor is it "no limit", if that is allowed (`may_be_none`), or a bank such as "7 days + 12 hours" (`may_be_bank`).
    """

    least: int
    most: int
    may_be_none: bool = False
    may_be_bank: bool = False


class NotQuietHours(TextRefusal):
    """The text does not say when quiet hours begin and end."""


class UnknownZone(TextRefusal):
    """There is no such time zone; `similar` are similar names."""

    similar: Sequence[str]


class AmbiguousZone(TextRefusal):
    """The text names several time zones."""

    zones: Sequence[str]


class TellsOnServers(Refusal):
    """Subscriptions to games were set in a direct message, but they differ by server."""


class UnknownSetting(TextRefusal):
    """The setting has no such choice; `choices` are all of them, if no suggestions name them."""

    choices: Sequence[str] = ()


class BlocksThemselves(Refusal):
    """A person wanted to block themselves."""


class BlocksBot(PersonRefusal):
    """A person wanted to block a bot."""


class TooManyBlocked(Refusal):
    """A person has blocked as many people as possible."""

    most: int


class VacationTooLong(Refusal):
    """The vacation is longer than a year's budget allows.

    `most` is how many days a vacation from now could last, `left` is the rest of the budget, by year.
    """

    most: int
    left: Sequence[tuple[int, timedelta]]


class AwayLonger(Refusal):
    """The person is already on vacation, for longer than they ask for."""

    until: datetime


class NotAway(Refusal):
    """The person is not on the vacation that they want to end."""


class AskedOfAnother(Refusal):
    """A person answered a question that was for another person."""


class KeepsPlaying(Refusal):
    """A match of the person to be forgotten has only just begun."""


class ExportedTooOften(Refusal):
    """The person has had their data exported `most` times lately."""

    most: int


class NoCookies(Refusal):
    """The browser has not sent back the cookie that the page gave it inside Discord."""


class NotNow(Refusal):
    """Discord did not say in time whether a person is on a server, and what they may do there."""


class TimedOut(Refusal):
    """The person may do nothing on a server for a while, because a moderator of it has decided so."""


class NotNamed(Refusal):
    """Discord did not say who has opened the page inside it."""


class LinkUsed(Refusal):
    """The link to the page was already used, or it is too old."""
