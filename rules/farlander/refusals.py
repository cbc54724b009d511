"""Explanations of forbidden moves of Farlander, in sentences for players: first the rule, then what is legal.

Functions with a `seat` address the player in that seat, who is to move.
"""

# Translators: These sentences, and the parts in lower case that they're made of, say why a typed move can't be
# played.

from typing import Final

from rules.core import Phrase, Seat, message
from rules.farlander.campaign import MOST_UNITS, SIDES, Campaign, Conquest, Fault, Phase
from rules.farlander.tokens import read_conquest, roll_token
from rules.wording import either, game_over, quoted, sentences

_CONQUEST_FAULTS: Final = {
    Fault.UNOCCUPIED: message("{territory} is empty: you can only conquer a territory that an enemy holds."),
    Fault.OWN: message("{territory} is yours: you can only conquer a territory that an enemy holds."),
    Fault.NO_BORDER: message("None of your territories borders {territory}."),
    Fault.NOBODY_FREE: message(
        "Your territories next to {territory} hold a single unit each, and you can't empty any: nobody could move in."
    ),
    Fault.TOO_MANY: message(
        "{count, plural, one {# unit} other {# units}} can't move in: a territory holds {most} at most."
    ),
}
# Translators: The end of a list of territories, as in “a1, b2 or 3 others”.
_OTHER_TERRITORIES: Final = message("{count, plural, one {# other} other {# others}}", "territories")
# Translators: The end of a list of what chance can decide, as in “t1r0, t2r3 or 3 others”.
_OTHER_ROLLS: Final = message("{count, plural, one {# other} other {# others}}", "rolls")
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
    obstacle = Phrase("{text} isn't written like a move in Farlander.", text=quoted(token))
    return sentences(obstacle, example(campaign, seat))


def nobody_to_move(campaign: Campaign) -> str:
    """The answer to any move while chance is to move, or after the end."""
    outcome = campaign.outcome()
    if outcome is not None:
        return game_over(outcome)
    return Phrase("It's up to chance now: {rolls}.", rolls=either(map(roll_token, campaign.rolls()), _OTHER_ROLLS))


def of_placement(campaign: Campaign, seat: Seat, territory: int) -> Phrase:
    """Why no unit can be placed in a territory."""
    name = campaign.atlas.names[territory]
    if campaign.placement_fault(seat, territory) is Fault.FULL:
        obstacle = Phrase(
            "{territory} holds {count, plural, one {# unit} other {# units}} already, and no territory can hold more.",
            territory=name,
            count=MOST_UNITS,
        )
    else:
        obstacle = Phrase(
            "{holding}: a unit goes into an empty territory or one of your own.",
            holding=_held(campaign, territory),
        )
    return sentences(obstacle, example(campaign, seat))


def of_conquest(campaign: Campaign, seat: Seat, conquest: Conquest) -> Phrase:
    """Why a conquest is forbidden or, without sources, why its target cannot be conquered."""
    return sentences(_conquest_obstacle(campaign, seat, conquest), _instead(campaign, seat, conquest.target))


def example(campaign: Campaign, seat: Seat) -> Phrase:
    """A sentence that names a legal move."""
    names = campaign.atlas.names
    if campaign.phase is Phase.PLACEMENT:
        places = either((names[place] for place in campaign.placements(seat)), _OTHER_TERRITORIES)
        return Phrase("You can place a unit in {territories}.", territories=places)
    targets = either((names[target] for target in campaign.targets(seat)), _OTHER_TERRITORIES)
    return Phrase("You can conquer {territories}.", territories=targets)


def no_such_territory(campaign: Campaign, name: str) -> Phrase:
    """The answer to the name of a territory that does not exist."""
    place = name[0]
    there = tuple(name for name in campaign.atlas.names if name[0] == place)
    if not there:
        return Phrase(
            "There's no territory {name}: the places are a in the centre and b to g around it.", name=name[:6]
        )
    return Phrase(
        "There's no territory {name}: place {place} has {territories}.", name=name[:6], place=place, territories=there
    )


def _instead(campaign: Campaign, seat: Seat, target: int) -> Phrase:
    """A sentence with the units that can move into the target or, if none can, with the possible targets."""
    if campaign.conquest_fault(seat, Conquest(target, ())) is not None:
        return example(campaign, seat)
    names, units = campaign.atlas.names, campaign.units
    spare = {near: units[near] - 1 for near in campaign.near(seat, target) if units[near] > 1}
    facts = {
        "target": names[target],
        "units": tuple(
            Phrase("up to {count} from {territory}", count=count, territory=names[near])
            for near, count in spare.items()
        ),
    }
    if sum(spare.values()) > MOST_UNITS:
        return Phrase("Into {target} you can move {units}, {most} in all.", **facts, most=MOST_UNITS)
    return Phrase("Into {target} you can move {units}.", **facts)


def _conquest_obstacle(campaign: Campaign, seat: Seat, conquest: Conquest) -> Phrase:
    fault = campaign.conquest_fault(seat, conquest)
    if fault in _SOURCE_FAULTS:
        return _source_obstacle(campaign, seat, conquest)
    if fault is Fault.TOO_STRONG or fault is None:
        return _weakness(campaign, seat, conquest.target)
    moving = sum(source.units for source in conquest.sources)
    return Phrase(
        _CONQUEST_FAULTS[fault], territory=campaign.atlas.names[conquest.target], count=moving, most=MOST_UNITS
    )


def _weakness(campaign: Campaign, seat: Seat, target: int) -> Phrase:
    defence = Phrase("{count, plural, one {# unit} other {# units}}", count=campaign.units[target])
    if campaign.garrisons >> target & 1:
        defence = Phrase("{units} and a garrison, {total} in all", units=defence, total=campaign.defence(target))
    return Phrase(
        "{territory} is defended by {defence}, and you have {strength} next to it: an attack must be stronger.",
        territory=campaign.atlas.names[target],
        defence=defence,
        strength=campaign.strength(seat, target),
    )


def _source_obstacle(campaign: Campaign, seat: Seat, conquest: Conquest) -> Phrase:
    names = campaign.atlas.names
    faults = [(source, campaign.source_fault(seat, conquest.target, source)) for source in conquest.sources]
    source, fault = next((source, fault) for source, fault in faults if fault is not None)
    name, target = names[source.territory], names[conquest.target]
    if fault is Fault.NOT_YOURS:
        return Phrase(
            "{holding}: units move in from territories of your own that border {target}.",
            holding=_held(campaign, source.territory),
            target=target,
        )
    if fault is Fault.NOT_BORDERING:
        return Phrase(
            "{territory} doesn't border {target}: units move in from territories of your own that do.",
            territory=name,
            target=target,
        )
    there = campaign.units[source.territory]
    if there == 1:
        return Phrase("{territory} holds a single unit, and that one has to stay.", territory=name)
    return Phrase(
        "{territory} holds {count, plural, one {# unit} other {# units}} and one has to stay: {most} can move at most.",
        territory=name,
        count=there,
        most=there - 1,
    )


def _held(campaign: Campaign, territory: int) -> Phrase:
    """A clause that says who holds a territory."""
    holder, name = campaign.holder(territory), campaign.atlas.names[territory]
    if holder is None:
        return Phrase("{territory} is empty", territory=name)
    return Phrase("{territory} is held by {side}", territory=name, side=SIDES[holder])
