"""Telling people on Discord what waits for them, as they like it: by a direct message, by a mention, or both."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final

import discord

from bot.actions import matches
from bot.actions.context import Context
from bot.actions.playing import make_up_for_delay
from bot.chat.core.messages import Post
from bot.chat.delivery.asking import AskingMessages
from bot.chat.delivery.loop import SendResult
from bot.chat.delivery.recipients import Route, is_news, routes
from bot.chat.delivery.routing import tell
from bot.chat.delivery.stored import Stored
from bot.chat.delivery.threads import Threads, is_closed
from bot.chat.delivery.views import notice
from bot.model.match import Match
from bot.model.notice import Notice
from bot.model.people import Person
from bot.model.settings import Preferences
from bot.store import settings
from bot.store.jobs import notices
from bot.store.jobs.notices import NoticeClaim

_log: Final = logging.getLogger(__name__)
_LATE: Final = timedelta(minutes=5)


class Notices(Stored[NoticeClaim, SendResult]):
    """Sends the notices of `matches` with `client`. Their channel is the person whom they are for."""

    def __init__(self, client: discord.Client, context: Context, threads: Threads) -> None:
        """Nothing is sent before `show` is called."""
        super().__init__(context, notices)
        self._client = client
        self._threads = threads
        self._asking = AskingMessages()

    async def due_of_match(self, match_id: int) -> Sequence[int]:
        """The numbers of the notices of a match to send now."""
        async with self._database.read() as connection:
            return await notices.due_of_match(connection, match_id, self._context.now(), self._context.shards())

    async def abandon(self, claimed: NoticeClaim) -> None:
        """Leave a notice to others."""
        async with self._database.write() as connection:
            await notices.abandon(connection, claimed)

    async def put_back(self, claimed: NoticeClaim, error: Exception) -> None:
        """Send a notice later."""
        _log.warning("a notice of match %s is sent later: %s", claimed.match_id, error)
        async with self._database.write() as connection:
            await notices.put_back(connection, claimed, self._context.now())

    async def show(self, claimed: NoticeClaim) -> SendResult:
        """Send a notice, keep it for the end of somebody's quiet hours, or drop it if it is not true any more."""
        match = await matches.load(self._context, claimed.match_id)
        if claimed.kind is Notice.REMINDER and self._is_late(claimed):
            match = await self._with_time_to_react(claimed)
        async with self._database.read() as connection:
            likes = await settings.preferences_of(connection, claimed.person_id)
        now = self._context.now()
        is_there = claimed.person_id in {person.id for person in match.people if person.is_on_discord}
        holds = is_there and is_news(match, claimed.person_id, claimed.kind, claimed.revision, now)
        quiet_until = likes.quiet_until(now)
        sent = await self._tell(claimed, match, likes) if holds and quiet_until is None else ()
        async with self._database.write() as connection:
            if holds and quiet_until is not None:
                await notices.postpone(connection, claimed, quiet_until)
            else:
                await notices.finish(connection, claimed, [(message.channel.id, message.id) for message in sent])
        return SendResult()

    def _is_late(self, claimed: NoticeClaim) -> bool:
        """Whether a notice is sent long after it should have been, and not because somebody wanted quiet."""
        return claimed.attempts > 0 or self._context.now() - claimed.due_at > _LATE

    async def _with_time_to_react(self, claimed: NoticeClaim) -> Match:
        """The match of a late reminder, with another day for whoever is reminded where hardly any time is left."""
        async with matches.change(self._context, claimed.match_id) as change:
            make_up_for_delay(change, claimed.person_id)
        return change.match

    async def _tell(self, claimed: NoticeClaim, match: Match, likes: Preferences) -> Sequence[discord.Message]:
        """Tell somebody by all routes that they like. Raises what Discord being away raises, unless they were told."""
        shown_at = (
            self._context.now()
            if match.place.message_id is None
            else discord.utils.snowflake_time(match.place.message_id)
        )
        person = next(person for person in match.people if person.id == claimed.person_id)
        messages = await tell(routes(claimed.kind, likes, shown_at), partial(self._send, claimed, match, person))
        if not messages:
            _log.info("person %s cannot be told of match %s", claimed.person_id, match.id)
        elif claimed.kind is Notice.OFFER:
            await self._asking.replace(match, person, messages)
        return messages

    async def _send(self, claimed: NoticeClaim, match: Match, person: Person, route: Route) -> discord.Message:
        """Tell somebody by one route."""
        post = notice(match, person, claimed.kind, in_channel=route is Route.MENTION)
        if route is Route.MENTION:
            return await self._mention(match, post, claimed.nonce)
        direct = await self._client.create_dm(discord.Object(person.id))
        return await direct.send(view=post.view, allowed_mentions=post.allowed_mentions, nonce=f"{claimed.nonce}-d")

    async def _mention(self, match: Match, post: Post, nonce: str) -> discord.Message:
        """Send a message to where the match is shown, or to its channel if that is a closed thread; a forum takes none."""
        channels = (match.place.shown_in,) if match.place.is_post else (match.place.shown_in, match.place.channel_id)
        for channel_id in dict.fromkeys(channels):
            channel = self._client.get_partial_messageable(channel_id, guild_id=match.place.server_id)
            send = partial(channel.send, view=post.view, allowed_mentions=post.allowed_mentions, nonce=nonce)
            try:
                return await self._threads.awake(match.place.server_id, channel_id, send)
            except discord.HTTPException as error:
                if channel_id == channels[-1] or not is_closed(error):
                    raise
        raise AssertionError("the channel is the last that is tried")
