"""Follows: people and matches of a server of which a person who doesn't play is told, at the end or of moves too."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.model.match import Match
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

MOVES_LATE: Final = 5
"""How many of the latest entries of a running match followers are not told of, so that they help nobody who plays."""


def settled(ply: int) -> int:
    """How many entries of a match with `ply` of them are old enough for its followers; below 0 for fewer than five."""
    return ply - MOVES_LATE


@dataclass(frozen=True, slots=True)
class Follow:
    """A person or a match that somebody follows on a server."""

    id: int

    person: Person | None
    """Whose matches are followed; None for a single match."""

    match_id: int | None = None
    game: Game | None = None
    """The game of the match; None for a person, or if its package is not installed."""

    has_moves: bool = False
    """Whether they are told of the moves of the match, too."""


@dataclass(frozen=True, slots=True)
class News:
    """Matches that a follower is told about, as they are now."""

    over: Sequence[Match] = ()
    """Those that have ended since they were told last."""

    moved: Sequence[Match] = ()
    """Those that go on, in which moves are old enough that the follower has not seen."""

    @property
    def matches(self) -> Sequence[Match]:
        """All of them."""
        return (*self.over, *self.moved)
