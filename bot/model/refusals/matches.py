"""Refusals about which match is meant, and who may act in it."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.match import Summary
from bot.model.refusals import MatchRefusal, PersonRefusal, Refusal, TextRefusal


class UnknownMatch(TextRefusal):
    """There is no match with that number, or the person may not see it from here."""


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


class TakesPart(MatchRefusal):
    """A manager wanted to intervene in a match in which they take part."""


class CompetesThere(MatchRefusal):
    """A manager wanted to intervene in a match of a competition in which they play."""


class NotInMatch(MatchRefusal):
    """The person to be removed from a match does not play in it, or no longer does."""


class HasLeft(MatchRefusal):
    """A player who has left the match wanted to act in it."""


class NotYourTurn(MatchRefusal):
    """It is another player's move."""


class TimeIsUp(MatchRefusal):
    """The bank of the player to move ran out before they moved."""


class NotAbandoned(MatchRefusal):
    """The player to move is not gone and has not been silent for long; None as `at` if their time is limited."""

    at: datetime | None


class NoHints(MatchRefusal):
    """The players of this match have not agreed on hints."""


class StaleBoard(MatchRefusal):
    """The button belongs to a board that is out of date."""


class NothingToPlay(PersonRefusal):
    """The person has no running match here."""


class NoBoardThere(Refusal):
    """The message does not show one of our boards."""


class NothingFinished(Refusal):
    """The person has no finished match here."""


class NoMatchWaits(Refusal):
    """The person has running matches here, but it is another player's move in each of them."""

    matches: Sequence[Summary]


class AnalysisFull(Refusal):
    """The analysis already holds `most` moves, the maximum."""

    most: int


class NoMoveOfYours(Refusal):
    """A line that was to become a plan has no move of the person."""


class StepWhileRunning(MatchRefusal):
    """A running match can only be analysed from its current position."""
