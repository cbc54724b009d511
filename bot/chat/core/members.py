"""Membership of people on servers, and what they may do there, according to Discord.

Furlong does not use the privileged intent that would report everyone who joins or leaves. It asks about the people it
is about to show, or whom it meets outside Discord, and caches the answers for a while, refusals too.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

import discord
from cachetools import TTLCache

from bot.actions.askers import may_question_discord
from bot.chat.core.outages import PASSING
from bot.chat.core.rooms import ServerRooms, rooms_in
from bot.model.askers import Budget
from bot.model.people import NEW_FOR, Membership, Person, is_on_discord
from bot.model.refusals.people import NotNow


def person_of(user: discord.abc.User) -> Person:
    """A user of Discord as a person, with the name that people see."""
    return Person(user.id, user.display_name, user.name)


def membership_of(member: discord.Member | None) -> Membership:
    """How somebody stands on a server; None for somebody who is not there."""
    if member is None:
        return Membership.GONE
    if member.is_timed_out():
        return Membership.TIMED_OUT
    is_new = member.joined_at is None or member.joined_at > discord.utils.utcnow() - NEW_FOR
    return Membership.NEW if is_new else Membership.MEMBER


_log: Final = logging.getLogger(__name__)
_STAYS: Final = timedelta(minutes=30)  # how long a person who has left may still be shown
_MOST: Final = 5000  # answers in the cache
_PATIENCE: Final = 2.0  # seconds; people still unknown after that are shown
_KNOWN: Final = timedelta(minutes=5)  # how long a person who was shut out of a channel may still use it from outside
_ASKS_AGAIN: Final = timedelta(seconds=20)  # after Discord has not answered
_NOBODY: Final = discord.Permissions.none()
_CHANNELS: Final = 1
"""Stands for all channels of a server, among what is asked about."""


_Answer = TypeVar("_Answer")


class Members:
    """A cache of Discord's answers about who is on which server; `now` returns the time, and `budget` limits questions."""

    def __init__(self, now: Callable[[], datetime], budget: Budget) -> None:
        """Begin with an empty cache."""
        self._budget: Final = budget
        self._is_gone = TTLCache[tuple[int, int], bool, datetime](_MOST, _STAYS, timer=now)
        self._unanswered = TTLCache[tuple[int, int], None, datetime](_MOST, _ASKS_AGAIN, timer=now)

    def gone(self, server_id: int) -> frozenset[int]:
        """The people known to be no longer on a server, or never to have been there."""
        return frozenset(
            person for server, person in self._is_gone if server == server_id and self._is_gone.get((server, person))
        )

    def met(self, server_id: int, person_id: int) -> None:
        """Note that a person has just been active on a server."""
        self._is_gone[server_id, person_id] = False

    async def look_up(self, guild: discord.Guild, person_ids: Iterable[int]) -> bool:
        """Ask about people missing from the cache; returns whether any of them turned out to be gone.

        If Discord does not answer in time, they count as present until they are asked about again.
        """
        asked_for = self._is_gone.keys() | self._unanswered.keys()
        unknown = [person_id for person_id in person_ids if (guild.id, person_id) not in asked_for]
        try:
            async with asyncio.timeout(_PATIENCE):
                return any(await asyncio.gather(*(self._ask(guild, person_id) for person_id in unknown)))
        except TimeoutError:
            _log.info("could not find out in time who is on server %s", guild.id)
            return False

    async def _ask(self, guild: discord.Guild, person_id: int) -> bool:
        """Whether a person has left; no if that is not known now."""
        if not may_question_discord(self._budget):
            return False
        try:
            await guild.fetch_member(person_id)
        except discord.NotFound:
            self._is_gone[guild.id, person_id] = True
            return True
        except PASSING as error:
            _log.info("could not find out whether %s is on server %s: %s", person_id, guild.id, error)
            self._unanswered[guild.id, person_id] = None
            return False
        self._is_gone[guild.id, person_id] = False
        return False


_Asked = tuple[int, int]
"""The ids of a server and of a person or channel there, or 0 for the server itself; or of a thread and of a person."""


_Channel = discord.abc.GuildChannel | discord.Thread


def writes(permissions: discord.Permissions, channel: object) -> bool:
    """Whether someone with these permissions may write in a channel or thread, or post in a forum."""
    is_thread = isinstance(channel, discord.Thread)
    granted = permissions.send_messages_in_threads if is_thread else permissions.send_messages
    return granted or permissions.administrator


async def member_on(guild: discord.Guild, person_id: int) -> discord.Member | None:
    """A person as a member of a server; None if they are not there. Raises errors of an unavailable Discord."""
    try:
        return await guild.fetch_member(person_id)
    except discord.NotFound:
        return None


async def sees(member: discord.Member, channel_id: int) -> bool:
    """Whether a member sees a channel or thread of their server. Raises errors of an unavailable Discord."""
    channel = member.guild.get_channel_or_thread(channel_id)
    if channel is None or not channel.permissions_for(member).view_channel:
        return False
    return not isinstance(channel, discord.Thread) or await _is_in_thread(channel, member)


async def _is_in_thread(thread: discord.Thread, member: discord.Member) -> bool:
    """Whether a member who sees the channel of a thread also sees the thread: a mention would add them to it."""
    if not thread.is_private() or thread.permissions_for(member).manage_threads:
        return True
    try:
        await thread.fetch_member(member.id)
    except discord.NotFound:
        return False
    return True


class Visitors:
    """A cache of Discord's answers about people who come from outside Discord; `now` returns the time.

    Nothing is asked about guests and engines, whom Discord does not know, nor beyond what who asks may within `budget`.
    Each question is asked once at a time, and an answer counts for five minutes; a refusal counts as "no".
    """

    def __init__(self, client: discord.Client, now: Callable[[], datetime], budget: Budget) -> None:
        """Begin with an empty cache."""
        self._client: Final = client
        self._budget: Final = budget
        self._found: Final = TTLCache[_Asked, Any, datetime](_MOST, _KNOWN, timer=now)
        self._unanswered: Final = TTLCache[_Asked, None, datetime](_MOST, _ASKS_AGAIN, timer=now)
        self._asking: Final = WeakValueDictionary[_Asked, asyncio.Lock]()

    async def is_member(self, server_id: int, person_id: int) -> bool:
        """Whether a person is on a server. Raises `NotNow` if Discord does not say."""
        return await self._member(server_id, person_id) is not None

    async def membership(self, server_id: int, person_id: int) -> Membership:
        """How a person stands on a server. Raises `NotNow` if Discord does not say."""
        return membership_of(await self._member(server_id, person_id))

    async def may_see(self, server_id: int, channel_id: int, person_id: int) -> bool:
        """Whether a person sees a channel of a server. Raises `NotNow` if Discord does not say."""
        _channel, theirs = await self._in_channel(server_id, channel_id, person_id)
        return theirs.view_channel

    async def may_post(self, server_id: int, channel_id: int, person_id: int) -> bool:
        """Whether a person may write in a channel or thread of a server, or post in a forum.

        Raises `NotNow` if Discord does not say.
        """
        channel, theirs = await self._in_channel(server_id, channel_id, person_id)
        return writes(theirs, channel)

    async def manages(self, server_id: int, person_id: int) -> bool:
        """Whether a person manages a server, and is not timed out. Raises `NotNow` if Discord does not say."""
        member = await self._member(server_id, person_id)
        theirs = _NOBODY if member is None or member.is_timed_out() else member.guild_permissions
        return theirs.manage_guild or theirs.administrator

    async def rooms(self, server_id: int, person_id: int) -> ServerRooms:
        """The channels of a server, of which a person there sees some. Raises `NotNow` if Discord does not say."""
        member, own = await self._member(server_id, person_id), self._client.user
        if member is None or own is None:
            raise NotNow
        me = member.guild.get_member(own.id) or await self._member(server_id, own.id)
        channels = member.guild.channels or await self._answer((server_id, _CHANNELS), member.guild.fetch_channels)
        if me is None or channels is None:
            raise NotNow
        return ServerRooms(me, {channel.id: channel for channel in channels}, listed=rooms_in(channels, member))

    async def _in_channel(
        self, server_id: int, channel_id: int, person_id: int
    ) -> tuple[_Channel | None, discord.Permissions]:
        """A channel, and a person's permissions there: none if they have left, or are timed out or not in a private thread."""
        member = await self._member(server_id, person_id)
        if member is None or member.is_timed_out():
            return None, _NOBODY
        channel = member.guild.get_channel_or_thread(channel_id)
        if channel is None:
            channel = await self._answer((server_id, channel_id), lambda: member.guild.fetch_channel(channel_id))
        if channel is None:
            return None, _NOBODY
        try:
            theirs = channel.permissions_for(member)
        except discord.ClientException:  # a thread of a channel that nobody sees
            return channel, _NOBODY
        if isinstance(channel, discord.Thread) and channel.is_private() and not theirs.manage_threads:
            thread = channel
            is_in = await self._answer((channel_id, person_id), lambda: thread.fetch_member(person_id)) is not None
            return channel, theirs if is_in else _NOBODY
        return channel, theirs

    async def guild(self, server_id: int) -> discord.Guild | None:
        """A server, which may be on a shard of another process. Raises `NotNow` if Discord does not say."""
        guild = self._client.get_guild(server_id)
        if guild is None:
            guild = await self._answer((server_id, 0), lambda: self._client.fetch_guild(server_id, with_counts=False))
        return guild

    async def _member(self, server_id: int, person_id: int) -> discord.Member | None:
        guild = await self.guild(server_id) if is_on_discord(person_id) else None
        if guild is None:
            return None
        return await self._answer((server_id, person_id), lambda: guild.fetch_member(person_id))

    async def _answer(self, about: _Asked, ask: Callable[[], Awaitable[_Answer]]) -> _Answer | None:
        """What Discord answers; None if it refuses to. Raises `NotNow` if it does not answer."""
        lock = self._asking.setdefault(about, asyncio.Lock())
        async with lock:
            if about in self._found:
                return self._found[about]
            if about in self._unanswered or not may_question_discord(self._budget):
                raise NotNow
            try:
                async with asyncio.timeout(_PATIENCE):
                    answer = await ask()
            except (discord.NotFound, discord.Forbidden, discord.InvalidData):
                answer = None
            except PASSING as error:
                _log.info("could not find out what Discord knows of %s on server %s: %s", about[1], about[0], error)
                self._unanswered[about] = None
                raise NotNow from error
            self._found[about] = answer
            return answer
