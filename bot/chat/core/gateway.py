"""Connections to Discord's gateway: what cannot be understood ends no process, and a lost one is soon tried again."""

import logging
import random
import secrets
import zlib
from typing import Any, Final

import aiohttp
from discord import ConnectionClosed
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure

from bot.outside import telemetry

_log: Final = logging.getLogger(__name__)
_RECEIVED: Final = DiscordWebSocket.received_message
_OF_CONNECTION: Final = (ReconnectWebSocket, ConnectionClosed, WebSocketClosure, aiohttp.ClientError, OSError)
"""The exceptions by which discord.py itself closes a connection or opens another one."""

_FIRST: Final = (None, 1)
"""The sequence numbers while HELLO and READY arrive, without which a connection is of no use."""

_BROKEN: Final = 4000  # the code with which the bot closes a connection that it opens again


_LONGEST_WAIT: Final = 60.0  # seconds
_FEW: Final = 100
"""With fewer connections left today, the library's own waits apply: an identification may be what Discord cuts off."""

_DELAY: Final = ExponentialBackoff[bool].delay
_left: Final[list[int]] = []
"""The last known number of connections that Discord still permits today, if any."""


def count_connections_left(number: int) -> None:
    """Note how many connections Discord still permits today."""
    _left[:] = [number]
    telemetry.provide(telemetry.Gauge("identifies_left", "How often the bot may still connect today.", lambda: number))


def connect_again_soon() -> None:
    """From now on, wait at most a minute before each attempt to connect again, while Discord permits many more today.

    discord.py doubles its waits up to 17 minutes, so a shard would stay away long after Discord is back.
    """
    ExponentialBackoff.delay = _delay  # pyright: ignore[reportAttributeAccessIssue]


def _delay(backoff: ExponentialBackoff[bool]) -> float:
    """The seconds before the next attempt; those of many processes come apart from each other."""
    delay = _DELAY(backoff)
    if delay <= _LONGEST_WAIT or (_left and _left[0] < _FEW):
        return delay
    return random.uniform(_LONGEST_WAIT / 2, _LONGEST_WAIT)


def drop_malformed_events() -> None:
    """From now on, drop events that discord.py cannot read, instead of ending the process.

    discord.py has no hook for them: an error while it reads an event closes the client. A connection whose first events
    or compression are malformed is opened again.
    """
    DiscordWebSocket.received_message = _received


async def _received(connection: DiscordWebSocket, message: Any, /) -> None:
    """Read a message of the gateway. Raises the errors of the connection, and ConnectionError if it is of no use."""
    try:
        await _RECEIVED(connection, message)
    except _OF_CONNECTION:
        raise
    except Exception as error:  # noqa: BLE001 - an event can be malformed in any way
        code = secrets.token_hex(3).upper()
        _log.exception("%s: an event of Discord cannot be understood and is dropped", code)
        if isinstance(error, zlib.error) or connection.sequence in _FIRST:
            await connection.close(_BROKEN)
            raise ConnectionError(f"what Discord sends cannot be understood ({code})") from None
