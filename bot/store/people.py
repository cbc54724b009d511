"""People in the database: the names that they were last seen with. Every function works in the caller's transaction."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.people import FIRST_ON_DISCORD, Person
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import people
from bot.store.engine.statements import upsert


async def remember(connection: AsyncConnection, person: Person) -> None:
    """Keep the name that a person goes by now."""
    await upsert(connection, people, {"id": person.id}, {"name": person.as_stored.name})


async def name_of(connection: AsyncConnection, person_id: int) -> str | None:
    """The name that a person was last seen with; None if nothing is stored about them."""
    return await connection.scalar(select(people.c.name).where(people.c.id == person_id))


async def load_on(connection: AsyncConnection, server_id: int, person_id: int) -> Person | None:
    """A person by id, with the name last seen; None if they are in no match of that server."""
    query = (
        select(people.c.name)
        .join(participants, participants.c.person_id == people.c.id)
        .join(matches, matches.c.id == participants.c.match_id)
        .where(people.c.id == person_id, matches.c.server_id == server_id)
        .limit(1)
    )
    name = await connection.scalar(query)
    return None if name is None else Person(person_id, name)


def is_character(person_id: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether a column names a seat for which the bot plays; see `Person.is_character`."""
    return and_(person_id > 0, person_id < FIRST_ON_DISCORD)


async def of_ids(connection: AsyncConnection, person_ids: Collection[int]) -> Mapping[int, Person]:
    """People by their ids, with the names last seen."""
    rows = await connection.execute(select(people).where(people.c.id.in_(person_ids)))
    return {row.id: Person(row.id, row.name) for row in rows}
