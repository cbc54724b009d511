"""How competitions stand: everybody in them, who meets whom, and the tables that follow from it."""

from dataclasses import dataclass

from bot.model.competitions.competition import Competition, Entrant, Fixture
from bot.model.competitions.table import Table


@dataclass(frozen=True, slots=True)
class Standings:
    """A competition, everybody in it, who meets whom, and the tables of its divisions, none before it begins."""

    competition: Competition
    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]
    tables: tuple[Table, ...]

    def entrant(self, person_id: int) -> Entrant | None:
        """Somebody in it; None if they are not."""
        return next((entrant for entrant in self.entrants if entrant.person.id == person_id), None)


@dataclass(frozen=True, slots=True)
class DivisionStandings:
    """How one division of so many stands; `table` is None before the competition begins."""

    competition: Competition
    divisions: int
    table: Table | None
