"""Channels as options of commands, each kind with the types of channel that Discord offers for it."""

from typing import Any

import discord
from discord import app_commands
from discord.enums import ChannelType


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
