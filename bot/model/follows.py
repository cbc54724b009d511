"""Follows: people and matches of a server of which a person who doesn't play is told once they are over."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.model.people import Person
from rules.core import Game

MOST_FOLLOWED: Final = 50
"""The most people and matches that a person follows, of all servers."""

MOST_FOLLOWERS: Final = 50
"""How many people are told of a match; those who have followed for longest come first."""

EVERY: Final = timedelta(hours=1)
"""The shortest time between two messages to a person about what they follow on a server."""

MOST_NEWS: Final = 10
"""The most matches in a message; it is told of the others an hour later."""


@dataclass(frozen=True, slots=True)
class Follow:
    """A person or a match that somebody follows on a server."""

    id: int

    person: Person | None
    """Whose matches are followed; None for a single match."""

    match_id: int | None = None
    game: Game | None = None
    """The game of the match; None for a person, or if its package is not installed."""
