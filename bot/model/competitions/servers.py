"""Matches between servers: who may enter, who meets whom, who takes over, and how they stand. No I/O.

The rules are in docs/leagues.md. Each side is sorted by strength and paired from the top down; who is left over is the
bench of its side. In a season of several servers every two of them meet like this, all at once.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import combinations, groupby, zip_longest
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
    competition: Competition,
    entrants: Sequence[Entrant],
    strengths: Mapping[int, int],
    casual: Collection[tuple[int, int]] = (),
) -> Sequence[Fixture]:
    """The boards of seeded entrants, from the top down, of every two servers, by division; `casual` pairs are not rated.

    A server with fewer than `FEWEST_BOARDS` people meets nobody.
    """
    sides = [
        (number, [entrant for entrant in entrants if entrant.side_id == side.server_id])
        for number, side in enumerate(competition.sides)
    ]
    pairs = combinations([side for side in sides if len(side[1]) >= FEWEST_BOARDS], 2)
    return [
        replace(
            fixture,
            division=division,
            is_casual=(first.side_id, second.side_id) in casual
            or are_far_apart(strengths, first.person.id, second.person.id),
        )
        for division, ((one, home), (other, away)) in enumerate(pairs, start=1)
        for board, (first, second) in enumerate(zip(home, away, strict=False), start=1)
        for fixture in _board(competition, board, first, second, is_turned=(board + one + other) % 2 == 1)
    ]


def _board(
    competition: Competition, number: int, first: Entrant, second: Entrant, *, is_turned: bool
) -> Sequence[Fixture]:
    """A board; where it is a single match, the servers take turns from board to board, and people between opponents."""
    one, other = (second, first) if is_turned else (first, second)
    return meeting(number, one.person.id, other.person.id, both_sides=competition.regulations.both_sides)


def are_far_apart(strengths: Mapping[int, int], first_id: int, second_id: int) -> bool:
    """Whether two people are so far apart in strength that their board is casual."""
    return abs(strengths.get(first_id, START) - strengths.get(second_id, START)) > _LARGEST_GAP


def by_meeting(fixtures: Sequence[Fixture]) -> Sequence[tuple[int, Sequence[Fixture]]]:
    """The fixtures of every two servers that meet, by division."""
    ordered = sorted(fixtures, key=lambda fixture: fixture.division)
    return [(number, list(own)) for number, own in groupby(ordered, key=lambda fixture: fixture.division)]


def bench(entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> Sequence[Entrant]:
    """The people without a board in a meeting of their server who have not left, the strongest of each side first."""
    playing = {person_id for fixture in fixtures for person_id in fixture.people}
    sides = {entrant.side_id for entrant in entrants if entrant.person.id in playing}
    waiting = [entrant for entrant in entrants if entrant.side_id in sides and entrant.person.id not in playing]
    return [entrant for entrant in waiting if not entrant.is_out]


def taken_over(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture], absent: Collection[int]
) -> Sequence[tuple[Entrant, Entrant, Sequence[Fixture]]]:
    """The boards that go to the bench: who is absent, who comes instead, and the fixtures to make.

    Each board is taken over once, and none that has a result. Every meeting has its own bench.
    """
    return [board for _number, own in by_meeting(fixtures) for board in _taken_over_in_meeting(entrants, own, absent)]


def _taken_over_in_meeting(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture], absent: Collection[int]
) -> Sequence[tuple[Entrant, Entrant, Sequence[Fixture]]]:
    waiting = [entrant for entrant in bench(entrants, fixtures) if entrant.person.id not in absent]
    taken = list[tuple[Entrant, Entrant, Sequence[Fixture]]]()
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
    """How a match between two servers stands, alone or as one of a season."""

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

    def seen_by(self, side: Side) -> "ServerScore":
        """The same with a side of it first."""
        if side == self.sides[0]:
            return self
        boards = tuple(replace(board, people=board.people[::-1], points=board.points[::-1]) for board in self.boards)
        return replace(self, sides=self.sides[::-1], boards=boards)

    @property
    def winner(self) -> Side | None:
        """The side that has won, even before all matches are over; None if neither has."""
        (first, second), left = self.points, self.left
        return self.sides[0] if first > second + left else self.sides[1] if second > first + left else None


def scores_of(
    competition: Competition, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> tuple[ServerScore, ...]:
    """How every two servers that meet stand, by division; none before their boards are known."""
    return tuple(_score_of(competition, entrants, own) for _number, own in by_meeting(fixtures))


def _score_of(competition: Competition, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> ServerScore:
    by_id = {entrant.person.id: entrant for entrant in entrants}
    server_ids = {by_id[person_id].side_id for fixture in fixtures for person_id in fixture.people}
    home, away = (side for side in competition.sides if side.server_id in server_ids)
    boards = [_stands(number, on_board, by_id, home) for number, on_board in _by_board(fixtures)]
    return ServerScore((home, away), tuple(boards), tuple(bench(entrants, fixtures)))


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server in the table of a season; servers that nothing tells apart share their `place`."""

    side: Side
    place: int
    points: int
    """2 for each meeting that is won, even before it is over, and 1 for each that ended in a draw."""
    board_points: float


def table_of(meetings: Sequence[ServerScore]) -> Sequence[ServerRow]:
    """The table of a season of servers that meet, the best first.

    After points, board points decide, then the points from meetings of those level in both, then the points on the first
    board of all meetings, on the second, and so on.
    """
    sides = list(dict.fromkeys(side for score in meetings for side in score.sides))
    own = {side: [score.seen_by(side) for score in meetings if side in score.sides] for side in sides}
    level = {side: (sum(map(_worth, own[side])), sum(score.points[0] for score in own[side])) for side in sides}

    def key(side: Side) -> tuple[float, ...]:
        direct = sum(_worth(score) for score in own[side] if level[score.sides[1]] == level[side])
        return (*level[side], direct, *_upper_boards(own[side]))

    keys = {side: key(side) for side in sides}
    longest = max(map(len, keys.values()), default=0)
    keys = {side: (*found, *[0.0] * (longest - len(found))) for side, found in keys.items()}
    return [
        ServerRow(side, 1 + sum(other > keys[side] for other in keys.values()), *level[side])
        for side in sorted(sides, key=keys.__getitem__, reverse=True)
    ]


def _worth(score: ServerScore) -> int:
    """The points of a meeting for its first side."""
    if score.winner is None:
        return 0 if score.left else 1
    return 2 if score.winner == score.sides[0] else 0


def _upper_boards(scores: Sequence[ServerScore]) -> Sequence[float]:
    """The points of the first side on each board of its meetings, the first board first."""
    of_each = ([board.points[0] for board in score.boards] for score in scores)
    return [sum(on_board) for on_board in zip_longest(*of_each, fillvalue=0.0)]


def _by_board(fixtures: Sequence[Fixture]) -> Sequence[tuple[int, Sequence[Fixture]]]:
    """The fixtures of each board, by its number."""
    ordered = sorted(fixtures, key=lambda fixture: fixture.round)
    return [(number, list(own)) for number, own in groupby(ordered, key=lambda fixture: fixture.round)]


def _stands(number: int, on_board: Sequence[Fixture], by_id: Mapping[int, Entrant], home: Side) -> Board:
    """A board; matches of people whom the bench has replaced count for nobody."""
    latest = max(on_board, key=lambda fixture: fixture.id)
    counted = tuple(fixture for fixture in on_board if set(fixture.people) == set(latest.people))
    first, second = sorted((by_id[one] for one in latest.people), key=lambda one: one.side_id != home.server_id)
    points, left = {first.person.id: 0.0, second.person.id: 0.0}, 0
    for fixture in counted:
        gained = _gained(fixture, by_id)
        left += gained is None
        for person_id, points_gained in zip(fixture.people, gained or (0.0, 0.0), strict=True):
            points[person_id] += points_gained
    return Board(number, (first, second), (points[first.person.id], points[second.person.id]), left, counted)


def _gained(fixture: Fixture, by_id: Mapping[int, Entrant]) -> Sequence[float] | None:
    """The points of both people; None before its end. What is never made, as somebody is out, is won by who is not."""
    are_out = [by_id[person_id].is_out for person_id in fixture.people]
    if fixture.match is None and any(are_out):
        return [float(not is_out) for is_out in are_out]
    return (fixture.points or (0.0, 0.0)) if fixture.is_over else None
