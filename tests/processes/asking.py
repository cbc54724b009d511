"""Querying the database from outside, even while it restarts."""

# The driver asyncpg comes without types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportUnknownLambdaType=false

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from tests.processes.waiting import patience

_AWAY = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
_AT_ONCE = 4  # connections, of those that the bots need
_LONGEST = 60.0


class Questions:
    """Queries the database at an address, over a few connections that all callers share."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._idle: list[Any] = []

    async def rows(self, query: str, *values: object) -> Sequence[Mapping[str, Any]]:
        """The rows that a query returns. Raises AssertionError if the database is away for too long."""
        async with self._turns:
            try:
                async with asyncio.timeout(patience(_LONGEST)):
                    return await self._asked_until_answered(query, values)
            except TimeoutError:
                raise AssertionError(f"the database has not answered {query[:100]}") from None

    async def _asked_until_answered(self, query: str, values: Sequence[object]) -> Sequence[Mapping[str, Any]]:
        while True:
            with suppress(*_AWAY):
                return await self._asked(query, values)
            await asyncio.sleep(0.1)

    async def _asked(self, query: str, values: Sequence[object]) -> Sequence[Mapping[str, Any]]:
        connection = self._idle.pop() if self._idle else await asyncpg.connect(self._address)
        try:
            found = [dict(row) for row in await connection.fetch(query, *values)]
        except BaseException:  # a restart may have broken it
            connection.terminate()
            raise
        self._idle.append(connection)
        return found

    def close(self) -> None:
        for connection in self._idle:
            connection.terminate()
