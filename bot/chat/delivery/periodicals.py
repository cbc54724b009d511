"""Posting what servers want again and again, once for each period, whatever process does it."""

import logging
from typing import ClassVar, Final

import discord

from bot.actions.context import Context
from bot.chat.core.messages import Post
from bot.chat.delivery.loop import SendResult
from bot.chat.delivery.stored import Stored
from bot.chat.delivery.threads import Threads, resend_after
from bot.store.jobs.periodicals import Periodical, PeriodicalClaim

_log: Final = logging.getLogger(__name__)


class Periodicals(Stored[PeriodicalClaim, SendResult]):
    """Posts things of one `kind` with `client`. Their number is that of the server."""

    kind: ClassVar[Periodical]

    def __init__(self, client: discord.Client, context: Context, threads: Threads) -> None:
        """Nothing is sent before `show` is called."""
        super().__init__(context, self.kind)
        self._client = client
        self._threads = threads

    async def post(self, claimed: PeriodicalClaim) -> Post:
        """What is to be posted: each kind says so."""
        raise NotImplementedError

    async def abandon(self, claimed: PeriodicalClaim) -> None:
        """Leave it to others."""
        async with self._database.write() as connection:
            await self.kind.put_back(connection, claimed, self._context.now())

    async def put_back(self, claimed: PeriodicalClaim, error: Exception) -> None:
        """Post it later: soon where Discord is away, rarely where it may not be posted."""
        _log.warning("what is posted by the %s key on server %s is later: %s", claimed.name, claimed.server_id, error)
        async with self._database.write() as connection:
            await self.kind.put_back(connection, claimed, self._context.now() + resend_after(error))

    async def show(self, claimed: PeriodicalClaim) -> SendResult:
        """Post it."""
        post, none = await self.post(claimed), discord.AllowedMentions.none()
        channel = self._client.get_partial_messageable(claimed.channel_id, guild_id=claimed.server_id)
        sent = await self._threads.awake(
            claimed.server_id,
            claimed.channel_id,
            lambda: channel.send(
                view=post.view, files=post.files(), allowed_mentions=none, nonce=claimed.nonce, silent=True
            ),
        )
        async with self._database.write() as connection:
            await self.kind.finish(connection, claimed, sent.id)
        return SendResult()
