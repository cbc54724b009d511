"""The arithmetic of ratings: what a result does to how strong its players are taken to be. No I/O.

The model is that of Plackett and Luce as openskill computes it: it takes two players or more, and ties. A strength is
an estimate `mu` with an uncertainty `sigma`; people are shown one number, on a scale that feels like that of chess.
"""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Final, Self

from openskill.models import PlackettLuce

ALL_ROUND: Final = "all-round"
"""The pool in which all games of a server count together; no game has this key."""

START: Final = 1500
"""The rating of somebody before their first match."""

PROVISIONAL: Final = 5
"""With fewer rated matches than these a rating is provisional."""

MOST_ALIKE: Final = 3
"""So many rated matches of one game between exactly the same people count within `ALIKE_PERIOD`."""

ALIKE_PERIOD: Final = timedelta(days=7)

FEWEST_MOVES: Final = 3
"""How many moves everybody who stays has made in a match that counts, unless it was played to its end."""

_MU: Final = 25.0
_SIGMA: Final = 25.0 / 3
_POINTS: Final = (
    25.0  # for one unit of mu: among people with some dozens of matches, 400 points then mean about ten to one
)


@dataclass(frozen=True, slots=True)
class Skill:
    """How strong somebody is taken to be, and how uncertain that is, in the units of openskill."""

    mu: float = _MU
    sigma: float = _SIGMA

    @classmethod
    def at(cls, rating: int, sigma: float) -> Self:
        """The skill that people see as this number."""
        return cls(_MU + (rating - START) / _POINTS, sigma)

    @property
    def rating(self) -> int:
        """The number that people see."""
        return round(START + _POINTS * (self.mu - _MU))


class Verdict(StrEnum):
    """What a match was for one of its players. Whoever shares the first place with some, but not with all, has won."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def verdict(places: Sequence[int], seat: int) -> Verdict:
    """What a match with these places was for a seat."""
    if all(place == 1 for place in places):
        return Verdict.DRAWN
    return Verdict.WON if places[seat] == 1 else Verdict.LOST


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands in one pool.

    `change` is what their latest match there changed of the number that people see, and `changed_at` when that ended;
    None before the first one.
    """

    skill: Skill = Skill()
    wins: int = 0
    draws: int = 0
    losses: int = 0
    change: int = 0
    changed_at: datetime | None = None

    @property
    def matches(self) -> int:
        """How many rated matches led here."""
        return self.wins + self.draws + self.losses

    @property
    def is_provisional(self) -> bool:
        """Whether there were too few matches to rely on the rating."""
        return is_provisional(self.matches)

    def after(self, skill: Skill, what: Verdict, ended_at: datetime) -> "Standing":
        """The standing after one more match."""
        return Standing(
            skill,
            self.wins + (what is Verdict.WON),
            self.draws + (what is Verdict.DRAWN),
            self.losses + (what is Verdict.LOST),
            skill.rating - self.skill.rating,
            ended_at,
        )


def is_provisional(matches: int) -> bool:
    """Whether so many rated matches are too few to rely on a rating."""
    return matches < PROVISIONAL


@dataclass(frozen=True, slots=True)
class NewRating:
    """What is told of one player under a rated match: the rating after it, and by how much it has changed."""

    rating: int
    change: int
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A finished match for ratings: `people` by seat, and the place that each of them took."""

    id: int
    server_id: int
    game: str
    ended_at: datetime
    people: tuple[int, ...]
    places: tuple[int, ...]

    is_cut_short: bool = False
    """Whether it ended too early to count; see `is_cut_short`."""

    @property
    def pools(self) -> tuple[str, str]:
        """Where it counts."""
        return self.game, ALL_ROUND


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How somebody stands in a pool after a match."""

    match: RatedMatch
    pool: str
    person_id: int
    standing: Standing

    @property
    def new_rating(self) -> NewRating:
        """What is told of it under the match."""
        return NewRating(self.standing.skill.rating, self.standing.change, self.standing.is_provisional)


def rated(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """The skills of two or more players after a match in which they took these places; equal places are ties."""
    model = _model()
    teams = [[model.rating(skill.mu, skill.sigma)] for skill in skills]
    return tuple(Skill(one.mu, one.sigma) for [one] in model.rate(teams, ranks=[float(place) for place in places]))


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=_MU, sigma=_SIGMA)


def counts(earlier: Iterable[datetime], ended_at: datetime) -> bool:
    """Whether a rated match counts, if these matches of its game between the same people have counted before it.

    So nobody can win a high rating by playing the same opponents over and over in a few days.
    """
    return sum(ended_at - end < ALIKE_PERIOD for end in earlier) < MOST_ALIKE


_Alike = tuple[str, frozenset[int]]
"""A game, and the people who have played it."""


def is_cut_short(moves: Sequence[int], gone: Collection[int], *, is_played_out: bool) -> bool:
    """Whether a match ended before it says anything of its players' strength; `moves` by seat, `gone` the seats that left.

    It does so if somebody who stayed had made fewer moves than `FEWEST_MOVES`. Whoever leaves a match of several right
    at its start does not take the result from those who play on. One that was played to its end by the rules, with
    everybody there, counts however short it was.
    """
    if is_played_out and not gone:
        return False
    return any(count < FEWEST_MOVES for seat, count in enumerate(moves) if seat not in gone)


class Ledger:
    """The standings on one server, as they follow from its rated matches, entered one by one in the order of their ends.

    `standings` is by pool and person. Who begins with some that are known already gives those in which somebody of the
    next match stands, and with `remember` the latest ends of matches like it that have counted.
    """

    def __init__(self, standings: dict[tuple[str, int], Standing] | None = None) -> None:
        """Begin with known standings, or with none."""
        self.standings = standings or {}
        self._ends: dict[_Alike, tuple[datetime, ...]] = {}
        self._latest: deque[tuple[datetime, _Alike]] = deque()  # what has counted within `ALIKE_PERIOD`, in order

    def remember(self, match: RatedMatch, ends: Iterable[datetime]) -> None:
        """Take as known when matches like this one, which counted, have ended; the latest one last."""
        alike = match.game, frozenset(match.people)
        for end in ends:
            self._ends[alike] = (*self._ends.get(alike, ()), end)[-MOST_ALIKE:]
            self._latest.append((end, alike))

    def enter(self, match: RatedMatch) -> Sequence[RatingChange]:
        """Let a match count, if it does; what it changes. One that is damaged, so that places are missing, does not."""
        if match.is_cut_short:
            return ()
        if len(match.places) != len(match.people) or len(match.people) < 2:
            return ()
        self._forget_until(match.ended_at - ALIKE_PERIOD)
        if not counts(self._ends.get((match.game, frozenset(match.people)), ()), match.ended_at):
            return ()
        self.remember(match, [match.ended_at])
        return [change for pool in match.pools for change in self._enter_in(pool, match)]

    def _forget_until(self, at: datetime) -> None:
        """What has ended so long ago is of no use any more, and there is much of it."""
        while self._latest and self._latest[0][0] <= at:
            _end, alike = self._latest.popleft()
            if alike in self._ends and self._ends[alike][-1] <= at:
                del self._ends[alike]

    def _enter_in(self, pool: str, match: RatedMatch) -> Iterable[RatingChange]:
        before = [self.standings.get((pool, person_id), Standing()) for person_id in match.people]
        skills = rated([standing.skill for standing in before], match.places)
        for seat, person_id in enumerate(match.people):
            after = before[seat].after(skills[seat], verdict(match.places, seat), match.ended_at)
            self.standings[pool, person_id] = after
            yield RatingChange(match, pool, person_id, after)
