"""Moves and plans: the games and the plans say themselves what is wrong with a text."""

from bot.chat.sentences.refusals.sentence import sentence
from bot.model.plans.tree import PlanError
from rules.core import MoveError


@sentence.register
def _(error: MoveError) -> str:
    return f"{error} Nothing was played."


@sentence.register
def _(error: PlanError) -> str:
    return f"{error} Nothing was planned."
