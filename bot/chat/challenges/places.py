"""Where a match may begin."""

from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.enums import ChannelType

from bot.actions import settings
from bot.chat.core.permissions import check_channel, check_forum, forum_called, may_see
from bot.chat.core.request import Request
from bot.model.refusals.commands import HiddenForum, OnlyInServers, WrongChannel
from bot.model.servers import Server


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """A channel or `forum` in which a match may begin, and what is usual on its server."""

    server_id: int
    channel_id: int
    server: Server
    wants_thread: bool
    forum: discord.ForumChannel | None = None


async def place_of(request: Request) -> MatchPlace:
    """Where somebody asks, or the server's forum. Raises `OnlyInServers`, `WrongChannel`, `HiddenForum` or `MissingPermissions`."""
    channel_id = request.surroundings.channel_id
    if request.server_id is None or channel_id is None:
        raise OnlyInServers
    server = await server_settled(request)
    forum = forum_called(request, server.channel_id)
    if forum is not None:
        check_forum(forum)
        if not may_see(request, forum):
            raise HiddenForum(forum.id)
        return MatchPlace(request.server_id, forum.id, server, wants_thread=False, forum=forum)
    wants_thread = server.uses_threads and isinstance(request.surroundings.channel, discord.TextChannel)
    _check_place(request, server)
    check_channel(request, opens_thread=wants_thread)
    return MatchPlace(request.server_id, channel_id, server, wants_thread)


async def server_settled(request: Request) -> Server:
    """What is settled for the server of this request; the usual in a direct message."""
    return Server() if request.server_id is None else await settings.of_server(request.context, request.server_id)


def _check_place(request: Request, server: Server) -> None:
    """Raise `WrongChannel` if matches may begin in another channel only; a thread belongs to its channel."""
    channel = request.surroundings.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else request.surroundings.channel_id
    if server.channel_id not in (None, here):
        raise WrongChannel(server.channel_id)


class _TextChannel(app_commands.Transformer):
    """A text channel as Discord describes it, wherever the bot knows it or not."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """What Discord asks for."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        """What Discord offers."""
        return [ChannelType.text]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> app_commands.AppCommandChannel:
        """Take it as it is: what may be done in the channel is looked at later."""
        return value


class _MatchChannel(_TextChannel):
    """A text channel or a forum."""

    @property
    def channel_types(self) -> list[ChannelType]:
        """What Discord offers."""
        return [ChannelType.text, ChannelType.forum]


class _ChallengePlace(_TextChannel):
    """Wherever a challenge may wait: a channel, a forum, a thread or post."""

    @property
    def channel_types(self) -> list[ChannelType]:
        """What Discord offers; it knows no commands for media channels."""
        threads = [ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread]
        return [ChannelType.text, ChannelType.news, ChannelType.forum, *threads]


Channel = app_commands.Transform[app_commands.AppCommandChannel, _TextChannel]
ChannelOrForum = app_commands.Transform[app_commands.AppCommandChannel, _MatchChannel]
ChannelOrThread = app_commands.Transform[
    app_commands.AppCommandChannel | app_commands.AppCommandThread, _ChallengePlace
]
