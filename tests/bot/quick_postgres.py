"""PostgreSQL for tests with fewer questions to the server, which take most of the time of a small test there.

A test's tables are emptied on a connection that stays open. They are emptied row by row unless they are large, because
TRUNCATE makes new files for each table and index however few rows there are.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from sqlalchemy import text
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.engine import database
from bot.store.engine.schema import METADATA

_CHILDREN_FIRST: Final = ", ".join(f"'{table.name}'" for table in reversed(METADATA.sorted_tables))
_LARGE: Final = 1 << 18  # bytes
_EMPTY: Final = text(
    f"""DO $$
    DECLARE
        name text;
        counter text;
    BEGIN
        FOREACH name IN ARRAY ARRAY[{_CHILDREN_FIRST}] LOOP
            IF pg_relation_size(name::regclass) > {_LARGE} THEN
                EXECUTE format('TRUNCATE %I CASCADE', name);
            ELSE
                EXECUTE format('DELETE FROM %I', name);
            END IF;
        END LOOP;
        FOR counter IN
            SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences WHERE last_value IS NOT NULL
        LOOP
            PERFORM setval(counter::regclass, 1, false);
        END LOOP;
    END $$"""
)


class SharedTables:
    """A database with up-to-date tables, which tests use one after the other."""

    def __init__(self, url: str) -> None:
        """Connect to the database at `url`."""
        self.url = url
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._engine = create_async_engine(url)
        self._connection: AsyncConnection = self._runner.run(_connected(self._engine))

    def empty(self) -> None:
        """Delete every row, and count from 1 again."""
        self._runner.run(self._empty())

    async def _empty(self) -> None:
        async with self._connection.begin():
            await self._connection.execute(_EMPTY)

    def close(self) -> None:
        """Close the connection."""
        with self._runner:
            self._runner.run(self._connection.close())
            self._runner.run(self._engine.dispose())


async def _connected(engine: AsyncEngine) -> AsyncConnection:
    return await engine.connect()


def with_fewer_questions(patch: pytest.MonkeyPatch) -> None:
    """During the lifetime of `patch`, ask no connection whether it still works, and each server once what it is."""
    patch.setattr(PGDialect_asyncpg, "do_ping", _works)
    patch.setattr(database, "is_direct", _remembered(database.is_direct))


def with_pings(patch: pytest.MonkeyPatch) -> None:
    """Ask a connection again, before each use, whether it still works."""
    patch.setattr(PGDialect_asyncpg, "do_ping", _PING)


_PING: Final = PGDialect_asyncpg.do_ping


def _works(_dialect: PGDialect_asyncpg, _connection: object) -> bool:
    return True


def _remembered(ask: Callable[[AsyncEngine], Awaitable[bool]]) -> Callable[[AsyncEngine], Awaitable[bool]]:
    known: dict[Any, bool] = {}

    async def ask_once(engine: AsyncEngine) -> bool:
        server = engine.url.host, engine.url.port
        if server not in known:
            known[server] = await ask(engine)
        return known[server]

    return ask_once
