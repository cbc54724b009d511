"""The lessons that a person has done."""

from collections.abc import Collection

from bot.actions.context import Context
from bot.model.people import Person
from bot.store import lessons, people


async def done(context: Context, person: Person, game: str) -> Collection[int]:
    """The numbers of the lessons of a game that a person has done, counted from 0."""
    async with context.database.read() as connection:
        return await lessons.done(connection, person.id, game)


async def finish(context: Context, person: Person, game: str, number: int) -> None:
    """Note that a person has done a lesson; doing it again changes nothing."""
    async with context.database.write() as connection:
        await people.remember(connection, person)
        known = await lessons.done(connection, person.id, game)
        if number not in known:
            await lessons.keep(connection, person.id, game, {*known, number}, context.now())


async def is_beginner(context: Context, person: Person) -> bool:
    """Whether a person has done no lesson and plays their first match, or none yet."""
    async with context.database.read() as connection:
        return await lessons.is_beginner(connection, person.id)
