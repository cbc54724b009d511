"""What a server and a person can settle."""

from collections.abc import Sequence
from dataclasses import dataclass

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
