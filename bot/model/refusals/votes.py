"""Refusals about voting on the moves of a channel, and about what such a match lacks."""

from bot.model.refusals import MatchRefusal, Refusal


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
