"""A PostgreSQL server that takes no changes under the bot: its disk is full, or it has become read-only."""

import logging
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

import aiohttp
import pytest
from sqlalchemy import make_url

from bot.chat.client import Furlong, Options
from bot.hosting import metrics
from bot.hosting.checking import check
from bot.hosting.config import Address
from bot.hosting.service import Faults
from bot.store.engine import engines
from tests.bot.tables import POSTGRES, all_games, on_server, postgres_database, run_at
from tests.bot.thinking import AtOnce
from tests.bot.world import World
from tests.processes.postgres import free_port

_FULL: Final = 'could not extend file "base/5/16385": No space left on device'
"""What a server says that finds no room for a row."""

_EACH_TABLE: Final = """
DO $$ DECLARE each name; BEGIN
    FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP EXECUTE format({}, each); END LOOP;
END $$
"""


@pytest.fixture
def postgres_url() -> Generator[str]:
    """The address of a database of the test's own, because its connections are hung up."""
    if not POSTGRES:
        pytest.skip("FURLONG_TEST_POSTGRES is not set")
    with postgres_database() as url:
        yield url


@pytest.fixture
def simcord_bot(postgres_url: str) -> Furlong:
    """The bot on PostgreSQL."""
    return Furlong(Options(postgres_url, games=all_games(), thinkers=AtOnce()))


@asynccontextmanager
async def _disk_is_full(url: str) -> AsyncGenerator[None]:
    """The server refuses each row with the state and the words of a full disk."""
    raising = f"BEGIN RAISE EXCEPTION '{_FULL}' USING ERRCODE = 'disk_full'; END"
    await run_at(
        url,
        f"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ {raising} $$",
        _EACH_TABLE.format("'CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON %I EXECUTE FUNCTION refuse()'"),
    )
    yield
    await run_at(url, "DROP FUNCTION refuse CASCADE")


@asynccontextmanager
async def _is_read_only(url: str) -> AsyncGenerator[None]:
    """The server accepts only reading from now on, as one that is a copy of another, or whose owner has run out of room."""
    name = make_url(url).database
    hang_up = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    await on_server(f"ALTER DATABASE {name} SET default_transaction_read_only = on", hang_up)
    yield
    await on_server(f"ALTER DATABASE {name} RESET default_transaction_read_only", hang_up)


@pytest.mark.logs_errors
@pytest.mark.usefixtures("pings")
@pytest.mark.parametrize(
    ("fault", "cause"), [(_disk_is_full, "No space left on device"), (_is_read_only, "read-only transaction")]
)
async def test_what_cannot_be_stored_is_told_and_nothing_is_lost(
    fault: Callable[[str], AbstractAsyncContextManager[None]],
    cause: str,
    world: World,
    postgres_url: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(metrics, "_WRITES_EVERY", 0.0)
    monkeypatch.setattr(engines, "LONGEST_UNASKED", 0.0)  # the server hangs up when it becomes read-only
    port = free_port()
    async with metrics.served(world.bot, Address("127.0.0.1", port)), aiohttp.ClientSession() as session:

        async def ready() -> tuple[int, str]:
            async with session.get(f"http://127.0.0.1:{port}/readyz") as answer:
                return answer.status, await answer.text()

        await world.start_match()
        await world.types(world.ada, "a4<c4")
        before = await world.match()
        async with fault(postgres_url):
            told = await world.types(world.ben, "e5<e4")
            assert told.startswith("Furlong couldn't write to its database just now, so nothing has changed.")
            status, line = await ready()
            assert status == 503 and cause in line
            assert await world.match() == before, "and everybody can still read"
        assert await ready() == (200, "Ready.\n")
        await world.types(world.ben, "e5<e4")
        assert (await world.match()).ply == before.ply + 1
    [error] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert Faults().admit(error)
    assert cause in error.getMessage() and error.getMessage().endswith("and has room on its disk")
    assert (await check(postgres_url, print)).moves == before.ply + 1
