"""Errors of Discord: it is unreachable, or refuses a request."""

from typing import Final

import aiohttp
import discord


class ServerUnknown(Exception):
    """Discord has not described a server, or says that it is unavailable; its channels are unknown."""


PASSING: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError, ServerUnknown)
"""The errors of a request to Discord that are not our fault; a later attempt may succeed."""

_UNKNOWN_MESSAGE: Final = 10008


def is_deleted(error: discord.HTTPException) -> bool:
    """Whether an error says that the message was deleted."""
    return isinstance(error, discord.NotFound) and error.code == _UNKNOWN_MESSAGE
