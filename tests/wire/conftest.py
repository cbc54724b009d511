"""A Discord over real sockets, with the bot as a process of its own."""

import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from bot.store.engine import database
from bot.store.engine.database import Database
from tests.bot.known_commands import EarlierStart, start_once
from tests.bot.tables import address_of, run
from tests.conformance import judge
from tests.processes import variables
from tests.processes.postgres import free_port
from tests.wire.moods import STRICT
from tests.wire.world import Wire, served

_HEARTBEATS, _HEARTBEAT_TIMEOUT = 0.5, 2.0  # seconds
_REFUSED_AT_MOST: Final = 0.01
"""The share of requests that may come too early: at the first answer of a window, discord.py takes what remains by its
headers without the requests that are still on their way, so that one that comes at that moment is sent at once."""

_NOT_ITS_OWN: Final = re.compile("Attempting a reconnect|an event of Discord cannot be understood and is dropped")


@pytest.fixture(scope="session")
def earlier_start(tmp_path_factory: pytest.TempPathFactory) -> EarlierStart:
    """The state that an earlier start of the bot has left."""
    folder = tmp_path_factory.mktemp("earlier")

    async def leave(_engine: object) -> None:
        """Note nowhere where a file is opened that is copied elsewhere."""

    async def start() -> EarlierStart:
        await (await Database.open(address_of(folder / "new.db"))).close()
        return await start_once(folder / "new.db", folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "settle", leave)
        return run(start())


@pytest_asyncio.fixture
async def quiet_wire(tmp_path: Path, earlier_start: EarlierStart) -> AsyncGenerator[Wire]:
    """A Discord to which nothing is connected, for a single test."""
    async with served(tmp_path, earlier=earlier_start) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wire(tmp_path_factory: pytest.TempPathFactory, earlier_start: EarlierStart) -> AsyncGenerator[Wire]:
    """A Discord with one bot for all tests of a module, because a start takes seconds.

    In the end, the bot is still there, its log has no errors of its own, it has kept to the limits in headers as well
    as discord.py does, and Discord's limits judge all that it has sent.
    """
    async with served(tmp_path_factory.mktemp("wire"), STRICT, earlier_start) as opened:
        opened.server.gateway.interval = _HEARTBEATS
        opened.metrics = f"http://127.0.0.1:{(port := free_port())}/metrics"
        process = await opened.run(METRICS_PORT=str(port), **{variables.HEARTBEAT_TIMEOUT: str(_HEARTBEAT_TIMEOUT)})
        yield opened
        assert process.is_running, process.reply_text[-3000:]
        assert await process.stop() < 10
        assert not _own_errors(process.reply_text), process.reply_text
        assert opened.server.too_many <= 1 + len(opened.server.requests) * _REFUSED_AT_MOST
        judge.check([opened.server.recording()])


def _own_errors(log: str) -> list[str]:
    """The errors in a log, except those about what Discord has sent."""
    found = re.findall(r"^\[[^]]*\] \[(?:ERROR|CRITICAL) *\] .*", log, re.MULTILINE)
    return [line for line in found if not _NOT_ITS_OWN.search(line)]
