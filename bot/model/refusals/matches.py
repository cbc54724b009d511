"""Refusals about which match is meant, who may act in it, and who may vote on the moves of a channel."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.match import Summary
from bot.model.refusals import MatchRefusal, PersonRefusal, Refusal, TextRefusal


class UnknownMatch(TextRefusal):
    """There's no match {text} that you can see here. `/games` lists yours."""


class GameIsAway(Refusal):
    """The game of match #{number} isn't installed here just now, so nobody can see or play it. Tell whoever hosts Furlong; nothing is lost."""

    number: int


class OwnGameIsAway(GameIsAway):
    """The same, told to a player of the match with its record so far: all its moves and rolls, as they are stored."""

    game_key: str
    record: Sequence[str]


class MatchOrSeason(Refusal):
    """Name a `match` or a `season`, not both."""


class MatchElsewhere(Refusal):
    """Match #{number} is played on another server: use the command there. `/games` lists yours here."""

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


class TakesPart(MatchRefusal):
    """You're in match #{match.id} yourself, so you can't decide about it. Another server manager can; in direct messages nobody can."""


class ToldAnyway(MatchRefusal):
    """You're in match #{match.id} yourself, so you're told of it anyway. You can follow matches of others."""


class FollowsPrivate(MatchRefusal):
    """Match #{match.id} is shown to its player alone, so nobody else can follow it. You can follow the player: `/profile`."""


class CompetesThere(MatchRefusal):
    """You play in the same competition as match #{match.id}, or have within the last 30 days, so you can't decide about it. Another server manager can."""


class NotInMatch(MatchRefusal):
    """The person to be removed from a match does not play in it, or no longer does."""


class HasLeft(MatchRefusal):
    """You've left match #{match.id}; the others play on without you."""


class NotYourTurn(MatchRefusal):
    """It is another player's move."""


class TimeIsUp(MatchRefusal):
    """The bank of the player to move ran out before they moved."""


class NotAbandoned(MatchRefusal):
    """The player to move is not gone and has not been silent for long; None as `at` if their time is limited."""

    at: datetime | None


class NoHints(MatchRefusal):
    """There are no hints in match #{match.id}, because its players didn't agree on them. You get hints when you play Furlong's characters alone, and in matches set to **With hints**."""


class StaleBoard(MatchRefusal):
    """The button belongs to a board that is out of date."""


class NothingToPlay(PersonRefusal):
    """You have no running match here. `/play` starts one, `/games` lists your matches."""


class NoBoardThere(Refusal):
    """There's no board in this message. **Text** and **Replay from here** work on Furlong's messages that have one."""


class NothingFinished(Refusal):
    """You have no finished match here yet. `/play` starts one."""


class NoMatchWaits(Refusal):
    """The person has running matches here, but it is another player's move in each of them."""

    matches: Sequence[Summary]


class AnalysisFull(Refusal):
    """You've tried {most} moves on this board, and it can't keep more. Remove a line you don't need: go to its first move and press **Take out**."""

    most: int


class NoMoveOfYours(Refusal):
    """There's no move of yours in this line yet, so there's nothing to plan. Go on until you've played a move for your own side."""


class StepWhileRunning(MatchRefusal):
    """Match #{match.id} is still being played, so the board starts from where it is now: leave out `step`. Once the match is over, you can try from any of its steps."""


class VotesElsewhere(MatchRefusal):
    """Match #{match.id} is played by those in <#{match.place.shown_in}>. You can vote there, under its board."""


class TooYoungToVote(Refusal):
    """On this server you can vote once your account is a week old. `/play` works for you at any time."""


class KeptOutOfVote(MatchRefusal):
    """You can't vote in match #{match.id}: whoever posted it or a server manager has kept you out. `/play` starts a match of your own."""


class VotesForOther(MatchRefusal):
    """The person plays for another team of the channel than the one that votes now."""


class OpponentMayNotVote(MatchRefusal):
    """You play against the channel in match #{match.id}, so you can't vote for its moves."""


class NobodyHasVoted(MatchRefusal):
    """Nobody has voted for a move in match #{match.id} yet, so there's nothing to play. The channel resigns or draws early only if more than half of its voters want to."""


class HostPlaysAgainst(MatchRefusal):
    """You play against the channel in match #{match.id}, so you can't end its vote: it ends by itself, at the time under the board."""


class NotByVote(MatchRefusal):
    """Match #{match.id} is played by vote, so it has no plans, hints, takebacks, handovers, rematches or extra time. You can offer a draw."""


class VotedOnIsCasual(Refusal):
    """Matches by vote are casual, without hints and takebacks, and one at a time. Leave out **Rated**, **With hints**, **Takebacks at once** and **Both sides**, or leave out **By vote**."""


class VotedOnNeedsDays(Refusal):
    """A match by vote needs a limit for each move, such as 3 days, so that it ends even if nobody votes any more."""


class VotedOnInChannel(Refusal):
    """A match by vote needs a channel where everybody can vote, on a server that has invited Furlong. Start it there, or leave **By vote** out."""


class TooManyByVote(Refusal):
    """There are already {most, plural, one {# match} other {# matches}} by vote on this server, and that's the limit. Vote in one of them."""

    most: int
