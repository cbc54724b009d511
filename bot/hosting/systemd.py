"""Notifications to systemd (`Type=notify`, `WatchdogSec=`): the bot is starting, is ready, is alive, is stopping.

Discord admits shards one after the other, six seconds apart, together with those of other processes with the same
token. However many there are, systemd waits as long as the bot keeps connecting them.

Without systemd, its variables are not set and nothing is sent.
"""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final

_log: Final = logging.getLogger(__name__)
_EXTENSION: Final = timedelta(minutes=2)
"""The minimum time for which systemd is asked to wait, again and again while the bot starts."""


@asynccontextmanager
async def kept_informed(wait_until_ready: Callable[[], Awaitable[None]]) -> AsyncGenerator[None]:
    """Keep systemd informed about a bot that is starting, is ready after `wait_until_ready`, and stops afterwards."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        yield
        return
    tasks = [asyncio.create_task(_tell_ready(wait_until_ready, address)), asyncio.create_task(_tell_alive(address))]
    try:
        yield
    finally:
        _send(address, "STOPPING=1")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _tell_ready(wait_until_ready: Callable[[], Awaitable[None]], address: str) -> None:
    ready = asyncio.ensure_future(wait_until_ready())
    try:
        while not ready.done():
            _send(address, f"EXTEND_TIMEOUT_USEC={_EXTENSION // timedelta(microseconds=1)}")
            await asyncio.wait([ready], timeout=_EXTENSION.total_seconds() / 4)
    finally:
        ready.cancel()
    _send(address, "READY=1\nSTATUS=Connected to Discord.")


async def _tell_alive(address: str) -> None:
    """Report that the event loop is alive, twice in the time after which systemd would restart the bot."""
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
        _log.warning("systemd could not be notified: %s", error)
