"""A server with many people and a league among them, in a time that tests can advance."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from sqlalchemy import select

from bot.actions.competitions import entries
from bot.actions.competitions import standings as competition_standings
from bot.actions.heartbeats import Heartbeat
from bot.model.clock import Terms, midnight
from bot.model.competitions.competition import Competition, Format, Regulations, Venue
from bot.model.competitions.standings import Standings
from bot.model.match import State
from bot.model.people import Person
from bot.store.engine.schema.competitions import fixtures
from bot.store.engine.schema.matches import matches
from rules.core import Game
from tests.bot.matches import Deadlines, tend_competitions
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, CHANNEL, SERVER, Hall, here

TERMS: Final = Terms(4, is_rated=True, most_vacation=7)
VENUE: Final = Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False)


def crowd(count: int) -> list[Person]:
    """That many people."""
    return [Person(930_000_000_000_000_000 + number, f"Player {number}") for number in range(1, count + 1)]


@dataclass
class Club:
    """A league in a hall."""

    hall: Hall
    chance: random.Random = field(default_factory=lambda: random.Random(5))

    async def league(
        self,
        people: Sequence[Person],
        *,
        size: int = 4,
        game: Game = ROUNDS,
        days: int = 56,
        both_sides: bool = False,
        goes_on: bool = False,
    ) -> Competition:
        """A league that begins at the next midnight, which these people have joined."""
        begins_at = midnight(self.hall.clock.at.date() + timedelta(days=1))
        regulations = Regulations(Format.LEAGUE, (game,), size, both_sides, TERMS, goes_on)
        ends_at, host = begins_at + timedelta(days=days), people[0] if people else ADA
        proposed = Competition("Rounds league", VENUE, regulations, begins_at, ends_at, host, self.hall.clock.at)
        competition = await entries.propose(self.hall.matches, None, proposed)
        for person in people:
            await entries.join(self.hall.matches, here(person), competition.id)
        return competition

    async def begin(self, competition: Competition) -> Standings:
        """Begin its first day."""
        self.hall.clock.at = max(self.hall.clock.at, competition.begins_at)
        await self.tend()
        return await self.standings(competition.id)

    async def tend(self) -> None:
        """Do what the bot does regularly."""
        await Deadlines(self.hall.matches, self._heartbeat).tend()
        await tend_competitions(self.hall.matches)

    @property
    def _heartbeat(self) -> Heartbeat:
        return Heartbeat(self.hall.matches, timedelta(days=1))

    async def standings(self, number: int) -> Standings:
        return await competition_standings.standings(self.hall.matches, None, number)

    async def running(self, competition: Competition) -> list[int]:
        """Its unfinished matches."""
        async with self.hall.database.read() as connection:
            query = (
                select(matches.c.id)
                .join(fixtures, fixtures.c.match_id == matches.c.id)
                .where(fixtures.c.competition_id == competition.id, matches.c.state == State.RUNNING)
            )
            return list((await connection.scalars(query.order_by(matches.c.id))).all())

    async def win(self, match_id: int, winner: Person | None = None) -> None:
        """Play a match of Rounds to its end: the player to move, or the person named, ends it."""
        match = await self.hall.matches.load(match_id)
        assert match.to_move is not None
        if winner is not None and match.to_move.id != winner.id:
            match = (await self.hall.matches.play(here(match.to_move), match.id, "on")).match
        assert match.to_move is not None
        await self.hall.matches.play(here(match.to_move), match.id, "end")
