"""Notes to oneself: a private text for each match, which nobody else ever sees."""

from typing import Final

from bot.actions.actions import Actions
from bot.actions.checks import check_begun
from bot.model.match import Match
from bot.model.people import Actor
from bot.model.refusals.matches import NotPlaying
from bot.store import notes as store

LONGEST: Final = 1_500
"""Characters of a note."""


class Notes:
    """The notes of the people in the matches of `actions`."""

    def __init__(self, actions: Actions) -> None:
        """Nothing happens before one of the methods is called."""
        self._actions = actions

    async def read(self, actor: Actor, match_id: int) -> tuple[Match, str]:
        """A match and what somebody who plays or has played it has written about it.

        Raises `NotPlaying`, or what `Actions.find` and `check_begun` raise.
        """
        match = await self._theirs(actor, match_id)
        async with self._actions.database.read() as connection:
            return match, await store.of_person(connection, match.id, actor.person.id)

    async def write(self, actor: Actor, match_id: int, text: str) -> tuple[Match, str]:
        """Keep a note in place of the one before. Raises what `read` raises."""
        match = await self._theirs(actor, match_id)
        kept = text.strip()[:LONGEST]
        async with self._actions.database.write() as connection:
            await store.keep(connection, match.id, actor.person.id, kept, self._actions.now())
        return match, kept

    async def _theirs(self, actor: Actor, match_id: int) -> Match:
        match = await self._actions.find(actor, match_id)
        check_begun(match)
        if match.seat_of(actor.person.id) is None:
            raise NotPlaying(match)
        return match
