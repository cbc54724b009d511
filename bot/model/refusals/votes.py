"""Refusals about voting on the moves of a channel, and about what such a match lacks."""

from bot.model.refusals import MatchRefusal, Refusal


class VotesElsewhere(
    MatchRefusal,
    says="Match #{match.id} is played by those in <#{match.place.shown_in}>. You can vote there, under its board.",
):
    """A person wanted to vote from outside the channel that plays."""


class TooYoungToVote(
    Refusal,
    says="On this server you can vote once your account is a week old. `/play` works for you at any time.",
):
    """The server lets only older accounts vote."""


class KeptOutOfVote(
    MatchRefusal,
    says="You can't vote in match #{match.id}: its host or a server manager has kept you out. `/play` starts a match of your own.",
):
    """A moderator has excluded the person from the vote, or its host or a player has blocked them."""


class VotesForOther(MatchRefusal):
    """The person plays for another team of the channel than the one that votes now."""


class OpponentMayNotVote(
    MatchRefusal,
    says="You play against the channel in match #{match.id}, so you can't vote for its moves.",
):
    """A person who plays against the channel wanted to vote with it."""


class NobodyHasVoted(
    MatchRefusal,
    says="Nobody has voted for a move in match #{match.id} yet, so there's nothing to play. The channel resigns early only if more than half of its voters want to.",
):
    """The host wanted to end the vote at once, but there is no vote to count."""


class HostPlaysAgainst(
    MatchRefusal,
    says="You play against the channel in match #{match.id}, so you can't end its vote: it ends by itself, at the time under the board.",
):
    """A host who plays against the channel wanted to end its vote."""


class NotByVote(
    MatchRefusal,
    says="Match #{match.id} is played by vote, so it has no plans, hints, takebacks, handovers, rematches or extra time. You can offer a draw.",
):
    """A match in which a channel plays does not have this feature."""


class VotedOnIsCasual(
    Refusal,
    says="Matches by vote are casual, without hints and takebacks, and one at a time. Leave out **Rated**, **With hints**, "
    "**Takebacks at once** and **Both sides**, or leave out **By vote**.",
):
    """A match by vote was to be rated, with hints or takebacks, or on both sides."""


class VotedOnNeedsDays(
    Refusal,
    says="A match by vote needs a limit for each move, such as 3 days, so that it ends even if nobody votes any more.",
):
    """A match by vote was to have a bank or no limit."""


class VotedOnInChannel(
    Refusal,
    says="A match by vote needs a channel where everybody can vote, on a server that has invited Furlong. Start it there, or leave **By vote** out.",
):
    """A match by vote was to be in direct messages, or in a chat that Furlong does not belong to."""


class TooManyByVote(
    Refusal,
    says="There are already {most, plural, one {# match} other {# matches}} by vote on this server, and that's the limit. Vote in one of them.",
):
    """The server already has `most` matches by vote, the maximum."""

    most: int
