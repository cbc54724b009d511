"""Threads on Discord: making the one in which a match is shown, and waking those that have gone to sleep.

Discord archives a thread in which nothing was written for a while. Nothing in it can be edited then, and what a
moderator has locked stays closed.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final, TypeVar

import discord

from bot.chat.core.outages import PASSING, server_of
from bot.model.jobs import Claim
from bot.model.match import Match
from bot.texts import notices

_Result = TypeVar("_Result")

A_WEEK: Final = 10080  # minutes, the longest that Discord lets a quiet thread stay in its list
LONG: Final = timedelta(hours=1)
"""The time after which something is sent once more that may not be sent where it belongs."""

_A_WHILE: Final = timedelta(minutes=1)
_ARCHIVED: Final = 50083
_NO_MESSAGES: Final = 50008
_HAS_THREAD: Final = 160004
_LOCKED: Final = 160005
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERROR: Final = 500


def is_closed(error: discord.HTTPException) -> bool:
    """Whether an error says that a channel or thread is gone, locked, or closed to the bot."""
    return isinstance(error, discord.Forbidden | discord.NotFound) or error.code in (_ARCHIVED, _LOCKED, _NO_MESSAGES)


def is_passing(error: discord.HTTPException) -> bool:
    """Whether an error says that Discord is away or busy, rather than that it will not do a thing."""
    return error.status >= _SERVER_ERROR or error.status == _TOO_MANY_REQUESTS


def resend_after(_delivery: object, _claim: Claim, error: Exception) -> timedelta:
    """After how long to send once more what `error` kept back: soon where Discord is away, rarely where it is closed."""
    is_away = isinstance(error, PASSING) and not (isinstance(error, discord.HTTPException) and is_closed(error))
    return _A_WHILE if is_away else LONG


class Threads:
    """The threads that `client` can reach."""

    def __init__(self, client: discord.Client) -> None:
        """Nothing happens before one of the methods is called."""
        self._client = client

    async def begin(self, match: Match) -> int | None:
        """The thread of a match, made now unless that was done before; None where its channel cannot have one.

        The message that shows the match so far becomes its beginning, so that there can never be two; if somebody has
        deleted it, the thread is one without. Raises `discord.HTTPException` if Discord is away, or `ServerUnknown`.
        """
        try:
            channel = self.channel_of(match)
            if not isinstance(channel, discord.TextChannel):  # in a thread there are no threads, nor in other channels
                return None
            return await self._from_message(channel, match) or await self._of_its_own(channel, match)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            return None

    def channel_of(self, match: Match) -> object:
        """The channel of a match; None if there is none any more. Raises `ServerUnknown`."""
        return server_of(self._client, match.place.server_id).get_channel(match.place.channel_id)

    async def _from_message(self, channel: discord.TextChannel, match: Match) -> int | None:
        """The thread that begins with the message of a match; None if it cannot be."""
        if match.place.message_id is None:
            return None
        message = channel.get_partial_message(match.place.message_id)
        try:
            thread = await message.create_thread(name=notices.thread_name(match), auto_archive_duration=A_WEEK)
        except discord.HTTPException as error:
            if error.code == _HAS_THREAD:
                return message.id  # a thread has the number of its message
            if is_passing(error):
                raise
            return None
        return thread.id

    async def _of_its_own(self, channel: discord.TextChannel, match: Match) -> int:
        for thread in channel.threads:  # after a crash between making it and noting it
            if thread.owner_id == channel.guild.me.id and thread.name.startswith(notices.thread_mark(match)):
                return thread.id
        kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
        name = notices.thread_name(match)
        return (await channel.create_thread(name=name, type=kind, auto_archive_duration=A_WEEK)).id

    async def awake(self, server_id: int, channel_id: int, act: Callable[[], Awaitable[_Result]]) -> _Result:
        """Do something in a channel or thread, which is taken out of the archive first if it is there.

        Raises `discord.HTTPException` if that or `act` fails; see `is_closed`.
        """
        if not self._seems_awake(server_id, channel_id):
            await self._wake(channel_id)
        try:
            return await act()
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
        await self._wake(channel_id)
        return await act()

    def _seems_awake(self, server_id: int, channel_id: int) -> bool:
        guild = self._client.get_guild(server_id)
        if guild is None:  # nothing is known, and Discord will say what is the matter
            return True
        channel = guild.get_channel_or_thread(channel_id)
        return channel is not None and not (isinstance(channel, discord.Thread) and channel.archived)

    async def _wake(self, channel_id: int) -> None:
        channel = await self._client.fetch_channel(channel_id)
        if isinstance(channel, discord.Thread) and channel.archived:
            await channel.edit(archived=False)
