"""Threads on Discord: starting the thread of a match, and unarchiving threads.

Discord archives a thread in which nobody has written for a while, and then nothing in it can be edited. A thread that
a moderator has locked stays closed.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Final, TypeVar

import discord

from bot.chat.core.outages import PASSING, obstacle, server_of
from bot.model.jobs import Claim, wait_after
from bot.model.match import Match
from bot.model.place import DIRECT
from bot.texts import limits, notices, outages
from bot.texts.outages import Mender

_Result = TypeVar("_Result")

LONG: Final = timedelta(hours=1)
"""The delay before sending again to a channel that refuses."""

_A_WHILE: Final = timedelta(minutes=1)
_A_DAY: Final = timedelta(days=1)
_MOST_REFUSED: Final = 32  # attempts in a day
_MOST_DOUBLED: Final = 6  # attempts in 31 hours
_ARCHIVED: Final = 50083  # this and the next are Discord's error codes
_HAS_THREAD: Final = 160004


def is_closed(error: discord.HTTPException) -> bool:
    """Whether an error means that a channel, a thread or direct messages are deleted, locked or closed to the bot."""
    return obstacle(error).mender in (Mender.MANAGER, Mender.PERSON)


def is_passing(error: discord.HTTPException) -> bool:
    """Whether an error says that Discord is unavailable or busy, rather than that it refuses."""
    return obstacle(error) is outages.PASSING


def is_lasting(error: Exception) -> bool:
    """Whether an error is a refusal of Discord that no time will mend."""
    return isinstance(error, discord.HTTPException) and obstacle(error).mender in (Mender.MANAGER, Mender.HOST)


def is_for_host(error: Exception) -> bool:
    """Whether an error is a refusal of Discord that only the host can mend."""
    return isinstance(error, discord.HTTPException) and obstacle(error).mender is Mender.HOST


def notify_after(_delivery: object, claim: Claim, error: Exception) -> timedelta | None:
    """The delay before notifying somebody again: short at first, up to an hour.

    None after a day if only the host can mend it: the notice would be out of date.
    """
    return None if is_for_host(error) and claim.attempts + 1 >= _MOST_REFUSED else wait_after(claim.attempts)


def resend_after(_delivery: object, claim: Claim, error: Exception) -> timedelta | None:
    """The delay before sending again after an error: short if Discord is unavailable, long if a channel is closed.

    Where no time will mend it, it doubles up to a day: what is due waits for those who were told. None after a day and
    a half if only the host can mend it, who finds it in the log: the message would be out of date.
    """
    if is_for_host(error) and claim.attempts + 1 >= _MOST_DOUBLED:
        return None
    if is_lasting(error):
        return min(LONG * 2 ** min(claim.attempts, 5), _A_DAY)
    is_away = isinstance(error, PASSING) and not (isinstance(error, discord.HTTPException) and is_closed(error))
    return _A_WHILE if is_away else LONG


def show_after(_delivery: object, claim: Claim, error: Exception) -> timedelta:
    """The delay before showing a match again: short at first, up to an hour, or a day where no time will mend it."""
    return wait_after(claim.attempts, _A_DAY if is_lasting(error) else LONG)


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
    if match.place.posted_on == DIRECT:
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
