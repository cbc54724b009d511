"""Votes: sides of a match that everybody in its channel plays together, who belongs to them, and what they have chosen.

The channel sits in a seat like a person. Each of its moves is voted on for an agreed time; then the choice with most votes
is played, of several with as many the one that was chosen first.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.model.people import FIRST_CHANNEL, Person
from rules.core import Seat

CHANNEL: Final = Person(FIRST_CHANNEL, "The channel")
"""Everybody in the channel of a match, on one side together."""

SHORTEST: Final = 5
LONGEST: Final = 7 * 24 * 60
USUAL: Final = 24 * 60
"""Minutes for which a move is voted on."""

MOST_AT_ONCE: Final = 3
"""How many matches by vote may wait or run on a server at once: each has a board that everybody is asked about."""

YOUNG: Final = timedelta(days=7)
"""How old an account must be to vote where a server asks for that."""

RESIGN: Final = "/resign"
DRAW: Final = "/draw"
"""Choices besides the legal moves; no move begins so."""

_DISCORD_EPOCH: Final = datetime(2015, 1, 1, tzinfo=UTC)
_TIME_BITS: Final = 22


def teams(count: int) -> tuple[Person, ...]:
    """The parts into which a channel divides to play against itself."""
    return tuple(Person(FIRST_CHANNEL + number, f"Team {number}") for number in range(1, count + 1))


def is_young(person_id: int, now: datetime) -> bool:
    """Whether an account on Discord, whose id tells when it was made, is younger than a week."""
    return now - _DISCORD_EPOCH - timedelta(milliseconds=person_id >> _TIME_BITS) < YOUNG


@dataclass(frozen=True, slots=True)
class Voter:
    """A person who plays for one of the channel's seats, and for no other as long as the match runs."""

    person: Person
    seat: Seat

    is_out: bool = False
    """Whether a moderator has taken them out, so that they vote no more."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What a person has chosen for the move that is voted on: a legal move, `RESIGN` or `DRAW`."""

    person_id: int
    choice: str
    chosen_at: datetime


@dataclass(frozen=True, slots=True)
class Voting:
    """The vote on one move. Nobody who has not voted may learn more of `votes` than how many there are."""

    began_at: datetime
    ends_at: datetime
    votes: tuple[Vote, ...] = ()

    is_prolonged: bool = False
    """Whether nobody had voted when the time was over, and the channel was reminded."""

    def choice_of(self, person_id: int) -> str | None:
        """What a person has chosen; None if they have not voted."""
        return next((vote.choice for vote in self.votes if vote.person_id == person_id), None)

    @property
    def tally(self) -> Sequence[tuple[str, int]]:
        """Every choice with its votes: most votes first, and of those with as many the one that was chosen first."""
        chosen: defaultdict[str, list[tuple[datetime, int]]] = defaultdict(list)
        for vote in self.votes:
            chosen[vote.choice].append((vote.chosen_at, vote.person_id))
        ranked = sorted(chosen, key=lambda choice: (-len(chosen[choice]), min(chosen[choice])))
        return [(choice, len(chosen[choice])) for choice in ranked]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a voter has chosen the move that a review likes best, of the reviewed moves on which they voted."""

    person: Person
    best: int
    voted: int
