"""Ratings: how a result changes them, and the leaderboards and profiles that show them; and reliability. No I/O.

The model is Bradley-Terry with full pairing, as openskill computes it: a match of several players counts like a match
of each player with each other, and ties are draws. (openskill's Plackett-Luce model gives third place behind a shared
win as much as the win.) A skill is an estimate `mu` with an uncertainty `sigma`; people are shown one number, on a
scale that feels like that of chess.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from statistics import median_low
from typing import Final, Self

from openskill.models import BradleyTerryFull

from bot.model.people import Person
from players.characters import Character

MODEL: Final = "Bradley-Terry full 1"
"""The model's name, stored with the ratings; if it changes, the bot recomputes all of them when it starts."""

ALL_ROUND: Final = "all-round"
"""The pool in which all games of a server count together; no game has this key."""

START: Final = 1500
"""The rating of a player before their first match."""

PROVISIONAL: Final = 5
"""A rating from fewer rated matches is provisional."""

MOST_ALIKE: Final = 3
"""How many rated matches of one game that exactly the same opponents begin within `ALIKE_PERIOD` count.

An opponent is whoever is behind a player, such as the owner of engines. That keeps people from gaining a high rating by
playing the same opponents over and over in a few days. Nobody chooses which of them count, because it's decided when
each begins, before anybody knows how it will end.
"""

ALIKE_PERIOD: Final = timedelta(days=7)

MOST_FROM_ONE: Final = 200
"""How many points of a list one opponent gives a player within `GAINS_PERIOD`, besides a quarter of what all give.

After that, matches with the opponent leave the ratings as they are. On a server where only two people play, nobody
would have a rating without such a number.
"""

GAINS_PERIOD: Final = timedelta(days=30)

QUICK_WIN: Final = 5
"""A match of so few moves each that was won by an account younger than a week counts only once with the same people."""

OPENING: Final = 12
"""How many entries of the record, and the result, make a match of engines a repetition of one within `GAINS_PERIOD`."""

FEWEST_MOVES: Final = 3
"""The moves that everyone who stays must have made for a match to count, unless it was played to its end."""

_MU: Final = 25.0  # this and the next are openskill's defaults
_SIGMA: Final = 25.0 / 3
_POINTS: Final = (
    25.0  # for one unit of mu: among people with some dozens of matches, 400 points then mean about ten to one
)


@dataclass(frozen=True, slots=True)
class Skill:
    """The estimated strength of a player and its uncertainty, in the units of openskill."""

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
    """The result of a match for one of its players. Sharing the first place with some, but not with all, is a win."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def verdict(places: Sequence[int], seat: int) -> Verdict:
    """The result of a match with these places for a seat."""
    if all(place == 1 for place in places):
        return Verdict.DRAWN
    return Verdict.WON if places[seat] == 1 else Verdict.LOST


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating in one pool, and the results that led to it.

    `change` is how much the person's latest match in the pool changed the number that people see, and `changed_at` is
    when that match ended; None before the first one.
    """

    skill: Skill = Skill()
    wins: int = 0
    draws: int = 0
    losses: int = 0
    change: int = 0
    changed_at: datetime | None = None

    @property
    def number(self) -> int:
        """The number that people see."""
        return self.skill.rating

    @property
    def matches(self) -> int:
        """How many rated matches led here."""
        return self.wins + self.draws + self.losses

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few matches to rely on the rating."""
        return is_provisional(self.matches)

    def after(self, skill: Skill, what: Verdict, ended_at: datetime) -> "Rating":
        """The rating after one more match."""
        return Rating(
            skill,
            self.wins + (what is Verdict.WON),
            self.draws + (what is Verdict.DRAWN),
            self.losses + (what is Verdict.LOST),
            skill.rating - self.skill.rating,
            ended_at,
        )


def is_provisional(matches: int) -> bool:
    """Whether this many rated matches are too few to rely on a rating."""
    return matches < PROVISIONAL


def gives_too_much(gains: Mapping[int | str, int], opponent: int | str) -> bool:
    """Whether so much of a player's `gains` lately is by one opponent that matches between them do not count for now.

    The gains are the points won less those lost, by who is behind the opponent.
    """
    return gains.get(opponent, 0) >= max(MOST_FROM_ONE, sum(points for points in gains.values() if points > 0) / 4)


@dataclass(frozen=True, slots=True)
class NewRating:
    """A player's rating after a rated match, as the match's message shows it, and its change."""

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

    counts: bool = True
    """Whether nothing kept it from counting; see `bot.model.match.Match.counts`."""

    @property
    def pools(self) -> tuple[str, str]:
        """The pools in which it counts."""
        return self.game, ALL_ROUND


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating in a pool after a match."""

    match: RatedMatch
    pool: str
    person_id: int
    rating: Rating

    @property
    def new_rating(self) -> NewRating:
        """The rating as the match's message shows it."""
        return NewRating(self.rating.number, self.rating.change, self.rating.is_provisional)


def rated(skills: Sequence[Skill], places: Sequence[int]) -> tuple[Skill, ...]:
    """The skills of two or more players after a match in which they took these places; equal places are ties."""
    model = _model()
    teams = [[model.rating(skill.mu, skill.sigma)] for skill in skills]
    return tuple(Skill(new.mu, new.sigma) for [new] in model.rate(teams, ranks=[float(place) for place in places]))


@cache
def _model() -> BradleyTerryFull:
    return BradleyTerryFull(mu=_MU, sigma=_SIGMA)


def is_cut_short(moves: Sequence[int], gone: Collection[int], *, is_played_out: bool) -> bool:
    """Whether a match ended too early to say anything about its players' strength.

    `moves` are counted by seat, and `gone` are the seats that left. A match is cut short if a player who stayed had
    made fewer moves than `FEWEST_MOVES`; a player who leaves right at the start does not take the result from the
    others. A match that was played to its end by the rules, with everyone there, counts however short it was.
    """
    if is_played_out and not gone:
        return False
    return any(count < FEWEST_MOVES for seat, count in enumerate(moves) if seat not in gone)


class Ledger:
    """The ratings on one server, computed from its rated matches in the order in which they ended.

    `ratings` is by pool and person. To enter just one more match, begin with its players' ratings so far.
    """

    def __init__(self, ratings: dict[tuple[str, int], Rating] | None = None) -> None:
        """Begin with known ratings, or with none."""
        self.ratings = ratings or {}

    def enter(self, match: RatedMatch) -> Sequence[RatingChange]:
        """Enter a match if it counts, and return the changes. A damaged match, without all places, does not count."""
        is_whole = len(match.places) == len(match.people) >= 2
        if not match.counts or match.is_cut_short or not is_whole:
            return ()
        return [change for pool in match.pools for change in self._enter_in(pool, match)]

    def _enter_in(self, pool: str, match: RatedMatch) -> Iterable[RatingChange]:
        before = [self.ratings.get((pool, person_id), Rating()) for person_id in match.people]
        skills = rated([rating.skill for rating in before], match.places)
        for seat, person_id in enumerate(match.people):
            after = before[seat].after(skills[seat], verdict(match.places, seat), match.ended_at)
            self.ratings[pool, person_id] = after
            yield RatingChange(match, pool, person_id, after)


FEWEST_FOR_RELIABILITY: Final = 5
"""The fewest matches from which reliability is shown; with fewer, one timeout would look like a habit."""

RELIABILITY_CHOICES: Final = (80, 90, 95)
"""The percentages that an open challenge may require."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The reliability of a player in their latest matches with a time limit against people.

    Of `matches`, the player finished `in_time` without running out of time. `usual_time` is the median time for a turn,
    None if no time is known.
    """

    matches: int
    in_time: int
    usual_time: timedelta | None = None

    @classmethod
    def of(cls, timeouts: Sequence[bool], times: Sequence[timedelta]) -> "Reliability":
        """The reliability of a player from whether they ran out of time in each match and the time of each turn."""
        return cls(len(timeouts), len(timeouts) - sum(timeouts), median_low(times) if times else None)

    @property
    def is_new(self) -> bool:
        """Whether there are too few matches to say anything."""
        return self.matches < FEWEST_FOR_RELIABILITY

    @property
    def percent(self) -> int:
        """The share of matches finished in time, rounded down, so that 100 means all. Needs a match."""
        return self.in_time * 100 // self.matches

    def meets(self, least: int) -> bool:
        """Whether the player may join a challenge that requires this percentage; new players may."""
        return self.is_new or self.percent >= least


@dataclass(frozen=True, slots=True)
class Field:
    """The people whose ratings are compared: all with a rating in a pool of a server, except those in `left_out`."""

    server_id: int
    pool: str
    left_out: frozenset[int] = frozenset()

    among: frozenset[int] | None = None
    """If not None, only these people."""


MOST_RANKED: Final = 250
"""How many people a leaderboard has, and counts, so that it is quick to read on a server with any number of them."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A person on a leaderboard; `position` counts from 1 and ties share it.

    It is None for provisional ratings and for people who are not among the first `MOST_RANKED`.
    """

    person: Person
    rating: Rating
    position: int | None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard, counted from 0: ranked people in `rows` before provisional ones, `MOST_RANKED` in all.

    `own` is the reader's row, wherever it stands; None if the reader has no rating.
    """

    pool: str
    rows: tuple[LeaderboardRow, ...]
    own: LeaderboardRow | None
    page: int
    pages: int

    pools: Sequence[str] = ()
    """The pools in which anybody there has a rating, also those of games that are not installed any more."""

    is_direct: bool = False
    """Whether it is for direct matches, on which readers see only themselves and people they have played."""


MOST_RESULTS: Final = 1000
"""How many of a person's latest results a profile counts, so that even a long list is quick to read."""


@dataclass(frozen=True, slots=True)
class PastResult:
    """A person's finished match: the places by seat, and the person's own seat."""

    match_id: int
    game: str
    seat: int
    places: tuple[int, ...]

    change: int | None
    """How much it changed the person's rating in the game; None if it does not count."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of a person's finished matches are looked for; what is empty or None is left open."""

    opponent: str = ""
    """A part of a name of somebody else there."""

    game: str = ""
    result: Verdict | None = None

    since: datetime | None = None
    until: datetime | None = None
    """The time before which it ended."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many matches a person has won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, verdicts: Iterable[Verdict]) -> "Tally":
        """The tally of these verdicts."""
        counted = Counter(verdicts)
        return cls(counted[Verdict.WON], counted[Verdict.DRAWN], counted[Verdict.LOST])

    @property
    def matches(self) -> int:
        """The number of matches."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class PoolResults:
    """A person's results in a pool, casual matches included, and their leaderboard row among `ranked` people.

    No more than `MOST_RANKED` people are counted.

    `row` is None without a match that counts for ratings; `unrated` are the results of matches that do not count.
    """

    pool: str
    tally: Tally
    unrated: Tally
    row: LeaderboardRow | None
    ranked: int


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent, and a person's score against them; in a match of several, by who finished ahead of whom."""

    person: Person
    tally: Tally


@dataclass(frozen=True, slots=True)
class CharacterScore:
    """A person's score against a character, in all seats that it took."""

    character: Character
    tally: Tally


@dataclass(frozen=True, slots=True)
class Track:
    """A person's ratings in a pool over time."""

    pool: str
    points: Sequence[tuple[datetime, int]]


@dataclass(frozen=True, slots=True)
class Profile:
    """What a person has achieved on a server; `records` begins with all games together.

    Matches with characters count only in `characters`, from the gentlest to the strongest. `streak` is how many matches
    in a row the person has just won, `best_streak` the most ever.
    """

    person: Person
    records: tuple[PoolResults, ...]
    streak: int
    best_streak: int
    rivals: tuple[Rival, ...]
    tracks: tuple[Track, ...]
    reliability: Reliability
    characters: tuple[CharacterScore, ...] = ()

    @property
    def matches(self) -> int:
        """How many finished matches among people the profile counts, at most `MOST_RESULTS`."""
        return self.records[0].tally.matches
