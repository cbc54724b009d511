"""Posting what servers want again and again, once for each period, whatever process does it."""

import logging
from collections.abc import Collection, Sequence
from typing import ClassVar, Final

import discord

from bot.actions.actions import Actions
from bot.chat.delivery.loop import Sent
from bot.chat.delivery.threads import Threads, wait_after
from bot.chat.ui.messages import Post
from bot.store import periodicals
from bot.store.claims import Waiting
from bot.store.periodicals import Periodical, PeriodicalClaim

_log: Final = logging.getLogger(__name__)


class Periodicals:
    """Posts things of one `kind` with `client`. Their number is that of the server."""

    kind: ClassVar[Periodical]

    def __init__(self, client: discord.Client, actions: Actions, threads: Threads) -> None:
        """Nothing is sent before `show` is called."""
        self._client = client
        self.actions = actions
        self.database = actions.database
        self._threads = threads

    async def post(self, claimed: PeriodicalClaim) -> Post:
        """What is to be posted: each kind says so."""
        raise NotImplementedError

    async def due(self, limit: int, busy: Collection[int]) -> Sequence[Waiting]:
        """Servers for which something is to be posted."""
        now, shards = self.actions.now(), self.actions.shards()
        async with self.database.read() as connection:
            return await periodicals.due(connection, self.kind, now, limit, busy, shards)

    async def claim(self, number: int) -> PeriodicalClaim | None:
        """Take what is due for a server."""
        async with self.database.write() as connection:
            return await periodicals.claim(connection, self.kind, number, self.actions.now())

    async def abandon(self, claimed: PeriodicalClaim) -> None:
        """Leave it to others."""
        async with self.database.write() as connection:
            await periodicals.put_back(connection, self.kind, claimed, self.actions.now())

    async def put_back(self, claimed: PeriodicalClaim, error: Exception) -> None:
        """Post it later: soon where Discord is away, rarely where it may not be posted."""
        _log.warning("what is posted by the %s key on server %s is later: %s", claimed.name, claimed.server_id, error)
        async with self.database.write() as connection:
            await periodicals.put_back(connection, self.kind, claimed, self.actions.now() + wait_after(error))

    async def follow_up(self, sent: Sent) -> None:
        """Nothing is left to do."""

    async def show(self, claimed: PeriodicalClaim) -> Sent:
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
        async with self.database.write() as connection:
            await periodicals.finish(connection, self.kind, claimed, sent.id)
        return Sent()
