"""Discord's answers to requests: reported to metrics, and counted if they are refusals, for which Discord may ban.

Discord bans an address for a while after ten thousand requests within ten minutes that it answers with 401, 403 or 429.
The bot slows down long before that.
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
"""From this many invalid requests on, everything sent without a person waiting is delayed by that many seconds."""


class InvalidRequests:
    """Counts the requests that Discord refuses; `clock` returns the time in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """No request was refused yet."""
        self._clock = clock
        self._refused: deque[float] = deque(maxlen=_BANNED_FROM)
        self._has_warned = False

    def note(self, status: int, rate_limit: str | None = None) -> None:
        """Count a request by the status of its answer; a rate limit that is `shared` with others does not count."""
        if status in _INVALID and rate_limit != "shared":
            self._refused.append(self._clock())

    @property
    def count(self) -> int:
        """The number of requests refused in the last ten minutes."""
        since = self._clock() - _PERIOD
        while self._refused and self._refused[0] <= since:
            self._refused.popleft()
        return len(self._refused)

    @property
    def wait(self) -> float:
        """The delay in seconds before anything is sent that nobody is waiting for."""
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
    """The tracing configuration with which a client reports its requests."""
    telemetry.provide(Gauge("invalid_requests", "Requests of the last ten minutes that Discord refused.", _of(invalid)))

    async def begin(_session: aiohttp.ClientSession, context: SimpleNamespace, _sent: object) -> None:
        context.begun = perf_counter()

    async def end(
        _session: aiohttp.ClientSession, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        status = ended.response.status
        if status == _SWITCHED:  # the connection to the gateway, which Discord does not count
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
