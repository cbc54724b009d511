"""Posting the week in review."""

from datetime import date

from bot.actions import matches
from bot.actions import weeks as actions
from bot.chat.core.messages import Post
from bot.chat.delivery.periodicals import Periodicals
from bot.chat.servers import views as view
from bot.store import weeks
from bot.store.jobs.periodicals import PeriodicalClaim


class WeeklyReviews(Periodicals):
    """Posts weeks in review."""

    kind = weeks.WEEKLY

    async def post(self, claimed: PeriodicalClaim) -> Post:
        """What has happened in that week."""
        review = await actions.review(self._context, claimed.server_id, date.fromisoformat(claimed.period))
        best = None if review.best is None else await matches.load(self._context, review.best.id)
        return await view.week(review, best)
