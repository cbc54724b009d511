"""Boards to try on."""

from dataclasses import dataclass

from bot.model.refusals.refusal import MatchRefusal, Refusal


@dataclass(eq=False)
class AnalysisFull(Refusal):
    """So many moves were tried that no more are kept."""

    most: int


class NoMoveOfYours(Refusal):
    """A line that was to become a plan has no move of the person in it."""


class StepWhileRunning(MatchRefusal):
    """While a match runs, one tries from its present position on and from no other."""
