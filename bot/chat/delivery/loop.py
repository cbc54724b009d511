"""The one loop that does what is stored: it looks what is due, claims it, does it, and puts back what fails.

It knows neither the store nor Discord. A loop runs for each lane, so that none waits behind another.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeVar

from bot.chat.core.outages import PASSING, ServerElsewhere
from bot.chat.delivery.background import Background
from bot.model.jobs import DueJob
from bot.telemetry import concerning

_log: Final = logging.getLogger(__name__)
_BATCH: Final = 500


_Claim = TypeVar("_Claim")
_Result = TypeVar("_Result", bound="JobResult")
_Done = TypeVar("_Done", bound="JobResult", covariant=True)


@dataclass(frozen=True, slots=True)
class JobResult:
    """A job was done; `more_waits` tells that there is more of it to do by now, `follow_up` what is left to do afterwards."""

    more_waits: bool = field(default=False, kw_only=True)
    follow_up: Callable[[], Coroutine[Any, Any, None]] | None = field(default=None, kw_only=True)


class Jobs(Protocol[_Claim, _Done]):
    """The jobs of a lane."""

    async def due(self, limit: int, busy: Collection[int]) -> Sequence[DueJob]:
        """At most `limit` jobs to do now, those that have waited longest first, none in a `busy` channel."""
        ...

    async def claim(self, job: DueJob) -> _Claim | None:
        """Take a job, so that no other process does it; None if it is not due, or another process has it."""
        ...

    async def do(self, claim: _Claim) -> _Done:
        """Do it and note that. Raises anything if it cannot be done now."""
        ...

    async def put_back(self, claim: _Claim, error: Exception) -> None:
        """Have it done later, after `error`."""
        ...

    async def abandon(self, claim: _Claim) -> None:
        """Let others do it at once, because this process stops before it has."""
        ...


async def no_brake() -> None:
    """Wait for nothing."""


class Loop(Generic[_Claim, _Result]):
    """Does the jobs of a lane, `at_once` of them at the same time, one after the other within a channel."""

    def __init__(
        self,
        jobs: Jobs[_Claim, _Result],
        background: Background,
        brake: Callable[[], Awaitable[None]],
        *,
        at_once: int,
    ) -> None:
        """Nothing is sent before `look` or `deliver` is called; `brake` waits before what is due is sent by itself."""
        self._jobs = jobs
        self._background = background
        self._brake = brake
        self._at_once = at_once
        self._queues: dict[int, deque[DueJob]] = {}  # by channel, the next channel first
        self._busy: set[int] = set()
        self._may_find_more = False
        self._round: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._failure: Exception | None = None
        self._is_stopped = False
        self._cut_short: list[_Claim] = []

    def look(self) -> asyncio.Task[None]:
        """Have everything sent that is due now; the task is done when it was, and raises what the store raised."""
        self._may_find_more = True
        self._changed.set()
        if self._round is None or self._round.done():
            self._round = self._background.start(self._send_due())
        return self._round

    async def deliver(self, job: DueJob) -> None:
        """Send a thing now, whatever else waits. What follows from it begins when the caller's task is done.

        Does nothing if it is not due or somebody else is sending it.
        """
        asker = asyncio.current_task()
        await self._background.run(self._deliver(job, asker))

    async def send(self, claim: _Claim, do: Callable[[], Awaitable[_Result]]) -> _Result | None:
        """Do a job that the caller has claimed with `do`; None if it was put back. What follows is as above."""
        asker = asyncio.current_task()
        sent = await self._background.run(self._do(claim, do))
        if sent is not None:
            self._follow_up_after(asker, sent)
        return sent

    def stop(self) -> None:
        """Begin nothing any more."""
        self._is_stopped = True
        self._changed.set()

    async def abandon(self) -> None:
        """Let others send at once what was being sent here when it was cut short."""
        while self._cut_short:
            await self._jobs.abandon(self._cut_short.pop())

    async def _send_due(self) -> None:
        """Send until nothing is found any more, in as many channels at once as may be."""
        self._failure = None
        while not self._is_stopped:
            self._begin_channels()
            if self._may_find_more and len(self._busy) < self._at_once:
                await self._find()
            elif self._busy:
                self._changed.clear()
                await self._changed.wait()
            else:
                break
        if self._failure is not None:
            raise self._failure

    async def _find(self) -> None:
        """Line up more of what is due, in channels where nothing is being sent."""
        self._may_find_more = False
        found = await self._jobs.due(_BATCH, tuple(self._busy))
        for waiting in found:
            self._queues.setdefault(waiting.channel, deque()).append(waiting)
        self._may_find_more = self._may_find_more or len(found) == _BATCH

    def _begin_channels(self) -> None:
        ready = [channel for channel in self._queues if channel not in self._busy]
        for channel in ready[: self._at_once - len(self._busy)]:
            self._busy.add(channel)
            self._background.start(self._send_next(channel))

    async def _send_next(self, channel: int) -> None:
        """Send what has waited longest in a channel; then it is the turn of others."""
        queue = self._queues.pop(channel)
        try:
            await self._deliver_in_turn(queue.popleft())
            self._may_find_more = self._may_find_more or not queue  # the batch held as much of this channel as it could
        except Exception as error:  # noqa: BLE001 - the store is away; whoever looks is told once, when the round is over
            self._failure = self._failure or error
        finally:
            self._busy.discard(channel)
            if queue:
                self._queues[channel] = queue
            self._changed.set()

    async def _deliver_in_turn(self, job: DueJob) -> None:
        await self._brake()
        while (sent := await self._take_and_do(job)) is not None:
            if sent.follow_up is not None:
                await sent.follow_up()
            if not sent.more_waits:
                return

    async def _deliver(self, job: DueJob, asker: asyncio.Task[Any] | None) -> None:
        while (sent := await self._take_and_do(job)) is not None:
            self._follow_up_after(asker, sent)
            if not sent.more_waits:
                return

    def _follow_up_after(self, asker: asyncio.Task[Any] | None, sent: _Result) -> None:
        if sent.follow_up is not None:
            self._background.start_after(asker, sent.follow_up())

    async def _take_and_do(self, job: DueJob) -> _Result | None:
        claim = None if self._is_stopped else await self._jobs.claim(job)
        return None if claim is None else await self._do(claim, partial(self._jobs.do, claim))

    async def _do(self, claim: _Claim, do: Callable[[], Awaitable[_Result]]) -> _Result | None:
        """Do what was claimed; None if it was put back, or left to the process that sees to its server."""
        if self._is_stopped:
            await self._jobs.abandon(claim)
            return None
        with concerning(match=getattr(claim, "match_id", None), server=getattr(claim, "server_id", None)):
            return await self._try(claim, do)

    async def _try(self, claim: _Claim, do: Callable[[], Awaitable[_Result]]) -> _Result | None:
        try:
            return await do()
        except asyncio.CancelledError:
            self._cut_short.append(claim)
            raise
        except ServerElsewhere:
            await self._jobs.abandon(claim)
        except PASSING as error:
            await self._jobs.put_back(claim, error)
        except Exception as error:  # noqa: BLE001 - what cannot be sent must not keep anything else from it
            _log.exception("%s could not be sent", claim)
            await self._jobs.put_back(claim, error)
        return None
