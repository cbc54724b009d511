"""Notices: which player is to be told what of a match. Each is told once for each revision of the match.

A notice that was sent stays, without being due, for as long as the record of its match does not change.
"""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.match import Match
from bot.model.notice import Notice, SentTo
from bot.store.engine.schema.jobs import jobs
from bot.store.jobs import queue


async def add(connection: AsyncConnection, match: Match, person_id: int, notice: Notice, due_at: datetime) -> None:
    """Note that a player is to be told something of a match as it is now, unless that was noted before.

    Only offers can be several while a match does not change: the player is told of a new one even so.
    """
    server_id, name = match.place.server_id, _name(match, notice, person_id)
    columns = {"match_id": match.id, "person_id": person_id, "revision": match.revision, "data": {"notice": notice}}
    if notice is Notice.OFFER:
        await queue.remove(connection, Kind.NOTICE, server_id, name)
    await queue.add_once(connection, Kind.NOTICE, server_id, name, due_at, **columns)


def _name(match: Match, notice: Notice, person_id: int) -> str:
    """A name for the reason that says nothing of the person."""
    return sha256(f"{match.id} {notice} {match.revision} {person_id}".encode()).hexdigest()


async def forget_earlier(connection: AsyncConnection, match_id: int, revision: int) -> None:
    """Drop the notices of a match that tell of how it was before that revision."""
    await connection.execute(delete(jobs).where(queue.of_match(Kind.NOTICE, match_id), jobs.c.revision < revision))


async def sent_of_match(connection: AsyncConnection, match_id: int) -> Sequence[SentTo]:
    """The messages that have told players of a match since its record changed last."""
    rows = await connection.scalars(select(jobs.c.data).where(queue.of_match(Kind.NOTICE, match_id)))
    return [(channel_id, message_id) for data in rows for channel_id, message_id in data.get("messages", ())]
