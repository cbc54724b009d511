"""What moderators did to matches and competitions of others."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.model.people import Person

LONGEST_REASON: Final = 200
"""Characters that a reason may have."""


class InterventionKind(StrEnum):
    """What was done."""

    CANCEL = "cancel"
    """A match was called off that had begun."""
    CLOSE = "close"
    """A challenge was closed before its match began."""
    REMOVE = "remove"
    """A player was taken out of a match, or of an open challenge."""
    WITHDRAW = "withdraw"
    """A player was taken out of a competition."""
    CALL_OFF = "call off"
    """A competition was called off before it began."""


@dataclass(frozen=True, slots=True)
class MatchSubject:
    """A match to which something was done; `game` is the key of its game."""

    match: int
    game: str


@dataclass(frozen=True, slots=True)
class CompetitionSubject:
    """A competition to which something was done; `season` is None for one without seasons."""

    competition: str
    season: int | None


@dataclass(frozen=True, slots=True)
class Intervention:
    """Something that a moderator did.

    `person` is the player concerned, who is told of it in the channel `channel_id`; None if messages tell everybody
    anyway. Its `id` is 0 until it is stored.
    """

    server_id: int
    channel_id: int
    by: Person
    kind: InterventionKind
    at: datetime
    subject: MatchSubject | CompetitionSubject
    reason: str = ""
    person: Person | None = None
    id: int = 0


@dataclass(frozen=True, slots=True)
class InterventionPage:
    """A page of the interventions on a server, the latest first."""

    done: Sequence[Intervention]
    page: int
    pages: int
