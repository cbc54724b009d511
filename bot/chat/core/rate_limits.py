"""Requests to Discord as they are answered: told to whoever measures, and counted where Discord bans for too many.

Discord shuts an address out for a while that sends ten thousand requests within ten minutes which it answers with 401,
403 or 429. The bot slows down long before, so that it never comes to that whatever goes wrong.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from time import monotonic, perf_counter
from types import SimpleNamespace
from typing import Final

import aiohttp

from bot import telemetry
from bot.telemetry import Gauge

_log: Final = logging.getLogger(__name__)
_INVALID: Final = frozenset({401, 403, 429})
_TOO_MANY: Final = 429
_SWITCHED: Final = 101
_PERIOD: Final = 600.0  # seconds
_BANNED_FROM: Final = 10_000
_WAITS: Final = ((5_000, 60.0), (1_000, 2.0))
"""From so many invalid requests on, everything that is sent by itself waits so many seconds before."""


class InvalidRequests:
    """Counts what Discord refuses; `clock` tells the time in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Nothing was refused yet."""
        self._clock = clock
        self._refused: deque[float] = deque(maxlen=_BANNED_FROM)
        self._has_warned = False

    def note(self, status: int, rate_limit: str | None = None) -> None:
        """A request was answered with that status; of the rate limits, one that is `shared` with others is not ours."""
        if status in _INVALID and rate_limit != "shared":
            self._refused.append(self._clock())

    @property
    def count(self) -> int:
        """How many of the last ten minutes were refused."""
        since = self._clock() - _PERIOD
        while self._refused and self._refused[0] <= since:
            self._refused.popleft()
        return len(self._refused)

    @property
    def wait(self) -> float:
        """How many seconds everything that is sent by itself is to wait before."""
        count = self.count
        return next((seconds for least, seconds in _WAITS if count >= least), 0.0)

    async def brake(self) -> None:
        """Wait before something is sent that nobody is waiting for."""
        wait = self.wait
        if wait and not self._has_warned:
            _log.warning(
                "Discord has refused %s requests in ten minutes, and bans for %s: the bot sends more slowly",
                self.count,
                _BANNED_FROM,
            )
        self._has_warned = wait > 0
        if wait:
            await asyncio.sleep(wait)


def tracing(invalid: InvalidRequests) -> aiohttp.TraceConfig:
    """What makes a client tell of its requests."""
    telemetry.provide(Gauge("invalid_requests", "Requests of the last ten minutes that Discord refused.", _of(invalid)))

    async def begin(_session: aiohttp.ClientSession, context: SimpleNamespace, _sent: object) -> None:
        context.begun = perf_counter()

    async def end(
        _session: aiohttp.ClientSession, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        status = ended.response.status
        if status == _SWITCHED:  # the connection to the gateway, which is none of the requests that Discord counts
            return
        limit = ended.response.headers.get("X-RateLimit-Scope", "unknown") if status == _TOO_MANY else None
        invalid.note(status, limit)
        telemetry.requested(ended.method, status, perf_counter() - context.begun, limit)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    return trace


def _of(invalid: InvalidRequests) -> Callable[[], float]:
    return lambda: invalid.count
