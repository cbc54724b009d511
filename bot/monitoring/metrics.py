"""Metrics for Prometheus, and the page that serves them: some counted as the bot runs, the rest read for each request.

They reveal nothing private.
"""

import asyncio
import logging
import os
import platform
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from time import perf_counter
from typing import Final

import discord
from aiohttp import web
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
from bot.monitoring.health import Health, health_in
from bot.store import match_lists
from bot.store.engine.database import Database
from bot.store.engine.statements import statements_timed
from bot.store.jobs import queue
from bot.web import edge

_log: Final = logging.getLogger(__name__)
_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LAG_INTERVAL = 1.0  # seconds


class Metrics:
    """The metrics: counts turns and requests as a `bot.telemetry.Watcher`, and reads the rest from the store."""

    def __init__(self) -> None:
        """Start with no counts."""
        disable_created_metrics()  # they would double the page just to repeat the start time, which `process` has
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


@asynccontextmanager
async def served(bot: Furlong, address: Address) -> AsyncGenerator[None]:
    """Serve the metrics of a bot at `/metrics` and its health at `/healthz` within the context.

    Raises SettingError if the port cannot be used.
    """
    metrics = Metrics()

    async def answer(_request: web.Request) -> web.Response:
        if bot.is_open:
            try:
                await metrics.read(bot.services.context.database, bot.services.context.now())
            except DatabaseError:
                _log.warning("what waits cannot be looked up for the metrics")
        return web.Response(body=metrics.page(), headers={"Content-Type": _TYPE})

    async def answer_health(_request: web.Request) -> web.Response:
        found = await _health_of(bot)
        return web.Response(status=200 if found.is_well else 503, text=f"{found.line}\n")

    application = web.Application(middlewares=[edge.bounded])
    application.router.add_get("/metrics", answer)
    application.router.add_get("/healthz", answer_health)
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


def _reason(error: OSError) -> str:
    """The reason why an address cannot be used, without the address that asyncio adds to the message."""
    return os.strerror(error.errno) if error.errno else str(error)
