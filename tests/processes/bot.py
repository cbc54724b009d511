"""`furlong run`, or another command, as tests start it: with the fake Discord, their clock, and a faster pace.

Nothing else differs. The settings come from the environment, as for every host.
"""

import asyncio
import os
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot.store.engine import conditions, upgrading

if __name__ == "__main__":
    # Claims of a killed process expire soon. Other modules copy this value when they are imported.
    conditions.CLAIM = timedelta(seconds=30)

from bot import __main__
from bot.chat.client import Furlong, Options, Pace
from bot.chat.core import startup
from bot.hosting import service
from tests.processes.clock import SharedClock
from tests.processes.variables import CLOCK, GATEWAY, HEARTBEAT_TIMEOUT, PACES, PAINTS, SHOWS, VERSIONS

EVERY = timedelta(hours=1)
"""The time between signs of life, by the clock of the test; after three of these without one there is an outage."""

SECOND = timedelta(seconds=1)
_SERVERS_WITHIN = 0.2  # seconds
_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c63f80f00010101001b5ee0ee0000000049454e44ae426082"
)


class QuickBot(Furlong):
    """The bot, which checks its clocks every second, as if an hour had passed."""

    def __init__(self, options: Options) -> None:
        paces = options.paces_requests or bool(os.environ.get(PACES))
        shows = timedelta(seconds=float(os.environ.get(SHOWS, "1")))
        elapsed = SharedClock(Path(os.environ[CLOCK])).monotonic
        super().__init__(replace(options, pace=Pace(shows=shows, tends=EVERY), paces_requests=paces, elapsed=elapsed))
        # Discord describes the servers at once, but discord.py waits two seconds for one more.
        self._connection.guild_ready_timeout = _SERVERS_WITHIN
        if os.environ.get(HEARTBEAT_TIMEOUT):
            self._connection.heartbeat_timeout = float(os.environ[HEARTBEAT_TIMEOUT])

    async def setup_hook(self) -> None:
        await super().setup_hook()
        self._rounds.append(asyncio.create_task(self._repeat(SECOND, self._keep_clocks)))


def _no_picture(*_: object, **__: object) -> bytes:
    return _PIXEL


def main() -> int:
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ[GATEWAY])
    discord.utils.utcnow = SharedClock(Path(os.environ[CLOCK])).now
    startup.APART = timedelta(milliseconds=20)
    service.Furlong = QuickBot
    if os.environ.get(VERSIONS):
        upgrading.VERSIONS = (*upgrading.VERSIONS, Path(os.environ[VERSIONS]))
    if not os.environ.get(PAINTS):
        import render  # noqa: PLC0415 - only where pictures are left out

        render.picture = _no_picture
    return __main__.main(sys.argv[1:] or ["run"])


if __name__ == "__main__":
    sys.exit(main())
