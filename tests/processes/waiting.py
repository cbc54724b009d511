"""Waiting, but never for ever: whoever has waited in vain says what was missing."""

import asyncio
import os
from collections.abc import Awaitable, Callable

_MOST = 5.0
"""However busy it is, that many times as long is enough."""


def patience(seconds: float) -> float:
    """How long to wait for what takes at most so many seconds on a machine that has nothing else to do."""
    return seconds * min(max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)), _MOST)


async def until_none(find: Callable[[], Awaitable[object]], what: str, seconds: float) -> None:
    """Wait until `find` finds nothing any more. Raises AssertionError if that takes longer, with what it has found last."""
    seconds, found = patience(seconds), None
    try:
        async with asyncio.timeout(seconds):
            while found := await find():
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise AssertionError(f"{what}, for {seconds:.0f} s: {str(found)[:1000]}") from None
