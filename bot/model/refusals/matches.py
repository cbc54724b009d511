"""Refusals about which match is meant, and who may act in it."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.match import Summary
from bot.model.refusals import MatchRefusal, PersonRefusal, Refusal, TextRefusal


class UnknownMatch(TextRefusal, says="There's no match {text} that you can see here. `/games` lists yours."):
    """There is no match with that number, or the person may not see it from here."""


class GameIsAway(
    Refusal,
    says="Match #{number} waits: its game isn't installed here just now. Tell whoever hosts Furlong; nothing is lost.",
):
    """The match is of a game whose package is not installed any more."""

    number: int


class OwnGameIsAway(GameIsAway):
    """The same, told to a player of the match with its record so far: all its moves and rolls, as they are stored."""

    game_key: str
    record: Sequence[str]


class MatchOrSeason(Refusal, says="Name a `match` or a `season`, not both."):
    """Neither a match nor a competition was named, or both."""


class MatchElsewhere(
    Refusal,
    says="Match #{number} is played on another server: use the command there. `/games` lists yours here.",
):
    """The match belongs to another server."""

    number: int


class NotStarted(MatchRefusal):
    """The match still waits for players."""


class MatchIsOver(MatchRefusal):
    """The match has ended or was called off."""


class NotPlaying(MatchRefusal):
    """A person who only watches wanted to act."""


class PlanRefused(Refusal):
    """An edited plan was refused with `reason`; its text is returned, so that nobody has to write it again."""

    reason: Exception
    text: str


class TakesPart(
    MatchRefusal,
    says="You're in match #{match.id} yourself, so you can't decide about it. Another server manager can; in direct messages nobody can.",
):
    """A manager wanted to intervene in a match in which they take part."""


class CompetesThere(
    MatchRefusal,
    says="You play in the same competition as match #{match.id}, so you can't decide about it. Another server manager "
    "can.",
):
    """A manager wanted to intervene in a match of a competition in which they play."""


class NotInMatch(MatchRefusal):
    """The person to be removed from a match does not play in it, or no longer does."""


class HasLeft(MatchRefusal, says="You've left match #{match.id}; the others play on without you."):
    """A player who has left the match wanted to act in it."""


class NotYourTurn(MatchRefusal):
    """It is another player's move."""


class TimeIsUp(MatchRefusal):
    """The bank of the player to move ran out before they moved."""


class NotAbandoned(MatchRefusal):
    """The player to move is not gone and has not been silent for long; None as `at` if their time is limited."""

    at: datetime | None


class NoHints(
    MatchRefusal,
    says="There are no hints in match #{match.id}, because its players didn't agree on them. You get hints when you play Furlong's characters alone, and in matches set to **With hints**.",
):
    """The players of this match have not agreed on hints."""


class StaleBoard(MatchRefusal):
    """The button belongs to a board that is out of date."""


class NothingToPlay(
    PersonRefusal,
    says="You have no running match here. `/play` starts one, `/games` lists your matches.",
):
    """The person has no running match here."""


class NoBoardThere(
    Refusal,
    says="There's no board in this message. **Text** and **Replay from here** work on Furlong's messages that have one.",
):
    """The message does not show one of our boards."""


class NothingFinished(Refusal, says="You have no finished match here yet. `/play` starts one."):
    """The person has no finished match here."""


class NoMatchWaits(Refusal):
    """The person has running matches here, but it is another player's move in each of them."""

    matches: Sequence[Summary]


class AnalysisFull(
    Refusal,
    says="You've tried {most} moves on this board, and it can't keep more. Remove a line you don't need: go to its first move and press **Take out**.",
):
    """The analysis already holds `most` moves, the maximum."""

    most: int


class NoMoveOfYours(
    Refusal,
    says="There's no move of yours in this line yet, so there's nothing to plan. Go on until you've played a move for your own side.",
):
    """A line that was to become a plan has no move of the person."""


class StepWhileRunning(
    MatchRefusal,
    says="Match #{match.id} is still being played, so the board starts from where it is now: leave out `step`. "
    "Once the match is over, you can try from any of its steps.",
):
    """A running match can only be analysed from its current position."""
