"""Keeping the list of running matches on Discord: one message a server, edited as its matches change."""

import logging
from datetime import timedelta
from typing import Final

import discord

from bot.actions.matches import Matches
from bot.chat.delivery.threads import Threads, is_closed
from bot.chat.outages import PASSING, is_deleted
from bot.chat.ui.panel import panel
from bot.store import panels
from bot.store.panels import PanelClaim

_log: Final = logging.getLogger(__name__)
_BATCH: Final = 50
_MOST_LISTED: Final = 40
_A_WHILE: Final = timedelta(minutes=1)
_LONG: Final = timedelta(hours=1)


class Panels:
    """Renews the panels of servers with `client`."""

    def __init__(self, client: discord.Client, matches: Matches, threads: Threads) -> None:
        """Nothing is sent before `deliver_due` is called."""
        self._client = client
        self._matches = matches
        self._database = matches.database
        self._threads = threads

    async def deliver_due(self) -> None:
        """Renew all panels that are due, the longest due first, in bounded batches."""
        while True:
            async with self._database.read() as connection:
                numbers = await panels.due(connection, self._matches.now(), _BATCH)
            for number in numbers:
                await self._deliver(number)
            if len(numbers) < _BATCH:
                return

    async def _deliver(self, server_id: int) -> None:
        async with self._database.write() as connection:
            claimed = await panels.claim(connection, server_id, self._matches.now())
        if claimed is None:
            return
        try:
            await self._show(claimed)
        except PASSING as error:
            is_hopeless = isinstance(error, discord.HTTPException) and is_closed(error)
            await self._put_back(claimed, error, _LONG if is_hopeless else _A_WHILE)
        except Exception as error:  # noqa: BLE001 - a panel that cannot be shown must not keep others from it
            _log.exception("the panel of server %s could not be shown", server_id)
            await self._put_back(claimed, error, _LONG)

    async def _put_back(self, claimed: PanelClaim, error: Exception, wait: timedelta) -> None:
        _log.warning("the panel of server %s is renewed later: %s", claimed.server_id, error)
        async with self._database.write() as connection:
            await panels.put_back(connection, claimed, self._matches.now() + wait)

    async def _show(self, claimed: PanelClaim) -> None:
        running, count = await self._matches.running(claimed.server_id, _MOST_LISTED)
        view = panel(running, count)
        message_id = claimed.message_id
        if message_id is None or not await self._edit(claimed, message_id, view):
            message_id = await self._post(claimed, view)
        async with self._database.write() as connection:
            is_wanted = await panels.finish(connection, claimed, message_id, self._matches.now())
        if not is_wanted:  # it was moved elsewhere at this moment
            await self._channel(claimed).get_partial_message(message_id).delete()

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
