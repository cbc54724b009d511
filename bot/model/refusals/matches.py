"""Which match is meant, and who may act in it now."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.match import Summary
from bot.model.people import Person
from bot.model.refusals.refusal import MatchRefusal, Refusal


@dataclass(eq=False)
class UnknownMatch(Refusal):
    """There is no match of that number, or not one that this person may see from here."""

    text: str


@dataclass(eq=False)
class MatchElsewhere(Refusal):
    """The match belongs to another server."""

    number: int


class NotStarted(MatchRefusal):
    """The match still waits for players."""


class MatchIsOver(MatchRefusal):
    """The match has ended or was called off."""


class NotPlaying(MatchRefusal):
    """Somebody who only watches wanted to act."""


class NotInMatch(MatchRefusal):
    """Somebody was to be taken out of a match who does not play in it, or not any more."""


class HasLeft(MatchRefusal):
    """Somebody who has left the match wanted to act in it."""


class NotYourTurn(MatchRefusal):
    """It is somebody else's move."""


class NoHints(MatchRefusal):
    """It was not agreed that players of this match may ask for hints."""


class StaleBoard(MatchRefusal):
    """The button belongs to a board that the match has left behind."""


@dataclass(eq=False)
class NothingToPlay(Refusal):
    """The person has no running match here."""

    person: Person


class NoBoardThere(Refusal):
    """The message shows no board of ours."""


class NothingFinished(Refusal):
    """The person has no match here that is over."""


@dataclass(eq=False)
class NoMatchWaits(Refusal):
    """The person has running matches here, and it is somebody else's move in each of them."""

    matches: Sequence[Summary]


@dataclass(eq=False)
class AnalysisFull(Refusal):
    """So many moves were tried that no more are kept."""

    most: int


class NoMoveOfYours(Refusal):
    """A line that was to become a plan has no move of the person in it."""


class StepWhileRunning(MatchRefusal):
    """While a match runs, one tries from its present position on and from no other."""
