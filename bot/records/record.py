"""A match on its own: all that its record file says, and nothing of Discord or of the database."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from bot.model.clock import Terms
from bot.model.fairness import Fairness
from bot.model.history import History
from bot.model.result import Ending
from rules.core import Game, Outcome, Seat


class RecordError(ValueError):
    """A text is not a record; `str(error)` is a sentence or two that name the line, what is wrong and what is right."""


@dataclass(frozen=True, slots=True)
class RecordResult:
    """How a match ended."""

    ending: Ending
    ended_at: datetime | None = None

    by: Seat | None = None
    """The seat that resigned, ran out of time or cancelled; None if no seat did."""

    places: tuple[int, ...] = ()
    """By seat, as in `rules.core.Outcome`; empty where nobody won or lost, because the match was called off."""

    points: tuple[int, ...] | None = None
    """By seat, where the game counts points."""

    reason: str = ""
    """What the rules say."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as its record file has it. Instants are whole seconds in UTC, None where they are not known."""

    players: tuple[str, ...]
    """Names by seat, any text of at most 100 characters."""

    history: History
    """Between as many seats as there are players. No entry has a cause: files say nothing of that."""

    id: UUID | None = None
    """What names the match wherever its file goes; None for a record that somebody wrote by hand."""

    proposed_at: datetime | None = None
    began_at: datetime | None = None
    terms: Terms = field(default_factory=Terms)

    result: RecordResult | None = None
    """None while the match goes on."""

    fairness: Fairness | None = None
    """How chance was sealed; never there before the end."""

    characters: tuple[str, ...] = ()
    """By seat: the key of the character that played, which says how strongly too, and nothing for a person; empty where
    people alone have played."""

    @property
    def game(self) -> Game:
        """The ruleset that is played."""
        return self.history.game

    @property
    def seats(self) -> int:
        """How many play."""
        return self.history.seats

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or otherwise; None while it goes on, or if it was called off."""
        if self.result is None or not self.result.places:
            return None
        return Outcome(self.result.places, self.result.reason, self.result.points)
