"""A match between two servers: who may enter, who meets whom, who takes over, and how it stands. No I/O.

The rules are in docs/leagues.md. Each side is sorted by strength and paired from the top down; who is left over is the
bench of its side.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

from bot.model.competitions.competition import FEWEST_BOARDS, Competition, Entrant, Fixture, Side, meeting
from bot.model.ratings import START

MOST_CALLS: Final = 5
"""How many calls of a server wait at a time."""

MOST_COUNTED: Final = 2
"""How many matches of a pair of servers are rated within `COUNTED_FOR`, so that no two servers trade points."""

COUNTED_FOR: Final = timedelta(days=90)

BENCH_FOR: Final = timedelta(hours=72)
"""For how long after the beginning the bench takes over the boards of people who have not moved."""

ABSENT_AFTER: Final = timedelta(hours=36)
"""After that time a person who is to make the first move, and has not, gives the board to the bench."""

_LARGEST_GAP: Final = 200
"""The points between two people beyond which their board is casual."""

FEWEST_FINISHED: Final = 5
"""How many matches a person has finished who plays for a server."""

LATEST: Final = 20
"""How many of a person's latest finished matches say whether they lose on time."""

MOST_ON_TIME: Final = 2
"""How many of those they lost on time at most."""


@dataclass(frozen=True, slots=True)
class Record:
    """The latest finished matches of a person, `LATEST` at most, and how many of them they lost on time."""

    finished: int
    on_time: int

    @property
    def is_known(self) -> bool:
        """Whether the person has finished enough matches to play for a server."""
        return self.finished >= FEWEST_FINISHED

    @property
    def keeps_time(self) -> bool:
        """Whether they are likely to play to the end."""
        return self.on_time <= MOST_ON_TIME


def seeded(entrants: Sequence[Entrant], strengths: Mapping[int, int]) -> Sequence[Entrant]:
    """The entrants of all sides, each side's strongest first, with their seeds; a newcomer counts as a beginner."""

    def key(entrant: Entrant) -> tuple[int, int, datetime, int]:
        strength = strengths.get(entrant.person.id, START)
        return entrant.side_id or 0, -strength, entrant.joined_at, entrant.person.id

    return [
        replace(entrant, division=1, seed=seed)
        for _side, of_side in groupby(sorted(entrants, key=key), key=lambda entrant: entrant.side_id)
        for seed, entrant in enumerate(of_side)
    ]


def paired(
    competition: Competition, entrants: Sequence[Entrant], strengths: Mapping[int, int], *, is_casual: bool
) -> Sequence[Fixture]:
    """The boards of seeded entrants, from the top down; empty if there are fewer than `FEWEST_BOARDS`.

    Where a board is a single match, the sides of the servers take turns from board to board.
    """
    home, away = ([entrant for entrant in entrants if entrant.side_id == side.server_id] for side in competition.sides)
    boards = list(zip(home, away, strict=False))
    if len(boards) < FEWEST_BOARDS:
        return ()
    return [
        fixture
        for number, (first, second) in enumerate(boards, start=1)
        for fixture in _board(
            competition,
            number,
            (first.person.id, second.person.id) if number % 2 else (second.person.id, first.person.id),
            is_casual=is_casual or are_far_apart(strengths, first.person.id, second.person.id),
        )
    ]


def _board(competition: Competition, number: int, pair: tuple[int, int], *, is_casual: bool) -> Sequence[Fixture]:
    fixtures = meeting(number, *pair, both_sides=competition.regulations.both_sides)
    return [replace(fixture, is_casual=is_casual) for fixture in fixtures]


def are_far_apart(strengths: Mapping[int, int], first_id: int, second_id: int) -> bool:
    """Whether two people are so far apart in strength that their board is casual."""
    return abs(strengths.get(first_id, START) - strengths.get(second_id, START)) > _LARGEST_GAP


def bench(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> Sequence[Entrant]:
    """The people without a board who have not left, the strongest of each side first."""
    playing = {person_id for fixture in fixtures for person_id in fixture.people}
    return [entrant for entrant in entrants if entrant.person.id not in playing and not entrant.is_out]


def taken_over(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture], absent: Collection[int]
) -> Sequence[tuple[Entrant, Entrant, Sequence[Fixture]]]:
    """The boards that go to the bench: who is absent, who comes instead, and the fixtures to make.

    Each board is taken over once, and none that has a result.
    """
    waiting, taken = list(bench(entrants, fixtures)), list[tuple[Entrant, Entrant, Sequence[Fixture]]]()
    by_id = {entrant.person.id: entrant for entrant in entrants}
    for _number, own in _by_board(fixtures):
        people = {person_id for fixture in own for person_id in fixture.people}
        gone = sorted(people & set(absent))
        has_result = any(fixture.match is not None and fixture.match.places for fixture in own)
        if len(people) > 2 or not gone or has_result:
            continue
        out = by_id[gone[0]]
        instead = next((entrant for entrant in waiting if entrant.side_id == out.side_id), None)
        if instead is None:
            continue
        waiting.remove(instead)
        swapped = [
            replace(
                fixture,
                id=0,
                match=None,
                first_id=instead.person.id if fixture.first_id == out.person.id else fixture.first_id,
                second_id=instead.person.id if fixture.second_id == out.person.id else fixture.second_id,
            )
            for fixture in own
        ]
        taken.append((out, instead, swapped))
    return taken


@dataclass(frozen=True, slots=True)
class Board:
    """A board as it stands: who plays on it for each side, and their points."""

    number: int
    people: tuple[Entrant, Entrant]
    points: tuple[float, float]
    left: int
    """How many of its matches are not over."""
    fixtures: tuple[Fixture, ...]

    @property
    def is_casual(self) -> bool:
        """Whether its matches are not rated."""
        return any(fixture.is_casual for fixture in self.fixtures)


@dataclass(frozen=True, slots=True)
class ServerScore:
    """How a match between servers stands."""

    sides: tuple[Side, Side]
    boards: tuple[Board, ...]

    bench: tuple[Entrant, ...]

    @property
    def points(self) -> tuple[float, float]:
        """The points of both sides."""
        first, second = zip(*(board.points for board in self.boards), strict=True) if self.boards else ((), ())
        return sum(first), sum(second)

    @property
    def left(self) -> int:
        """How many matches are not over."""
        return sum(board.left for board in self.boards)

    @property
    def winner(self) -> Side | None:
        """The side that has won, even before all matches are over; None if neither has."""
        (first, second), left = self.points, self.left
        return self.sides[0] if first > second + left else self.sides[1] if second > first + left else None


def score_of(competition: Competition, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> ServerScore | None:
    """How a match between servers stands; None before its boards are known."""
    if len(competition.sides) != 2 or not fixtures:
        return None
    home, away = competition.sides
    by_id = {entrant.person.id: entrant for entrant in entrants}
    boards = [_stands(number, on_board, by_id, home) for number, on_board in _by_board(fixtures)]
    return ServerScore((home, away), tuple(boards), tuple(bench(entrants, fixtures)))


def _by_board(fixtures: Sequence[Fixture]) -> Sequence[tuple[int, Sequence[Fixture]]]:
    """The fixtures of each board, by its number."""
    ordered = sorted(fixtures, key=lambda fixture: fixture.round)
    return [(number, list(own)) for number, own in groupby(ordered, key=lambda fixture: fixture.round)]


def _stands(number: int, on_board: Sequence[Fixture], by_id: Mapping[int, Entrant], home: Side) -> Board:
    """A board; matches of people whom the bench has replaced count for nobody."""
    latest = max(on_board, key=lambda fixture: fixture.id)
    counted = tuple(fixture for fixture in on_board if set(fixture.people) == set(latest.people))
    first, second = sorted((by_id[one] for one in latest.people), key=lambda one: one.side_id != home.server_id)
    points = {first.person.id: 0.0, second.person.id: 0.0}
    for fixture in counted:
        for person_id, gained in zip(fixture.people, fixture.points or (0.0, 0.0), strict=True):
            points[person_id] += gained
    left = sum(not fixture.is_over for fixture in counted)
    return Board(number, (first, second), (points[first.person.id], points[second.person.id]), left, counted)
