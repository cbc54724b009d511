"""The one loop that sends what is stored: it looks what is due, takes it, sends it, and puts back what fails.

It knows neither matches nor Discord's messages. What boards, notices and panels have of their own is in a `DeliveryKind`;
each kind runs in a loop of its own, so that none waits behind another.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeVar

from bot.chat.core.connections import ServerElsewhere
from bot.chat.core.outages import PASSING
from bot.chat.delivery.background import Background
from bot.store.engine.claims import DueItem
from bot.telemetry import concerning

_log: Final = logging.getLogger(__name__)
_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class SendResult:
    """Something was sent; `more_waits` tells that there is more of it to send by now."""

    more_waits: bool = field(default=False, kw_only=True)


_Claim = TypeVar("_Claim")
_Sent = TypeVar("_Sent", bound=SendResult)


class DeliveryKind(Protocol[_Claim, _Sent]):
    """One kind of thing that is sent. Each thing has a number and a channel."""

    async def due(self, limit: int, busy: Collection[int]) -> Sequence[DueItem]:
        """At most `limit` things to send now, those that have waited longest first, none in a `busy` channel."""
        ...

    async def claim(self, number: int) -> _Claim | None:
        """Take a thing, so that nobody else sends it; None if it is not due, or somebody else has it."""
        ...

    async def show(self, claimed: _Claim) -> _Sent:
        """Send it and note that. Raises anything if it cannot be done now."""
        ...

    def follow_up(self, sent: _Sent) -> Coroutine[Any, Any, None] | None:
        """What is left to do once it was sent; None for nothing."""
        ...

    async def put_back(self, claimed: _Claim, error: Exception) -> None:
        """Have it sent later, after `error`."""
        ...

    async def abandon(self, claimed: _Claim) -> None:
        """Let others send it at once, for this process stops before it has."""
        ...


async def no_brake() -> None:
    """Wait for nothing."""


class Loop(Generic[_Claim, _Sent]):
    """Sends things of one `kind`, `at_once` of them at the same time, one after the other within a channel."""

    def __init__(
        self,
        kind: DeliveryKind[_Claim, _Sent],
        background: Background,
        brake: Callable[[], Awaitable[None]],
        *,
        at_once: int,
    ) -> None:
        """Nothing is sent before `look` or `deliver` is called; `brake` waits before what is due is sent by itself."""
        self._kind = kind
        self._background = background
        self._brake = brake
        self._at_once = at_once
        self._queues: dict[
            int, deque[int]
        ] = {}  # by channel: the numbers of what is to be sent; whose turn is next first
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

    async def deliver(self, number: int) -> None:
        """Send a thing now, whatever else waits. What follows from it begins when the caller's task is done.

        Does nothing if it is not due or somebody else is sending it.
        """
        asker = asyncio.current_task()
        await self._background.run(self._deliver(number, asker))

    async def send(self, claimed: _Claim, show: Callable[[], Awaitable[_Sent]]) -> _Sent | None:
        """Send a thing that the caller has claimed with `show`; None if it was put back. What follows is as above."""
        asker = asyncio.current_task()
        sent = await self._background.run(self._show(claimed, show))
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
            await self._kind.abandon(self._cut_short.pop())

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
        found = await self._kind.due(_BATCH, tuple(self._busy))
        for waiting in found:
            self._queues.setdefault(waiting.channel, deque()).append(waiting.number)
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

    async def _deliver_in_turn(self, number: int) -> None:
        await self._brake()
        while (sent := await self._take_and_show(number)) is not None:
            left = self._kind.follow_up(sent)
            if left is not None:
                await left
            if not sent.more_waits:
                return

    async def _deliver(self, number: int, asker: asyncio.Task[Any] | None) -> None:
        while (sent := await self._take_and_show(number)) is not None:
            self._follow_up_after(asker, sent)
            if not sent.more_waits:
                return

    def _follow_up_after(self, asker: asyncio.Task[Any] | None, sent: _Sent) -> None:
        left = self._kind.follow_up(sent)
        if left is not None:
            self._background.start_after(asker, left)

    async def _take_and_show(self, number: int) -> _Sent | None:
        claimed = None if self._is_stopped else await self._kind.claim(number)
        return None if claimed is None else await self._show(claimed, partial(self._kind.show, claimed))

    async def _show(self, claimed: _Claim, show: Callable[[], Awaitable[_Sent]]) -> _Sent | None:
        """Send what is claimed; None if it was put back, or left to the process that sees to its server."""
        if self._is_stopped:
            await self._kind.abandon(claimed)
            return None
        with concerning(match=getattr(claimed, "match_id", None), server=getattr(claimed, "server_id", None)):
            return await self._try(claimed, show)

    async def _try(self, claimed: _Claim, show: Callable[[], Awaitable[_Sent]]) -> _Sent | None:
        try:
            return await show()
        except asyncio.CancelledError:
            self._cut_short.append(claimed)
            raise
        except ServerElsewhere:
            await self._kind.abandon(claimed)
        except PASSING as error:
            await self._kind.put_back(claimed, error)
        except Exception as error:  # noqa: BLE001 - what cannot be sent must not keep anything else from it
            _log.exception("%s could not be sent", claimed)
            await self._kind.put_back(claimed, error)
        return None
