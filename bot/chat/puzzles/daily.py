"""Posting the puzzle of the day, with the solution of the one before and the names of those who have found it."""

from typing import Final

from bot.actions import puzzles, settings
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, JobKind, JobResult
from bot.chat.delivery.threads import resend_after
from bot.chat.puzzles import views
from bot.model.jobs import Claim, Kind
from bot.records.puzzles import shipped
from bot.texts import puzzles as sentences

_MOST_NAMED: Final = 20


async def post_puzzle(delivery: Delivery, claim: Claim) -> JobResult:
    """Post the puzzle of a day."""
    context, server_id, chosen = delivery.context, claim.server_id, claim.first.data
    last = await puzzles.day_before(context, server_id, claim.first.name or "", _MOST_NAMED)
    yesterday = "" if last is None else sentences.yesterday(*last)
    theme = await settings.theme_of(context, server_id)
    post = await views.daily(shipped(chosen["game"])[chosen["puzzle"]], theme, yesterday)
    return await delivery.post_once(claim, (await settings.of_server(context, server_id)).puzzle_channel_id, post)


DAILY_PUZZLE: Final = JobKind(Kind.DAILY_PUZZLE, MESSAGES, post_puzzle, resend_after)
