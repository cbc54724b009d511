"""Showing matches on Discord: what people see follows from what is stored.

The announcer empties the outbox. It shows a match as it is at that moment, in a new message or by changing the
present one, and notes in one transaction that this was done. Whatever fails is tried again later.
"""

import logging
from typing import Final

import aiohttp
import discord

from bot.match import Match
from bot.matches import Matches
from bot.store import changes, outbox
from bot.ui import messages, words

_log: Final = logging.getLogger(__name__)
_BATCH: Final = 50
_UNKNOWN_MESSAGE: Final = 10008
_PASSING: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)


class Announcer:
    """Sends the announcements of `matches` with `client`."""

    def __init__(self, client: discord.Client, matches: Matches) -> None:
        """Nothing is sent before `deliver` or `deliver_due` is called."""
        self._client = client
        self._matches = matches
        self._database = matches.database

    async def deliver_due(self) -> None:
        """Send what waits, the oldest first, in bounded batches."""
        while True:
            async with self._database.read() as connection:
                numbers = await outbox.due(connection, self._matches.now(), _BATCH)
            for number in numbers:
                await self.deliver(number)
            if len(numbers) < _BATCH:
                return

    async def deliver(self, match_id: int) -> None:
        """Show a match if something of it waits to be shown and nobody else is at it.

        It never raises: what is to be shown is stored, and the change that led to it is not undone by a failure here.
        """
        try:
            while await self._deliver_once(match_id):
                pass
        except Exception:  # noqa: BLE001 - the database is away; the announcement waits in it
            _log.exception("match %s could not be looked up to be shown; it is tried again", match_id)

    async def _deliver_once(self, match_id: int) -> bool:
        """Show what waits now; False if there was nothing to do or it failed."""
        async with self._database.write() as connection:
            claimed = await outbox.claim(connection, match_id, self._matches.now())
        if claimed is None:
            return False
        try:
            await self._show(claimed)
        except _PASSING as error:
            await self._put_back(claimed, error)
            return False
        except Exception as error:  # noqa: BLE001 - a match that cannot be shown must not keep others from it
            _log.exception("match %s could not be shown", match_id)
            await self._put_back(claimed, error)
            return False
        return True

    async def _show(self, claimed: outbox.Claim) -> None:
        match = await self._matches.load(claimed.match_id)
        post = await messages.post(match)
        if match.message_id is not None and not claimed.is_new_message and await self._edit(match, post):
            await self._note_shown(claimed, match, match.message_id)
            return
        sent = await self._channel(match).send(
            view=post.view, files=post.files(), allowed_mentions=post.allowed_mentions, nonce=claimed.nonce
        )
        await self._note_shown(claimed, match, sent.id)
        await self._leave_behind(match)

    async def _note_shown(self, claimed: outbox.Claim, match: Match, message_id: int) -> None:
        shown = {"message_id": message_id, "message_ply": match.ply if match.players_are_seated else None}
        async with self._database.write() as connection:
            await changes.update_match(connection, match.id, shown)
            await outbox.finish(connection, claimed)

    def _channel(self, match: Match) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(match.channel_id, guild_id=match.server_id)

    async def _edit(self, match: Match, post: messages.Post) -> bool:
        """Change the present message; False if somebody has deleted it."""
        assert match.message_id is not None
        message = self._channel(match).get_partial_message(match.message_id)
        try:
            await message.edit(
                view=post.view, attachments=post.files(), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound as error:
            if error.code != _UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _leave_behind(self, match: Match) -> None:
        """Take the buttons off the message that showed the match until now.

        If that fails nothing is lost: a press on an old button is answered with the way to the new board.
        """
        if match.message_id is None:
            return
        message = self._channel(match).get_partial_message(match.message_id)
        try:
            await message.edit(view=messages.left_behind(match), allowed_mentions=discord.AllowedMentions.none())
        except _PASSING as error:
            _log.info("the old message of match %s keeps its buttons: %s", match.id, error)

    async def _put_back(self, claimed: outbox.Claim, error: Exception) -> None:
        _log.warning("match %s is shown later: %s", claimed.match_id, error)
        async with self._database.write() as connection:
            await outbox.put_back(connection, claimed, self._matches.now())
        if claimed.attempts == 0 and isinstance(error, discord.Forbidden | discord.NotFound):
            await self._tell_players(await self._matches.load(claimed.match_id))

    async def _tell_players(self, match: Match) -> None:
        """Tell everybody in a direct message that the channel cannot be written to; closed ones are left alone."""
        for person in match.people:
            try:
                direct = await self._client.create_dm(discord.Object(person.id))
                await direct.send(words.channel_unreachable(match))
            except _PASSING as error:
                _log.info("person %s of match %s cannot be told: %s", person.id, match.id, error)
