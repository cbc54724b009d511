"""Which match is meant, and who may act in it now."""

from collections.abc import Sequence

from bot.model.match import Summary
from bot.model.refusals import MatchRefusal, PersonRefusal, Refusal, TextRefusal


class UnknownMatch(TextRefusal):
    """There is no match of that number, or not one that this person may see from here."""


class MatchOrSeason(Refusal):
    """Neither a match nor a competition was named, or both."""


class MatchElsewhere(Refusal):
    """The match belongs to another server."""

    number: int


class NotStarted(MatchRefusal):
    """The match still waits for players."""


class MatchIsOver(MatchRefusal):
    """The match has ended or was called off."""


class NotPlaying(MatchRefusal):
    """A person who only watches wanted to act."""


class NotInMatch(MatchRefusal):
    """The person who is to be taken out of a match does not play in it, or not any more."""


class HasLeft(MatchRefusal):
    """A player who has left the match wanted to act in it."""


class NotYourTurn(MatchRefusal):
    """It is another player's move."""


class TimeIsUp(MatchRefusal):
    """The bank of the player to move was empty before they moved."""


class NoHints(MatchRefusal):
    """The players of this match have not agreed on hints."""


class StaleBoard(MatchRefusal):
    """The button belongs to a board that the match has left behind."""


class NothingToPlay(PersonRefusal):
    """The person has no running match here."""


class NoBoardThere(Refusal):
    """The message shows no board of ours."""


class NothingFinished(Refusal):
    """The person has no match here that is over."""


class NoMatchWaits(Refusal):
    """The person has running matches here, and it is another player's move in each of them."""

    matches: Sequence[Summary]


class AnalysisFull(Refusal):
    """So many moves were tried that no more are kept."""

    most: int


class NoMoveOfYours(Refusal):
    """A line that was to become a plan has no move of the person in it."""


class StepWhileRunning(MatchRefusal):
    """While a match runs, one tries from its present position on and from no other."""
