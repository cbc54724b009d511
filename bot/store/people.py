"""People in the database: the names that they were last seen with. Every function works in the caller's transaction."""

from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.person import Person
from bot.store.schema import people
from bot.store.upserts import upsert

_UNKNOWN_NAME: Final = "somebody"


async def remember(connection: AsyncConnection, person: Person) -> None:
    """Keep the name that a person goes by now."""
    await upsert(connection, people, {"id": person.id}, {"name": person.as_stored.name})


async def load(connection: AsyncConnection, person_id: int) -> Person:
    """Somebody by their id, with the name last seen; "somebody" if they were never seen."""
    name = await connection.scalar(select(people.c.name).where(people.c.id == person_id))
    return Person(person_id, name or _UNKNOWN_NAME)
