"""Going on vacation and coming back: all of somebody's clocks stand still meanwhile."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.model import vacations as vacation
from bot.model.people import Person
from bot.model.refusals.people import AwayLonger, NotAway, VacationTooLong
from bot.model.vacations import Vacation, VacationStanding
from bot.store import clocks, people
from bot.store import vacations as stored
from bot.store.clocks import RunningClock
from bot.store.engine.connection import Connection
from bot.store.engine.database import Database
from bot.store.jobs import boards

_A_MOMENT: Final = timedelta(minutes=1)
"""A vacation that would end so little later is the same one, asked for twice."""


class Vacations:
    """Everybody's vacations in a database. `now` tells the time (aware, UTC)."""

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        """Work on an open database."""
        self._database = database
        self._now = now

    async def standing(self, person_id: int) -> VacationStanding:
        """How somebody stands with their vacations."""
        async with self._database.read() as connection:
            return await self._standing(connection, person_id)

    async def go(self, person: Person, days: int) -> VacationStanding:
        """Send somebody on vacation for so many days from now, or let the vacation that they are on last as long.

        Asked for twice at the same moment it is one vacation. Raises `AwayLonger` if they are on vacation for longer
        already, `VacationTooLong` if that is more than what is left of their year.
        """
        async with self._database.write() as connection:
            running = await self._lock(connection, person)
            now = self._now()
            taken = await self._taken(connection, person.id)
            wanted = vacation.prolonged(taken, now, days)
            present = vacation.running(taken, now)
            if present is not None and abs(wanted.ended_at - present.ended_at) < _A_MOMENT:
                return await self._standing(connection, person.id)
            if present is not None and wanted.ended_at < present.ended_at:
                raise AwayLonger(present.ended_at)
            if not vacation.is_affordable(taken, wanted):
                standing = await self._standing(connection, person.id)
                raise VacationTooLong(days, standing.most_days, standing.left)
            if present is None:
                await stored.add(connection, person.id, now, wanted.ended_at)
            else:
                await stored.move_end(connection, present.id, wanted.ended_at)
            return await self._stand(connection, person, running)

    async def come_back(self, person: Person, vacation_id: int) -> VacationStanding:
        """End somebody's vacation now; what is left of it goes back to their budget.

        Raises `NotAway` if they are not on that vacation.
        """
        async with self._database.write() as connection:
            running = await self._lock(connection, person)
            now = self._now()
            present = vacation.running(await self._taken(connection, person.id), now)
            if present is None or present.id != vacation_id:
                raise NotAway
            await stored.move_end(connection, present.id, max(now, present.began_at))
            return await self._stand(connection, person, running)

    async def _lock(self, connection: Connection, person: Person) -> Sequence[RunningClock]:
        """Let nobody else change the person's vacations or running clocks until the transaction ends; returns the clocks.

        Matches come first and people after them, as where somebody moves, so that two never wait for each other. On
        PostgreSQL a turn may come to the person at this very moment, with a clock that knows nothing of the vacation;
        clocks are reckoned again before they have consequences.
        """
        running = await clocks.lock_running_of(connection, person.id)
        await people.remember(connection, person)
        return running

    async def _stand(self, connection: Connection, person: Person, running: Sequence[RunningClock]) -> VacationStanding:
        """Bring the clocks up to date with a vacation that has changed, and have their boards show it."""
        changed = await clocks.reckon(connection, running, self._now())
        await boards.renew(connection, [match_id for match_id, _before, _after in changed], self._now())
        return await self._standing(connection, person.id)

    async def _standing(self, connection: Connection, person_id: int) -> VacationStanding:
        now = self._now()
        taken = await self._taken(connection, person_id)
        present = vacation.running(taken, now)
        years = {now.year} if present is None else {now.year, present.ended_at.year}
        left = tuple((year, vacation.left_in(year, taken)) for year in sorted(years))
        return VacationStanding(present, left, vacation.most_days(taken, now))

    async def _taken(self, connection: Connection, person_id: int) -> Sequence[Vacation]:
        return await stored.taken(connection, person_id, datetime(self._now().year, 1, 1, tzinfo=UTC))
