"""How a match ended."""

from dataclasses import dataclass
from enum import StrEnum

from bot.model.people import Person
from rules.core import Outcome


class Ending(StrEnum):
    """Why a match is over."""

    RULES = "rules"
    RESIGNED = "resigned"
    TIME = "time"
    AGREED = "agreed"
    """A draw that the players agreed on."""
    REPEATED = "repeated"
    """A draw because the same position had come for the third time."""
    ENDLESS = "endless"
    """A draw because the match had gone on for so long that nothing could come of it."""
    DECIDED = "decided"
    """Decided by a rule on the last day of a competition."""
    WITHDRAWN = "withdrawn"
    """Lost because a player dropped out of a competition."""
    UNPLAYED = "unplayed"
    """Cancelled because a player never made a move."""
    DECLINED = "declined"
    CANCELLED = "cancelled"
    UNANSWERED = "unanswered"
    """Declined by the clock: it was a challenge that has to be answered in time."""
    EXPIRED = "expired"
    """An open challenge that has waited for long enough."""
    STRUCK = "struck"
    """Cancelled because a player was taken out of a competition with all their matches."""
    REMOVED = "removed"
    """Lost because a server manager removed the player."""
    STOPPED = "stopped"
    """Cancelled by a server manager."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    ending: Ending

    places: tuple[int, ...] = ()
    """By seat, as in `rules.core.Outcome`; empty for a match that was called off."""

    points: tuple[int, ...] | None = None
    """By seat, where the game counts points."""

    by: Person | None = None
    """Whose action or time ended it."""

    reason: str = ""
    """What the rules say."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome in the terms of the rules; None for a cancelled match."""
        return Outcome(self.places, self.reason, self.points) if self.places else None
