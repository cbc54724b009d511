"""The week in review: what happened on a server from one Monday to the next, UTC. No I/O."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.model.clock import midnight
from bot.model.competitions.competition import Competition
from bot.model.people import Person
from bot.model.place import Place
from bot.model.result import Ending
from rules.core import Game

A_WEEK: Final = timedelta(days=7)

FEWEST_POINTS: Final = 75
"""An upset is a win against a player whose rating was at least this much higher."""

FEWEST_WINS: Final = 3
"""At least this many wins in a row are a streak."""

_MOST_TOLD: Final = 5  # upsets and streaks, each a line


@dataclass(frozen=True, slots=True)
class WeekResult:
    """A finished match: the players by seat, their places, and their ratings before it, none if it was not rated."""

    id: int
    """The number of the match."""
    game: Game
    place: Place
    people: tuple[Person, ...]
    places: tuple[int, ...]
    ending: Ending
    ply: int
    ratings: Mapping[int, int]

    @property
    def winner(self) -> Person | None:
        """The sole winner; None if several share the first place."""
        first = [person for person, place in zip(self.people, self.places, strict=True) if place == 1]
        return first[0] if len(first) == 1 else None

    @property
    def surprise(self) -> int:
        """How much the rating of the strongest loser exceeded that of the winner; 0 if unknown."""
        winner = self.winner
        if winner is None or winner.id not in self.ratings:
            return 0
        others = [rating for person_id, rating in self.ratings.items() if person_id != winner.id]
        return max(0, max(others, default=0) - self.ratings[winner.id])


@dataclass(frozen=True, slots=True)
class Streak:
    """A player's current run of wins at the end of the week."""

    person: Person
    wins: int


@dataclass(frozen=True, slots=True)
class Week:
    """The review of the week that began on `monday`; `best` is its best match, None if none was played to its end."""

    monday: date
    results: Sequence[WeekResult]
    upsets: Sequence[WeekResult]
    streaks: Sequence[Streak]
    best: WeekResult | None
    coming: Sequence[Competition]

    @property
    def most_wins(self) -> Sequence[tuple[Person, int]]:
        """The three players with the most wins, and their wins."""
        won = Counter(winner for result in self.results if (winner := result.winner) is not None)
        return won.most_common(3)


def monday_before(now: datetime) -> date:
    """The Monday on which the last complete week began."""
    today = now.astimezone(UTC).date()
    return today - timedelta(days=today.weekday()) - A_WEEK


def bounds(monday: date) -> tuple[datetime, datetime]:
    """The beginning and the end of a week."""
    return midnight(monday), midnight(monday + A_WEEK)


def week_of(
    monday: date, results: Sequence[WeekResult], streaks: Sequence[Streak], coming: Sequence[Competition]
) -> Week:
    """The review of a week from everything that happened in it."""
    upsets = sorted(
        (result for result in results if result.surprise >= FEWEST_POINTS), key=lambda result: -result.surprise
    )
    long = sorted((streak for streak in streaks if streak.wins >= FEWEST_WINS), key=lambda streak: -streak.wins)
    played_out = [result for result in results if result.ending is Ending.RULES] or [
        result for result in results if result.ply
    ]
    best = max(
        played_out, key=lambda result: (result.surprise >= FEWEST_POINTS, result.surprise, result.ply), default=None
    )
    return Week(monday, results, upsets[:_MOST_TOLD], long[:_MOST_TOLD], best, coming)
