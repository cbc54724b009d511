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
    """A draw because the same position occurred for the third time."""
    ENDLESS = "endless"
    """A draw because the match had become endless."""
    DECIDED = "decided"
    """Decided by a rule on the last day of a competition."""
    WITHDRAWN = "withdrawn"
    """Lost because a player dropped out of a competition."""
    UNPLAYED = "unplayed"
    """Cancelled because a player never made a move."""
    ABANDONED = "abandoned"
    """Cancelled by a player who waited in vain for another one, without a time limit."""
    DECLINED = "declined"
    CANCELLED = "cancelled"
    UNANSWERED = "unanswered"
    """Declined by the clock, because the challenge was not answered in time."""
    EXPIRED = "expired"
    """Closed by the clock: an open challenge that waited too long, or one to a person who was not let in to accept it."""
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
    """By seat; None if the game does not count points."""

    by: Person | None = None
    """The person whose action or clock ended it."""

    reason: str = ""
    """The words of the manager who called the match off; see `bot.model.adjudication.reason` for other endings."""

    def outcome(self, position: Position) -> Outcome | None:
        """The result as an outcome of the last position; None for a match that was called off."""
        if self.ending is Ending.RULES:
            return position.outcome()
        return Outcome(self.places, "", self.points) if self.places else None
