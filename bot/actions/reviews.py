"""Storing reviews of matches, and tracking the ones in progress."""

import asyncio
from dataclasses import dataclass

from bot.actions.context import Context
from bot.model.reviews import Review
from bot.store import analysis


@dataclass
class ReviewProgress:
    """A review in progress for a person, with the number of decisions judged so far."""

    person_id: int
    task: asyncio.Task[Review] | None = None
    done: int = 0


async def load(context: Context, match_id: int) -> Review | None:
    """The review of a match; None if there is none, or only one of an older version."""
    async with context.database.read() as connection:
        return await analysis.review_of(connection, match_id)


async def keep(context: Context, match_id: int, review: Review) -> None:
    """Store the review of a match."""
    async with context.database.write() as connection:
        await analysis.keep_review(connection, match_id, review, context.now())
