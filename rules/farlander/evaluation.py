"""What a position of Farlander is worth, and which placements and conquests are worth a look.

The evaluation compares each two seats: how likely one is to end ahead of the other is linear in what each has, with weights
for two, three and four players. While units are placed: territories by number of units, and by how much stronger or weaker
they are than the strongest enemy beside them; enemy territories by how much stronger or weaker the own units beside them
are. In the conquest: points, territories by number of units and by who could conquer them, and what could be conquered.
`make train GAME=farlander-3` learns the weights.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from rules.core import Move
from rules.farlander import tokens
from rules.farlander.campaign import MOST_UNITS, UNITS, Campaign, Conquest, Phase, Source
from rules.farlander.weights import WEIGHTS
from rules.linear import Parts, parts, promise

_MIDDLE: Final = 4.0
"""The conquest is half over when so many territories can be conquered."""
_MOST_MARGIN: Final = 3
"""A territory that is stronger or weaker than the enemy beside it by more than this counts as by this much."""
_MARGINS: Final = 2 * _MOST_MARGIN + 1
_MOST_STRENGTH: Final = 100
"""More than the strength of any attack or defence."""
_MARGIN_OF: Final = {
    margin: min(_MARGINS - 1, max(0, margin + _MOST_MARGIN)) for margin in range(-_MOST_STRENGTH, _MOST_STRENGTH + 1)
}
"""The number of the feature for a margin."""
_STATES: Final = 3
_JUDGED: Final = (Phase.PLACEMENT, Phase.FIRST_TO_CONQUER, Phase.CONQUEST)
"""Before these the map is not complete, and all seats have the same."""

SIZES: Final[Mapping[str, int]] = {
    # While units are placed:
    "placed": MOST_UNITS,  # territories by units
    "garrisoned": 1,  # with a garrison that counts
    "margin": _MARGINS,  # territories beside an enemy, by how much stronger they are than the strongest one
    "alone": 1,  # territories beside no enemy
    "reach": _MARGINS,  # enemy territories, by how much stronger the own units beside them are
    "borders": 1,  # neighbours of own territories
    # In the conquest:
    "point": 1,
    "held": _STATES * MOST_UNITS,  # territories by units: beside no enemy, safe from all, or in danger
    "garrison": _STATES,  # that count, in the same three states
    "hanging": MOST_UNITS,  # territories by units that the player to move can conquer
    "target": 2 * 2,  # territories to conquer, of the player to move or not: those that could be taken back, others
    "kill": 2,  # units in them, of the player to move or not
    "stuck": 2,  # nothing to conquer, of the player to move or not
    "spare": 1,  # units that could leave for an enemy territory beside
}
"""How many features there are of each group."""

_NOBODY: Final = -1
"""The holder of an unoccupied territory, as a place at the end of a list by seat; seats that have left attack nobody."""
_LEFT: Final = 0.9999
"""How far a seat that has left the table is behind the others: more than any lead."""

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
    """Who holds each territory, `_NOBODY` perhaps, who could attack from it, and by territory and seat the units beside it."""

    table: Campaign
    holders: list[int]
    attackers: list[int]
    strengths: list[list[int]]

    def conquerors(self, at: int, defence: int) -> list[int]:
        """The seats that could conquer an occupied territory with so strong a defence."""
        holder = self.holders[at]
        return [
            seat
            for seat, strength in enumerate(self.strengths[at][:_NOBODY])
            if strength > defence and seat != holder and self.spare(at, seat)
        ]

    def spare(self, at: int, seat: int) -> int:
        """The units of a seat beside a territory that could leave theirs."""
        units, attackers = self.table.units, self.attackers
        return sum(units[near] - 1 for near in self.table.atlas.borders[at] if attackers[near] == seat)


def evaluate(table: Campaign) -> tuple[float, ...]:
    """What a position is worth for each seat, from -1 to 1: the mean of how far it is ahead of each other."""
    outcome = table.outcome()
    if outcome is not None:
        return outcome.values
    totals, late = _totals(table, _parts(weights_key(table)), 0)
    values = [0.0] * len(totals)
    for one in range(len(totals)):
        for other in range(one):
            if (one in table.gone) == (other in table.gone):
                lead = promise(totals[one] - totals[other], late)
            else:
                lead = -_LEFT if one in table.gone else _LEFT
            values[one] += lead
            values[other] -= lead
    return tuple(value / (len(totals) - 1) for value in values)


def features(table: Campaign) -> tuple[tuple[int, ...], ...]:
    """The numbers of the features that each seat has, as often as it has them; nothing before the placement."""
    return tuple(_totals(table, _parts(""), ())[0]) if table.phase in _JUDGED else ()


def lateness(table: Campaign) -> float:
    """How far the placement or the conquest has gone, from 0 to 1."""
    return _totals(table, _parts(""), ())[1]


def weights_key(table: Campaign) -> str:
    """The key of the weights: the two rulesets have the same ones."""
    return f"farlander-{len(table.held)}"


@cache
def _parts(key: str) -> Parts:
    return parts(SIZES, WEIGHTS[key] if key else None)


def _totals(table: Campaign, known: Parts, zero: Any) -> tuple[list[Any], float]:
    """All that each seat has, added up, and how late it is."""
    if table.phase not in _JUDGED:
        return [zero] * len(table.held), 0.0
    if table.phase is Phase.PLACEMENT:
        return _placed(table, known, zero), 1 - sum(table.left) / (UNITS[len(table.held)] * len(table.held))
    return _conquering(table, known, zero)


def _placed(table: Campaign, known: Parts, zero: Any) -> list[Any]:
    """What each seat has while units are placed."""
    survey, totals, seats = _survey(table), [zero] * len(table.held), range(len(table.held))
    placed, margin, reach, borders = known["placed"], known["margin"], known["reach"], known["borders"][0]
    for units, holder, strengths, near, garrison in zip(
        table.units, survey.holders, survey.strengths, table.atlas.borders, _garrisoned(table), strict=True
    ):
        if holder == _NOBODY:
            continue
        defence, worst = units + garrison, 0
        for seat in seats:
            strength = strengths[seat]
            if strength and seat != holder:
                worst = max(worst, strength)
                totals[seat] += reach[_MARGIN_OF[strength - defence]]
        totals[holder] += placed[units - 1] + borders * len(near)
        totals[holder] += margin[_MARGIN_OF[defence - worst]] if worst else known["alone"][0]
        if garrison:
            totals[holder] += known["garrisoned"][0]
    return totals


def _garrisoned(table: Campaign) -> list[int]:
    """By territory, 1 if it has a garrison that counts."""
    garrisons = table.garrisons
    return [garrisons >> at & 1 for at in range(len(table.units))]


def _conquering(table: Campaign, known: Parts, zero: Any) -> tuple[list[Any], float]:
    """What each seat has in the conquest."""
    survey, totals, mover, garrisons = _survey(table), [zero] * len(table.held), table.mover, table.garrisons
    chances, held, target, kill = [0] * len(table.held), known["held"], known["target"], known["kill"]
    for at, (units, holder) in enumerate(zip(table.units, survey.holders, strict=True)):
        if holder == _NOBODY:
            continue
        strengths, garrison = survey.strengths[at], garrisons >> at & 1
        state = 0
        if sum(strengths) > strengths[holder] + strengths[_NOBODY]:
            conquerors = survey.conquerors(at, units + garrison)
            state = 2 if conquerors else 1
            totals[holder] += known["spare"][0] * (units - 1)
            for seat in conquerors:
                chances[seat] += 1
                waits = seat != mover
                moved = min(MOST_UNITS, survey.spare(at, seat))
                back = max(strengths[other] for other in range(len(totals)) if other != seat)
                totals[seat] += target[2 * waits + (moved + garrison >= back)] + kill[waits] * units
                if not waits:
                    totals[holder] += known["hanging"][units - 1]
        totals[holder] += held[state * MOST_UNITS + units - 1]
        if garrison:
            totals[holder] += known["garrison"][state]
    for seat, points in enumerate(table.points):
        totals[seat] += known["point"][0] * points
        if not chances[seat]:
            totals[seat] += known["stuck"][seat != mover]
    return totals, _MIDDLE / (_MIDDLE + sum(chances))


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


def _survey(table: Campaign) -> _Survey:
    units, holders, width = table.units, _holders(table), len(table.held) + 1  # the last is for nobody
    attackers = [_NOBODY if holder in table.gone else holder for holder in holders] if table.gone else holders
    strengths = list[list[int]]()
    for borders in table.atlas.borders:
        strength = [0] * width
        for near in borders:
            strength[attackers[near]] += units[near]
        strengths.append(strength)
    return _Survey(table, holders, attackers, strengths)


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
