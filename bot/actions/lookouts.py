"""Wanting to be told when somebody looks for players, on a server and of some games."""

from collections.abc import Collection

from bot.actions.actions import Actions
from bot.model.people import Person
from bot.store import lookouts, people


class Lookouts:
    """Who looks out for which games among those who use `actions`."""

    def __init__(self, actions: Actions) -> None:
        """Nothing happens before one of the methods is called."""
        self._actions = actions

    async def of_person(self, person: Person, server_id: int) -> frozenset[str]:
        """The keys of the games of which somebody wants to be told on a server."""
        async with self._actions.database.read() as connection:
            return await lookouts.of_person(connection, server_id, person.id)

    async def keep(self, person: Person, server_id: int, games: Collection[str]) -> None:
        """Have somebody told of these games on a server, and of no others."""
        async with self._actions.database.write() as connection:
            await people.remember(connection, person)
            await lookouts.keep(connection, server_id, person.id, games)
