"""Writing matches to the database. Every function works inside the caller's transaction."""

from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import Person
from bot.store.schema import facts, matches, moves, participants, people
from rules.core import Move


async def remember_person(connection: AsyncConnection, person: Person) -> None:
    """Keep the name that a person goes by now."""
    await _upsert(connection, people, {"id": person.id}, {"name": person.name[:100]})


async def set_fact(connection: AsyncConnection, key: str, value: str) -> None:
    """Keep one of the few values that belong to the bot itself rather than to a match."""
    await _upsert(connection, facts, {"key": key}, {"value": value})


async def _upsert(connection: AsyncConnection, table: Any, key: dict[str, Any], values: dict[str, Any]) -> None:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table).values(**key, **values)
    await connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=values))


async def insert_match(connection: AsyncConnection, values: dict[str, Any]) -> int:
    """Add a match and return its number."""
    result = await connection.execute(insert(matches).values(**values).returning(matches.c.id))
    return result.scalar_one()


async def update_match(connection: AsyncConnection, match_id: int, values: dict[str, Any]) -> None:
    """Change columns of a match."""
    await connection.execute(update(matches).where(matches.c.id == match_id).values(**values))


async def set_participants(
    connection: AsyncConnection, match_id: int, joined: tuple[Person, ...], invited: tuple[Person, ...]
) -> None:
    """Replace the people of a match: those who have joined in seat order, then those who are asked to."""
    await connection.execute(delete(participants).where(participants.c.match_id == match_id))
    rows = [
        {"match_id": match_id, "person_id": person.id, "place": place, "joined": place < len(joined)}
        for place, person in enumerate((*joined, *invited))
    ]
    await connection.execute(insert(participants), rows)


async def append_move(
    connection: AsyncConnection, match_id: int, ply: int, move: Move, person: Person, played_at: datetime
) -> None:
    """Add move number `ply` to the record; the table's key refuses a second one of that number."""
    await connection.execute(
        insert(moves).values(match_id=match_id, ply=ply, token=move, person_id=person.id, played_at=played_at)
    )
