"""Doing first lessons."""

from collections.abc import Callable, Collection
from datetime import datetime

from bot.model.people import Person
from bot.store import lessons, people
from bot.store.engine.database import Database


class Learning:
    """Who has done which lessons, in a database. `now` tells the time (aware, UTC)."""

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        """Work on an open database."""
        self._database = database
        self._now = now

    async def done(self, person: Person, game: str) -> Collection[int]:
        """The numbers of the lessons of a game that somebody has done, counted from 0."""
        async with self._database.read() as connection:
            return await lessons.done(connection, person.id, game)

    async def do(self, person: Person, game: str, number: int) -> Collection[int]:
        """Note that somebody has done a lesson; all that they have done of the game. To do it again changes nothing."""
        async with self._database.write() as connection:
            await people.remember(connection, person)
            known = await lessons.done(connection, person.id, game)
            if number in known:
                return known
            after = {*known, number}
            await lessons.keep(connection, person.id, game, after, self._now())
            return after

    async def is_beginner(self, person: Person) -> bool:
        """Whether somebody plays their first match, or none yet, and has done no lesson."""
        async with self._database.read() as connection:
            return await lessons.is_beginner(connection, person.id)
