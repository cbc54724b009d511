"""Fixtures for tests of the page."""

from collections.abc import AsyncGenerator

import pytest

from bot.web.access import Activity
from tests.bot.web.visiting import CLIENT_SECRET, Visited, visited


@pytest.fixture
async def site(fresh_url: str) -> AsyncGenerator[Visited]:
    """A page without a public address, which also opens inside a Discord that is away."""
    activity = Activity(lambda: 1 << 22, CLIENT_SECRET, "http://127.0.0.1:9")
    async with visited(fresh_url, activity=activity) as site:
        yield site
