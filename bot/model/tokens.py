"""Tokens with which programs act for a person: what they may do, and until when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.model.people import Person
from bot.model.webhooks import Webhook

MOST_TOKENS: Final = 10
"""The maximum number of a person's tokens that have not ended."""

LONGEST_NAME: Final = 40
"""The most characters of the name that a person gives a token."""

LASTS: Final = tuple(timedelta(days=days) for days in (30, 90, 365))
"""How long a token may last, from which a person chooses."""


TOLD_BEFORE: Final = timedelta(days=7)
"""How long before its end the owner of a token is told of it."""


class Scope(StrEnum):
    """What a token permits."""

    READ = "read"
    """Reading the matches of the person."""
    PLAY = "play"
    """Reading them, and playing in them."""
    CALENDAR = "calendar"
    """Reading when their moves are due and their seasons begin and end, by an address that calendars follow."""

    def permits(self, needed: "Scope") -> bool:
        """Whether a token with this scope may do what needs another one."""
        return self is needed or (self is Scope.PLAY and needed is Scope.READ)


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a person, without its secret, which is not stored."""

    id: int
    person: Person
    name: str
    scope: Scope
    made_at: datetime
    expires_at: datetime
    webhook: Webhook | None = None
