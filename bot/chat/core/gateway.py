"""Events of Discord's gateway that cannot be understood: they are logged and dropped, and never end the process."""

import logging
import secrets
import zlib
from typing import Any, Final

import aiohttp
from discord import ConnectionClosed
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure

_log: Final = logging.getLogger(__name__)
_RECEIVED: Final = DiscordWebSocket.received_message
_OF_CONNECTION: Final = (ReconnectWebSocket, ConnectionClosed, WebSocketClosure, aiohttp.ClientError, OSError)
"""The exceptions by which discord.py itself closes a connection or opens another one."""

_FIRST: Final = (None, 1)
"""The sequence numbers while HELLO and READY arrive, without which a connection is of no use."""

_BROKEN: Final = 4000  # the code with which the bot closes a connection that it opens again


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
