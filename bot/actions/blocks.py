"""Blocking: a blocked person can neither challenge nor join the one who blocks, nor make offers, and is not told."""

from collections.abc import Sequence
from typing import Final

from bot.actions.context import Context
from bot.model.people import Person
from bot.model.refusals.people import BlocksThemselves, TooManyBlocked
from bot.store import people

MOST_BLOCKED: Final = 100


async def blocked_by(context: Context, person: Person) -> Sequence[Person]:
    """The people whom a person has blocked, the latest first."""
    async with context.database.read() as connection:
        return await people.blocked_by(connection, person.id)


async def block(context: Context, person: Person, other: Person) -> Sequence[Person]:
    """Block `other`, which may be done twice; returns all who are blocked. Raises `BlocksThemselves` or `TooManyBlocked`."""
    if other.id == person.id:
        raise BlocksThemselves
    async with context.database.write() as connection:
        for one in sorted((person, other), key=lambda one: one.id):
            await people.remember(connection, one)
        await people.block(connection, person.id, other.id, context.now())
        blocked = await people.blocked_by(connection, person.id)
        if len(blocked) > MOST_BLOCKED:
            raise TooManyBlocked(MOST_BLOCKED)
        return blocked


async def unblock(context: Context, person: Person, other_id: int) -> Sequence[Person]:
    """Unblock a person, which may be done twice; returns all who are still blocked."""
    async with context.database.write() as connection:
        await people.unblock(connection, person.id, other_id)
        return await people.blocked_by(connection, person.id)
