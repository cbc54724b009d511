"""Asking the database from outside, however long it takes until it can be asked."""

# The driver asyncpg comes without types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

_AWAY = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


async def rows(address: str, query: str, *values: object) -> Sequence[Mapping[str, Any]]:
    """What the database answers, in a connection of its own: one that a restart has broken is of no use."""
    while True:
        with suppress(*_AWAY):
            connection = await asyncpg.connect(address)
            try:
                return [dict(row) for row in await connection.fetch(query, *values)]
            finally:
                connection.terminate()
        await asyncio.sleep(0.1)
