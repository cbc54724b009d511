"""Blocking people: they can challenge somebody no more, offer them nothing and join nothing of theirs. Nobody is told."""

from collections.abc import Sequence
from typing import Final

from bot.actions.actions import Actions
from bot.model.people import Person
from bot.model.refusals.people import BlocksThemselves, TooManyBlocked
from bot.store import blocks, people

MOST_BLOCKED: Final = 100


class Blocks:
    """Who has blocked whom among those who use `actions`; it holds on all servers."""

    def __init__(self, actions: Actions) -> None:
        """Nothing happens before one of the methods is called."""
        self._actions = actions

    async def of_person(self, person: Person) -> Sequence[Person]:
        """Those whom somebody has blocked, the latest first."""
        async with self._actions.database.read() as connection:
            return await blocks.of_person(connection, person.id)

    async def block(self, person: Person, other: Person) -> Sequence[Person]:
        """Block somebody, which may be done twice; returns all who are blocked. Raises `BlocksThemselves` or `TooManyBlocked`."""
        if other.id == person.id:
            raise BlocksThemselves
        async with self._actions.database.write() as connection:
            for one in sorted((person, other), key=lambda one: one.id):
                await people.remember(connection, one)
            await blocks.add(connection, person.id, other.id, self._actions.now())
            blocked = await blocks.of_person(connection, person.id)
            if len(blocked) > MOST_BLOCKED:
                raise TooManyBlocked(MOST_BLOCKED)
            return blocked

    async def unblock(self, person: Person, other_id: int) -> Sequence[Person]:
        """Take that back, which may be done twice; returns all who are still blocked."""
        async with self._actions.database.write() as connection:
            await blocks.remove(connection, person.id, other_id)
            return await blocks.of_person(connection, person.id)
