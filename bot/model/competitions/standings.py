"""The standings of a division: points, and the tie-breaks between people with equal points.

Ties are broken by the direct encounters, then by Sonneborn-Berger (the points of the opponents a person has beaten,
plus half the points of those they drew with), then by wins, and last by the seed. Points and their sums are multiples
of a quarter, so comparing floats is exact.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Final

from bot.model.competitions.competition import (
    LARGEST_DIVISION,
    SMALLEST_DIVISION,
    Competition,
    CompetitionStage,
    Entrant,
    Fixture,
    Format,
)
from bot.model.competitions.servers import ServerScore
from bot.model.moderation import Intervention
from bot.model.people import Person
from bot.model.result import Ending

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
    wins: int = 0
    head_to_head: float = 0.0
    sonneborn_berger: float = 0.0
    move: int = 0


@dataclass(frozen=True, slots=True)
class Division:
    """The standings of a division, the best first; entrants whose matches count for nobody are apart in `struck`.

    `count` is the number of divisions.
    """

    number: int
    rows: tuple[StandingsRow, ...]
    struck: tuple[Entrant, ...]
    count: int = 1

    @property
    def is_played(self) -> bool:
        """Whether any match had a result, without which nobody has won and nobody moves."""
        return any(row.played for row in self.rows)

    @property
    def share_over(self) -> float:
        """The share of its matches that are over, which is 1 if there are none."""
        played, to_play = sum(row.played for row in self.rows), sum(row.to_play for row in self.rows)
        return played / (played + to_play) if to_play else 1.0

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to play."""
        return all(row.to_play == 0 for row in self.rows)


def ranked(division: int, divisions: int, entrants: Sequence[Entrant], fixtures: Sequence[Fixture]) -> Division:
    """The standings of a division, one of `divisions`, from its entrants and its fixtures."""
    struck = tuple(entrant for entrant in entrants if entrant.is_struck)
    scores = {entrant.person.id: _Score(entrant) for entrant in entrants if not entrant.is_struck}
    most = _most_of_round(fixtures)
    for fixture in fixtures:
        if fixture.is_bye and fixture.first_id in scores:
            scores[fixture.first_id].points += most[fixture.round]
        elif scores.keys() >= set(fixture.people):
            _enter(scores, fixture)
    for score in scores.values():
        score.sonneborn_berger = sum(scores[other].points * points for other, points in score.results)
    rows: list[StandingsRow] = []
    by_points = sorted(scores.values(), key=lambda score: -score.points)
    for _points, group in groupby(by_points, key=lambda score: score.points):
        level = list(group)
        ids = {score.entrant.person.id for score in level}
        level.sort(key=lambda score: (-score.against(ids), -score.sonneborn_berger, -score.wins, score.seed))
        rows += [score.row(place, ids) for place, score in enumerate(level, start=len(rows) + 1)]
    return Division(division, _moving(rows, division, divisions), struck, divisions)


class _Score:
    """An entrant's score so far."""

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self.seed = entrant.seed or 0
        self.points = 0.0
        self.results: list[tuple[int, float]] = []  # opponents, with the points of the match
        self.to_play = 0
        self.sonneborn_berger = 0.0

    @property
    def wins(self) -> int:
        return sum(points == 1.0 for _other, points in self.results)

    def against(self, others: set[int]) -> float:
        return sum(points for other, points in self.results if other in others)

    def row(self, place: int, level: set[int]) -> StandingsRow:
        """The entrant's row; `level` are the people with equal points, the entrant included."""
        direct = self.against(level) if len(level) > 1 else 0.0
        played, berger = len(self.results), self.sonneborn_berger
        return StandingsRow(self.entrant, place, self.points, played, self.to_play, self.wins, direct, berger)


def _most_of_round(fixtures: Sequence[Fixture]) -> Mapping[int, int]:
    """The most points of each round, which a bye is worth: one for each match of two people who meet in it."""
    most = dict[int, int]()
    for (number, _people), count in Counter((fixture.round, frozenset(fixture.people)) for fixture in fixtures).items():
        most[number] = max(most.get(number, 0), count)
    return most


def _enter(scores: Mapping[int, _Score], fixture: Fixture) -> None:
    points: Sequence[float | None] = fixture.points or (None, None)
    out = [scores[person_id].entrant.is_out for person_id in fixture.people]
    if not fixture.is_over and any(out):
        # The match will be ended shortly, or was never made.
        points = [0.0 if is_out else 1.0 for is_out in out]
    for person_id, other_id, own in zip(fixture.people, reversed(fixture.people), points, strict=True):
        if own is not None:
            scores[person_id].points += own
            scores[person_id].results.append((other_id, own))
        elif not fixture.is_over:
            scores[person_id].to_play += 1


def _moving(rows: Sequence[StandingsRow], division: int, divisions: int) -> tuple[StandingsRow, ...]:
    """The rows with their moves: two people at either end, one in a division of three; nobody who is out goes up."""
    if not any(row.played for row in rows):
        return tuple(rows)
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

    called_off: Intervention | None = None
    """The intervention of the manager who called it off."""

    meetings: tuple[ServerScore, ...] = ()
    """How every two servers that meet stand, by division; none before their boards are known, and for other formats."""

    @property
    def score(self) -> ServerScore | None:
        """How a match between two servers stands; None before its boards are known, and where several play a season."""
        return self.meetings[0] if self.meetings and not self.competition.is_among_several else None

    @property
    def latest_round(self) -> int:
        """The latest round of a competition that is played in rounds, counted from 1; otherwise 0."""
        has_rounds = self.competition.regulations.format.has_rounds
        return max((fixture.round for fixture in self.fixtures), default=0) if has_rounds else 0

    @property
    def is_small(self) -> bool:
        """Whether there are so few people that one message can tell them all."""
        return len(self.entrants) <= LARGEST_DIVISION

    @property
    def cut_off(self) -> Sequence[Fixture]:
        """The fixtures whose matches the end, or that of the round before, cut off, so that the position decided them.

        None where there are many people, who are told by the boards.
        """
        if not self.is_small:
            return ()
        ended = self.latest_round - (self.competition.stage is CompetitionStage.RUNNING)
        late = [
            fixture for fixture in self.fixtures if fixture.match is not None and fixture.match.ending is Ending.DECIDED
        ]
        return [fixture for fixture in late if fixture.round == ended or not self.latest_round]

    @property
    def is_fresh(self) -> bool:
        """Whether no match of the latest round is over."""
        latest = (fixture for fixture in self.fixtures if fixture.round == self.latest_round)
        return not any(fixture.is_over and not fixture.is_bye for fixture in latest)

    def paired(self, *, is_bye: bool) -> Sequence[Person]:
        """The people who have an opponent in the latest round, or those who have a bye."""
        latest = [
            fixture for fixture in self.fixtures if fixture.round == self.latest_round and fixture.is_bye is is_bye
        ]
        paired = {person_id for fixture in latest for person_id in fixture.people}
        return [entrant.person for entrant in self.entrants if entrant.person.id in paired]

    def entrant(self, person_id: int) -> Entrant | None:
        """The entrant with this id, or None."""
        return next((entrant for entrant in self.entrants if entrant.person.id == person_id), None)


@dataclass(frozen=True, slots=True)
class DivisionStandings:
    """The standings of one division out of `count`; None before the competition begins."""

    competition: Competition
    count: int
    division: Division | None

    is_in: bool = False
    """Whether the person who asked is in the competition, which is open or running."""


_UNRATED: Final = float("-inf")


def order_of(
    entrants: Sequence[Entrant], ratings: Mapping[int, float], before: Sequence[Division] = ()
) -> Sequence[Entrant]:
    """The entrants of a season in the order in which the divisions are filled, the strongest first.

    `ratings` are the ratings that are no longer provisional, by person, and `before` are the standings of the season
    before, the first division first. Entrants of that season come first, in its final order after promotion and
    relegation. Newcomers follow by rating, and those without one in the order in which they joined.
    """
    earlier = {person_id: rank for rank, person_id in enumerate(_after(before))}

    def key(entrant: Entrant) -> tuple[float, float, float, int]:
        person_id = entrant.person.id
        rank = earlier.get(person_id, len(earlier))
        return rank, -ratings.get(person_id, _UNRATED), entrant.joined_at.timestamp(), person_id

    return sorted(entrants, key=key)


def _after(divisions: Sequence[Division]) -> Sequence[int]:
    """The people of a season in the order for the next one, after promotion and relegation."""
    orders = [(), *(in_order(division.rows) for division in divisions), ()]
    person_ids: list[int] = []
    for above, own, below, division in zip(orders, orders[1:], orders[2:], divisions, strict=False):
        rows = [row for row in above if row.move < 0] + [row for row in own if row.move == 0]
        rows += [row for row in below if row.move > 0]
        person_ids += [row.entrant.person.id for row in rows]
        person_ids += [entrant.person.id for entrant in division.struck]
    return person_ids


def sizes(count: int, largest: int) -> Sequence[int]:
    """The sizes of the divisions of `count` people, the first division first, as even as possible.

    None has more than `largest`, unless another would have fewer than `SMALLEST_DIVISION`.
    """
    divisions = -(-count // largest)
    while divisions > 1 and count < divisions * SMALLEST_DIVISION:
        divisions -= 1
    small, larger = divmod(count, divisions)
    return [small + (number < larger) for number in range(divisions)]


def matches_at_once(competition: Competition, entered: int) -> int:
    """The most matches an entrant has at once if nobody joins besides the `entered` people."""
    regulations = competition.regulations
    count = max(entered, regulations.format.fewest)
    largest = max(sizes(count, regulations.size)) if regulations.format is Format.LEAGUE else count
    if regulations.format is Format.SERVERS:
        return regulations.matches_among(len(competition.sides))
    return regulations.matches_among(2 if regulations.format.has_rounds else largest)


def divided(ordered: Sequence[Entrant], largest: int) -> Sequence[Sequence[Entrant]]:
    """People in this order, split into divisions."""
    waiting = iter(ordered)
    return [list(islice(waiting, size)) for size in sizes(len(ordered), largest)]
