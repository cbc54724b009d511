"""What it looks like when Discord is away or will not do a thing."""

from typing import Final

import aiohttp
import discord


class ServerUnknown(Exception):
    """Discord has not told of a server, or says that it is unavailable; nothing is known of what is there."""


PASSING: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError, ServerUnknown)
"""What a request to Discord may raise through no fault of ours; it may go well another time."""

_UNKNOWN_MESSAGE: Final = 10008


def is_deleted(error: discord.HTTPException) -> bool:
    """Whether an error says that somebody has deleted the message."""
    return isinstance(error, discord.NotFound) and error.code == _UNKNOWN_MESSAGE
