"""Jobs, stored with a due time and done once by the process that claims them; and notices to players of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from bot.model.askers import Asker

LONGEST_WAIT: Final = timedelta(hours=1)
"""The longest wait before a failed job is tried again."""

_FIRST_WAIT: Final = timedelta(seconds=15)


def wait_after(attempts: int, longest: timedelta = LONGEST_WAIT) -> timedelta:
    """The wait after one more failure on top of `attempts`: it doubles each time, up to the `longest`."""
    return min(_FIRST_WAIT * 2 ** min(attempts, 13), longest)


class Kind(StrEnum):
    """The kinds of jobs; the values are also their names in the metrics."""

    BOARD = "boards"
    """Show a match. All jobs of a match are done together, with one message; in a direct match, all jobs for the same
    player are."""
    OLD_BOARD = "old boards"
    """Remove the buttons from a message that no longer shows a match."""
    OLD_NOTICE = "old notices"
    """Remove the buttons from a message that asked a player about offers, once they no longer do anything."""
    NOTICE = "notices"
    """Tell a player about a match."""
    CALL = "calls"
    """Tell a subscriber about an open challenge. All who are due for a match are told together."""
    NEWS = "news"
    """Tell a person about the people and matches of a server that they follow."""
    MODERATION = "moderation"
    """Tell a player what a moderator has done to their match or entry."""
    GREETING = "greetings"
    """Greet a server that has invited Furlong."""
    PANEL = "panels"
    """Edit the list of a server's running matches."""
    LOBBY = "lobby"
    """Post or edit the message that shows, where a challenge for everyone on Furlong was posted, what comes of it."""
    BULLETIN = "bulletins"
    """Post or edit a message about a competition."""
    DAILY_PUZZLE = "daily puzzles"
    WEEKLY_REVIEW = "weekly reviews"
    THOUGHT = "thoughts"
    """Make a character's move."""
    VOTE = "votes"
    """End the vote on a move when its time is over."""
    CHALLENGE = "ends of challenges"
    """Close a challenge when its time is over."""
    OFFER = "ends of offers"
    """Close the offers in a match whose time is over, or its pause; for a player who has left, that decides who plays on."""
    COMPETITION = "competitions"
    """Look after a competition: its first day, matches, those who drop out, rounds, reminders and end."""
    VACATION = "ends of vacations"
    """Update what says that a person is on vacation once it is over; then tell them what is due."""
    GUEST = "ends of guests"
    """Delete what is stored about a guest whose time is over."""
    PUZZLE_SEARCH = "puzzle searches"
    """Search a finished match for puzzles."""
    WEBHOOK = "webhooks"
    """Post a match to the webhook of a token, as it is when it is posted: one job does for all changes until then."""
    TOKEN_END = "ends of tokens"
    """Tell a person some days before that a token of theirs, or of their engine, will end."""
    WEBHOOK_END = "ends of webhooks"
    """Tell a person that a webhook of theirs was turned off, because it failed."""


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
    """Whether any job of a board asks for a new message; otherwise the present one is edited."""
    return any(job.data["is_new_message"] for job in jobs)


@dataclass(slots=True)
class Claim:
    """Jobs for the holder to do together; nearly always one. The claim expires at `until` unless it is renewed.

    `is_repeated` says that another process has tried before, and may even have succeeded.
    """

    jobs: tuple[Job, ...]
    until: datetime
    is_repeated: bool = False

    def __str__(self) -> str:
        """The claim in the log, where what a job holds is nobody's business."""
        return f"job {self.first.id} of {self.kind}"

    @property
    def first(self) -> Job:
        """The oldest of the jobs, which for most kinds is the only one."""
        return self.jobs[0]

    @property
    def kind(self) -> Kind:
        """The kind of the jobs."""
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
        """The person the jobs are for, if they are for one."""
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
        """The nonce of a new message: Discord drops a second copy after a crash between sending and storing it.

        It depends only on the oldest job, so jobs added later do not change it.
        """
        return f"furlong-{self.first.id}"


@dataclass(frozen=True, slots=True)
class DueJob:
    """A job that may be claimed: by its id, or by its match if the jobs of a match are done together.

    Jobs of one `channel` are done one after the other.
    """

    kind: Kind
    number: int
    channel: int

    person_id: int | None = None
    """The player whose board it is, in a direct match."""

    asker: Asker | None = field(default=None, compare=False)
    """Who is behind the job, if it waits for its turn: of one about a match, whoever began the match."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many jobs of a kind are due, and how long the oldest has been due."""

    count: int = 0
    age: timedelta = timedelta()


class Notice(StrEnum):
    """The reasons for a notice."""

    CHALLENGE = "challenge"
    """They are asked to play. This notice and the next two replace or accompany a ping in the match's message."""
    TURN = "turn"
    """It is their turn."""
    RESULT = "result"
    """The match is over."""
    REMINDER = "reminder"
    """Most of their time is gone. This one is for everybody, the next two for those who want several."""
    SECOND_REMINDER = "second reminder"
    LAST_REMINDER = "last reminder"
    OFFER = "offer"
    """Another player has offered them something."""


REMINDERS: Final = (Notice.REMINDER, Notice.SECOND_REMINDER, Notice.LAST_REMINDER)
"""The reminders of a move, in order."""


@dataclass(frozen=True, slots=True)
class DueNotice:
    """A notice of a kind that a player is to get at `due_at`."""

    person_id: int
    kind: Notice
    due_at: datetime


SentTo = tuple[int, int]
"""The ids of a message's channel and of the message."""
