"""Playgrounds whose database is filled before they start."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.actions.context import Context
from bot.chat.client import Furlong, Options
from bot.model import challenges
from bot.store.engine.database import Database
from tests.browser.process import Playground

if TYPE_CHECKING:
    from studio.playground.world import SimulatedServer


_MOST_TOGETHER = 1_000
"""How many matches two people may have at once in these playgrounds."""


@asynccontextmanager
async def opened(file: Path) -> AsyncGenerator[tuple[Context, "SimulatedServer"]]:
    """The database of a playground, and its people and its channel."""
    from studio.playground.world import build, simcord  # noqa: PLC0415 - it needs an extra that the rest of the tests can do without

    database = await Database.open(f"sqlite:///{file}")
    context = Context(database, now=lambda: datetime.now(UTC), lots=random.Random(1))
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(challenges, "MOST_TOGETHER", _MOST_TOGETHER)
            yield context, build(simcord.Env(Furlong(Options("sqlite://"))))
    finally:
        await database.close()


@contextmanager
def filled(file: Path, fill: Callable[[Path], Coroutine[object, object, None]]) -> Generator[Playground]:
    """A playground on a file that was filled before; it is killed afterwards."""
    with ThreadPoolExecutor() as pool:  # playwright runs a loop in this thread
        pool.submit(asyncio.run, fill(file)).result()
    playground = Playground(file)
    try:
        yield playground
    finally:
        playground.kill()
