"""The picker for moves of Farlander: its questions, and its options with their effects."""

# Translators: A question over a menu, or a choice in it with what it does; a choice has room for 100 characters.

from collections.abc import Sequence

from rules.core import Move, Option, Phrase
from rules.farlander import tokens
from rules.farlander.campaign import SIDES, Campaign, Phase


def question(campaign: Campaign, stage: str) -> Phrase:
    """The question at a stage: first for the target, then for the units that move into it."""
    if campaign.phase is Phase.PLACEMENT:
        return Phrase("Where does your unit go?")
    if not stage:
        return Phrase("Which territory do you conquer?")
    target, *sources = tokens.choices(stage)
    if sources:
        return Phrase("Which units join them in {territory}?", territory=target)
    return Phrase("Which units move into {territory}?", territory=target)


def option(campaign: Campaign, stage: str, moves: Sequence[Move]) -> Option:
    """The option for a territory, with its holder and units, or for units, with the territory that they leave."""
    target, *sources = tokens.choices(stage)
    at = campaign.atlas.index[target]
    units, has_garrison = campaign.units[at], campaign.garrisons >> at & 1
    if campaign.phase is Phase.PLACEMENT:
        after = (
            Phrase("then {count, plural, one {# unit} other {# units}}", count=units + 1) if units else Phrase("free")
        )
        return Option(target, Phrase("{units}, garrison", units=after) if has_garrison else after)
    if not sources:
        holder = campaign.holder(at)
        assert holder is not None, "only an enemy's territory is conquered"
        facts = {"side": SIDES[holder], "count": units}
        if has_garrison:
            return Option(target, Phrase("{side}, {count, plural, one {# unit} other {# units}}, garrison", **facts))
        return Option(target, Phrase("{side}, {count, plural, one {# unit} other {# units}}", **facts))
    origin, moving = sources[-1][1:].split("x")
    left = campaign.units[campaign.atlas.index[origin]] - int(moving)
    return Option(
        Phrase("{count} from {territory}", count=int(moving), territory=origin),
        Phrase("leaves {count} there", count=left),
    )
