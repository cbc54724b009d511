"""A Discord over real sockets, with the bot as a process of its own."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.engine.database import Database
from tests.bot.known_commands import EarlierStart, start_once
from tests.bot.tables import address_of, run
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
async def wire(tmp_path: Path, earlier_start: EarlierStart) -> AsyncGenerator[Wire]:
    """A Discord without a bot, whose database has seen an earlier start."""
    async with served(tmp_path, earlier=earlier_start) as opened:
        yield opened
