"""The channels of a server, and what Furlong may do in them."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.chat.core.languages import channel_language
from bot.chat.core.outages import PASSING
from bot.model.refusals import MissingPermissions
from bot.model.refusals.settings import NeedsTag, NotTextChannel
from bot.screens.core import Room
from bot.texts import limits, notices
from rules.core import Phrase

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ServerRooms:
    """The channels of a server, as `bot.screens.core.Rooms`."""

    me: discord.Member
    """Furlong as a member of the server."""

    channels: Mapping[int, discord.abc.GuildChannel]
    here: int | None = None
    listed: Sequence[Room] = ()

    @property
    def name(self) -> str:
        """The name of the server."""
        return self.me.guild.name

    @property
    def language(self) -> str:
        """The code of the language of the server's community."""
        return channel_language("", self.me.guild)

    def forum(self, channel_id: int | None) -> discord.ForumChannel | None:
        """The forum with this id, if there is one."""
        channel = None if channel_id is None else self.channels.get(channel_id)
        return channel if isinstance(channel, discord.ForumChannel) else None

    def is_forum(self, channel_id: int | None) -> bool:
        """Whether there is a forum with this id."""
        return self.forum(channel_id) is not None

    def check_for_matches(self, channel_id: int, *, opens_threads: bool) -> None:
        """Check that a channel or forum can show matches.

        Raises what `check_forum` raises, `MissingPermissions`, or `NotTextChannel` if it is neither.
        """
        forum = self.forum(channel_id)
        if forum is not None:
            check_forum(forum, self.me)
            return
        lacking = missing(self._permissions_in(channel_id), opens_thread=opens_threads)
        if lacking:
            raise MissingPermissions(channel_id, lacking)

    def check_for_post(self, channel_id: int, what: Phrase, *, has_picture: bool = True) -> None:
        """Raise `MissingPermissions` if a channel cannot have `what`, `NotTextChannel` if it has no text."""
        lacking = missing(self._permissions_in(channel_id), has_picture=has_picture)
        if lacking:
            raise MissingPermissions(channel_id, lacking, what)

    def _permissions_in(self, channel_id: int) -> discord.Permissions:
        """Furlong's permissions in a text channel. Raises `NotTextChannel`."""
        channel = self.channels.get(channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise NotTextChannel(channel_id)
        return _granted(self.me, channel)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of Furlong's; if Discord refuses, it stays, and people can delete it."""
        channel = self.channels.get(channel_id)
        if isinstance(channel, discord.TextChannel):
            try:
                await channel.get_partial_message(message_id).delete()
            except PASSING as error:
                _log.info("message %s in channel %s could not be deleted: %s", message_id, channel_id, error)


def rooms_in(channels: Sequence[discord.abc.GuildChannel], member: discord.Member) -> Sequence[Room]:
    """The text channels and forums that a person sees, in the order of the server."""
    return [
        Room(channel.id, channel.name, is_forum=isinstance(channel, discord.ForumChannel))
        for channel in sorted(channels, key=lambda guild_channel: guild_channel.position)
        if isinstance(channel, discord.TextChannel | discord.ForumChannel)
        if channel.permissions_for(member).view_channel
    ]


def check_forum(forum: discord.ForumChannel, me: discord.Member) -> None:
    """Raise `MissingPermissions`, in Discord's words for forums, or `NeedsTag` if matches could not be posts in it."""
    granted = _granted(me, forum)
    needed = {
        Phrase("View Channel"): granted.view_channel,
        Phrase("Create Posts"): granted.send_messages,
        Phrase("Send Messages in Posts"): granted.send_messages_in_threads,
        Phrase("Attach Files"): granted.attach_files,
    }
    lacking = _names(needed)
    if lacking and not granted.administrator:
        raise MissingPermissions(forum.id, lacking)
    if forum.flags.require_tag and not _has_tags(forum, granted):
        raise NeedsTag(forum.id)


def _has_tags(forum: discord.ForumChannel, granted: discord.Permissions) -> bool:
    """Whether a forum has a tag for each state of a match, or room for those that it lacks, which Furlong may add."""
    present = {tag.name.casefold() for tag in forum.available_tags if granted.manage_threads or not tag.moderated}
    lacking = [names for names in notices.state_tags() if present.isdisjoint(map(str.casefold, names))]
    has_room = len(forum.available_tags) + len(lacking) <= limits.FORUM_TAGS
    return not lacking or (has_room and (granted.manage_channels or granted.administrator))


def _granted(member: discord.Member, channel: discord.TextChannel | discord.ForumChannel) -> discord.Permissions:
    """The permissions that roles and overwrites grant.

    discord.py would also remove permissions that depend on a missing one, such as writing in a channel without seeing
    it. But the answer must name exactly the permissions that a manager has to grant.
    """
    granted = member.guild_permissions
    if granted.administrator:
        return granted
    everybody, *roles = (channel.overwrites_for(role).pair() for role in member.roles)
    allowed, denied = discord.Permissions(), discord.Permissions()
    for allow, deny in roles:
        allowed, denied = allowed | allow, denied | deny
    for allow, deny in (everybody, (allowed, denied), channel.overwrites_for(member).pair()):
        granted = (granted & ~deny) | allow
    return granted


def missing(
    permissions: discord.Permissions, *, in_thread: bool = False, opens_thread: bool = False, has_picture: bool = True
) -> Sequence[Phrase]:
    """The names of the missing permissions for a match, or for another message."""
    if permissions.administrator:
        return ()
    needed = {Phrase("View Channel"): permissions.view_channel}
    if not in_thread:
        needed[Phrase("Send Messages")] = permissions.send_messages
    if opens_thread:
        needed[Phrase("Create Public Threads")] = permissions.create_public_threads
    if in_thread or opens_thread:
        needed[Phrase("Send Messages in Threads")] = permissions.send_messages_in_threads
    if has_picture:
        needed[Phrase("Attach Files")] = permissions.attach_files
    return _names(needed)


def _names(needed: dict[Phrase, bool]) -> Sequence[Phrase]:
    """The missing permissions, in Discord's own words."""
    return [name for name, granted in needed.items() if not granted]
