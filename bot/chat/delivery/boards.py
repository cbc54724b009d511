"""Showing matches on Discord: what people see follows from what is stored.

The announcer empties the outbox. It shows a match as it is at that moment, in a new message or by changing the
present one, and notes in one transaction that this was done and who is to be told of it in another way. Whatever fails
is tried again later.
"""

import logging
from dataclasses import replace
from typing import Any, Final

import discord

from bot.actions.matches import Matches
from bot.chat.delivery.notices import Notifier
from bot.chat.delivery.panels import Panels
from bot.chat.delivery.recipients import Recipients, recipients_of
from bot.chat.delivery.threads import Threads, is_closed
from bot.chat.outages import PASSING, is_deleted
from bot.chat.sentences import challenges
from bot.chat.ui import messages
from bot.model.match import Match
from bot.store import changes, notices, outbox, panels, settings
from bot.store.outbox import BoardClaim

_log: Final = logging.getLogger(__name__)
_BATCH: Final = 50


class Announcer:
    """Sends the announcements of `matches` with `client`, and what follows from them."""

    def __init__(self, client: discord.Client, matches: Matches) -> None:
        """Nothing is sent before `deliver` or `deliver_due` is called."""
        self._client = client
        self._matches = matches
        self._database = matches.database
        self._threads = Threads(client)
        self._notifier = Notifier(client, matches, self._threads)
        self._panels = Panels(client, matches, self._threads)

    async def deliver_due(self) -> None:
        """Send what waits, the oldest first, in bounded batches: boards, then notices, then lists of what runs."""
        while True:
            async with self._database.read() as connection:
                numbers = await outbox.due(connection, self._matches.now(), _BATCH)
            for number in numbers:
                await self._deliver(number)
            if len(numbers) < _BATCH:
                break
        await self._notifier.deliver_due()
        await self._panels.deliver_due()

    async def deliver(self, match_id: int) -> None:
        """Show a match and tell people of it, as far as something of it waits and nobody else is at it.

        It never raises: what is to be shown is stored, and the change that led to it is not undone by a failure here.
        """
        await self._deliver(match_id)
        await self._notifier.deliver(match_id)

    async def _deliver(self, match_id: int) -> None:
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
        except PASSING as error:
            await self._put_back(claimed, error)
            return False
        except Exception as error:  # noqa: BLE001 - a match that cannot be shown must not keep others from it
            _log.exception("match %s could not be shown", match_id)
            await self._put_back(claimed, error)
            return False
        return True

    async def _show(self, claimed: BoardClaim) -> None:
        match = await self._matches.load(claimed.match_id)
        post = await messages.post(match)
        if match.place.message_id is not None and not claimed.is_new_message and await self._edit(match, post):
            await self._note_shown(claimed, match, {"message_id": match.place.message_id}, Recipients())
            return
        # Where the message that shows a match has only to be replaced, everybody was told of it before.
        recipients = await self._recipients(match, post) if claimed.is_new_message else Recipients()
        where = await self._send(match, replace(post, pings=recipients.pings), claimed.nonce)
        await self._note_shown(claimed, match, where, recipients)
        await self._leave_behind(match, replace(match, place=replace(match.place, thread_id=where.get("thread_id"))))

    async def _recipients(self, match: Match, post: messages.Post) -> Recipients:
        """How those whom a message is for are told of it."""
        async with self._database.read() as connection:
            likes = {person_id: await settings.preferences_of(connection, person_id) for person_id in post.pings}
        return recipients_of(match, post.pings, likes, self._matches.now())

    async def _send(self, match: Match, post: messages.Post, nonce: str) -> dict[str, Any]:
        """Show a match in a new message; returns the columns of the match that say where it is."""
        if not match.players_are_seated:
            return {"message_id": await self._send_to(match.place.server_id, match.place.channel_id, post, nonce)}
        thread_id = match.place.thread_id
        if thread_id is None and match.wants_thread:
            thread_id = await self._threads.begin(match)
        if thread_id is not None:
            try:
                message_id = await self._send_to(match.place.server_id, thread_id, post, nonce)
            except discord.HTTPException as error:
                if not is_closed(error):
                    raise
                _log.warning("match %s leaves its thread for the channel: %s", match.id, error)
            else:
                return {"message_id": message_id, "thread_id": thread_id}
        message_id = await self._send_to(match.place.server_id, match.place.channel_id, post, nonce)
        if match.wants_thread:
            _log.warning("match %s is shown in its channel, for it cannot have a thread there", match.id)
        return {"message_id": message_id, "thread_id": None, "wants_thread": False}

    async def _send_to(self, server_id: int, channel_id: int, post: messages.Post, nonce: str) -> int:
        """Send a message to a channel or thread; returns its number."""
        channel = self._client.get_partial_messageable(channel_id, guild_id=server_id)
        sent = await self._threads.awake(
            server_id,
            channel_id,
            lambda: channel.send(
                view=post.view, files=post.files(), allowed_mentions=post.allowed_mentions, nonce=nonce
            ),
        )
        return sent.id

    async def _note_shown(
        self, claimed: BoardClaim, match: Match, where: dict[str, Any], recipients: Recipients
    ) -> None:
        """Note where a match is shown, and whom to tell of it besides."""
        now = self._matches.now()
        message_ply = match.ply if match.players_are_seated else None
        async with self._database.write() as connection:
            await changes.update_match(connection, match.id, {**where, "message_ply": message_ply})
            if claimed.is_new_message:
                await notices.forget_earlier(connection, match)
                await panels.touch(connection, match.id, now)
            for notice in recipients.notices:
                await notices.add(connection, match, notice.person_id, notice.kind, notice.due_at)
            await outbox.finish(connection, claimed)

    def _message(self, match: Match) -> discord.PartialMessage:
        """The message that shows a match."""
        assert match.place.message_id is not None, "it was shown"
        channel = self._client.get_partial_messageable(match.place.shown_in, guild_id=match.place.server_id)
        return channel.get_partial_message(match.place.message_id)

    async def _edit(self, match: Match, post: messages.Post) -> bool:
        """Change the present message; False if it must be replaced: deleted, or out of reach in a closed thread."""
        message = self._message(match)
        try:
            await self._threads.awake(
                match.place.server_id,
                match.place.shown_in,
                lambda: message.edit(
                    view=post.view, attachments=post.files(), allowed_mentions=discord.AllowedMentions.none()
                ),
            )
        except discord.HTTPException as error:
            if is_deleted(error) or (match.place.shown_in == match.place.thread_id and is_closed(error)):
                return False
            raise
        return True

    async def _leave_behind(self, match: Match, now: Match) -> None:
        """Take the buttons off the message that showed `match` until now.

        If that fails nothing is lost: a press on an old button is answered with the way to the new board.
        """
        if match.place.message_id is None:
            return
        view = messages.left_behind(now)
        try:
            await self._message(match).edit(view=view, allowed_mentions=discord.AllowedMentions.none())
        except PASSING as error:
            _log.info("the old message of match %s keeps its buttons: %s", match.id, error)

    async def _put_back(self, claimed: BoardClaim, error: Exception) -> None:
        _log.warning("match %s is shown later: %s", claimed.match_id, error)
        async with self._database.write() as connection:
            await outbox.put_back(connection, claimed, self._matches.now())
        if claimed.attempts == 0 and isinstance(error, discord.Forbidden | discord.NotFound):
            await self._tell_players(await self._matches.load(claimed.match_id))

    async def _tell_players(self, match: Match) -> None:
        """Tell everybody in a direct message that the channel cannot be written to; closed ones are left alone."""
        for person in (person for person in match.people if person.id > 0):  # others have had Furlong forget them
            try:
                direct = await self._client.create_dm(discord.Object(person.id))
                await direct.send(challenges.channel_unreachable(match))
            except PASSING as error:
                _log.info("person %s of match %s cannot be told: %s", person.id, match.id, error)
