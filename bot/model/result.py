"""How a match ended."""

from dataclasses import dataclass
from enum import StrEnum

from bot.model.people import Person
from rules.core import Outcome, Position


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
    """What the manager wrote who called the match off. `bot.model.judging.reason` is why rules or judgement ended a match."""

    def outcome(self, position: Position) -> Outcome | None:
        """The outcome as the rules would tell it in the last position; None for a match that was called off."""
        if self.ending is Ending.RULES:
            return position.outcome()
        return Outcome(self.places, "", self.points) if self.places else None
