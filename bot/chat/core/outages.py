"""What Discord may not give us: a server that it has not described, an answer, a message that is deleted."""

from typing import Final

import aiohttp
import discord


class ServerElsewhere(Exception):
    """The server belongs to a shard that is not connected here, so another process is responsible for it."""


class ServerUnknown(Exception):
    """Discord has not described a server, or says that it is unavailable; its channels are unknown."""


PASSING: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError, ServerUnknown)
"""The errors of a request to Discord that are not our fault; a later attempt may succeed."""

_UNKNOWN_MESSAGE: Final = 10008


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
