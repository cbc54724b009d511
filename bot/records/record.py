"""A match on its own: all that its record file tells, and nothing of Discord or of the database."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from bot.model.clock import Terms
from bot.model.fairness import Fairness
from bot.model.match import Ending
from rules.core import Game, Move, Outcome, Seat


class RecordError(ValueError):
    """A text is not a record; `str(error)` is a sentence or two that name the line, what is wrong and what is right."""


@dataclass(frozen=True, slots=True)
class RecordResult:
    """How a match ended.

    `places` and `points` are by seat as in `rules.core.Outcome`; `places` is empty where nobody won or lost, because
    the match was called off. `by` is the seat that resigned, ran out of time or cancelled, None if no seat did,
    `reason` what the rules say.
    """

    ending: Ending
    ended_at: datetime | None = None
    by: Seat | None = None
    places: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as its record file tells it.

    `players` are names by seat, any text of at most 100 characters. `id` names the match wherever its file goes; a
    record that somebody wrote by hand has none. Instants are whole seconds in UTC, None where they are not known.
    `result` is None while the match goes on, and `fairness`, which
    tells how chance was drawn, is never there before its end.
    """

    game: Game
    players: tuple[str, ...]
    moves: tuple[Move, ...]
    id: UUID | None = None
    proposed_at: datetime | None = None
    began_at: datetime | None = None
    terms: Terms = field(default_factory=Terms)
    result: RecordResult | None = None
    fairness: Fairness | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or otherwise; None while it goes on, or if it was called off."""
        if self.result is None or not self.result.places:
            return None
        return Outcome(self.result.places, self.result.reason, self.result.points)
