"""Waiting with a time limit, after which the error says what was missing."""

import asyncio
import os
from collections.abc import Awaitable, Callable

_MOST = 5.0
"""The factor by which waits may be longer on a busy machine."""


def patience(seconds: float) -> float:
    """The time limit for something that takes at most this many seconds on an idle machine."""
    return seconds * min(max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)), _MOST)


async def until_none(find: Callable[[], Awaitable[object]], what: str, seconds: float) -> None:
    """Wait until `find` finds nothing more. Raises AssertionError with its last result if that takes too long."""
    seconds, found = patience(seconds), None
    try:
        async with asyncio.timeout(seconds):
            while found := await find():
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise AssertionError(f"{what}, for {seconds:.0f} s: {str(found)[:1000]}") from None
