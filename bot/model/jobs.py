"""Jobs: what is stored, due at an instant, and done once by the process that claims it; and notices, which tell players of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

LONGEST_WAIT: Final = timedelta(hours=1)
"""The longest wait before a failed job is tried again."""

_FIRST_WAIT: Final = timedelta(seconds=15)


def wait_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts and one more have failed: longer and longer, an hour at most."""
    return min(_FIRST_WAIT * 2 ** min(attempts, 10), LONGEST_WAIT)


class Kind(StrEnum):
    """What is to be done; also the name under which metrics count it."""

    BOARD = "boards"
    """A match has something to show. All jobs of a match are done together, with one message; in direct matches all of
    them for the same player."""
    OLD_BOARD = "old boards"
    """A message that shows a match no more still has its buttons."""
    OLD_NOTICE = "old notices"
    """A message that has asked a player about offers still has buttons that do nothing any more."""
    NOTICE = "notices"
    """A player is to be told of a match."""
    CALL = "calls"
    """A subscriber is to be told of an open challenge. All who are due for a match are told together."""
    MODERATION = "moderation"
    """A player is to be told what a moderator has done to their match or entry."""
    GREETING = "greetings"
    """A server that has invited Furlong is to be greeted."""
    PANEL = "panels"
    """The list of a server's running matches is to be edited."""
    BULLETIN = "bulletins"
    """A message about a competition is to be posted or edited."""
    DAILY_PUZZLE = "daily puzzles"
    WEEKLY_REVIEW = "weekly reviews"
    THOUGHT = "thoughts"
    """A character is to move."""
    VOTE = "votes"
    """The time to vote on a move is over."""
    PUZZLE_SEARCH = "puzzle searches"
    """A finished match is to be searched for puzzles."""


@dataclass(frozen=True, slots=True)
class Job:
    """A row of the queue; see `bot.store.engine.schema.jobs` for what each column holds."""

    id: int
    kind: Kind
    server_id: int
    match_id: int | None
    person_id: int | None
    channel_id: int | None
    message_id: int | None
    name: str | None
    revision: int | None
    data: Mapping[str, Any]
    due_at: datetime | None
    claimed_until: datetime | None
    attempts: int


def is_new(jobs: Sequence[Job]) -> bool:
    """Whether one of the jobs of a board asks for a new message; else the present one only changes."""
    return any(job.data["is_new_message"] for job in jobs)


@dataclass(slots=True)
class Claim:
    """Jobs that the holder is to do together; nearly always one. The claim runs out at `until`, unless it is renewed.

    `is_repeated` tells that another process has tried before, and may even have succeeded.
    """

    jobs: tuple[Job, ...]
    until: datetime
    is_repeated: bool = False

    @property
    def first(self) -> Job:
        """The oldest of the jobs, which for most kinds is the only one."""
        return self.jobs[0]

    @property
    def kind(self) -> Kind:
        """What is to be done."""
        return self.first.kind

    @property
    def server_id(self) -> int:
        """The server that the jobs belong to."""
        return self.first.server_id

    @property
    def match_id(self) -> int | None:
        """The match that the jobs are about, if they are about one."""
        return self.first.match_id

    @property
    def about_match(self) -> int:
        """The match, for kinds that are always about one."""
        assert self.first.match_id is not None, "its kind is about a match"
        return self.first.match_id

    @property
    def person_id(self) -> int | None:
        """The person whom the jobs are for, if they are for one."""
        return self.first.person_id

    @property
    def about_person(self) -> int:
        """The person, for kinds that are always about one."""
        assert self.first.person_id is not None, "its kind is about a person"
        return self.first.person_id

    @property
    def rows(self) -> tuple[int, ...]:
        """The ids of the jobs."""
        return tuple(job.id for job in self.jobs)

    @property
    def attempts(self) -> int:
        """How often the jobs have failed so far."""
        return max(job.attempts for job in self.jobs)

    @property
    def nonce(self) -> str:
        """Sent with a new message, so that Discord drops a second copy after a crash between sending and noting it.

        It follows from the oldest job, so it stays the same whatever is added later.
        """
        return f"furlong-{self.first.id}"


@dataclass(frozen=True, slots=True)
class DueJob:
    """A job that may be claimed: by its id, or by its match where the jobs of a match are done together.

    Jobs of one `channel` are done one after the other.
    """

    kind: Kind
    number: int
    channel: int

    person_id: int | None = None
    """Whose board it is, in a direct match."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many jobs of a kind are due, and for how long the first of them has been."""

    count: int = 0
    age: timedelta = timedelta()


class Notice(StrEnum):
    """Why a person is told something."""

    CHALLENGE = "challenge"
    """They are asked to play. This one and the next two: the message of the match did not ping them, or not only."""
    TURN = "turn"
    """It is their turn."""
    RESULT = "result"
    """The match is over."""
    REMINDER = "reminder"
    """Most of their time is gone."""
    OFFER = "offer"
    """Another player has offered them something."""


@dataclass(frozen=True, slots=True)
class DueNotice:
    """A player who is to get a notice of a kind, at `due_at`."""

    person_id: int
    kind: Notice
    due_at: datetime


SentTo = tuple[int, int]
"""The channel and the number of a message."""
