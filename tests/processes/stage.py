"""The environment of a run: the database, the fake Discord with its servers, the clock, and the processes' settings."""

import shutil
import tempfile
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web

from tests.processes import variables
from tests.processes.asking import Questions
from tests.processes.clock import SharedClock
from tests.processes.cluster import Cluster
from tests.processes.double import Discord
from tests.processes.pages import URL, Pages
from tests.processes.players import Players
from tests.processes.postgres import Postgres, free_port

_FIRST_SERVER, _FIRST_CHANNEL = 10**11, 10**15
SERVERS = 64
_AT_ONCE = 64
_GOODBYE = 1.0  # seconds


@dataclass
class RunStage:
    """The environment of a run."""

    folder: Path
    clock: SharedClock
    postgres: Postgres
    discord: Discord
    players: Players
    settings: dict[str, str]
    questions: Questions

    def cluster(self, shards: Iterable[str]) -> Cluster:
        """Processes that hold these shards, not started yet."""
        return Cluster(self.folder, self.settings, shards)

    async def rows(self, query: str, *values: object) -> Sequence[Mapping[str, Any]]:
        """The rows that a query returns."""
        return await self.questions.rows(query, *values)


@asynccontextmanager
async def staged(
    servers: int, *, is_durable: bool = False, is_pooled: bool = False, at_once: int = _AT_ONCE
) -> AsyncGenerator[RunStage]:
    """Set everything up and take it down again; after an error the logs of the processes are kept.

    With `is_pooled` the processes reach the database through PgBouncer.
    """
    folder, postgres = Path(tempfile.mkdtemp(prefix="furlong-processes-")), Postgres(is_durable=is_durable)
    clock, questions = SharedClock(folder / "clock"), Questions(postgres.url)
    channels = {(_FIRST_SERVER + number) << 22: _FIRST_CHANNEL + number for number in range(servers)}
    port = free_port()
    discord = Discord(channels, clock.now, f"ws://127.0.0.1:{port}/gateway")
    runner = web.AppRunner(discord.app(), access_log=None, shutdown_timeout=_GOODBYE)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        settings = {
            "DISCORD_TOKEN": "a.b.c",
            "DATABASE_URL": postgres.pooled() if is_pooled else postgres.url,
            "REST_PROXY": f"http://127.0.0.1:{port}",
            "WEB_URL": URL,
            variables.GATEWAY: discord.gateway.url,
            variables.CLOCK: str(folder / "clock"),
        }
        players = Players(discord, questions, Pages(questions, clock), at_once=at_once)
        yield RunStage(folder, clock, postgres, discord, players, settings, questions)
        shutil.rmtree(folder)
    finally:
        await runner.cleanup()
        questions.close()
        postgres.close()
