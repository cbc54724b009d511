"""Permissions that Furlong needs in a channel, and that people need to manage a server."""

from collections.abc import Sequence

import discord

from bot.chat.core.members import writes
from bot.chat.core.request import Request
from bot.model.place import DIRECT, Place
from bot.model.refusals import MissingPermissions
from bot.model.refusals.challenges import MayNotPostHere
from bot.model.refusals.people import NoServerHere, NotManager, NotTextChannel
from rules.core import Phrase


def check_channel(request: Request, *, opens_thread: bool = False) -> None:
    """Raise `MissingPermissions` if a match could not be shown in the channel of this request.

    With `opens_thread`, its boards would be in a thread of that channel.
    """
    in_thread = isinstance(request.surroundings.channel, discord.Thread)
    missing = _missing(request.surroundings.app_permissions, in_thread=in_thread, opens_thread=opens_thread)
    if missing and request.surroundings.channel_id is not None:
        raise MissingPermissions(request.surroundings.channel_id, missing)


def check_may_write(request: Request, forum: discord.ForumChannel | None = None) -> None:
    """Raise `MayNotPostHere` if the person may not write in the channel of the request, or post in a forum.

    Furlong posts there on their behalf, which must not be a way around the channel's permissions.
    """
    channel_id, theirs, channel = request.surroundings.channel_id, request.surroundings.permissions, None
    if forum is not None:
        member, channel_id = request.surroundings.member, forum.id
        theirs = discord.Permissions.none() if member is None else forum.permissions_for(member)
    else:
        channel = request.surroundings.channel
    if channel_id is not None and not writes(theirs, channel):
        raise MayNotPostHere(channel_id)


async def check_may_play_again(request: Request, place: Place) -> None:
    """Raise `MayNotPostHere` if the person may not write in the channel of a match, where its rematch would begin.

    It may be asked for from anywhere. Raises `NotNow` if Discord does not say.
    """
    if place.server_id == DIRECT:
        return
    if place.channel_id == request.surroundings.channel_id:
        check_may_write(request)
    elif not await request.services.visitors.may_post(place.server_id, place.channel_id, request.person.id):
        raise MayNotPostHere(place.channel_id)


def check_manager(request: Request) -> int:
    """The server of this request. Raises `NoServerHere`, or `NotManager` if the person does not manage it."""
    if request.server_id is None:
        raise NoServerHere
    if not is_manager(request):
        raise NotManager
    return request.server_id


def is_manager(request: Request) -> bool:
    """Whether the person manages the server."""
    return request.actor.manages_server


def check_for_matches(request: Request, channel_id: int, *, opens_threads: bool) -> None:
    """Raise `MissingPermissions` if a channel or forum cannot show matches, `NotTextChannel` if it is neither."""
    forum = forum_called(request, channel_id)
    if forum is not None:
        check_forum(forum)
        return
    permissions = _permissions_in(request, channel_id)
    missing = _missing(permissions, opens_thread=opens_threads)
    if missing:
        raise MissingPermissions(channel_id, missing)


def forum_called(request: Request, channel_id: int | None) -> discord.ForumChannel | None:
    """The forum of this server with this id, if there is one."""
    guild = request.surroundings.guild
    channel = None if guild is None or channel_id is None else guild.get_channel(channel_id)
    return channel if isinstance(channel, discord.ForumChannel) else None


def may_see(request: Request, forum: discord.ForumChannel) -> bool:
    """Whether the person can see a forum."""
    member = request.surroundings.member
    return member is not None and forum.permissions_for(member).view_channel


def check_forum(forum: discord.ForumChannel) -> None:
    """Raise `MissingPermissions`, in Discord's words for forums, if matches could not be posts in it."""
    granted = _granted(forum.guild.me, forum)
    needed = {
        Phrase("View Channel"): granted.view_channel,
        Phrase("Create Posts"): granted.send_messages,
        Phrase("Send Messages in Posts"): granted.send_messages_in_threads,
        Phrase("Attach Files"): granted.attach_files,
    }
    missing = _names(needed)
    if missing and not granted.administrator:
        raise MissingPermissions(forum.id, missing)


def check_for_post(request: Request, channel_id: int, what: Phrase, *, has_picture: bool = True) -> None:
    """Raise `MissingPermissions` if a channel cannot have `what`, `NotTextChannel` if it has no text."""
    missing = _missing(_permissions_in(request, channel_id), has_picture=has_picture)
    if missing:
        raise MissingPermissions(channel_id, missing, what)


def text_channel_here(request: Request) -> int | None:
    """The text channel of this request or of its thread; None for other channels."""
    channel = request.surroundings.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel.id if isinstance(channel, discord.TextChannel) else None


def _permissions_in(request: Request, channel_id: int) -> discord.Permissions:
    """Furlong's permissions in a text channel of this server. Raises `NotTextChannel`."""
    guild = request.surroundings.guild
    channel = None if guild is None else guild.get_channel(channel_id)
    if guild is None or not isinstance(channel, discord.TextChannel):
        raise NotTextChannel(channel_id)
    return _granted(guild.me, channel)


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


def _missing(
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
