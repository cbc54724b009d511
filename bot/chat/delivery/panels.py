"""Keeping the list of running matches on Discord: one message a server, edited as its matches change."""

import logging
from typing import Final

import discord

from bot.actions import matches
from bot.actions.context import Context
from bot.chat.core.connections import check_here
from bot.chat.core.outages import ServerUnknown, is_deleted
from bot.chat.delivery.loop import SendResult
from bot.chat.delivery.stored import Stored
from bot.chat.delivery.threads import LONG, Threads, resend_after
from bot.chat.servers.views import panel
from bot.store.jobs import panels
from bot.store.jobs.panels import PanelClaim

_log: Final = logging.getLogger(__name__)
_MOST_LISTED: Final = 40


class Panels(Stored[PanelClaim, SendResult]):
    """Renews the panels of servers with `client`. Their number is that of the server."""

    def __init__(self, client: discord.Client, context: Context, threads: Threads) -> None:
        """Nothing is sent before `show` is called."""
        super().__init__(context, panels)
        self._client = client
        self._threads = threads

    async def abandon(self, claimed: PanelClaim) -> None:
        """Leave a panel to others."""
        async with self._database.write() as connection:
            await panels.put_back(connection, claimed, self._context.now())

    async def put_back(self, claimed: PanelClaim, error: Exception) -> None:
        """Renew a panel later: soon where Discord is away, rarely where it may not be posted."""
        _log.warning("the panel of server %s is renewed later: %s", claimed.server_id, error)
        is_left = isinstance(error, ServerUnknown) and self._client.get_guild(claimed.server_id) is None
        wait = LONG if is_left else resend_after(error)
        async with self._database.write() as connection:
            await panels.put_back(connection, claimed, self._context.now() + wait)

    async def show(self, claimed: PanelClaim) -> SendResult:
        """Renew a panel. Raises `ServerElsewhere` or `ServerUnknown` where its server cannot be seen from here."""
        check_here(self._context.shards, self._client, claimed.server_id)
        running, count = await matches.running(self._context, claimed.server_id, _MOST_LISTED)
        view = panel(running, count)
        message_id = claimed.message_id
        if message_id is None or not await self._edit(claimed, message_id, view):
            message_id = await self._post(claimed, view)
        async with self._database.write() as connection:
            is_wanted = await panels.finish(connection, claimed, message_id, self._context.now())
        if not is_wanted:  # it was moved elsewhere at this moment
            await self._channel(claimed).get_partial_message(message_id).delete()
        return SendResult()

    def _channel(self, claimed: PanelClaim) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(claimed.channel_id, guild_id=claimed.server_id)

    async def _post(self, claimed: PanelClaim, view: discord.ui.LayoutView) -> int:
        """Post the list in a new message; returns its number."""
        none, channel = discord.AllowedMentions.none(), self._channel(claimed)
        sent = await self._threads.awake(
            claimed.server_id,
            claimed.channel_id,
            lambda: channel.send(view=view, allowed_mentions=none, nonce=claimed.nonce, silent=True),
        )
        return sent.id

    async def _edit(self, claimed: PanelClaim, message_id: int, view: discord.ui.LayoutView) -> bool:
        """Change the message that holds the list; False if somebody has deleted it."""
        none, message = discord.AllowedMentions.none(), self._channel(claimed).get_partial_message(message_id)
        try:
            await self._threads.awake(
                claimed.server_id, claimed.channel_id, lambda: message.edit(view=view, allowed_mentions=none)
            )
        except discord.NotFound as error:
            if not is_deleted(error):
                raise
            return False
        return True
