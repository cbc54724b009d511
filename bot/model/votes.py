"""Votes: the sides of a match that everybody in its channel plays together, the people on them, and their choices.

The channel takes a seat like a person. Each of its moves is voted on for an agreed time; then the choice with the most
votes is played, or, of several with equally many, the one that was chosen first.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.model.people import FIRST_CHANNEL, Person
from rules.core import Phrase, Seat

_HOUR: Final = 60  # minutes
_DAY: Final = 24 * _HOUR
MINUTES: Final = (30, _HOUR, 6 * _HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 3 * _DAY, 7 * _DAY)
"""The times on offer for voting on a move, in minutes."""

MOST_AT_ONCE: Final = 3
"""How many matches by vote may wait or run on a server at once: each asks everybody about its board."""

YOUNG: Final = timedelta(days=7)
"""The age that an account needs to vote on a server that demands it."""

RESIGN: Final = "/resign"
DRAW: Final = "/draw"
"""Choices besides the legal moves; no move begins with a slash."""

_DISCORD_EPOCH: Final = datetime(2015, 1, 1, tzinfo=UTC)
_TIME_BITS: Final = 22  # the lower bits of an id, which are not part of its time


def name_of(channel_id: int) -> Phrase:
    """The name of a channel that plays by vote, or of one of its teams."""
    number = channel_id - FIRST_CHANNEL
    return Phrase("Team {number}", number=number) if number else Phrase("The channel")


CHANNEL: Final = Person(FIRST_CHANNEL, name_of(FIRST_CHANNEL))
"""Everybody in the channel of a match, on one side together."""


def teams(count: int) -> tuple[Person, ...]:
    """The teams into which a channel divides to play against itself."""
    ids = range(FIRST_CHANNEL + 1, FIRST_CHANNEL + count + 1)
    return tuple(Person(channel_id, name_of(channel_id)) for channel_id in ids)


def is_young(person_id: int, now: datetime, young: timedelta = YOUNG) -> bool:
    """Whether an account on Discord, whose id contains its creation time, is younger than a week, or than `young`."""
    return now - _DISCORD_EPOCH - timedelta(milliseconds=person_id >> _TIME_BITS) < young


@dataclass(frozen=True, slots=True)
class Voter:
    """A person who plays for one of the channel's seats, and for no other while the match runs."""

    person: Person
    seat: Seat

    is_out: bool = False
    """Whether a moderator has excluded them from voting."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A person's choice in the vote on a move: a legal move, `RESIGN` or `DRAW`."""

    person_id: int
    choice: str
    chosen_at: datetime


@dataclass(frozen=True, slots=True)
class Voting:
    """The vote on one move. People who have not voted may only learn how many `votes` there are."""

    began_at: datetime
    ends_at: datetime
    votes: tuple[Vote, ...] = ()

    is_prolonged: bool = False
    """Whether the vote was prolonged, with a reminder, because nobody had voted in time."""

    def choice_of(self, person_id: int) -> str | None:
        """A person's choice; None if they have not voted."""
        return next((vote.choice for vote in self.votes if vote.person_id == person_id), None)

    @property
    def tally(self) -> Sequence[tuple[str, int]]:
        """Every choice with its votes: most votes first, and of equal ones the one that was chosen first."""
        chosen: defaultdict[str, list[tuple[datetime, int]]] = defaultdict(list)
        for vote in self.votes:
            chosen[vote.choice].append((vote.chosen_at, vote.person_id))
        ranked = sorted(chosen, key=lambda choice: (-len(chosen[choice]), min(chosen[choice])))
        return [(choice, len(chosen[choice])) for choice in ranked]


def is_majority(votes: int, cast: int, voters: int, *, is_early: bool) -> bool:
    """Whether a channel resigns or settles for a draw with this many votes for it, of all that were `cast`.

    It takes more than half of the votes; before the vote is over, more than half of the `voters` of that side.
    """
    return 2 * votes > (max(cast, voters) if is_early else cast)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a voter chose the move that a review considers best, of the reviewed moves on which they voted."""

    person: Person
    best: int
    voted: int
