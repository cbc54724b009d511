"""Keeping reviews, so that the second look costs nothing. Every function works inside the caller's transaction."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.reviews import VERSION, Review
from bot.store.engine.schema.learning import reviews
from bot.store.engine.statements import upsert


async def load(connection: AsyncConnection, match_id: int) -> Review | None:
    """The review of a match; None if there is none, or only one that was made in an older way."""
    query = select(reviews.c.data).where(reviews.c.match_id == match_id, reviews.c.version == VERSION)
    data = await connection.scalar(query)
    return None if data is None else Review.of_data(data)


async def save(connection: AsyncConnection, match_id: int, review: Review, now: datetime) -> None:
    """Keep the review of a match."""
    await upsert(
        connection, reviews, {"match_id": match_id}, {"version": VERSION, "data": review.data(), "made_at": now}
    )
