"""What the bot tells systemd (`Type=notify`, `WatchdogSec=`): that it starts, is ready, is alive, and stops.

Discord lets shards in one after the other, five seconds apart, and those of other processes with the same token between
them. However many there are, systemd waits for them as long as the bot is at it.

Elsewhere the variables that systemd sets are missing, and nothing is told.
"""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final, Protocol

_log: Final = logging.getLogger(__name__)
_EXTENSION: Final = timedelta(minutes=2)
"""What systemd is asked to wait for at least, again and again while the bot starts."""


class _StartingBot(Protocol):
    """The bot, as far as it matters here."""

    def wait_until_ready(self) -> Awaitable[None]:
        """Wait until Discord has let the bot in."""
        ...


@asynccontextmanager
async def kept_informed(bot: _StartingBot) -> AsyncGenerator[None]:
    """Tell systemd of a bot that starts, and stops afterwards."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        yield
        return
    tasks = [asyncio.create_task(_tell_ready(bot, address)), asyncio.create_task(_tell_alive(address))]
    try:
        yield
    finally:
        _send(address, "STOPPING=1")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _tell_ready(bot: _StartingBot, address: str) -> None:
    ready = asyncio.ensure_future(bot.wait_until_ready())
    try:
        while not ready.done():
            _send(address, f"EXTEND_TIMEOUT_USEC={_EXTENSION // timedelta(microseconds=1)}")
            await asyncio.wait([ready], timeout=_EXTENSION.total_seconds() / 4)
    finally:
        ready.cancel()
    _send(address, "READY=1\nSTATUS=Connected to Discord.")


async def _tell_alive(address: str) -> None:
    """Say again and again that the event loop goes on, twice in the time after which systemd would start it anew."""
    microseconds = int(os.environ.get("WATCHDOG_USEC", "0") or 0)
    while microseconds:
        _send(address, "WATCHDOG=1")
        await asyncio.sleep(microseconds / 2_000_000)


def _send(address: str, message: str) -> None:
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as connection:
            connection.connect(f"\0{address[1:]}" if address.startswith("@") else address)
            connection.send(message.encode())
    except OSError as error:
        _log.warning("systemd cannot be told: %s", error)
