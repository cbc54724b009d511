"""Posting the week in review."""

from datetime import date
from typing import Final

from bot.actions import matches, settings, weeks
from bot.chat.delivery.delivery import MESSAGES, Delivery, JobKind
from bot.chat.delivery.loop import JobResult
from bot.chat.delivery.threads import resend_after
from bot.chat.servers import views
from bot.model.jobs import Claim, Kind


async def post_week(delivery: Delivery, claim: Claim) -> JobResult:
    """Post what has happened in a week."""
    week = await weeks.load(delivery.context, claim.server_id, date.fromisoformat(claim.first.name or ""))
    best = None if week.best is None else await matches.load(delivery.context, week.best.id)
    channel_id = (await settings.of_server(delivery.context, claim.server_id)).review_channel_id
    return await delivery.post_once(claim, channel_id, await views.week_post(week, best))


WEEKLY_REVIEW: Final = JobKind(Kind.WEEKLY_REVIEW, MESSAGES, post_week, resend_after)
