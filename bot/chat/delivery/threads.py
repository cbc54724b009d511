"""Threads on Discord: starting the thread of a match, and unarchiving threads.

Discord archives a thread in which nobody has written for a while, and then nothing in it can be edited. A thread that
a moderator has locked stays closed.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Final, TypeVar

import discord

from bot.chat.core.outages import PASSING, server_of
from bot.model.jobs import Claim
from bot.model.match import Match
from bot.model.place import DIRECT
from bot.texts import limits, notices

_Result = TypeVar("_Result")

LONG: Final = timedelta(hours=1)
"""The delay before sending again to a channel that refuses."""

_A_WHILE: Final = timedelta(minutes=1)
_ARCHIVED: Final = 50083  # this and the next are Discord's error codes
_NO_MESSAGES: Final = 50008
_HAS_THREAD: Final = 160004
_LOCKED: Final = 160005
_NO_MUTUAL_SERVER: Final = 50278
_NO_DIRECT_MESSAGES: Final = 50007  # with status 400 where a conversation is opened, else 403
_OPENED_TOO_FAST: Final = 40003  # with status 403, as if the person had refused
_TOO_MANY_THREADS: Final = 160006
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERROR: Final = 500


def is_closed(error: discord.HTTPException) -> bool:
    """Whether an error means that a channel, a thread or direct messages are deleted, locked or closed to the bot."""
    closed = (_ARCHIVED, _LOCKED, _NO_MESSAGES, _NO_MUTUAL_SERVER, _NO_DIRECT_MESSAGES)
    is_refused = isinstance(error, discord.Forbidden | discord.NotFound) or error.code in closed
    return is_refused and not is_passing(error)


def is_passing(error: discord.HTTPException) -> bool:
    """Whether an error says that Discord is unavailable or busy, rather than that it refuses."""
    return error.status >= _SERVER_ERROR or error.status == _TOO_MANY_REQUESTS or error.code == _OPENED_TOO_FAST


def is_full_of_threads(error: discord.HTTPException) -> bool:
    """Whether an error says that a server has as many active threads as Discord permits."""
    return error.code == _TOO_MANY_THREADS


def resend_after(_delivery: object, _claim: Claim, error: Exception) -> timedelta:
    """The delay before sending again after an error: short if Discord is unavailable, long if a channel is closed."""
    is_away = isinstance(error, PASSING) and not (isinstance(error, discord.HTTPException) and is_closed(error))
    return _A_WHILE if is_away else LONG


async def begin_thread(client: discord.Client, match: Match) -> int | None:
    """The id of a match's thread, which is started if necessary; None if its channel cannot have one.

    The message that shows the match becomes the beginning of the thread, so there can never be two. If it is deleted,
    the thread begins without a message. Raises `discord.HTTPException` if Discord is away, or `ServerUnknown`.
    """
    channel = channel_of(client, match)
    if not isinstance(channel, discord.TextChannel):  # only text channels have threads
        return None
    try:
        return await _thread_from_message(channel, match) or await _thread_by_itself(client, channel, match)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return None


def channel_of(client: discord.Client, match: Match) -> object:
    """The channel of a match; None if it is deleted or in direct messages. Raises `ServerUnknown`."""
    if match.place.server_id == DIRECT:
        return None
    return server_of(client, match.place.server_id).get_channel(match.place.channel_id)


async def _thread_from_message(channel: discord.TextChannel, match: Match) -> int | None:
    """The thread that begins with the message of a match; None if that is impossible."""
    if match.place.message_id is None:
        return None
    message = channel.get_partial_message(match.place.message_id)
    try:
        return (
            await message.create_thread(name=notices.thread_name(match), auto_archive_duration=limits.ARCHIVED_AFTER)
        ).id
    except discord.HTTPException as error:
        if error.code == _HAS_THREAD:
            return message.id  # a thread has the id of its message
        if is_passing(error):
            raise
        return None


async def _thread_by_itself(client: discord.Client, channel: discord.TextChannel, match: Match) -> int:
    earlier = started_before(client, channel.threads, match)
    if earlier is not None:
        return earlier.id
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    name = notices.thread_name(match)
    return (await channel.create_thread(name=name, type=kind, auto_archive_duration=limits.ARCHIVED_AFTER)).id


def started_before(client: discord.Client, threads: Sequence[discord.Thread], match: Match) -> discord.Thread | None:
    """The thread that the bot had started for a match when it crashed; never one that the match has left."""
    own, mark = None if client.user is None else client.user.id, notices.thread_mark(match)
    for thread in threads:
        if thread.owner_id == own and thread.name.startswith(mark) and thread.id != match.place.thread_id:
            return thread
    return None


async def in_awake_thread(
    client: discord.Client, server_id: int, channel_id: int, act: Callable[[], Awaitable[_Result]]
) -> _Result:
    """Do something in a channel or thread, which is first unarchived if necessary.

    Raises `discord.HTTPException` if that or `act` fails; see `is_closed`.
    """
    if not _seems_awake(client, server_id, channel_id):
        await _wake(client, channel_id)
    try:
        return await act()
    except discord.HTTPException as error:
        if error.code != _ARCHIVED:
            raise
    await _wake(client, channel_id)
    return await act()


def _seems_awake(client: discord.Client, server_id: int, channel_id: int) -> bool:
    guild = client.get_guild(server_id)
    if guild is None:  # Discord's refusal will say why
        return True
    channel = guild.get_channel_or_thread(channel_id)
    return channel is not None and not (isinstance(channel, discord.Thread) and channel.archived)


async def _wake(client: discord.Client, channel_id: int) -> None:
    channel = await client.fetch_channel(channel_id)
    if isinstance(channel, discord.Thread) and channel.archived:
        await channel.edit(archived=False)
