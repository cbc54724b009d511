"""What a run needs: the database, the double of Discord with its servers, the clock, and the settings of the processes."""

import tempfile
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web

from tests.processes import asking, bot
from tests.processes.clock import SharedClock
from tests.processes.cluster import Cluster
from tests.processes.double import Discord
from tests.processes.players import Players
from tests.processes.postgres import Postgres, free_port

_FIRST_SERVER, _FIRST_CHANNEL = 10**11, 10**15
_AT_ONCE = 64


@dataclass
class Stage:
    """All of it, while it is there."""

    folder: Path
    clock: SharedClock
    postgres: Postgres
    discord: Discord
    players: Players
    settings: dict[str, str]

    def cluster(self, shards: Iterable[str]) -> Cluster:
        """Processes that hold these shards, not yet started."""
        return Cluster(self.folder, self.settings, shards)

    async def rows(self, query: str, *values: object) -> Sequence[Mapping[str, Any]]:
        """What the database says."""
        return await asking.rows(self.postgres.url, query, *values)


@asynccontextmanager
async def staged(servers: int, *, is_durable: bool = False, at_once: int = _AT_ONCE) -> AsyncGenerator[Stage]:
    """Set everything up, and take it down again."""
    with tempfile.TemporaryDirectory(prefix="furlong-processes-") as name:
        folder, postgres = Path(name), Postgres(is_durable=is_durable)
        clock = SharedClock(folder / "clock")
        channels = {(_FIRST_SERVER + number) << 22: _FIRST_CHANNEL + number for number in range(servers)}
        port = free_port()
        discord = Discord(channels, clock.now, f"ws://127.0.0.1:{port}/gateway")
        runner = web.AppRunner(discord.app(), access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
            settings = {
                "DISCORD_TOKEN": "a.b.c",
                "DATABASE_URL": postgres.url,
                "REST_PROXY": f"http://127.0.0.1:{port}",
                bot.GATEWAY: discord.gateway_url,
                bot.CLOCK: str(folder / "clock"),
            }
            players = Players(discord, postgres.url, at_once=at_once)
            yield Stage(folder, clock, postgres, discord, players, settings)
        finally:
            await runner.cleanup()
            postgres.close()
