"""How competitions stand, for whoever looks: each look is a transaction that only reads."""

from collections.abc import Sequence
from typing import Final

from bot.actions.context import Context
from bot.model.competitions.competition import Competition, Format
from bot.model.competitions.ladder import LadderStandings, ladder_table
from bot.model.competitions.rounds import table_of, tables
from bot.model.competitions.standings import DivisionStandings, Standings, Table
from bot.model.people import Actor
from bot.model.refusals.competitions import UnknownCompetition
from bot.store import competitions as store
from bot.store.engine.database import Connection

MOST_LISTED: Final = 25
"""So many competitions of a server are looked through."""


class Competitions:
    """The competitions in the database of `actions`, as they stand."""

    def __init__(self, context: Context) -> None:
        """Nothing happens before one of the methods is called."""
        self._context = context
        self._database = context.database

    async def standings(self, actor: Actor, competition_id: int) -> Standings:
        """How a competition stands. Raises `UnknownCompetition`."""
        async with self._database.read() as connection:
            return await self._standings(connection, await self._known(connection, actor, competition_id))

    async def division(self, actor: Actor, competition_id: int, division: int | None) -> DivisionStandings:
        """How a division stands: the one that is named, or else that of whoever asks, or the first.

        Raises `UnknownCompetition`.
        """
        async with self._database.read() as connection:
            competition = await self._known(connection, actor, competition_id)
            own = await store.division_of(connection, competition_id, actor.person.id)
            return await self._division(connection, competition, division or own or 1)

    async def division_of(self, competition_id: int, division: int) -> DivisionStandings | None:
        """The same for the bot itself; None if there is no such competition."""
        async with self._database.read() as connection:
            competition = await store.load(connection, competition_id, self._context.games)
            return None if competition is None else await self._division(connection, competition, division)

    async def _division(self, connection: Connection, competition: Competition, division: int) -> DivisionStandings:
        if competition.regulations.format is Format.LADDER:
            return DivisionStandings(competition, 1, await self._ladder_table(connection, competition))
        divisions = await store.divisions_of(connection, competition.id)
        if not divisions:
            return DivisionStandings(competition, 0, None)
        number = max(1, min(division, divisions))
        entrants = await store.entrants_of(connection, competition.id, number)
        fixtures = await store.fixtures_of(connection, competition.id, number)
        standings = table_of(competition.regulations.format, number, divisions, entrants, fixtures)
        return DivisionStandings(competition, divisions, standings)

    async def _ladder_table(self, connection: Connection, competition: Competition) -> Table:
        now = self._context.now() if competition.closed_at is None else competition.closed_at
        entrants = await store.entrants_of(connection, competition.id)
        return ladder_table(await store.ladder_of(connection, competition.id, now), entrants, now)

    async def of_server(self, server_id: int) -> Sequence[Competition]:
        """The competitions of a server: those that wait or run, and the latest of those that are over."""
        async with self._database.read() as connection:
            return await store.of_server(connection, server_id, self._context.games, MOST_LISTED)

    async def standings_of(self, competition_id: int) -> Standings | None:
        """How a competition stands, for the bot itself; None if there is no such."""
        async with self._database.read() as connection:
            competition = await store.load(connection, competition_id, self._context.games)
            return None if competition is None else await self._standings(connection, competition)

    async def _standings(self, connection: Connection, competition: Competition) -> Standings:
        entrants = await store.entrants_of(connection, competition.id)
        fixtures = tuple(await store.fixtures_of(connection, competition.id))
        standings = tables(competition.regulations.format, entrants, fixtures)
        return Standings(competition, tuple(entrants), fixtures, standings)

    async def ladder(self, actor: Actor, competition_id: int) -> LadderStandings:
        """How a ladder stands. Raises `UnknownCompetition`."""
        async with self._database.read() as connection:
            competition = await self._known(connection, actor, competition_id)
            if competition.regulations.format is not Format.LADDER:
                raise UnknownCompetition(str(competition_id))
            ladder = await store.ladder_of(connection, competition_id, self._context.now())
            entrants = await store.entrants_of(connection, competition_id)
            return LadderStandings(competition, ladder, tuple(entrants))

    async def _known(self, connection: Connection, actor: Actor, competition_id: int) -> Competition:
        found = await store.load(connection, competition_id, self._context.games)
        if found is None or found.venue.server_id != actor.server_id:
            raise UnknownCompetition(str(competition_id))
        return found
