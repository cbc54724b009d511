"""Which lessons people have done. Every function works inside the caller's transaction."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, bindparam, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine.schema.learning import lessons
from bot.store.engine.schema.matches import participants
from bot.store.engine.statements import upsert

_PERSON: Final = bindparam("person", type_=BigInteger)
_MATCHES: Final = select(participants.c.match_id).where(participants.c.person_id == _PERSON, participants.c.joined)
_IS_EXPERIENCED: Final = select(
    or_(exists(_MATCHES.limit(1).offset(1)), exists().where(lessons.c.person_id == _PERSON))
)


async def done(connection: AsyncConnection, person_id: int, game: str) -> Collection[int]:
    """The numbers of the lessons of a game that a person has done, counted from 0."""
    query = select(lessons.c.done).where(lessons.c.person_id == person_id, lessons.c.game == game)
    return (await connection.scalar(query)) or ()


async def keep(connection: AsyncConnection, person_id: int, game: str, numbers: Collection[int], now: datetime) -> None:
    """Keep the numbers of the lessons of a game that a person, who is stored already, has done."""
    key = {"person_id": person_id, "game": game}
    await upsert(connection, lessons, key, {"done": sorted(numbers), "changed_at": now})


async def is_beginner(connection: AsyncConnection, person_id: int) -> bool:
    """Whether a person has done no lesson and plays their first match, or none yet."""
    return not await connection.scalar(_IS_EXPERIENCED, {"person": person_id})
