"""Work in the background: no person waits for it, but the bot does before it stops."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

_log: Final = logging.getLogger(__name__)
_LONGEST_ANSWER: Final = 3.0  # seconds

_Result = TypeVar("_Result")


class Background:
    """The tasks that are under way."""

    def __init__(self) -> None:
        """Nothing is under way."""
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Do something to its end, even if the caller's task is cancelled; raises what it raises."""
        if asyncio.current_task() in self._tasks:  # it goes on by itself already
            return await work
        return await asyncio.shield(self._begin(work, self._tasks.discard))

    def start(self, work: Coroutine[Any, Any, _Result]) -> asyncio.Task[_Result]:
        """Begin something that the caller need not wait for; an error in it is logged."""
        return self._begin(work, self._forget_and_log)

    def start_after(self, asker: asyncio.Task[Any] | None, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin something when `asker` is done, or after a few seconds, so that the person who asked is answered first."""
        self.start(_after(asker, work))

    def _begin(
        self, work: Coroutine[Any, Any, _Result], when_done: Callable[[asyncio.Task[Any]], None]
    ) -> asyncio.Task[_Result]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(when_done)
        return task

    def _forget_and_log(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("what goes on in the background has failed; it is tried again", exc_info=error)

    @property
    def is_busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._tasks)

    async def idle(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self, patience: float) -> None:
        """Wait at most `patience` seconds for all that is under way or follows from it, and cancel the rest."""
        try:
            async with asyncio.timeout(patience):
                await self.idle()
        except TimeoutError:
            _log.info("%s things that are being sent are cut short", len(self._tasks))
        for task in self._tasks:
            task.cancel()
        await self.idle()


async def _after(asker: asyncio.Task[Any] | None, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    if asker is not None:
        await asyncio.wait((asker,), timeout=_LONGEST_ANSWER)
    await work()
