"""Showing matches on Discord: what people see follows from what is stored.

A match is shown as it is at that moment, in a new message or by changing the present one, and one transaction notes
that this was done and who is to be told of it in another way.
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

import discord

from bot.actions import challenges as starting
from bot.actions import matches
from bot.actions.context import Context
from bot.chat.core import messages
from bot.chat.core.connections import check_here
from bot.chat.core.outages import PASSING, is_deleted
from bot.chat.delivery.background import Background
from bot.chat.delivery.loop import SendResult
from bot.chat.delivery.posts import Posts
from bot.chat.delivery.recipients import Recipients, recipients_of
from bot.chat.delivery.stored import Stored
from bot.chat.delivery.threads import Threads, is_closed
from bot.chat.matches import views
from bot.model.match import Match
from bot.model.result import Ending
from bot.model.settings import Preferences
from bot.store import match_changes, settings
from bot.store.jobs import boards, notices, old_boards
from bot.store.jobs.boards import BoardClaim
from bot.store.jobs.old_boards import OldBoardClaim
from bot.telemetry import concerning
from bot.texts import challenges
from bot.texts.symbols import Symbols

_log: Final = logging.getLogger(__name__)
_ALMOST_AT_ONCE: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ShownMatch(SendResult):
    """A match as it is shown now.

    `left` is the older message that showed it until now, None if there is none; `has_notices` tells that somebody is to
    be told besides.
    """

    match: Match
    left: OldBoardClaim | None = None
    has_notices: bool = False


class Boards(Stored[BoardClaim, ShownMatch]):
    """Shows `matches` with `client`. Their number is that of the match, their channel where the next board is shown."""

    def __init__(
        self,
        client: discord.Client,
        context: Context,
        threads: Threads,
        posts: Posts,
        background: Background,
        *,
        symbols: Symbols,
        on_old_board: Callable[[Match, OldBoardClaim], Awaitable[object]],
        on_notices: Callable[[], object],
        expected_wait: Callable[[], timedelta],
    ) -> None:
        """`on_old_board` takes the buttons off a message; `on_notices` is called when there are new notices to send.

        `expected_wait` tells how long it takes until somebody begins to think about a character's move.
        """
        super().__init__(context, boards)
        self._client = client
        self._threads = threads
        self._posts = posts
        self._background = background
        self._symbols = symbols
        self._on_old_board = on_old_board
        self._on_notices = on_notices
        self._expected_wait = expected_wait

    async def abandon(self, claimed: BoardClaim) -> None:
        """Leave a match to others."""
        async with self._database.write() as connection:
            await boards.abandon(connection, claimed)

    async def show(self, claimed: BoardClaim) -> ShownMatch:
        """Show a match as it is stored."""
        return await self.show_match(await matches.load(self._context, claimed.match_id), claimed, None)

    async def show_match(
        self, match: Match, claimed: BoardClaim, preferences: Mapping[int, Preferences] | None
    ) -> ShownMatch:
        """Show a match that is as it is stored; `preferences` are those of everybody in it, looked up if they are None.

        Raises `ServerElsewhere` or `ServerUnknown` where its server cannot be seen from here.
        """
        with concerning(match=match.id, server=match.place.server_id):
            check_here(self._context.shards, self._client, match.place.server_id)
            return await self._show(match, claimed, preferences)

    async def _show(
        self, match: Match, claimed: BoardClaim, preferences: Mapping[int, Preferences] | None
    ) -> ShownMatch:
        if _is_recalled(match):
            return await self._note(claimed, match, await self._remove(match), Recipients())
        post = await views.post(match, self._symbols, self._expected_wait())
        if match.is_about_to_begin:
            return await self._begin(claimed, match, post)
        can_change = match.place.message_id is not None and not match.is_shown_by_start
        if can_change and not claimed.is_new_message and await self._edit(match, post):
            return await self._note(claimed, match, _at_present(match), Recipients())
        # Where the message that shows a match has only to be replaced, everybody was told of it before.
        recipients = await self._recipients(match, post, preferences) if claimed.is_new_message else Recipients()
        sending = replace(post, pings=recipients.pings)
        moved, sent = await self._send(match, sending, claimed.nonce)
        by_earlier = claimed.is_repeated and not views.was_sent_for(match, sent)
        if claimed.is_repeated and messages.content_of(sent) != messages.content_of(post):
            # The answer was lost, and the match has changed since: Discord has sent no second message.
            await self._edit(moved, post)
        # Those whom a newer message is for hear of that one.
        audience = Recipients() if by_earlier and claimed.later_is_new else recipients
        return await self._note(claimed, match, moved, audience, by_earlier=by_earlier)

    async def _begin(self, claimed: BoardClaim, match: Match, post: messages.Post) -> ShownMatch:
        """Say that a match begins, and begin it with the number that Discord has given to this message.

        Nothing is rolled before. If this is cut short in between and the message cannot be found any more, the number is
        lost, and that of the next one counts.
        """
        moved, sent = await self._send(match, post, claimed.nonce)
        if claimed.is_repeated and claimed.later_is_new and messages.content_of(sent) != messages.content_of(post):
            return await self._note(claimed, match, moved, Recipients(), by_earlier=True)  # it says something else
        async with matches.change(self._context, match.id) as change:
            starting.begin_with(change, moved.place)
        return await self._note(claimed, match, change.match, Recipients())

    def follow_up(self, sent: ShownMatch) -> Coroutine[Any, Any, None] | None:
        """Take the buttons off the message that showed the match until now, and have people told."""
        is_done = sent.left is None and not sent.match.place.is_post and not sent.has_notices
        return None if is_done else self._follow_up(sent)

    async def _follow_up(self, sent: ShownMatch) -> None:
        if sent.left is not None:
            await self._on_old_board(sent.match, sent.left)
        if sent.match.place.is_post:
            self._background.start(self._posts.tag(sent.match))
        if sent.has_notices:
            self._on_notices()

    async def put_back(self, claimed: BoardClaim, error: Exception) -> None:
        """Show a match later; if its channel is closed, its players are told so once."""
        _log.warning("match %s is shown later: %s", claimed.match_id, error)
        async with self._database.write() as connection:
            await boards.put_back(connection, claimed, self._context.now())
        if claimed.attempts == 0 and isinstance(error, discord.Forbidden | discord.NotFound):
            self._background.start(self._tell_players(claimed.match_id))

    async def _recipients(
        self, match: Match, post: messages.Post, preferences: Mapping[int, Preferences] | None
    ) -> Recipients:
        """How those whom a message is for are told of it."""
        if preferences is None:
            async with self._database.read() as connection:
                preferences = await settings.preferences_of_all(connection, post.pings)
        return recipients_of(match, post.pings, preferences, self._context.now())

    async def _send(self, match: Match, post: messages.Post, nonce: str) -> tuple[Match, discord.Message]:
        """Show a match in a new message; returns the match with the place where it is shown then, and the message."""
        if match.place.is_post or not match.place.wants_thread:
            in_post = await self._send_to_post(match, post, nonce)
            if in_post is not None:
                return _at_present(match, message_id=in_post.id, thread_id=in_post.channel.id), in_post
        if not match.players_are_seated:
            sent = await self._send_to(match.place.server_id, match.place.channel_id, post, nonce)
            return _at_present(match, message_id=sent.id), sent
        thread_id = match.place.thread_id
        if thread_id is None and match.place.wants_thread:
            thread_id = await self._threads.begin(match)
        if thread_id is not None:
            try:
                sent = await self._send_to(match.place.server_id, thread_id, post, nonce)
            except discord.HTTPException as error:
                if not is_closed(error):
                    raise
                _log.warning("match %s leaves its thread for the channel: %s", match.id, error)
            else:
                return _at_present(match, message_id=sent.id, thread_id=thread_id), sent
        sent = await self._send_to(match.place.server_id, match.place.channel_id, post, nonce)
        if match.place.wants_thread:
            _log.warning("match %s is shown in its channel, for it cannot have a thread there", match.id)
        return _at_present(match, message_id=sent.id, thread_id=None, wants_thread=False), sent

    async def _send_to_post(self, match: Match, post: messages.Post, nonce: str) -> discord.Message | None:
        """Show a match in its post, a new one if it has none or somebody has deleted it; None if it is in no forum."""
        if match.place.thread_id is not None:
            try:
                return await self._send_to(match.place.server_id, match.place.thread_id, post, nonce)
            except discord.NotFound as error:
                _log.warning("the post of match %s is gone: %s", match.id, error)
                forum = self._posts.forum_of(match)
                if forum is None:
                    raise
        else:
            forum = self._posts.forum_of(match)
        return None if forum is None else await self._posts.begin(forum, match, post, nonce)

    async def _send_to(self, server_id: int, channel_id: int, post: messages.Post, nonce: str) -> discord.Message:
        """Send a message to a channel or thread, or get the one that was sent there with this nonce before."""
        channel = self._client.get_partial_messageable(channel_id, guild_id=server_id)
        return await self._threads.awake(
            server_id,
            channel_id,
            lambda: channel.send(
                view=post.view, files=post.files(), allowed_mentions=post.allowed_mentions, nonce=nonce
            ),
        )

    async def _note(
        self, claimed: BoardClaim, match: Match, after: Match, recipients: Recipients, *, by_earlier: bool = False
    ) -> ShownMatch:
        """Note where a match is shown, which `after` tells, what it has left there, and whom to tell of it besides."""
        now, before, left = self._context.now(), match.place.message_id, None
        async with self._database.write() as connection:
            await match_changes.save_place(connection, match, after)
            is_left = before is not None and after.place.message_id not in (None, before)
            if is_left and not match.is_shown_by_start:
                left = await old_boards.leave(connection, match, now)
            for notice in recipients.notices:
                await notices.add(connection, match, notice.person_id, notice.kind, notice.due_at)
            more_waits = await boards.finish(connection, claimed, now, match, by_earlier=by_earlier)
        has_notices = any(notice.due_at <= now for notice in recipients.notices)
        return ShownMatch(match=after, more_waits=more_waits, left=left, has_notices=has_notices)

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

    async def _remove(self, match: Match) -> Match:
        """Delete the present message, with the ping in it, and what people were told; returns the match shown nowhere.

        Its post goes with all that is in it, where Discord lets us.
        """
        place = replace(match.place, message_id=None)
        async with self._database.read() as connection:
            messages_sent = await notices.sent_of_match(connection, match.id)
        if match.place.message_id is not None:
            messages_sent = [*messages_sent, (match.place.shown_in, match.place.message_id)]
        if match.place.is_post and await self._posts.remove(match):
            messages_sent = [sent for sent in messages_sent if sent[0] != match.place.thread_id]
            place = replace(place, thread_id=None)
        for channel_id, message_id in messages_sent:
            channel = self._client.get_partial_messageable(channel_id, guild_id=match.place.server_id)
            try:
                await channel.get_partial_message(message_id).delete()
            except discord.HTTPException as error:
                if not is_deleted(error):
                    raise
        return replace(match, place=place)

    async def _tell_players(self, match_id: int) -> None:
        """Tell everybody in a direct message that the channel cannot be written to; closed ones are left alone."""
        match = await matches.load(self._context, match_id)
        for person in (person for person in match.people if person.is_on_discord):
            try:
                direct = await self._client.create_dm(discord.Object(person.id))
                await direct.send(challenges.channel_unreachable(match))
            except PASSING as error:
                _log.info("person %s of match %s cannot be told: %s", person.id, match.id, error)


def _is_recalled(match: Match) -> bool:
    """Whether it was a challenge that its host withdrew almost at once: then nothing need be seen of it any more."""
    is_withdrawn = not match.is_table and match.result is not None and match.result.ending is Ending.CANCELLED
    return is_withdrawn and match.ended_at is not None and match.ended_at - match.created_at <= _ALMOST_AT_ONCE


def _at_present(match: Match, **place: Any) -> Match:
    """A match whose message, which is in that place, shows it as it is."""
    ply = match.ply if match.players_are_seated else None
    return replace(match, place=replace(match.place, message_ply=ply, **place))
