"""The jobs that close challenges and offers when their time is over."""

from typing import Final

from bot.actions import deadlines
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, JobKind, JobResult
from bot.model.jobs import Claim, Kind


async def close(delivery: Delivery, claim: Claim) -> JobResult:
    """Close what is due in a match, once all downtime is credited, and show what has changed."""
    await delivery.catch_up()
    if await deadlines.close(delivery.context, claim):
        delivery.look()
    return JobResult()


CHALLENGE: Final = JobKind(Kind.CHALLENGE, MESSAGES, close)
OFFER: Final = JobKind(Kind.OFFER, MESSAGES, close)
