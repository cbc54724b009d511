"""A match in a list."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.match import State
from bot.model.people import Person
from bot.model.place import Place
from rules.core import Game


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a list: what can be said of it without replaying its record."""

    id: int
    place: Place
    game: Game
    state: State
    host: Person
    is_table: bool

    people: tuple[Person, ...]
    """Those who play or are asked to, in seat order once the match runs."""

    to_move: Person | None
    seats: int
    ply: int
    revision: int
    changed_at: datetime

    deadline: datetime | None = None
    """That of whoever is to move; None where there is no limit."""

    is_away: bool = False
    """Whether they are on vacation."""

    def opponents_of(self, person_id: int) -> tuple[Person, ...]:
        """Everybody else who plays or is asked to."""
        return tuple(person for person in self.people if person.id != person_id)
