"""A stranger at Farlander: alpha-beta over placements and conquests, with all other players as one opponent.

The search has its own small form of the board. What counts are the territories and the units that can still move, for
each conquest uses up one of these, however many it destroys. To keep the branches few it moves into a conquered
territory only one, three or as many units as possible, from where they are least needed, until few units are left that
can move. Who begins the conquest is decided by chance; the search takes it that the order of the placement goes on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Final, NamedTuple, Self, cast

from rules.core import Move
from rules.farlander.position import FarlanderPosition
from tools.strangers.alphabeta import Knowledge

_FULL: Final = 5  # units in a territory
_FEW: Final = 12  # units that can still move: from here on, all ways to move in are searched
_MOST_WAYS: Final = 60
_HELD: Final = (0.08, 0.14, 0.24, 0.40, 0.58, 0.72, 0.82, 0.88, 0.92)
"""The share of a territory's value that its holder has, by strength of defence less strength of attack, from -4 to 4."""
_FREE_UNIT: Final = 0.45
"""What a unit is worth that can leave its territory, in points: it is used up by one conquest, whatever that takes."""
_WEAKEST: Final = -4

Way = tuple[int, tuple[tuple[int, int], ...]]
"""A conquest, as its target and the number of units that leave each source; a placement has no sources."""


@dataclass(frozen=True)
class Land:
    """What stays the same in a game: borders, garrisons, who has left, and the seat for whom the search is made."""

    names: tuple[str, ...]
    borders: tuple[tuple[int, ...], ...]
    garrisons: tuple[int, ...]
    gone: frozenset[int]
    seats: int
    own: int


class _End(NamedTuple):
    values: tuple[float, float]


@dataclass(frozen=True)
class Front:
    """A position: by territory its holder (-1 if nobody) and its units, the units left by seat, and the seat to move.

    The seat is -1 once nobody can conquer.
    """

    land: Land
    holders: tuple[int, ...]
    units: tuple[int, ...]
    left: tuple[int, ...]
    seat: int
    thorough: bool = False

    @classmethod
    def of(cls, position: FarlanderPosition) -> Self:
        """The form of a position in which a seat is to move."""
        mover = position.mover
        assert mover is not None
        garrisons = tuple(position.garrisons >> at & 1 for at in range(len(position.units)))
        land = Land(
            position.atlas.names,
            position.atlas.borders,
            garrisons,
            frozenset(position.gone),
            len(position.held),
            mover,
        )
        holders = [-1] * len(position.units)
        for seat, held in enumerate(position.held):
            for at in range(len(holders)):
                if held >> at & 1:
                    holders[at] = seat
        return cls(land, tuple(holders), position.units, position.left, mover, thorough=True)

    def __hash__(self) -> int:
        return hash((self.holders, self.units, self.seat))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Front)
            and self.seat == other.seat
            and self.units == other.units
            and self.holders == other.holders
        )

    @property
    def mover(self) -> int:
        """0 for the seat for whom the search is made, 1 for all others."""
        return int(self.seat != self.land.own)

    def token(self, way: Way) -> Move:
        """The move as the rules write it."""
        names, (target, sources) = self.land.names, way
        if not sources:
            return Move(names[target])
        return Move(f"{names[target]}<" + "+".join(f"{names[source]}x{units}" for source, units in sorted(sources)))

    @cached_property
    def _legal(self) -> list[Way]:
        if self.seat < 0:
            return []
        if any(self.left):
            return [(at, ()) for at in self._placements(self.seat)]
        movable = sum(units - 1 for units in self.units if units)
        found = list[Way]()
        for target, sources in self._targets(self.seat):
            if self.thorough or movable <= _FEW:
                ways = self._every_way(sources)
                if len(ways) > _MOST_WAYS:
                    ways = self._few_ways(sources, range(1, _FULL + 1))
            else:
                ways = self._few_ways(sources, (_FULL, 1, 3))
            found += ((target, way) for way in ways)
        return found

    def legal_moves(self) -> Sequence[Any]:
        """The moves that are searched."""
        return self._legal

    def play(self, way: Way) -> "Front":
        """The position after a placement or a conquest."""
        target, sources = way
        holders, units, left = list(self.holders), list(self.units), self.left
        holders[target] = self.seat
        if sources:
            for source, number in sources:
                units[source] -= number
            units[target] = sum(number for _, number in sources)
        else:
            units[target] += 1
            left = tuple(number - (seat == self.seat) for seat, number in enumerate(left))
        after = Front(self.land, tuple(holders), tuple(units), left, self.seat)
        return after._passed_on()

    def outcome(self) -> _End:
        """The share of the others that are behind less the share that is ahead, for the own seat and the others."""
        points, land = self.points(), self.land
        own = points[land.own]
        others = [number for seat, number in enumerate(points) if seat != land.own]
        value = sum((own > other) - (own < other) for other in others) / len(others)
        return _End((value, -value))

    def points(self) -> list[int]:
        """The points of each seat."""
        points = [0] * self.land.seats
        for holder, garrison in zip(self.holders, self.land.garrisons, strict=True):
            if holder >= 0:
                points[holder] += 1 + garrison
        return points

    def _passed_on(self) -> "Front":
        land = self.land
        order = [(self.seat + step) % land.seats for step in range(1, land.seats + 1)]
        if any(self.left):
            for seat in order:
                if self.left[seat] and seat not in land.gone and any(True for _ in self._placements(seat)):
                    return Front(land, self.holders, self.units, self.left, seat)
        placed = (0,) * land.seats
        for seat in order:
            if seat not in land.gone and any(True for _ in self._targets(seat)):
                return Front(land, self.holders, self.units, placed, seat)
        return Front(land, self.holders, self.units, placed, -1)

    def _placements(self, seat: int) -> Iterator[int]:
        for at, (holder, units) in enumerate(zip(self.holders, self.units, strict=True)):
            if holder < 0 or (holder == seat and units < _FULL):
                yield at

    def _targets(self, seat: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """The territories that a seat can conquer, each with the sources that can spare units, and how many."""
        holders, units, land = self.holders, self.units, self.land
        for target, holder in enumerate(holders):
            if holder < 0 or holder == seat:
                continue
            attack, sources = 0, list[tuple[int, int]]()
            for near in land.borders[target]:
                if holders[near] == seat:
                    attack += units[near]
                    if units[near] > 1:
                        sources.append((near, units[near] - 1))
            if sources and attack > units[target] + land.garrisons[target]:
                yield target, sources

    def _every_way(self, sources: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
        found = list[tuple[tuple[int, int], ...]]()
        for numbers in product(*(range(min(spare, _FULL) + 1) for _, spare in sources)):
            if 0 < sum(numbers) <= _FULL:
                found.append(
                    tuple((source, number) for (source, _), number in zip(sources, numbers, strict=True) if number)
                )
                if len(found) > _MOST_WAYS:
                    break
        return found

    def _few_ways(self, sources: list[tuple[int, int]], totals: Sequence[int]) -> set[tuple[tuple[int, int], ...]]:
        """Ways to move in some total of units, each from where units are needed least."""
        danger = {source: self.threat(source, self.seat) for source, _ in sources}
        order = sorted(sources, key=lambda source: danger[source[0]] - source[1])
        found = set[tuple[tuple[int, int], ...]]()
        for total in totals:
            left, way = total, list[tuple[int, int]]()
            for source, spare in order:
                if left and (number := min(spare, left)):
                    way.append((source, number))
                    left -= number
            found.add(tuple(sorted(way)))
        if 1 in totals:
            found |= {((source, 1),) for source, _ in order[:3]}
        return found

    def threat(self, at: int, holder: int) -> int:
        """The strength with which the strongest other seat can attack a territory; 0 if it has no units to move in."""
        strengths, free = [0] * self.land.seats, [False] * self.land.seats
        for near in self.land.borders[at]:
            other = self.holders[near]
            if other >= 0 and other != holder:
                strengths[other] += self.units[near]
                if self.units[near] > 1:
                    free[other] = True
        return max((strength for strength, can in zip(strengths, free, strict=True) if can), default=0)

    def pressure(self, at: int, holder: int) -> int:
        """The units of the strongest other seat around a territory, whether or not any can move in."""
        strengths = [0] * self.land.seats
        for near in self.land.borders[at]:
            other = self.holders[near]
            if other >= 0 and other != holder:
                strengths[other] += self.units[near]
        return max(strengths)


class FarlanderKnowledge(Knowledge):
    """What a stranger knows about Farlander."""

    def value(self, position: Any) -> float:
        """Points and free units, as far as they can be held, of the searching seat less those of the others."""
        assert isinstance(position, Front)
        land, placing = position.land, any(position.left)
        worth = [0.0] * land.seats
        for at, (holder, units) in enumerate(zip(position.holders, position.units, strict=True)):
            if holder >= 0:
                threat = position.pressure(at, holder) if placing else position.threat(at, holder)
                margin = units + land.garrisons[at] - threat if threat else -_WEAKEST
                share = _HELD[max(_WEAKEST, min(-_WEAKEST, margin)) - _WEAKEST]
                worth[holder] += share * (1 + land.garrisons[at] + _FREE_UNIT * (units - 1))
        own = worth.pop(land.own)
        lead = own - 0.6 * max(worth) - 0.4 * sum(worth) / len(worth)
        lead *= 100
        return lead if position.mover == 0 else -lead

    def promise(self, position: Any, move: Any) -> float:
        """Conquests by what they are worth and what they destroy."""
        assert isinstance(position, Front)
        target, sources = cast(Way, move)
        worth = 0.1 * position.land.garrisons[target]
        if sources:
            return worth + 0.08 * position.units[target] + 0.02 * sum(number for _, number in sources)
        near = sum(position.holders[near] == position.seat for near in position.land.borders[target])
        return worth + (0.3 if position.holders[target] < 0 else 0.0) + 0.05 * near
