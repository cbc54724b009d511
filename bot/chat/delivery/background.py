"""Work that goes on by itself: nobody waits for it, but the bot does before it stops."""

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
        """Do something to its end, also where whoever waits for it is cancelled; raises what it raises."""
        if asyncio.current_task() in self._tasks:  # it goes on by itself already
            return await work
        return await asyncio.shield(self._begin(work, self._tasks.discard))

    def start(self, work: Coroutine[Any, Any, _Result]) -> asyncio.Task[_Result]:
        """Begin something that nobody need wait for; what goes wrong is logged."""
        return self._begin(work, self._forget_and_log)

    def start_after(self, asker: asyncio.Task[Any] | None, work: Coroutine[Any, Any, None]) -> None:
        """Begin something when `asker` is done, or after a few seconds: whoever has asked for it is answered first."""
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
        """Wait `patience` seconds at most for what is under way and all that follows from it; cut the rest short."""
        try:
            async with asyncio.timeout(patience):
                await self.idle()
        except TimeoutError:
            _log.info("%s things that are being sent are cut short", len(self._tasks))
        for task in self._tasks:
            task.cancel()
        await self.idle()


async def _after(asker: asyncio.Task[Any] | None, work: Coroutine[Any, Any, None]) -> None:
    try:
        if asker is not None:
            await asyncio.wait((asker,), timeout=_LONGEST_ANSWER)
    except asyncio.CancelledError:
        work.close()
        raise
    await work
