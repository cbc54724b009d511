"""Storing reviews of matches, and tracking the ones in progress, and who may see one."""

import asyncio
from dataclasses import dataclass

from bot.actions import matches
from bot.actions.context import Context
from bot.model.askers import Asker
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.refusals import Refusal
from bot.model.refusals.learning import NotOver, TwinGoesOn
from bot.model.reviews import Review
from bot.store import analysis as analysis_store


@dataclass
class ReviewProgress:
    """A review in progress for an asker, with the number of decisions judged so far."""

    asker: Asker
    task: asyncio.Task[Review] | None = None
    done: int = 0


async def load(context: Context, match_id: int) -> Review | None:
    """The review of a match; None if there is none, or only one of an older version."""
    async with context.database.read() as connection:
        return await analysis_store.review_of(connection, match_id)


def check_over(match: Match) -> None:
    """Raise `NotOver` or `TwinGoesOn` for a match of which nobody sees a review yet."""
    if match.state is not State.FINISHED:
        raise NotOver(match)
    if match.twin is not None and not match.twin.is_over:
        raise TwinGoesOn(match)


async def check_may_see(context: Context, person: Person, match: Match, review: Review) -> None:
    """Raise `HelpsElsewhere` if a review would help a person in a match that is still being played."""
    steps = match.history.steps
    await matches.check_unrated(context, person, match, [steps[moment.ply].before for moment in review.moments])


async def find(context: Context, person: Person, match: Match) -> Review | None:
    """The review of a match, if it was made before and the person may see it."""
    try:
        check_over(match)
        review = await load(context, match.id)
        if review is not None:
            await check_may_see(context, person, match, review)
    except Refusal:
        return None
    return review


async def keep(context: Context, match_id: int, review: Review) -> None:
    """Store the review of a match."""
    async with context.database.write() as connection:
        await analysis_store.keep_review(connection, match_id, review, context.now())
