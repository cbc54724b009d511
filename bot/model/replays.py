"""Replays of matches and of record files, with the refusals of replays, files and films."""

import hashlib
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from bot.model.history import History
from bot.model.match import Match, State
from bot.model.people import Away, Person
from bot.model.refusals import MatchRefusal, Refusal
from bot.model.result import Result
from rules.core import Outcome
from rules.record import Step


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The bytes of a record file, under the name that Furlong gives it."""

    data: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A match or a record file to step through."""

    history: History

    players: tuple[Person, ...]
    """In seat order; the names in a record file have no user id, so it is 0."""

    state: State

    source: int | RecordFile
    """Where it comes from: the number of a match, or a record file."""

    result: Result | None = None

    deadline: datetime | None = None
    """When the time of the player to move runs out."""

    away: tuple[Away, ...] = ()
    """The players who are on vacation now."""

    theme: str = ""

    @classmethod
    def of(cls, match: Match) -> Self:
        """A match that has begun, as it is now."""
        return cls(
            history=match.history,
            players=match.seated,
            state=match.state,
            source=match.id,
            result=match.result,
            deadline=match.deadline,
            away=match.away,
            theme=match.theme,
        )

    @property
    def seated(self) -> tuple[Person, ...]:
        """The people who play, by seat; for a player who has left, the substitute."""
        return self.players

    @property
    def shown_turns(self) -> tuple[Step, ...]:
        """The steps that its board shows, which are those of the last turn."""
        return self.history.last_turn

    @property
    def match_id(self) -> int | None:
        """The number of the match; None for a record file."""
        return self.source if isinstance(self.source, int) else None

    @property
    def file(self) -> RecordFile | None:
        """The record file; None for a match."""
        return None if isinstance(self.source, int) else self.source

    @property
    def last(self) -> int:
        """The number of the last ply."""
        return self.history.ply

    @property
    def key(self) -> Hashable:
        """Equal for replays that look the same from the first ply to the last."""
        record = hashlib.sha256(" ".join(self.history.tokens).encode()).digest()
        return self.match_id, self.history.game.key, record, self.players, self.state, self.result, self.theme

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or otherwise; None while it runs, or if it was called off."""
        return None if self.result is None else self.result.outcome(self.history.position)

    @property
    def to_move(self) -> Person | None:
        """The player to move; None unless the match is running."""
        turn = self.history.position.turn
        return self.players[turn] if self.state is State.RUNNING and isinstance(turn, int) else None

    def at(self, ply: int) -> Self:
        """The replay when its record had `ply` entries; unchanged if it has no more."""
        if ply >= self.last and self.state is not State.CALLED_OFF:
            return self
        history = self.history.upto(ply)
        return replace(self, history=history, state=State.RUNNING, result=None, deadline=None, away=())


Playthrough = Match | Replay
"""A game with its players from the start to where it stands: a match that has begun, or a replay."""


class NeverPlayed(
    MatchRefusal,
    says="Match #{match.id} was called off before it started, so there's nothing to replay.",
):
    """The match was called off before it started."""


class StillPlayed(
    MatchRefusal,
    says="Match #{match.id} is still being played. Share makes a file of it when it's over; until then, Record saves what was played so far.",
):
    """The match is still running, and only a finished one is shared as a file."""


class NothingToReplay(
    Refusal,
    says="You have no match here to replay. Name any other that you can see by its number, such as `match:#1`, or attach a record with `file`.",
):
    """The person has no match here that has begun."""


class MatchOrFile(
    Refusal,
    says="Name a match or a file, not both: `match` replays one from here, `file` a record that you attach.",
):
    """Both a match and a record file were named."""


class NotRecord(Refusal):
    """The file called `name` is not a record, or is too large for one; `reason` says what is wrong with it."""

    name: str
    reason: str


class FileOutOfReach(
    Refusal,
    says="Discord didn't hand that file over just now. Try again, or use `/replay` again.",
):
    """Discord did not deliver an attached file."""


class NotPly(Refusal):
    """The text is not the number of a ply; `last` was the largest one when the modal opened."""

    text: str
    last: int


class AlreadyFilming(
    Refusal,
    says="Furlong is already making this for you. It appears in the message that counts the steps.",
):
    """This film is already being made for the person."""


class FilmingAnother(
    Refusal,
    says="Furlong makes one animated picture or file for you at a time, and is still busy with another one. Please "
    "try again when that one is done.",
):
    """Another film is being made for the person, and people get one at a time."""


class ReadingAnother(
    Refusal,
    says="Furlong reads one record file for you at a time, and is still busy with another one. Please try again in a "
    "moment.",
):
    """Another record file of the person is being read, and people get one read at a time."""


class StudioIsFull(
    Refusal,
    says="Furlong is making as many pictures of matches as it can. Please try again in a minute.",
):
    """Too many films are waiting to be made."""


class FilmTooLarge(Refusal):
    """The film is larger than a file in the channel may be."""

    size: int
    most: int


class NotPosted(Refusal, says="Discord didn't take the picture just now, so nothing was posted. Please try again."):
    """Discord did not accept a post for everybody in a channel."""


class PostedAlready(Refusal, says="You've posted this already, so everybody here can see it."):
    """The private message was already posted for everybody."""


class MayNotPost(Refusal):
    """The person may not send files in this channel; `names` are Discord's words for what they lack."""

    names: Sequence[str]


class DamagedRecord(
    Refusal,
    says="The record of match #{match_id} is damaged, so there's nothing to show or to judge. Please tell the host of Furlong: its log says where the record breaks off.",
):
    """The stored record of a match does not replay."""

    match_id: int
