"""The picker for moves of Farlander: its questions, and its options with their effects."""

from collections.abc import Sequence

from rules.core import Move, Option
from rules.farlander import tokens
from rules.farlander.campaign import SIDES, Campaign, Phase
from rules.wording import plural


def question(campaign: Campaign, stage: str) -> str:
    """The question at a stage: first for the target, then for the units that move into it."""
    if campaign.phase is Phase.PLACEMENT:
        return "Where does your unit go?"
    if not stage:
        return "Which territory do you conquer?"
    target, *sources = tokens.choices(stage)
    return f"Which units join them in {target}?" if sources else f"Which units move into {target}?"


def option(campaign: Campaign, stage: str, moves: Sequence[Move]) -> Option:
    """The option for a territory, with its holder and units, or for units, with the territory that they leave."""
    target, *sources = tokens.choices(stage)
    at = campaign.atlas.index[target]
    garrison = ["garrison"] if campaign.garrisons >> at & 1 else []
    if campaign.phase is Phase.PLACEMENT:
        units = campaign.units[at]
        return Option(target, ", ".join([f"then {units + 1} units" if units else "free", *garrison]))
    if not sources:
        holder = campaign.holder(at)
        units = plural(campaign.units[at], "unit")
        return Option(target, ", ".join([*([] if holder is None else [SIDES[holder]]), units, *garrison]))
    origin, units = sources[-1][1:].split("x")
    left = campaign.units[campaign.atlas.index[origin]] - int(units)
    return Option(f"{units} from {origin}", f"leaves {left} there")
