"""Permissions that Furlong needs in a channel, and that people need to manage a server."""

import discord

from bot.chat.core.members import writes
from bot.chat.core.request import Request
from bot.chat.core.rooms import ServerRooms, missing
from bot.model.permissions import ServerAct, check_server
from bot.model.place import DIRECT, Place
from bot.model.refusals import MissingPermissions
from bot.model.refusals.challenges import MayNotPostHere
from bot.model.refusals.people import NoServerHere


def check_channel(request: Request, *, opens_thread: bool = False) -> None:
    """Raise `MissingPermissions` if a match could not be shown in the channel of this request.

    With `opens_thread`, its boards would be in a thread of that channel.
    """
    in_thread = isinstance(request.surroundings.channel, discord.Thread)
    lacking = missing(request.surroundings.app_permissions, in_thread=in_thread, opens_thread=opens_thread)
    if lacking and request.surroundings.channel_id is not None:
        raise MissingPermissions(request.surroundings.channel_id, lacking)


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
    if place.posted_on == DIRECT:
        return
    if place.channel_id == request.surroundings.channel_id:
        check_may_write(request)
    elif not await request.services.visitors.may_post(place.server_id, place.channel_id, request.person.id):
        raise MayNotPostHere(place.channel_id)


def check_manager(request: Request) -> int:
    """The server of this request. Raises `NoServerHere`, or `NotManager` if the person does not manage it."""
    if request.server_id is None:
        raise NoServerHere
    check_server(ServerAct.MANAGE, request.server_id, request.actor)
    return request.server_id


def rooms_of(request: Request) -> ServerRooms:
    """The channels of the server of this request. Raises `NoServerHere`."""
    guild = request.surroundings.guild
    if guild is None:
        raise NoServerHere
    return ServerRooms(guild.me, {channel.id: channel for channel in guild.channels}, text_channel_here(request))


def forum_called(request: Request, channel_id: int | None) -> discord.ForumChannel | None:
    """The forum of this server with this id, if there is one."""
    guild = request.surroundings.guild
    channel = None if guild is None or channel_id is None else guild.get_channel(channel_id)
    return channel if isinstance(channel, discord.ForumChannel) else None


def may_see(request: Request, forum: discord.ForumChannel) -> bool:
    """Whether the person can see a forum."""
    member = request.surroundings.member
    return member is not None and forum.permissions_for(member).view_channel


def text_channel_here(request: Request) -> int | None:
    """The text channel of this request or of its thread; None for other channels."""
    channel = request.surroundings.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel.id if isinstance(channel, discord.TextChannel) else None
