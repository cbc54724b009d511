"""Failures of Discord: unknown servers, missing answers, deleted messages."""

from typing import Final

import aiohttp
import discord


class ServerElsewhere(Exception):
    """The error for a server on a shard that is not connected here, for which another process is responsible."""


class ServerUnknown(Exception):
    """The error for a server that Discord has not described, or that is unavailable: its channels are unknown."""


PASSING: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError, ServerUnknown)
"""The errors of a request to Discord that are not our fault; a later attempt may succeed."""

_UNKNOWN_MESSAGE: Final = 10008  # Discord's error code for a deleted message


def is_deleted(error: discord.HTTPException) -> bool:
    """Whether an error says that the message was deleted."""
    return isinstance(error, discord.NotFound) and error.code == _UNKNOWN_MESSAGE


def channel_in(client: discord.Client, server_id: int, channel_id: int) -> discord.PartialMessageable:
    """A channel of a server, or of direct messages (`DIRECT`), to which messages can be sent."""
    return client.get_partial_messageable(channel_id, guild_id=server_id or None)


def server_of(client: discord.Client, server_id: int) -> discord.Guild:
    """A server as Discord describes it. Raises `ServerUnknown`."""
    guild = client.get_guild(server_id)
    if guild is None or guild.unavailable:
        raise ServerUnknown(f"Discord has not told of server {server_id}")
    return guild
