"""Connecting one shard after the other: whoever cannot ask for its turn waits as long as it takes, and connects."""

import asyncio
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.chat.core import startup


# What asyncpg has raised where PostgreSQL refused connections; it is none of SQLAlchemy's errors.
@pytest.mark.parametrize("error", [ValueError("not enough values to unpack"), ConnectionRefusedError()])
def test_a_shard_connects_whatever_the_database_raises(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    waited = AsyncMock()
    monkeypatch.setattr("bot.chat.core.startup.asyncio.sleep", waited)
    client: Any = Mock(fetch_session_start_limits=AsyncMock(return_value=Mock(max_concurrency=1)))
    context: Any = Mock(database=Mock(write=Mock(side_effect=error)))
    asyncio.run(startup.wait_for_turn(client, context, 3))
    waited.assert_awaited_once_with(startup.APART.total_seconds())
