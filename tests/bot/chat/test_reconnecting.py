"""A shard that Discord has cut off: how soon it is tried again, and for how long it is away."""

import logging
import random
from collections.abc import Generator

import pytest
from discord.backoff import ExponentialBackoff

from bot.chat.core import gateway
from bot.outside import telemetry
from tests.bot.world import World

OUTAGE = 40
"""Attempts during an outage of some hours."""


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.setattr(ExponentialBackoff, "delay", ExponentialBackoff.delay)
    monkeypatch.setattr(gateway, "_left", [])
    gateway.connect_again_soon()
    random.seed(7)
    yield
    random.seed()


def waits() -> list[float]:
    """The waits of a shard that is not admitted again and again."""
    backoff = ExponentialBackoff[bool]()
    return [backoff.delay() for _ in range(OUTAGE)]


def test_after_a_long_outage_a_shard_is_tried_again_within_a_minute_and_not_all_at_the_same_time() -> None:
    found = waits()
    assert max(found) <= 60 and len(set(found)) == OUTAGE
    assert sum(found[-20:]) / 20 > 20, "nor too often"
    assert found[0] <= 2 and found[1] <= 4, "a short outage is over soon"


@pytest.mark.parametrize(("left", "is_short"), [(1_000, True), (100, True), (99, False), (0, False)])
def test_while_discord_permits_few_connections_today_the_library_waits_as_long_as_it_likes(
    left: int, *, is_short: bool
) -> None:
    gateway.count_connections_left(left)
    assert (max(waits()) <= 60) is is_short
    [gauge] = [one for one in telemetry.gauges() if one.name == "identifies_left"]
    assert gauge.read() == left


async def test_how_long_a_shard_is_away_is_measured_and_logged(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    connections = world.bot.connections
    [gauge] = [one for one in telemetry.gauges() if one.name == "shard_away_seconds"]
    assert gauge.read() == 0
    connections.cut_off(0)
    connections.cut_off(0)
    assert gauge.read() > 0
    connections.connected(0)
    assert gauge.read() == 0
    assert [line for line in caplog.messages if line.startswith("shard 0 is connected again, after ")]
