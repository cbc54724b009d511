"""Who may vote on the moves of a channel, and what such a match does not have."""

from bot.model.refusals import MatchRefusal, Refusal, TextRefusal


class VotesElsewhere(MatchRefusal):
    """A person wanted to vote from outside the channel that plays."""


class TooYoungToVote(Refusal):
    """The server lets only older accounts vote."""


class KeptOutOfVote(MatchRefusal):
    """A moderator has taken the person out of the vote, or its host or a player has blocked them."""


class VotesForOther(MatchRefusal):
    """The person plays for another part of the channel than the one that votes now."""


class OpponentMayNotVote(MatchRefusal):
    """A person who plays against the channel wanted to vote with it."""


class NobodyHasVoted(MatchRefusal):
    """The host wanted the vote to end at once, and there is no vote to count."""


class NotByVote(MatchRefusal):
    """What was asked for does not exist in a match in which a channel plays."""


class VotedOnIsCasual(Refusal):
    """A match by vote was to be rated, with hints or on both sides."""


class VotedOnNeedsDays(Refusal):
    """A match by vote was to have a bank or no limit."""


class VotedOnInChannel(Refusal):
    """A match by vote was to be in direct messages, or in a chat that Furlong does not belong to."""


class NoTimeToVote(TextRefusal):
    """The typed text is no time for which a move can be voted on."""


class TooManyByVote(Refusal):
    """As many matches by vote wait or run on the server as may."""

    most: int
