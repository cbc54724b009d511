"""How promising a table of Farlander is for each seat, and which placements and conquests are worth a look."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.core import Move
from rules.farlander import tokens
from rules.farlander.campaign import MOST_UNITS, Campaign, Conquest, Phase, Source

_TARGET: Final = 0.35
"""What it is worth to be able to conquer a point now, and as much to whoever holds it that it is safe."""
_SPARE: Final = 0.06
"""What a unit is worth that could move."""
_HALF: Final = 3.0
"""The lead in points over another seat that is worth half of being ahead of it in the end."""

_LEFT: Final = 1_000.0
"""How far behind all others is who has left the table."""

_CLAIM: Final = 4.0
"""How much more likely it is good to claim a territory than to strengthen one, and as much again for each garrison."""
_FRONTIER: Final = 2.0
_HOLDS: Final = 2.0
"""How much more likely a conquest is good after which no enemy could take the target back at once."""
_SIZES: Final = (1, 2, 3, 5)
"""How many units move in, in the conquests that are worth a look."""


def worths(table: Campaign) -> tuple[float, ...]:
    """How promising a table is for each seat, from -1 to 1: the mean of how far it is ahead of each other."""
    seats, outcome = range(len(table.held)), table.outcome()
    if outcome is not None:
        ranks: Sequence[float] = [-float(place) for place in outcome.places]
        half = 0.0
    else:
        ranks, half = _prospects(table), _HALF
    return tuple(
        sum(_ahead(ranks[seat] - ranks[other], half) for other in seats if other != seat) / (len(seats) - 1)
        for seat in seats
    )


def candidates(table: Campaign) -> list[tuple[Move, float]]:
    """Placements, or conquests with few or many units from where they are missed least, each with its weight."""
    seat = table.mover
    if seat is None:
        return []
    if table.phase is Phase.PLACEMENT:
        names = table.atlas.names
        return [(Move(names[at]), _placement_weight(table, seat, at)) for at in table.placements(seat)]
    worst = [_worst(table, seat, at) for at in range(len(table.units))]
    found = dict[Move, float]()
    for target in table.targets(seat):
        for sources in _mixes(table, seat, target, worst):
            move = tokens.conquest_token(table.atlas, Conquest(target, sources))
            held = sum(source.units for source in sources) + (table.garrisons >> target & 1) >= worst[target]
            found[move] = (1.0 + (table.garrisons >> target & 1)) * (_HOLDS if held else 1.0)
    return list(found.items())


def _ahead(lead: float, half: float) -> float:
    """A lead as a number from -1 to 1."""
    return lead / (half + abs(lead)) if lead else 0.0


def _prospects(table: Campaign) -> list[float]:
    """For each seat its points, what it threatens and can move, less what is threatened."""
    units, borders, garrisons = table.units, table.atlas.borders, table.garrisons
    holders = [0] * len(units)
    for seat, held in enumerate(table.held):
        for at in range(len(units)):
            if held >> at & 1:
                holders[at] = seat
    prospects = [float(points) for points in table.points]
    seats = range(len(prospects))
    for at, defenders in enumerate(units):
        if not defenders:
            continue
        holder, garrison = holders[at], garrisons >> at & 1
        prospects[holder] += _SPARE * (defenders - 1)
        strengths, spare = [0] * len(seats), [0] * len(seats)
        for near in borders[at]:
            strengths[holders[near]] += units[near]
            if units[near] > 1:
                spare[holders[near]] = 1
        for seat in seats:
            if seat != holder and spare[seat] and strengths[seat] > defenders + garrison:
                prospects[seat] += _TARGET * (1 + garrison) / 2
                prospects[holder] -= _TARGET * (1 + garrison) / 2
    for seat in table.gone:
        prospects[seat] -= _LEFT
    return prospects


def _placement_weight(table: Campaign, seat: int, at: int) -> float:
    garrison = table.garrisons >> at & 1
    if not table.units[at]:
        near = len(table.atlas.borders[at])
        return _CLAIM * (1 + garrison) + near / 2
    return 1.0 + _FRONTIER * (_worst(table, seat, at) >= table.defence(at))


def _worst(table: Campaign, seat: int, at: int) -> int:
    """The strength of the strongest attack of another seat on a territory, were it held by this one."""
    return max(table.strength(other, at) for other in table.staying if other != seat)


def _mixes(table: Campaign, seat: int, target: int, worst: Sequence[int]) -> Iterator[tuple[Source, ...]]:
    """Units for a conquest: from where no enemy is near first, and from where most can be spared first."""
    near = [at for at in table.near(table.seats[seat], target) if table.units[at] > 1]
    for order in (
        sorted(near, key=lambda at: (worst[at], -table.units[at])),
        sorted(near, key=lambda at: -table.units[at]),
    ):
        for size in _SIZES:
            sources = tuple(_taken(table, order, size))
            if sum(source.units for source in sources) == size:
                yield tuple(sorted(sources))
        most = tuple(_taken(table, order, MOST_UNITS))
        yield tuple(sorted(most))


def _taken(table: Campaign, order: Iterable[int], size: int) -> Iterator[Source]:
    for at in order:
        units = min(size, table.units[at] - 1)
        size -= units
        if units:
            yield Source(at, units)
