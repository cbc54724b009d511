"""Telling one person something by all the routes that they like, each with what to do instead where it is closed."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import discord

from bot.chat.core.outages import PASSING
from bot.chat.delivery.recipients import Route
from bot.chat.delivery.threads import is_closed

_log: Final = logging.getLogger(__name__)


async def tell(
    routes: Sequence[Sequence[Route]], send: Callable[[Route], Awaitable[discord.Message]]
) -> Sequence[discord.Message]:
    """Send something by `routes`; the messages that were sent, none if all routes are closed.

    Raises what Discord being away raises, unless they were told by another route.
    """
    messages: list[discord.Message] = []
    for alternatives in routes:
        try:
            for route in alternatives:
                message = await _sent(route, send)
                if message is not None:
                    messages.append(message)
                    break
        except PASSING as error:
            if not messages:
                raise
            _log.info("somebody was told of something by one route only: %s", error)
    return messages


async def _sent(route: Route, send: Callable[[Route], Awaitable[discord.Message]]) -> discord.Message | None:
    """Send something by one route; None if it is closed."""
    try:
        return await send(route)
    except discord.HTTPException as error:
        if not is_closed(error):
            raise
        _log.info("a route is closed: %s", error)
        return None
