"""The interactions being answered at the moment, so that a stopping bot can finish them."""

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

_log: Final = logging.getLogger(__name__)


class OngoingAnswers:
    """The answers in progress."""

    def __init__(self) -> None:
        """No answer is in progress."""
        self._number = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    @contextmanager
    def one(self) -> Generator[None]:
        """An answer is in progress meanwhile."""
        self._number += 1
        self._is_idle.clear()
        try:
            yield
        finally:
            self._number -= 1
            if not self._number:
                self._is_idle.set()

    async def finish(self, patience: float) -> None:
        """Wait at most `patience` seconds until all answers are sent."""
        try:
            async with asyncio.timeout(patience):
                await self._is_idle.wait()
        except TimeoutError:
            _log.info("%s answers are cut short", self._number)
