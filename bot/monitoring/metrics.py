"""Metrics for Prometheus, and the page that serves them: some counted as the bot runs, the rest read for each request.

They reveal nothing private.
"""

import asyncio
import logging
import math
import os
import platform
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import partial
from itertools import product
from pathlib import Path
from time import perf_counter, time
from typing import Final, Generic, TypeVar

import discord
from aiohttp import web
from aiohttp.typedefs import Middleware
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot import __version__, telemetry
from bot.chat.client import Furlong
from bot.config import Address, SettingError
from bot.model.errors import DatabaseError
from bot.model.jobs import Kind
from bot.monitoring.health import Health, health_in
from bot.store import heartbeats, match_lists
from bot.store.engine.database import Database
from bot.store.engine.engines import size_of
from bot.store.engine.statements import statements_timed
from bot.store.jobs import queue
from bot.web import edge
from rules.wording import plural

_log: Final = logging.getLogger(__name__)
_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LAG_INTERVAL = 1.0  # seconds
_HERE: Final = Path()
_MOST_ASKED: Final = 100
"""The most requests from an address within ten seconds: each reads the database, and a monitor sends one in some seconds."""


class Metrics:
    """The metrics: counts turns and requests as a `bot.telemetry.Watcher`, and reads the rest from the store."""

    def __init__(self) -> None:
        """Start with no counts."""
        disable_created_metrics()  # they would double the page only to repeat the start time, which `process` has
        self._registry: Final = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._registry.register(_Levels())
        build = self._gauge("build_info", "Always 1; the versions in use.", "version", "discord_py", "python")
        build.labels(__version__, discord.__version__, platform.python_version()).set(1)
        self._turns = self._histogram(
            "turn_seconds", "From a press or command to the last message of its answer, boards included.", "action"
        )
        self._failures = self._counter("failures_total", "Answers that failed, and jobs to be tried again.", "of")
        self._thinking = self._histogram("thinking_seconds", "Time to answer a question of a computer player.", "about")
        self._loop_lag = self._histogram("loop_lag_seconds", "How late the event loop was, measured every second.")
        self._parts = self._counter("turn_part_seconds_total", "Where the time of answers went.", "part")
        self._answered = self._histogram("rest_seconds", "Requests to Discord.")
        self._requests = self._counter("rest_requests_total", "Requests to Discord, by answer.", "method", "status")
        self._limits = self._counter("rate_limits_total", "Requests that Discord rate-limited, by limit.", "scope")
        self._due = self._gauge("due", "Work that is due.", "kind")
        self._lag = self._gauge("due_age_seconds", "How long the oldest of it has been due.", "kind")
        self._matches = self._gauge("matches", "Matches that wait or run.", "state")
        self._size = self._gauge("database_bytes", "The size of the database.")
        self._visits = self._counter("page_requests_total", "Requests that the page has answered, by status.", "status")
        self._lost = self._counter("reconnections_total", "Connections of shards to Discord that were lost.")
        self._begin_at_zero()

    def _begin_at_zero(self) -> None:
        """Show what has not happened yet: Prometheus sees no increase in a counter that appears with its first count."""
        for of in ("answers", "pictures", *Kind):
            self._failures.labels(of)
        for scope in ("user", "shared", "global"):
            self._limits.labels(scope)
        for method, status in product(("GET", "POST", "PUT", "PATCH", "DELETE"), (200, 204, 403, 404, 429, 500, 503)):
            self._requests.labels(method, str(status))
        for status in (200, 303, 400, 401, 403, 404, 409, 429, 500):
            self._visits.labels(str(status))

    def turn(self, action: str, seconds: float, parts: Mapping[str, float]) -> None:
        """Count an answered interaction."""
        self._turns.labels(action).observe(seconds)
        for part, took in parts.items():
            self._parts.labels(part).inc(took)

    def request(self, method: str, status: int, seconds: float, rate_limit: str | None) -> None:
        """Count a request to Discord."""
        self._answered.observe(seconds)
        self._requests.labels(method, str(status)).inc()
        if rate_limit is not None:
            self._limits.labels(rate_limit).inc()

    def failure(self, of: str) -> None:
        """Count a failure."""
        self._failures.labels(of).inc()

    def thought(self, about: str, seconds: float) -> None:
        """Count a question that was answered."""
        self._thinking.labels(about).observe(seconds)

    def visit(self, status: int) -> None:
        """Count an answer of the page."""
        self._visits.labels(str(status)).inc()

    def reconnection(self) -> None:
        """Count a lost connection."""
        self._lost.inc()

    async def measure_loop(self) -> None:
        """Measure how late the event loop is, until it is cancelled."""
        while True:
            due_at = perf_counter() + _LAG_INTERVAL
            await asyncio.sleep(_LAG_INTERVAL)
            self._loop_lag.observe(max(0.0, perf_counter() - due_at))

    async def read(self, database: Database, now: datetime) -> None:
        """Read the due work and the numbers of matches from the store."""
        async with database.read() as connection:
            due = await queue.backlogs(connection, now)
            by_state = await match_lists.matches_by_state(connection)
            self._size.set(await size_of(connection))
        for kind, waiting in due.items():
            self._due.labels(kind).set(waiting.count)
            self._lag.labels(kind).set(waiting.age.total_seconds())
        for state, count in by_state.items():
            self._matches.labels(state).set(count)

    def page(self) -> bytes:
        """All metrics as text."""
        return generate_latest(self._registry)

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"furlong_{name}", meaning, labels, registry=self._registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(f"furlong_{name}", meaning, labels, registry=self._registry)

    def _histogram(self, name: str, meaning: str, *labels: str) -> Histogram:
        return Histogram(f"furlong_{name}", meaning, labels, buckets=_SECONDS, registry=self._registry)


class _Levels(Collector):
    """The gauges of `bot.telemetry`, read for each request."""

    def collect(self) -> Iterable[Metric]:
        """One family for each gauge."""
        return [GaugeMetricFamily(f"furlong_{one.name}", one.meaning, value=one.read()) for one in telemetry.gauges()]


async def _health_of(bot: Furlong) -> Health:
    """The health of the shards that this process holds."""
    if not bot.is_open:
        return Health(False, "Not well: the bot is starting.")
    try:
        async with bot.services.context.database.read() as connection:
            return await health_in(connection, bot.services.context.now(), bot.connections.held())
    except DatabaseError as error:
        return Health(False, f"Not well: the database cannot be read: {error}.")


def _watch_disk(disk: Path, backups: Path | None) -> None:
    """Report the space on a disk and, with `backups`, the age of the newest file there."""
    free, size = "Free bytes on the disk of the database or process.", "All bytes of that disk."
    telemetry.provide(telemetry.Gauge("disk_free_bytes", free, lambda: shutil.disk_usage(disk).free))
    telemetry.provide(telemetry.Gauge("disk_bytes", size, lambda: shutil.disk_usage(disk).total))
    if backups is not None:
        age = "The age of the latest backup; infinite if there is none."
        telemetry.provide(telemetry.Gauge("backup_age_seconds", age, partial(_age_of_newest, backups)))


def _age_of_newest(folder: Path) -> float:
    """Seconds since the newest file in a folder was written; infinite if there is none."""
    try:
        with os.scandir(folder) as found:
            newest = max((one.stat().st_mtime for one in found if one.is_file()), default=-math.inf)
    except OSError:
        return math.inf
    return time() - newest


async def _readiness_of(bot: Furlong) -> Health:
    """Whether this process can answer people now: all its shards are connected, and the database answers."""
    if not bot.is_open:
        return Health(False, "Not ready: the bot is starting.")
    missing = bot.connections.held().numbers - bot.connections.shards().numbers
    if missing:
        return Health(False, f"Not ready: {plural(len(missing), 'shard')} not connected.")
    try:
        async with bot.services.context.database.ask() as connection:
            await heartbeats.latest(connection)
    except DatabaseError as error:
        return Health(False, f"Not ready: the database cannot be read: {error}.")
    return Health(True, "Ready.")


async def _life_of(_bot: Furlong) -> Health:
    """That this process answers at all."""
    return Health(True, "Alive.")


_Made = TypeVar("_Made")


class _Together(Generic[_Made]):
    """Makes one answer for all who ask at the same time, so that the database is read once for them."""

    def __init__(self, make: Callable[[], Awaitable[_Made]]) -> None:
        self._make: Final = make
        self._making: asyncio.Task[_Made] | None = None

    async def get(self) -> _Made:
        """The answer. Raises what making it raises."""
        if self._making is None or self._making.done():
            self._making = asyncio.create_task(self._made())
        return await asyncio.shield(self._making)

    async def _made(self) -> _Made:
        return await self._make()


_STATES: Final[Mapping[str, Callable[[Furlong], Awaitable[Health]]]] = {
    "/healthz": _health_of,
    "/readyz": _readiness_of,
    "/livez": _life_of,
}
"""The checks of the process, by address."""


@asynccontextmanager
async def served(
    bot: Furlong, address: Address, *, disk: Path = _HERE, backups: Path | None = None
) -> AsyncGenerator[None]:
    """Serve the metrics of a bot at `/metrics` and its state at three addresses within the context.

    `/livez` says that the process answers at all, `/readyz` whether it can answer people, and `/healthz` also whether it
    has stored so lately.

    `disk` is a folder on the disk whose space is reported, and `backups` one whose newest file is the latest backup.
    Raises SettingError if the port cannot be used.
    """
    metrics = Metrics()
    _watch_disk(disk, backups)

    async def page() -> bytes:
        if bot.is_open:
            try:
                await metrics.read(bot.services.context.database, bot.services.context.now())
            except DatabaseError:
                _log.warning("due work could not be read for the metrics")
        return metrics.page()

    pages, states = _Together(page), {path: _Together(partial(look, bot)) for path, look in _STATES.items()}

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(body=await pages.get(), headers={"Content-Type": _TYPE})

    async def answer_state(request: web.Request) -> web.Response:
        found = await states[request.path].get()
        return web.Response(status=200 if found.is_well else 503, text=f"{found.line}\n")

    application = web.Application(middlewares=[edge.bounded, _counted(edge.Counts())])
    application.router.add_get("/metrics", answer)
    for path in _STATES:
        application.router.add_get(path, answer_state)
    async with AsyncExitStack() as serving:
        try:
            await serving.enter_async_context(edge.served(application, address.host, address.port))
        except OSError as error:
            raise SettingError(
                f"METRICS_PORT {address.port} cannot be used on {address.host}: {_reason(error)}. Name a free port, or none."
            ) from None
        measuring = asyncio.create_task(metrics.measure_loop())
        try:
            with telemetry.watching(metrics), statements_timed():
                yield
        finally:
            measuring.cancel()


def _counted(counts: edge.Counts) -> Middleware:
    """A middleware that refuses what an address asks too often."""

    @web.middleware
    async def counted(request: web.Request, handler: edge.Handler) -> web.StreamResponse:
        counts.count(edge.household(request.remote or ""), _MOST_ASKED)
        return await handler(request)

    return counted


def _reason(error: OSError) -> str:
    """The reason why an address cannot be used, without the address that asyncio adds to the message."""
    return os.strerror(error.errno) if error.errno else str(error)
