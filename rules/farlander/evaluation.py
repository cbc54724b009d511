"""How promising a table of Farlander is for each seat, and which placements and conquests are worth a look."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from rules.core import Move
from rules.farlander import tokens
from rules.farlander.campaign import MOST_UNITS, Campaign, Conquest, Phase, Source


class _Weights(NamedTuple):
    """What things are worth: one more makes it 2.7 times likelier to end ahead of another seat.

    `point`, and `chance` for a territory that the seat could conquer now, count as the game comes to its end, `unit`,
    `front` for a unit beside an enemy and `exposed` for a unit that could be conquered now count throughout.
    """

    point: float
    chance: float
    unit: float
    front: float
    exposed: float


# Fitted to games between computer players: between two the one with more at the front has the last conquests, while
# among four the one that fights least loses least.
_WEIGHTS: Final = {
    2: _Weights(point=0.9, chance=0.8, unit=0.14, front=0.19, exposed=0.0),
    3: _Weights(point=0.85, chance=0.65, unit=0.4, front=-0.05, exposed=-0.15),
    4: _Weights(point=0.8, chance=0.5, unit=0.7, front=-0.25, exposed=-0.28),
}
_MIDDLE: Final = 4.0
"""Points and chances count for half when so many territories can be conquered."""
_SAFE: Final = 0.42
"""What a territory is worth that no single enemy could conquer, while units are placed."""
_TALL: Final = 0.02
"""What the square of the units in a territory is worth then: tall stacks are good to have."""

_NOBODY: Final = -1
_MOST: Final = 0.99
"""What it is worth at most to be far ahead before the game is over."""
_LEFT: Final = 1_000.0
"""How far a seat that has left the table is behind all others: more than any lead."""

_CLAIM: Final = 4.0
"""How much more likely it is good to claim a territory than to strengthen one, and as much again for each garrison."""
_SECURES: Final = 4.0
"""How much more likely it is good to place the last unit that a territory lacks to be safe; less if it lacks more."""
_HOLDS: Final = 2.0
"""How much more likely a conquest is good after which no enemy could take the target back at once."""
_KILLS: Final = 0.2
"""How much more likely it is good for each unit that it destroys."""
_SIZES: Final = (1, 2, 3, MOST_UNITS)
"""How many units move in, in the conquests that are worth a look."""


class _Survey(NamedTuple):
    """Who holds each territory, `_NOBODY` perhaps, and by territory and seat the units beside it and those to spare."""

    holders: list[int]
    strengths: list[list[int]]
    spares: list[list[int]]

    def conquerors(self, at: int, defence: int) -> list[int]:
        """The seats that could conquer an occupied territory with so strong a defence."""
        holder, spares = self.holders[at], self.spares[at]
        return [
            seat
            for seat, strength in enumerate(self.strengths[at][:_NOBODY])
            if strength > defence and seat != holder and spares[seat]
        ]


def evaluate(table: Campaign) -> tuple[float, ...]:
    """How promising a table is for each seat, from -1 to 1: the mean of how far it is ahead of each other."""
    outcome = table.outcome()
    if outcome is not None:
        return _means([-float(place) for place in outcome.places], _certainly_ahead)
    prospects = _placed(table) if table.phase is Phase.PLACEMENT else _prospects(table)
    for seat in table.gone:
        prospects[seat] -= _LEFT
    return _means(prospects, _ahead)


def candidates(table: Campaign) -> list[tuple[Move, float]]:
    """Placements, or conquests with few or many units from where they are missed least, each with its weight."""
    seat = table.mover
    if seat is None:
        return []
    survey = _survey(table)
    others = [other for other in table.staying if other != seat]
    worst = [max(strengths[other] for other in others) for strengths in survey.strengths]
    if table.phase is Phase.PLACEMENT:
        names = table.atlas.names
        return [(Move(names[at]), _placement_weight(table, at, worst[at])) for at in table.placements(seat)]
    found = dict[Move, float]()
    for target, holder in enumerate(survey.holders):
        defence = table.units[target] + (table.garrisons >> target & 1)
        if holder in (seat, _NOBODY) or seat not in survey.conquerors(target, defence):
            continue
        weight = (1.0 + defence - table.units[target]) * (1.0 + _KILLS * table.units[target])
        for sources in _mixes(table, survey, target, worst):
            held = sum(units for _, units in sources) + defence - table.units[target] >= worst[target]
            found[tokens.conquest_token(table.atlas, Conquest(target, sources))] = weight * (_HOLDS if held else 1.0)
    return list(found.items())


def _means(ranks: Sequence[float], ahead: Callable[[float], float]) -> tuple[float, ...]:
    """For each seat the mean of how far it is ahead of each other."""
    return tuple(sum(ahead(rank - other) for other in ranks) / (len(ranks) - 1) for rank in ranks)


def _certainly_ahead(lead: float) -> float:
    return (lead > 0) - (lead < 0)


def _ahead(lead: float) -> float:
    """How likely a lead is to last, as a number between -1 and 1."""
    return _MOST * math.tanh(lead / 2)


def _prospects(table: Campaign) -> list[float]:
    """What each seat has for the rest of the conquest."""
    survey, garrisons, seats = _survey(table), table.garrisons, len(table.held)
    prospects, chances = [0.0] * seats, [0] * seats
    weights = _WEIGHTS[seats]
    for at, (units, holder) in enumerate(zip(table.units, survey.holders, strict=True)):
        if holder == _NOBODY:
            continue
        strengths = survey.strengths[at]
        worth = weights.unit
        if sum(strengths) > strengths[holder]:
            worth += weights.front
            conquerors = survey.conquerors(at, units + (garrisons >> at & 1))
            if conquerors:
                worth += weights.exposed
                for seat in conquerors:
                    chances[seat] += 1
        prospects[holder] += worth * units
    late = _MIDDLE / (_MIDDLE + sum(chances))
    for seat, points in enumerate(table.points):
        prospects[seat] += late * (weights.point * points + weights.chance * chances[seat])
    return prospects


def _placed(table: Campaign) -> list[float]:
    """What each seat has while units are placed."""
    survey, prospects = _survey(table), [0.0] * len(table.held)
    for at, (units, holder) in enumerate(zip(table.units, survey.holders, strict=True)):
        if holder == _NOBODY:
            continue
        strengths = survey.strengths[at][:_NOBODY]
        strengths[holder] = 0
        prospects[holder] += _TALL * units * units
        if max(strengths) <= table.defence(at):
            prospects[holder] += _SAFE
    return prospects


def _survey(table: Campaign) -> _Survey:
    units, holders, width = table.units, _holders(table), len(table.held) + 1  # the last is for nobody
    strengths, spares = list[list[int]](), list[list[int]]()
    for borders in table.atlas.borders:
        strength, spare = [0] * width, [0] * width
        for near in borders:
            holder, there = holders[near], units[near]
            strength[holder] += there
            spare[holder] += there - 1
        strengths.append(strength)
        spares.append(spare)
    return _Survey(holders, strengths, spares)


def _holders(table: Campaign) -> list[int]:
    holders = [_NOBODY] * len(table.units)
    for seat, held in enumerate(table.held):
        while held:
            lowest = held & -held
            held ^= lowest
            holders[lowest.bit_length() - 1] = seat
    return holders


def _placement_weight(table: Campaign, at: int, worst: int) -> float:
    """How likely it is good to place a unit in a territory beside which the strongest enemy has `worst` units."""
    units, garrison = table.units[at], table.garrisons >> at & 1
    if not units:
        return _CLAIM * (1 + garrison) if worst <= 1 + garrison else _CLAIM / 2
    lacking = worst - units - garrison
    return 1.0 + _SECURES / lacking if 0 < lacking <= MOST_UNITS - units else 1.0


def _mixes(table: Campaign, survey: _Survey, target: int, worst: Sequence[int]) -> list[tuple[Source, ...]]:
    """Units for a conquest: from where no enemy is near first, and as many as can be from where most can be spared."""
    seat, units = table.mover, table.units
    near = [at for at in table.atlas.borders[target] if survey.holders[at] == seat and units[at] > 1]
    safest = sorted(near, key=lambda at: (worst[at], -units[at]))
    largest = sorted(near, key=lambda at: -units[at])
    return list(dict.fromkeys([*(_taken(units, safest, size) for size in _SIZES), _taken(units, largest, MOST_UNITS)]))


def _taken(units: Sequence[int], order: Iterable[int], size: int) -> tuple[Source, ...]:
    """So many units from these territories, or as many as there are, by territory."""
    sources = list[Source]()
    for at in order:
        moving = min(size, units[at] - 1)
        size -= moving
        if moving:
            sources.append(Source(at, moving))
    return tuple(sorted(sources))
