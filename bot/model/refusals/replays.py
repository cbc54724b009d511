"""Refusals about replays."""

from collections.abc import Sequence

from bot.model.refusals import MatchRefusal, Refusal


class NeverPlayed(MatchRefusal):
    """Match #{match.id} was called off before it started, so there's nothing to replay."""


class StillPlayed(MatchRefusal):
    """Match #{match.id} is still being played. Share makes a file of it when it's over; until then, Record saves what was played so far."""


class NothingToReplay(Refusal):
    """You have no match here to replay. Name any other that you can see by its number, such as `match:#1`, or attach a record with `file`."""


class MatchOrFile(Refusal):
    """Name a match or a file, not both: `match` replays one from here, `file` a record that you attach."""


class NotRecord(Refusal):
    """The file called `name` is not a record, or is too large for one; `reason` says what is wrong with it."""

    name: str
    reason: str


class FileOutOfReach(Refusal):
    """Discord didn't hand that file over just now. Try again, or use `/replay` again."""


class NotPly(Refusal):
    """The text is not the number of a ply; `last` was the largest one when the modal opened."""

    text: str
    last: int


class AlreadyFilming(Refusal):
    """Furlong is already making this for you. It appears in the message that counts the steps."""


class FilmingAnother(Refusal):
    """Furlong makes one animated picture or file for you at a time, and is still busy with another one. Please try again when that one is done."""


class ReadingAnother(Refusal):
    """Furlong reads one record file for you at a time, and is still busy with another one. Please try again in a moment."""


class StudioIsFull(Refusal):
    """Furlong is making as many pictures of matches as it can. Please try again in a minute."""


class FilmTooLarge(Refusal):
    """The film is larger than a file in the channel may be."""

    size: int
    most: int


class NotPosted(Refusal):
    """Discord didn't take the picture just now, so nothing was posted. Please try again."""


class PostedAlready(Refusal):
    """You've posted this already, so everybody here can see it."""


class MayNotPost(Refusal):
    """The person may not send files in this channel; `names` are Discord's words for what they lack."""

    names: Sequence[str]


class DamagedRecord(Refusal):
    """The record of match #{match_id} is damaged, so there's nothing to show or to judge. Please tell the host of Furlong: its log says where the record breaks off."""

    match_id: int
