from collections.abc import AsyncGenerator

import pytest

from tests.bot.web.visiting import Visited, visited


@pytest.fixture
async def site(fresh_url: str) -> AsyncGenerator[Visited]:
    """The page, with the interface for programs."""
    async with visited(fresh_url) as found:
        yield found
