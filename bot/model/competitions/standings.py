"""The standings of a division: points, and the tie-breaks between those who have as many.

Equal points are broken by the direct encounters, then by Sonneborn-Berger (the points of those whom one has beaten, and
half of theirs whom one has drawn with), then by wins, and last by the seed. Points and their sums are multiples of a
quarter, so that comparing floats is exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.model.competitions.competition import SMALLEST_DIVISION, Competition, Entrant, Fixture

MOVING: Final = 2
"""How many people change divisions at either end."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A person's standing. `to_play` counts matches that are not over; `move` is 1 for going up, -1 for going down."""

    entrant: Entrant
    place: int
    points: float
    played: int
    to_play: int
    wins: int
    head_to_head: float
    sonneborn_berger: float
    move: int = 0


@dataclass(frozen=True, slots=True)
class Division:
    """The standings of a division, the best first; entrants whose matches count for nobody stand apart in `struck`."""

    number: int
    rows: tuple[StandingsRow, ...]
    struck: tuple[Entrant, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to play."""
        return all(row.to_play == 0 for row in self.rows)


def ranked(division: int, divisions: int, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> Division:
    """The standings of a division of so many, from its entrants and its fixtures."""
    struck = tuple(entrant for entrant in entrants if entrant.is_struck)
    staying = sorted((entrant for entrant in entrants if not entrant.is_struck), key=_seed)
    ids = {entrant.person.id for entrant in staying}
    out = {entrant.person.id for entrant in staying if entrant.is_out}
    counted = [fixture for fixture in fixtures if ids.issuperset(fixture.people)]
    scores = {person_id: _Score() for person_id in ids}
    for fixture in counted:
        _enter(scores, fixture, out)
    for score in scores.values():
        score.sonneborn_berger = sum(scores[other].points * points for other, points in score.results)
    rows = _ranked([(entrant, scores[entrant.person.id]) for entrant in staying])
    return Division(division, _moving(rows, division, divisions), struck)


class _Score:
    """What an entrant has scored so far."""

    def __init__(self) -> None:
        self.points = 0.0
        self.results: list[tuple[int, float]] = []  # against whom, and the points of the match
        self.to_play = 0
        self.sonneborn_berger = 0.0

    @property
    def wins(self) -> int:
        return sum(points == 1.0 for _other, points in self.results)

    def against(self, others: set[int]) -> float:
        return sum(points for other, points in self.results if other in others)


def _enter(scores: dict[int, _Score], fixture: Fixture, out: set[int]) -> None:
    if fixture.is_bye:
        scores[fixture.first_id].points += 1.0
        return
    points = fixture.points
    if points is None and not fixture.is_over and out & set(fixture.people):
        # Its match is about to be ended, or was never made.
        points = tuple(0.0 if person_id in out else 1.0 for person_id in fixture.people)
    for person_id, other_id, own in zip(fixture.people, reversed(fixture.people), points or (None, None), strict=True):
        if own is not None:
            scores[person_id].points += own
            scores[person_id].results.append((other_id, own))
        elif not fixture.is_over:
            scores[person_id].to_play += 1


def _seed(entrant: Entrant) -> int:
    return entrant.seed or 0


def _ranked(scored: Sequence[tuple[Entrant, _Score]]) -> list[StandingsRow]:
    """The rows in order, without the moves between divisions."""
    by_points = sorted(scored, key=lambda one: -one[1].points)
    rows: list[StandingsRow] = []
    for _points, group in groupby(by_points, key=lambda one: one[1].points):
        level = list(group)
        ids = {entrant.person.id for entrant, _score in level}
        level.sort(
            key=lambda one: (-one[1].against(ids), -one[1].sonneborn_berger, -one[1].wins, _seed(one[0])),
        )
        rows += [_row(entrant, len(rows) + index, score, ids) for index, (entrant, score) in enumerate(level, start=1)]
    return rows


def _row(entrant: Entrant, place: int, score: _Score, level: set[int]) -> StandingsRow:
    return StandingsRow(
        entrant=entrant,
        place=place,
        points=score.points,
        played=len(score.results),
        to_play=score.to_play,
        wins=score.wins,
        head_to_head=score.against(level) if len(level) > 1 else 0.0,
        sonneborn_berger=score.sonneborn_berger,
    )


def _moving(rows: Sequence[StandingsRow], division: int, divisions: int) -> tuple[StandingsRow, ...]:
    """The rows with their moves: two people at either end, one in a division of three; nobody who is out goes up."""
    count = MOVING if len(rows) >= 2 * MOVING else 1
    order = in_order(rows)
    up = [row for row in order[:count] if division > 1 and not row.entrant.is_out]
    down = [row for row in order[-count:] if division < divisions and row not in up]
    return tuple(replace(row, move=1 if row in up else -1 if row in down else 0) for row in rows)


def in_order(rows: Sequence[StandingsRow]) -> Sequence[StandingsRow]:
    """The rows in the order for the next season: those who are out come last."""
    return sorted(rows, key=lambda row: (row.entrant.is_out, row.place))


@dataclass(frozen=True, slots=True)
class Standings:
    """A competition with its entrants and fixtures, and the standings of its divisions, none before it begins."""

    competition: Competition
    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]
    divisions: tuple[Division, ...]

    def entrant(self, person_id: int) -> Entrant | None:
        """The entrant of that id, or None."""
        return next((entrant for entrant in self.entrants if entrant.person.id == person_id), None)


@dataclass(frozen=True, slots=True)
class DivisionStandings:
    """How one division of `count` stands; None before the competition begins."""

    competition: Competition
    count: int
    division: Division | None


_UNRATED: Final = float("-inf")


def order_of(
    entrants: Sequence[Entrant], ratings: Mapping[int, float], before: Sequence[Division] = ()
) -> Sequence[Entrant]:
    """Everybody in a season in the order in which the divisions are filled, the strongest first.

    `ratings` are those that are no longer provisional, by person, and `before` are the tables of the season before, the
    first division first. Who was in that season comes in the order in which it ended, once some have gone up and down;
    behind them newcomers, by their ratings, and those who have none as they have joined.
    """
    earlier = {person_id: rank for rank, person_id in enumerate(_after(before))}

    def key(entrant: Entrant) -> tuple[float, float, float, int]:
        person_id = entrant.person.id
        rank = earlier.get(person_id, len(earlier))
        return rank, -ratings.get(person_id, _UNRATED), entrant.joined_at.timestamp(), person_id

    return sorted(entrants, key=key)


def _after(tables: Sequence[Division]) -> Sequence[int]:
    """Everybody of a season in the order for the next one: those who move have changed places with each other."""
    orders = [list(in_order(table.rows)) for table in tables]
    places = [
        [
            *(row for row in (orders[number - 1] if number else ()) if row.move < 0),
            *(row for row in orders[number] if row.move == 0),
            *(row for row in (orders[number + 1] if number + 1 < len(orders) else ()) if row.move > 0),
        ]
        for number in range(len(orders))
    ]
    found: list[int] = []
    for number, rows in enumerate(places):
        found += [row.entrant.person.id for row in rows]
        found += [entrant.person.id for entrant in tables[number].struck]
    return found


def sizes(count: int, largest: int) -> Sequence[int]:
    """How many people the divisions of so many have, the first division first: as even as may be.

    None has more than `largest`, unless another would have fewer than `SMALLEST_DIVISION`.
    """
    divisions = -(-count // largest)
    while divisions > 1 and count < divisions * SMALLEST_DIVISION:
        divisions -= 1
    small, larger = divmod(count, divisions)
    return [small + (number < larger) for number in range(divisions)]


def divided(ordered: Sequence[Entrant], largest: int) -> Sequence[Sequence[Entrant]]:
    """People in this order, in their divisions."""
    divisions: list[Sequence[Entrant]] = []
    first = 0
    for size in sizes(len(ordered), largest):
        divisions.append(ordered[first : first + size])
        first += size
    return divisions
