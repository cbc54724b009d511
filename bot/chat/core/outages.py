"""Failures of Discord: unknown servers, missing answers, deleted messages."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Final, cast

import aiohttp
import discord

from bot.texts.outages import MALFORMED, Obstacle, obstacle_of

_FORBIDDEN: Final = 403  # HTTP status


class ServerElsewhere(Exception):
    """The error for a server on a shard that is not connected here, for which another process is responsible."""


class ServerUnknown(Exception):
    """The error for a server that Discord has not described, or that is unavailable: its channels are unknown."""


class PutOff(Exception):
    """The exception that puts a request off for `wait`, because of a rate limit and not because of a failure."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(f"put off for {wait.total_seconds():.1f} s")
        self.wait = wait


class StillRefused(discord.Forbidden):
    """The error of a request that is not sent, because Discord has refused the same one lately; `wait` until it may be."""

    def __init__(self, reason: str | None, code: int, text: str, wait: timedelta) -> None:
        response = SimpleNamespace(status=_FORBIDDEN, reason=reason)
        super().__init__(cast("aiohttp.ClientResponse", response), {"code": code, "message": text})
        self.wait = wait


PASSING: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, ConnectionError, ServerUnknown)
"""The errors of a request to Discord that a later attempt may not meet; see `is_our_fault`.

aiohttp raises a TimeoutError if a whole request takes too long. No other OSError is among them: it comes from a file, a
picture or a process of ours.
"""

LOST: Final = (aiohttp.ClientError, ConnectionError)
"""The errors after which nobody knows whether Discord has carried out a request, because its answer was lost."""

_UNKNOWN_MESSAGE: Final = 10008  # this and the next are Discord's error codes
_OF_ANOTHER_AUTHOR: Final = 50005
_EDITED_TOO_OFTEN: Final = 30046


def is_deleted(error: discord.HTTPException) -> bool:
    """Whether an error says that the message was deleted."""
    return isinstance(error, discord.NotFound) and error.code == _UNKNOWN_MESSAGE


def obstacle(error: discord.HTTPException) -> Obstacle:
    """The obstacle that Discord's refusal names."""
    return obstacle_of(error.status, error.code)


def is_our_fault(error: BaseException) -> bool:
    """Whether an error means that something is wrong with Furlong itself, and not with Discord or on the way to it.

    A request that Discord refuses as malformed is one. Refusals with a code of their own, such as that a thread is in
    the archive, are not.
    """
    if not isinstance(error, PASSING):
        return True
    return isinstance(error, discord.HTTPException) and obstacle(error) is MALFORMED


def is_uneditable(error: discord.HTTPException) -> bool:
    """Whether an error says that a message can never be edited: it was deleted, or sent by another bot."""
    return is_deleted(error) or error.code == _OF_ANOTHER_AUTHOR


def is_edited_too_often(error: discord.HTTPException) -> bool:
    """Whether an error says that too many old messages of the channel were edited just now."""
    return error.code == _EDITED_TOO_OFTEN


def channel_in(client: discord.Client, server_id: int, channel_id: int) -> discord.PartialMessageable:
    """A channel of a server, or of direct messages (`DIRECT`), to which messages can be sent."""
    return client.get_partial_messageable(channel_id, guild_id=server_id or None)


def server_of(client: discord.Client, server_id: int) -> discord.Guild:
    """A server as Discord describes it. Raises `ServerUnknown`."""
    guild = client.get_guild(server_id)
    if guild is None or guild.unavailable:
        raise ServerUnknown(f"Discord has not told of server {server_id}")
    return guild
