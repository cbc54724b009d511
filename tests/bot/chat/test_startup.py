"""Connecting shards one after the other: a shard that cannot ask for its turn waits for the usual time and connects."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.chat.core import startup


# Raised by asyncpg when PostgreSQL refuses connections; it is not one of SQLAlchemy's errors.
@pytest.mark.parametrize("error", [ValueError("not enough values to unpack"), ConnectionRefusedError()])
def test_a_shard_connects_whatever_the_database_raises(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    waited = AsyncMock()
    monkeypatch.setattr("bot.chat.core.startup.asyncio.sleep", waited)
    client: Any = Mock(fetch_session_start_limits=AsyncMock(return_value=Mock(max_concurrency=1, remaining=9)))
    context: Any = Mock(database=Mock(write=Mock(side_effect=error)))
    asyncio.run(startup.wait_for_turn(client, context, 3))
    waited.assert_awaited_once_with(startup.APART.total_seconds())


def test_a_bot_that_may_begin_no_more_sessions_waits_until_discord_lets_it_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waited = AsyncMock()
    monkeypatch.setattr("bot.chat.core.startup.asyncio.sleep", waited)
    limits = [Mock(remaining=left, reset_after=5_400_000, max_concurrency=1, total=1000) for left in (0, 0, 1000)]
    client: Any = Mock(fetch_session_start_limits=AsyncMock(side_effect=limits))
    now = datetime(2030, 1, 1, 22, 45, tzinfo=UTC)
    asyncio.run(startup.wait_for_turn(client, Mock(database=Mock(write=Mock(side_effect=OSError)), now=lambda: now), 3))
    assert [call.args[0] for call in waited.await_args_list] == [5401, 5401, startup.APART.total_seconds()]
    assert "Discord lets this bot connect no more before 2030-01-02 00:15 UTC; shard 3 waits until then" in caplog.text


def test_shards_leave_discord_more_time_than_it_asks_for() -> None:
    assert timedelta(seconds=5) < startup.APART
