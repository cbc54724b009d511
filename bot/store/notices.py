"""Notices in the database: who is still to be told what of which match. Each of them is sent once."""

from datetime import datetime

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import Match
from bot.notice import Notice
from bot.store.schema import notices


async def add(connection: AsyncConnection, match: Match, person_id: int, kind: Notice, due_at: datetime) -> None:
    """Note that somebody is to be told something of a match as it is now, unless that was noted before."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = {"match_id": match.id, "person_id": person_id, "kind": kind, "revision": match.revision}
    await connection.execute(dialect.insert(notices).values(**row, attempts=0, due_at=due_at).on_conflict_do_nothing())
