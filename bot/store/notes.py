"""What people have written to themselves about matches, in the caller's transaction."""

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine.schema.matches import notes
from bot.store.engine.statements import upsert


async def of_person(connection: AsyncConnection, match_id: int, person_id: int) -> str:
    """What somebody has written about a match; empty if nothing."""
    query = select(notes.c.text).where(notes.c.match_id == match_id, notes.c.person_id == person_id)
    return await connection.scalar(query) or ""


async def keep(connection: AsyncConnection, match_id: int, person_id: int, text: str, now: datetime) -> None:
    """Keep a note in place of the one before; an empty one is forgotten."""
    if text:
        key = {"match_id": match_id, "person_id": person_id}
        await upsert(connection, notes, key, {"text": text, "written_at": now})
    else:
        whose = (notes.c.match_id == match_id, notes.c.person_id == person_id)
        await connection.execute(delete(notes).where(*whose))
