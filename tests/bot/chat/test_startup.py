"""Starting: shards connect one after the other, whatever the database raises; and clocks that differ are told of."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.actions.startup import time_until_turn
from bot.chat.core import startup
from tests.bot.tables import Hall
from tests.bot.world import World


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


@pytest.mark.parametrize(("ahead", "told"), [(3, "3 minutes ahead of"), (-3, "3 minutes behind"), (1, ""), (-1, "")])
async def test_a_bot_whose_clock_differs_from_that_of_its_database_by_minutes_says_so_when_it_starts(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, ahead: int, told: str
) -> None:
    theirs = world.bot.services.context.now() - timedelta(minutes=ahead)
    monkeypatch.setattr("bot.store.engine.processes.database_time", AsyncMock(return_value=theirs))
    await world.restart()
    warnings = [record.message for record in caplog.records if "the clock of this machine" in record.message]
    assert len(warnings) == bool(told) and all(told in warning for warning in warnings)


async def test_a_turn_to_connect_that_was_stored_by_a_clock_hours_ahead_is_none(hall: Hall) -> None:
    apart = timedelta(minutes=59)
    assert await time_until_turn(hall.matches, 0, apart) == timedelta()
    assert await time_until_turn(hall.matches, 0, apart) == apart, "an hour in the queue is believed"
    hall.clock.at -= timedelta(hours=2)
    assert await time_until_turn(hall.matches, 0, apart) == timedelta()
    assert await time_until_turn(hall.matches, 1, apart) == timedelta(), "another queue"
