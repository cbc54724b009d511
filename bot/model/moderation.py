"""Interventions: what moderators did to other people's matches and competitions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.model.people import Person

LONGEST_REASON: Final = 200
"""The maximum number of characters in a reason."""


KEPT_OUT_FOR: Final = timedelta(days=30)
"""How long a person whom a manager has removed from an open challenge or a competition cannot join it again.

For as long, a manager who has played in a competition decides nothing in it, and one who has decided something joins none.
"""


class InterventionKind(StrEnum):
    """The kinds of interventions."""

    CANCEL = "cancel"
    """A match that had begun was called off."""
    CLOSE = "close"
    """A challenge was closed before its match began."""
    REMOVE = "remove"
    """A player was taken out of a match, or of an open challenge."""
    WITHDRAW = "withdraw"
    """A player was taken out of a competition."""
    CALL_OFF = "call off"
    """A competition was called off before it started."""
    ENGINE = "engine"
    """An engine was removed, which ended its matches."""


@dataclass(frozen=True, slots=True)
class MatchSubject:
    """A match that an intervention was about; `game` is the key of its game."""

    match: int
    game: str


@dataclass(frozen=True, slots=True)
class CompetitionSubject:
    """A competition that an intervention was about; `season` is None for one without seasons."""

    competition: str
    season: int | None


@dataclass(frozen=True, slots=True)
class EngineSubject:
    """An engine that an intervention was about."""

    engine: str


Subject = MatchSubject | CompetitionSubject | EngineSubject


@dataclass(frozen=True, slots=True)
class Intervention:
    """An action of a moderator.

    `person` is the player concerned, or the owner of the engine, who is told of it in private or, where that is
    impossible, in the channel `channel_id`; None if other messages tell everybody anyway. Some `others` are told so,
    too, whose match it ended: they are not stored. `id` is 0 until it is stored.
    """

    server_id: int
    channel_id: int
    by: Person
    kind: InterventionKind
    at: datetime
    subject: Subject
    reason: str = ""
    person: Person | None = None
    others: Sequence[Person] = ()
    id: int = 0


@dataclass(frozen=True, slots=True)
class InterventionPage:
    """A page of the interventions on a server, the latest first."""

    done: Sequence[Intervention]
    page: int
    pages: int
