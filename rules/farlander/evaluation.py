"""The evaluation of positions of Farlander, and the placements and conquests worth searching.

The evaluation compares the seats in pairs: each seat has a score that is linear in its features, and the difference of
two scores says how likely one seat is to end ahead of the other. Games of two, three and four players have their own
weights, which `make train GAME=farlander-3` learns.

During the placement a seat's features are its territories, by number of units and by their margin over the strongest
enemy beside them, and the enemy territories beside its own units, by the margin of its attack. In the conquest they are
its points, its territories by number of units and by whether an enemy could conquer them, and the territories that it
could conquer itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from rules.core import Move
from rules.farlander import tokens
from rules.farlander.campaign import MOST_UNITS, UNITS, Campaign, Conquest, Phase, Source
from rules.linear import Parts, learned, parts, promise

_MIDDLE: Final = 4.0
"""The conquest counts as half over when this many conquests are possible, counted by seat and target."""
_MOST_MARGIN: Final = 3
"""The largest margin, in units, between a territory and the enemy beside it; larger ones count as this one."""
_MARGINS: Final = 2 * _MOST_MARGIN + 1
_MOST_STRENGTH: Final = 100
"""An upper bound of the strength of any attack or defence."""
_MARGIN_OF: Final = {
    margin: min(_MARGINS - 1, max(0, margin + _MOST_MARGIN)) for margin in range(-_MOST_STRENGTH, _MOST_STRENGTH + 1)
}
"""The number of the feature for each margin."""
_STATES: Final = 3
_JUDGED: Final = (Phase.PLACEMENT, Phase.FIRST_TO_CONQUER, Phase.CONQUEST)
"""The phases with features: in earlier ones the map is incomplete, and all seats are equal."""

SIZES: Final[Mapping[str, int]] = {
    # During the placement:
    "placed": MOST_UNITS,  # territories, by number of units
    "garrisoned": 1,  # territories with a garrison that counts
    "margin": _MARGINS,  # territories beside an enemy, by their margin over the strongest one
    "alone": 1,  # territories with no enemy beside them
    "reach": _MARGINS,  # enemy territories, by the margin of the seat's units beside them
    "borders": 1,  # borders of the seat's territories
    # In the conquest:
    "point": 1,
    "held": _STATES * MOST_UNITS,  # territories, by number of units and state: no enemy beside, safe, or in danger
    "garrison": _STATES,  # garrisons that count, by the same three states
    "hanging": MOST_UNITS,  # territories that the player to move can conquer, by number of units
    # The next three have one feature, or set of features, for the player to move and one for every other player.
    "target": 2 * 2,  # territories that the seat can conquer: an enemy could take them back at once, or not
    "kill": 2,  # units in these territories
    "stuck": 2,  # nothing to conquer
    "spare": 1,  # units that could leave for an enemy territory beside theirs
}
"""The number of features in each group."""

_NOBODY: Final = -1
"""Stands for no seat: unoccupied territories, and seats that have left, which do not attack. As an index by seat, it is
the last entry."""
_LEFT: Final = 0.9999
"""The lead of other seats over a seat that has left: larger than any other lead."""

_CLAIM: Final = 4.0
"""The prior of claiming an unoccupied territory, relative to strengthening one; doubled if it has a garrison."""
_SECURES: Final = 4.0
"""The extra prior of the last unit that makes a territory safe, divided by the number of units that it lacks."""
_HOLDS: Final = 2.0
"""The factor on the prior of a conquest after which no enemy can take the target back at once."""
_KILLS: Final = 0.2
"""The extra prior of a conquest for each unit that it destroys."""
_SIZES: Final = (1, 2, 3, MOST_UNITS)
"""The numbers of units that move in, in the conquests worth searching."""


class _Survey(NamedTuple):
    """By territory: its holder (or `_NOBODY`), the seat that can attack from it, and each seat's units beside it."""

    table: Campaign
    holders: list[int]
    attackers: list[int]
    strengths: list[list[int]]

    def conquerors(self, at: int, defence: int) -> list[int]:
        """The seats that could conquer an occupied territory of strength `defence`."""
        holder = self.holders[at]
        return [
            seat
            for seat, strength in enumerate(self.strengths[at][:_NOBODY])
            if strength > defence and seat != holder and self.spare(at, seat)
        ]

    def spare(self, at: int, seat: int) -> int:
        """The number of a seat's units beside a territory that could move into it: all but one of each source."""
        units, attackers = self.table.units, self.attackers
        return sum(units[near] - 1 for near in self.table.atlas.borders[at] if attackers[near] == seat)


def evaluate(table: Campaign) -> tuple[float, ...]:
    """The value of a position for each seat, from -1 to 1: the mean of its leads over the other seats."""
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
    """The numbers of each seat's features, repeated as often as the seat has them; empty before the placement."""
    return tuple(_totals(table, _parts(""), ())[0]) if table.phase in _JUDGED else ()


def lateness(table: Campaign) -> float:
    """How far the placement or the conquest has gone, from 0 to 1."""
    return _totals(table, _parts(""), ())[1]


def weights_key(table: Campaign) -> str:
    """The key of the weights, which depends on the number of seats; both rulesets share them."""
    return f"farlander-{len(table.held)}"


@cache
def _parts(key: str) -> Parts:
    return parts(SIZES, learned("farlander")[key] if key else None)


def _totals(table: Campaign, known: Parts, zero: Any) -> tuple[list[Any], float]:
    """The sum of each seat's terms, and the lateness."""
    if table.phase not in _JUDGED:
        return [zero] * len(table.held), 0.0
    if table.phase is Phase.PLACEMENT:
        return _placed(table, known, zero), 1 - sum(table.left) / (UNITS[len(table.held)] * len(table.held))
    return _conquering(table, known, zero)


def _placed(table: Campaign, known: Parts, zero: Any) -> list[Any]:
    """The sum of each seat's terms during the placement."""
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
    """By territory, 1 if it has a garrison that counts, else 0."""
    garrisons = table.garrisons
    return [garrisons >> at & 1 for at in range(len(table.units))]


def _conquering(table: Campaign, known: Parts, zero: Any) -> tuple[list[Any], float]:
    """The sum of each seat's terms in the conquest, and the lateness."""
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
    """The moves worth searching, each with its prior.

    These are all placements; of the conquests, some with few and some with many units, taken from where they are missed
    least.
    """
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
    units, holders, width = table.units, _holders(table), len(table.held) + 1  # the last entry is for `_NOBODY`
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
    """The prior of placing a unit in a territory, where `worst` is the strength of the strongest enemy beside it."""
    units, garrison = table.units[at], table.garrisons >> at & 1
    if not units:
        return _CLAIM * (1 + garrison) if worst <= 1 + garrison else _CLAIM / 2
    lacking = worst - units - garrison
    return 1.0 + _SECURES / lacking if 0 < lacking <= MOST_UNITS - units else 1.0


def _mixes(table: Campaign, survey: _Survey, target: int, worst: Sequence[int]) -> list[tuple[Source, ...]]:
    """The sources of the conquests of a target worth searching.

    For each of `_SIZES`, units come first from territories with the weakest enemies beside them. One more conquest
    takes as many units as possible, first from the territories with the most units.
    """
    seat, units = table.mover, table.units
    near = [at for at in table.atlas.borders[target] if survey.holders[at] == seat and units[at] > 1]
    safest = sorted(near, key=lambda at: (worst[at], -units[at]))
    largest = sorted(near, key=lambda at: -units[at])
    return list(dict.fromkeys([*(_taken(units, safest, size) for size in _SIZES), _taken(units, largest, MOST_UNITS)]))


def _taken(units: Sequence[int], order: Iterable[int], size: int) -> tuple[Source, ...]:
    """Sources for `size` units, or as many as can leave, from territories in the given order; sorted by territory."""
    sources = list[Source]()
    for at in order:
        moving = min(size, units[at] - 1)
        size -= moving
        if moving:
            sources.append(Source(at, moving))
    return tuple(sorted(sources))
