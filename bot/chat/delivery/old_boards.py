"""Taking the buttons off messages that show a match no more."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.actions import matches
from bot.actions.context import Context
from bot.chat.delivery.loop import SendResult
from bot.chat.delivery.stored import Stored
from bot.chat.matches import views
from bot.model.match import Match
from bot.store.engine.claims import DueItem
from bot.store.jobs import old_boards
from bot.store.jobs.old_boards import OldBoardClaim
from bot.texts.symbols import Symbols

_log: Final = logging.getLogger(__name__)


class OldBoards(Stored[OldBoardClaim, SendResult]):
    """Changes old boards with `client`. Until then nothing is lost: their buttons lead to the new board."""

    def __init__(self, client: discord.Client, context: Context, symbols: Symbols) -> None:
        """Nothing is sent before one of the methods is called."""
        super().__init__(context, old_boards)
        self._client = client
        self._symbols = symbols
        self._finished: list[OldBoardClaim] = []

    async def due(self, limit: int, busy: Collection[int]) -> Sequence[DueItem]:
        """Old boards to change now. Those that were changed are forgotten here, for a turn is to stay cheap."""
        if self._finished:
            finished, self._finished = self._finished, []
            async with self._database.write() as connection:
                await old_boards.forget(connection, finished)
        return await super().due(limit, busy)

    async def abandon(self, claimed: OldBoardClaim) -> None:
        """Leave an old board to others."""
        async with self._database.write() as connection:
            await old_boards.abandon(connection, claimed)

    async def put_back(self, claimed: OldBoardClaim, error: Exception) -> None:
        """Change an old board later."""
        _log.info(
            "the old message %s of match %s keeps its buttons for now: %s", claimed.message_id, claimed.match_id, error
        )
        async with self._database.write() as connection:
            await old_boards.put_back(connection, claimed, self._context.now())

    async def show(self, claimed: OldBoardClaim) -> SendResult:
        """Take the buttons off an old board."""
        return await self.strip(await matches.load(self._context, claimed.match_id), claimed)

    async def strip(self, match: Match, claimed: OldBoardClaim) -> SendResult:
        """Take the buttons off an old board of a match that is as it is stored; a message that is gone has none."""
        then = replace(match.place, message_id=claimed.message_id, message_ply=claimed.ply)
        view = views.left_behind(replace(match, place=then), self._symbols)
        channel = self._client.get_partial_messageable(claimed.channel_id, guild_id=match.place.server_id)
        try:
            await channel.get_partial_message(claimed.message_id).edit(
                view=view, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound as error:
            _log.info("the old message %s of match %s is gone: %s", claimed.message_id, claimed.match_id, error)
        self._finished.append(claimed)
        return SendResult()
