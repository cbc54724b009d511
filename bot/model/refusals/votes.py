"""Refusals about voting on the moves of a channel, and about what such a match lacks."""

from bot.model.refusals import MatchRefusal, Refusal, TextRefusal


class VotesElsewhere(MatchRefusal):
    """A person wanted to vote from outside the channel that plays."""


class TooYoungToVote(Refusal):
    """The server lets only older accounts vote."""


class KeptOutOfVote(MatchRefusal):
    """A moderator has excluded the person from the vote, or its host or a player has blocked them."""


class VotesForOther(MatchRefusal):
    """The person plays for another team of the channel than the one that votes now."""


class OpponentMayNotVote(MatchRefusal):
    """A person who plays against the channel wanted to vote with it."""


class NobodyHasVoted(MatchRefusal):
    """The host wanted to end the vote at once, but there is no vote to count."""


class HostPlaysAgainst(MatchRefusal):
    """A host who plays against the channel wanted to end its vote."""


class NotByVote(MatchRefusal):
    """A match in which a channel plays does not have this feature."""


class VotedOnIsCasual(Refusal):
    """A match by vote was to be rated, with hints or on both sides."""


class VotedOnNeedsDays(Refusal):
    """A match by vote was to have a bank or no limit."""


class VotedOnInChannel(Refusal):
    """A match by vote was to be in direct messages, or in a chat that Furlong does not belong to."""


class NoTimeToVote(TextRefusal):
    """The typed text is not a possible time for voting on a move."""


class TooManyByVote(Refusal):
    """The server already has `most` matches by vote, the maximum."""

    most: int
