"""Ratings and profiles."""

from dataclasses import dataclass

from bot.model.people import Person
from bot.model.refusals.refusal import Refusal


class RatingsAreOfServers(Refusal):
    """Somebody asked in a direct message how people stand, which differs from server to server."""


@dataclass(eq=False)
class BotHasNoProfile(Refusal):
    """Somebody asked what a bot has reached."""

    person: Person
