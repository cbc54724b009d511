"""Keeping the list of running matches on Discord: one message a server, edited as its matches change."""

from datetime import timedelta
from typing import Final

from bot.actions import matches, settings
from bot.chat.core.messages import Post
from bot.chat.core.outages import ServerUnknown
from bot.chat.delivery.delivery import UPKEEP, Delivery, JobKind
from bot.chat.delivery.loop import JobResult
from bot.chat.delivery.threads import LONG, resend_after
from bot.chat.servers.views import panel
from bot.model.jobs import Claim, Kind

_MOST_LISTED: Final = 40


async def edit_panel(delivery: Delivery, claim: Claim) -> JobResult:
    """Edit a panel. Raises `ServerElsewhere` or `ServerUnknown` where its server cannot be seen from here."""
    delivery.check_here(claim.server_id)
    channel_id = claim.first.channel_id
    assert channel_id is not None, "a panel is in a channel"
    known = await settings.of_server(delivery.context, claim.server_id)
    message_id = known.panel_message_id if known.panel_channel_id == channel_id else None
    post = Post(panel(*await matches.running(delivery.context, claim.server_id, _MOST_LISTED)))
    nonce = f"panel-{message_id or channel_id}"
    posted = await delivery.keep_up(claim, channel_id, message_id, post, nonce, silent=True)
    if not await settings.note_panel(delivery.context, claim, posted):  # it was moved elsewhere at this moment
        channel = delivery.client.get_partial_messageable(channel_id, guild_id=claim.server_id)
        await channel.get_partial_message(posted).delete()
    return JobResult()


def _wait(delivery: Delivery, claim: Claim, error: Exception) -> timedelta:
    """Soon where Discord is away, rarely where it may not be posted."""
    is_left = isinstance(error, ServerUnknown) and delivery.client.get_guild(claim.server_id) is None
    return LONG if is_left else resend_after(delivery, claim, error)


PANEL: Final = JobKind(Kind.PANEL, UPKEEP, edit_panel, _wait)
