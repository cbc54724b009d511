"""Engines: programs of people that play as players of their own, through the interface for programs.

An engine belongs to one server, whose members can challenge it to casual matches. Rated matches are for engines among
themselves: they are direct ones, and what they change is a list of its own.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.model.people import Person

MOST_ENGINES: Final = 3
"""The most engines of a person."""

MOST_ON_SERVER: Final = 20
"""The most engines on a server."""

READY_FOR: Final = timedelta(seconds=90)
"""How long an engine counts as ready after its program was last seen to follow its matches."""

SEEN_EVERY: Final = timedelta(seconds=30)
"""How often it is noted that a program follows its matches."""


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine, as its owner has registered it; `games` are the keys of those that it plays."""

    person: Person
    owner: Person
    server_id: int
    games: Collection[str]
    seen_at: datetime | None = None
    webhook_until: datetime | None = None
    """When the token ends with whose webhook, which takes them, its matches are posted; None without such a webhook."""

    def is_ready(self, now: datetime) -> bool:
        """Whether its program follows its matches, so that it can be challenged."""
        is_told = self.webhook_until is not None and now < self.webhook_until
        return is_told or (self.seen_at is not None and now - self.seen_at < READY_FOR)
