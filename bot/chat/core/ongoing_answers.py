"""Who is being answered at the moment, so that a bot which stops can finish what it has begun."""

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

_log: Final = logging.getLogger(__name__)


class OngoingAnswers:
    """The answers that are under way."""

    def __init__(self) -> None:
        """Nobody is being answered."""
        self._number = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()

    @contextmanager
    def one(self) -> Generator[None]:
        """Meanwhile somebody is being answered."""
        self._number += 1
        self._is_idle.clear()
        try:
            yield
        finally:
            self._number -= 1
            if not self._number:
                self._is_idle.set()

    async def finish(self, patience: float) -> None:
        """Wait `patience` seconds at most until everybody is answered."""
        try:
            async with asyncio.timeout(patience):
                await self._is_idle.wait()
        except TimeoutError:
            _log.info("%s answers are cut short", self._number)
