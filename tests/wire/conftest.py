"""A Discord over real sockets, with the bot as a process of its own."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.engine.database import Database
from tests.bot.known_commands import EarlierStart, start_once
from tests.bot.tables import address_of, run
from tests.wire.moods import KIND
from tests.wire.world import Wire, served


@pytest.fixture(scope="session")
def earlier_start(tmp_path_factory: pytest.TempPathFactory) -> EarlierStart:
    """The state that an earlier start of the bot has left."""
    folder = tmp_path_factory.mktemp("earlier")

    async def start() -> EarlierStart:
        await (await Database.open(address_of(folder / "new.db"))).close()
        return await start_once(folder / "new.db", folder)

    return run(start())


@pytest_asyncio.fixture
async def quiet_wire(tmp_path: Path, earlier_start: EarlierStart) -> AsyncGenerator[Wire]:
    """A Discord to which nothing is connected yet, for a single test."""
    async with served(tmp_path, earlier=earlier_start) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wire(tmp_path_factory: pytest.TempPathFactory, earlier_start: EarlierStart) -> AsyncGenerator[Wire]:
    """A Discord with one bot for all tests of a module, because a start takes seconds.

    In the end, the bot is still there, and its log has neither errors nor tracebacks.
    """
    async with served(tmp_path_factory.mktemp("wire"), replace(KIND, enforces_nonces=True), earlier_start) as opened:
        process = await opened.run(FURLONG_TEST_HEARTBEAT_TIMEOUT="1.5")
        yield opened
        assert process.is_running, process.reply_text[-3000:]
        assert await process.stop() < 10
        assert "Traceback" not in process.reply_text, process.reply_text
