"""Replays, record files, and films."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.match import Match
from bot.model.refusals.refusal import Refusal


@dataclass(eq=False)
class NeverPlayed(Refusal):
    """The match was called off before it began, so there is nothing to step through."""

    match: Match


class NothingToReplay(Refusal):
    """The person has no match here that has begun."""


class MatchOrFile(Refusal):
    """Both a match and a record file were named."""


@dataclass(eq=False)
class NotRecord(Refusal):
    """The file called `name` is no record, or too large for one; `reason` says what is wrong with it."""

    name: str
    reason: str


class FileOutOfReach(Refusal):
    """Discord does not hand out a file that it has been given."""


@dataclass(eq=False)
class NotPly(Refusal):
    """The text is no number of a ply; `last` is the largest there was when it was asked for."""

    text: str
    last: int


class AlreadyFilming(Refusal):
    """The film that somebody asks for is being made for them already."""


class FilmingAnother(Refusal):
    """Another film is being made for somebody, and everybody gets one at a time."""


class StudioIsFull(Refusal):
    """As many films as can wait are waiting to be made."""


@dataclass(eq=False)
class FilmTooLarge(Refusal):
    """The channel does not take files of so many bytes as the film has."""

    size: int
    most: int


class NotPosted(Refusal):
    """Discord did not take what was to be shown to everybody in a channel."""


class PostedAlready(Refusal):
    """The film was shown to everybody with this very message before."""


@dataclass(eq=False)
class MayNotPost(Refusal):
    """The person may not send files in this channel; `names` are Discord's words for what they lack."""

    names: Sequence[str]


@dataclass(eq=False)
class DamagedRecord(Refusal):
    """The stored record of a match does not replay."""

    match_id: int
