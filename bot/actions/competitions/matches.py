"""The matches of competitions: made once for each fixture, whatever stops the process that makes them."""

import random
from collections.abc import Mapping
from typing import Final

from bot.actions import challenges
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.model.competitions.competition import Competition, Fixture
from bot.model.people import Person
from bot.model.place import Place
from bot.store import clocks, competitions_due, match_changes
from bot.store import competitions as store
from bot.store import people as people_store
from bot.store.engine.database import Connection

_AT_ONCE: Final = 20  # in a transaction, so that nobody has to wait for long
_MOST: Final = 2_000  # in a row, for the clocks cannot wait for longer


class Matchmaking:
    """Makes the matches of the competitions in the database of `actions`."""

    def __init__(self, context: Context) -> None:
        """Nothing happens before `make_all` is called."""
        self._context = context
        self._lots = random.SystemRandom()  # decides nothing: everybody's seat is known

    async def make_all(self) -> None:
        """Make the matches of all fixtures that have none; goes on where it was interrupted."""
        for _ in range(0, _MOST, _AT_ONCE):
            if not await self._make_some():
                return

    async def _make_some(self) -> bool:
        """Make some matches; tells whether there may be more to make."""
        async with self._context.database.write() as connection:
            found = await competitions_due.to_make(connection, _AT_ONCE, self._context.shards())
            if not found:
                return False
            known = {
                competition_id: await store.load(connection, competition_id, self._context.games)
                for competition_id in {competition_id for competition_id, _fixture in found}
            }
            people = await people_store.of_ids(connection, [one for _, fixture in found for one in fixture.people])
            pauses = await clocks.pauses(connection, people, self._context.now())
            made: dict[int, int] = {}
            for competition_id, fixture in found:
                competition = known[competition_id]
                assert competition is not None, "its fixture refers to it"
                made[fixture.id] = await self._make(connection, competition, fixture, people, pauses)
            await store.note_matches(connection, made)
        return len(found) == _AT_ONCE

    async def _make(
        self,
        connection: Connection,
        competition: Competition,
        fixture: Fixture,
        people: Mapping[int, Person],
        pauses: clocks.KnownPauses,
    ) -> int:
        """Make the match of a fixture; returns its number."""
        now, venue, regulations = self._context.now(), competition.venue, competition.regulations
        seated = tuple(people[person_id] for person_id in fixture.people)
        place = Place(venue.server_id, venue.match_channel_id, wants_thread=venue.wants_threads)
        game = regulations.game_of(fixture.round)
        match = challenges.arranged(game, seated, place, regulations.terms, now)
        stored = await match_changes.insert_new(connection, match, now)
        of_seated = {person.id: pauses.of(person.id, venue.server_id) for person in seated}
        change = MatchChange(stored, now, of_seated, self._lots)
        challenges.complete(change)
        await change.save(connection)
        return stored.id
