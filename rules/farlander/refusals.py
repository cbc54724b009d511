"""Explanations of forbidden moves of Farlander, in sentences for players: first the rule, then what is legal.

Functions with a `seat` address the player in that seat, who is to move.
"""

from typing import Final

from rules.core import Seat
from rules.farlander.atlas import PLACES
from rules.farlander.campaign import MOST_UNITS, SIDES, Campaign, Conquest, Fault, Phase
from rules.farlander.tokens import read_conquest, roll_token
from rules.wording import either, game_over, listed, plural, quoted

_SOURCE_FAULTS: Final = (Fault.NOT_YOURS, Fault.NOT_BORDERING, Fault.EMPTIED)


def of_token(campaign: Campaign, token: str) -> str:
    """Why `token`, which may be any text, cannot be played now."""
    seat, index = campaign.mover, campaign.atlas.index
    if seat is None:
        return nobody_to_move(campaign)
    if campaign.phase is Phase.PLACEMENT and token in index:
        return of_placement(campaign, seat, index[token])
    conquest = read_conquest(campaign.atlas, token)
    if campaign.phase is Phase.CONQUEST and conquest is not None:
        return of_conquest(campaign, seat, conquest)
    return f"{quoted(token)} is not a move of Farlander as it is written. {example(campaign, seat)}"


def nobody_to_move(campaign: Campaign) -> str:
    """The answer to any move while chance is to move, or after the end."""
    outcome = campaign.outcome()
    if outcome is not None:
        return game_over(outcome)
    return f"Chance decides now: {either(map(roll_token, campaign.rolls()))}."


def of_placement(campaign: Campaign, seat: Seat, territory: int) -> str:
    """Why no unit can be placed in a territory."""
    name = campaign.atlas.names[territory]
    if campaign.placement_fault(seat, territory) is Fault.FULL:
        obstacle = f"{name} holds {MOST_UNITS} units already: no territory may hold more."
    else:
        obstacle = f"{_held(campaign, territory)}: a unit goes into an unoccupied territory or one of your own."
    return f"{obstacle} {example(campaign, seat)}"


def of_conquest(campaign: Campaign, seat: Seat, conquest: Conquest) -> str:
    """Why a conquest is forbidden or, without sources, why its target cannot be conquered."""
    return f"{_conquest_obstacle(campaign, seat, conquest)} {_instead(campaign, seat, conquest.target)}"


def example(campaign: Campaign, seat: Seat) -> str:
    """A sentence that names a legal move."""
    names = campaign.atlas.names
    if campaign.phase is Phase.PLACEMENT:
        return f"You can place a unit in {either(names[place] for place in campaign.placements(seat))}."
    return f"You can conquer {either(names[target] for target in campaign.targets(seat))}."


def no_such_territory(campaign: Campaign, name: str) -> str:
    """The answer to the name of a territory that does not exist."""
    place = name[0]
    there = [name for name in campaign.atlas.names if name[0] == place]
    if not there:
        return f"There is no territory {name[:6]}: the places are {PLACES[0]} in the centre and b to g around it."
    return f"There is no territory {name[:6]}: place {place} has {listed(there)}."


def _instead(campaign: Campaign, seat: Seat, target: int) -> str:
    """A sentence with the units that can move into the target or, if none can, with the possible targets."""
    if campaign.conquest_fault(seat, Conquest(target, ())) is not None:
        return example(campaign, seat)
    names, units = campaign.atlas.names, campaign.units
    spare = {near: units[near] - 1 for near in campaign.near(seat, target) if units[near] > 1}
    from_each = listed([f"up to {count} from {names[near]}" for near, count in spare.items()])
    in_all = f", {MOST_UNITS} in all" if sum(spare.values()) > MOST_UNITS else ""
    return f"Into {names[target]} you can move {from_each}{in_all}."


def _conquest_obstacle(campaign: Campaign, seat: Seat, conquest: Conquest) -> str:
    name, fault = campaign.atlas.names[conquest.target], campaign.conquest_fault(seat, conquest)
    if fault in _SOURCE_FAULTS:
        return _source_obstacle(campaign, seat, conquest)
    if fault is Fault.TOO_STRONG or fault is None:
        return _weakness(campaign, seat, conquest.target)
    moving = sum(source.units for source in conquest.sources)
    return {
        Fault.UNOCCUPIED: f"{name} is unoccupied: only a territory that an enemy holds can be conquered.",
        Fault.OWN: f"{name} is your own: only a territory that an enemy holds can be conquered.",
        Fault.NO_BORDER: f"No territory of yours borders {name}.",
        Fault.NOBODY_FREE: (
            f"Every territory of yours that borders {name} holds a single unit, and none may be emptied: "
            "nobody could move in."
        ),
        Fault.TOO_MANY: f"{moving} units cannot move in: {MOST_UNITS} is the most that a territory may hold.",
    }[fault]


def _weakness(campaign: Campaign, seat: Seat, target: int) -> str:
    name, strength = campaign.atlas.names[target], campaign.strength(seat, target)
    defended = plural(campaign.units[target], "unit")
    if campaign.garrisons >> target & 1:
        defended = f"{defended} and a garrison, {campaign.defence(target)} in all"
    return f"{name} is defended by {defended}, and you have {strength} next to it: an attack must be stronger."


def _source_obstacle(campaign: Campaign, seat: Seat, conquest: Conquest) -> str:
    names = campaign.atlas.names
    faults = [(source, campaign.source_fault(seat, conquest.target, source)) for source in conquest.sources]
    source, fault = next((source, fault) for source, fault in faults if fault is not None)
    name, target = names[source.territory], names[conquest.target]
    if fault is Fault.NOT_YOURS:
        held = _held(campaign, source.territory)
        return f"{held}: units move in from territories of your own that border {target}."
    if fault is Fault.NOT_BORDERING:
        return f"{name} does not border {target}: units move in from territories of your own that do."
    there = campaign.units[source.territory]
    if there == 1:
        return f"{name} holds a single unit, and no territory may be emptied."
    return f"{name} holds {there} units and may not be emptied: at most {there - 1} can move."


def _held(campaign: Campaign, territory: int) -> str:
    holder, name = campaign.holder(territory), campaign.atlas.names[territory]
    return f"{name} is unoccupied" if holder is None else f"{name} is held by {SIDES[holder]}"
