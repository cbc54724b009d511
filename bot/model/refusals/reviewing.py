"""Reviews."""

from dataclasses import dataclass

from bot.model.match import Match
from bot.model.refusals.refusal import Refusal


@dataclass(eq=False)
class NotOver(Refusal):
    """The match is still being played, and nobody is told what to make of it before its end."""

    match: Match


@dataclass(eq=False)
class TooShort(Refusal):
    """There were too few decisions in the match for anything to be said of it."""

    match: Match


@dataclass(eq=False)
class CannotJudge(Refusal):
    """Nobody can judge positions of the game."""

    match: Match


class ReviewFailed(Refusal):
    """The processes that think have not answered."""
