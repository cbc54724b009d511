"""Posting the puzzle of the day, with the solution of the one before and the names of those who have found it."""

import logging
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Final

import discord

from bot.actions.actions import Actions
from bot.chat.delivery.loop import Sent
from bot.chat.delivery.threads import Threads, wait_after
from bot.chat.sentences import puzzling as sentences
from bot.chat.ui import puzzling as view
from bot.chat.ui.messages import Post
from bot.records.puzzles import shipped
from bot.store import daily_puzzles, settings
from bot.store.claims import Waiting
from bot.store.daily_puzzles import DailyClaim

_log: Final = logging.getLogger(__name__)
_MOST_NAMED: Final = 20


class DailyPuzzles:
    """Posts puzzles of the day with `client`. Their number is that of the server."""

    def __init__(self, client: discord.Client, actions: Actions, threads: Threads) -> None:
        """Nothing is sent before `show` is called."""
        self._client = client
        self._actions = actions
        self._database = actions.database
        self._threads = threads

    async def due(self, limit: int, busy: Collection[int]) -> Sequence[Waiting]:
        """Servers whose puzzle is to be posted."""
        async with self._database.read() as connection:
            return await daily_puzzles.due(connection, self._actions.now(), limit, busy, self._actions.shards())

    async def claim(self, number: int) -> DailyClaim | None:
        """Take the puzzle of a server."""
        async with self._database.write() as connection:
            return await daily_puzzles.claim(connection, number, self._actions.now())

    async def abandon(self, claimed: DailyClaim) -> None:
        """Leave a puzzle to others."""
        async with self._database.write() as connection:
            await daily_puzzles.put_back(connection, claimed, self._actions.now())

    async def put_back(self, claimed: DailyClaim, error: Exception) -> None:
        """Post a puzzle later: soon where Discord is away, rarely where it may not be posted."""
        _log.warning("the puzzle of the day of server %s is posted later: %s", claimed.server_id, error)
        async with self._database.write() as connection:
            await daily_puzzles.put_back(connection, claimed, self._actions.now() + wait_after(error))

    async def follow_up(self, sent: Sent) -> None:
        """Nothing is left to do."""

    async def show(self, claimed: DailyClaim) -> Sent:
        """Post a puzzle."""
        post, none = await self._post(claimed), discord.AllowedMentions.none()
        channel = self._client.get_partial_messageable(claimed.channel_id, guild_id=claimed.server_id)
        sent = await self._threads.awake(
            claimed.server_id,
            claimed.channel_id,
            lambda: channel.send(
                view=post.view, files=post.files(), allowed_mentions=none, nonce=claimed.nonce, silent=True
            ),
        )
        async with self._database.write() as connection:
            await daily_puzzles.finish(connection, claimed, sent.id)
        return Sent()

    async def _post(self, claimed: DailyClaim) -> Post:
        async with self._database.read() as connection:
            theme = (await settings.server_of(connection, claimed.server_id)).theme
        return await view.daily(shipped(claimed.game)[claimed.puzzle], theme, await self._yesterday(claimed))

    async def _yesterday(self, claimed: DailyClaim) -> str:
        """What there is to say of the puzzle before; empty if there was none, or it is not there any more."""
        async with self._database.read() as connection:
            last = await daily_puzzles.before(connection, claimed.server_id, claimed.day)
            if last is None:
                return ""
            day, game, number = last
            puzzle = shipped(game).get(number)
            if puzzle is None:
                return ""
            since = datetime.fromisoformat(day).replace(tzinfo=UTC)
            found = await daily_puzzles.solvers(connection, claimed.server_id, game, number, since, _MOST_NAMED)
        return sentences.yesterday(puzzle, *found)
