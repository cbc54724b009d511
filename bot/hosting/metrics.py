"""Metrics for Prometheus, and the page that serves them: some counted as the bot runs, the rest read for each request.

They reveal nothing private.
"""

import asyncio
import logging
import math
import os
import platform
import shutil
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import partial
from itertools import product
from pathlib import Path
from time import monotonic, perf_counter, time
from typing import Any, Final, Generic, TypeVar, cast

import discord
from aiohttp import web
from aiohttp.typedefs import Middleware
from cachetools import Cache
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

from bot import __version__
from bot.chat.client import Furlong
from bot.hosting.config import Address, SettingError
from bot.hosting.health import ANSWERS_WITHIN, LONGEST_SILENCE, Health, check_writing, health_in
from bot.model.askers import Counts
from bot.model.errors import DatabaseBusy, DatabaseError
from bot.model.jobs import Kind
from bot.outside import telemetry
from bot.screens import pictures
from bot.store import match_lists
from bot.store.engine.database import Database
from bot.store.engine.engines import driver_url, is_sqlite, size_of
from bot.store.engine.statements import statements_timed
from bot.store.jobs import queue
from bot.web import edge
from rules.wording import plural

_log: Final = logging.getLogger(__name__)
_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LAG_INTERVAL = 1.0  # seconds
_HERE: Final = Path()
_PACKAGES: Final = ("bot", "players", "render", "rules")
_WRITES_EVERY = 2.0  # seconds
_LEAST_FREE = 16 * 2**20
"""Bytes on the disk of an SQLite file, whose log may have room for what changes nothing while it has none for a move."""
_MOST_ASKED: Final = 100
"""The most requests from an address within ten seconds: each reads the database, and a monitor sends one in some seconds."""


class Metrics:
    """The metrics: counts turns and requests as a `bot.outside.telemetry.Watcher`, and reads the rest from the store."""

    def __init__(self) -> None:
        """Start with no counts."""
        disable_created_metrics()  # they would double the page only to repeat the start time, which `process` has
        self._registry: Final = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._registry.register(_Levels())
        self._registry.register(_Entries())
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
        self._state = self._gauge("state", "What the checks of the process say now: 1 if all is well, else 0.", "check")
        self._read_at = -math.inf
        age = "How long ago the values in the database were read, which are left out if that fails."
        self._age = self._gauge("read_age_seconds", age)
        self._age.set_function(lambda: monotonic() - self._read_at)
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

    def note_state(self, check: str, *, is_well: bool) -> None:
        """Note what a check says."""
        self._state.labels(check).set(is_well)

    def forget(self) -> None:
        """Leave out what is stored, which is not known at the moment: the last values would look like a quiet night."""
        for cache in (self._due, self._lag, self._matches):
            cache.clear()
        self._size.set(math.nan)

    async def read(self, database: Database, now: datetime) -> None:
        """Read the due work and the numbers of matches from the store."""
        async with database.read() as connection:
            due = await queue.backlogs(connection, now)
            by_state = await match_lists.matches_by_state(connection)
            self._size.set(await size_of(connection))
        self._read_at = monotonic()
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
    """The gauges of `bot.outside.telemetry`, read for each request."""

    def collect(self) -> Iterable[Metric]:
        """One family for each name."""
        families = dict[str, GaugeMetricFamily]()
        for gauge in telemetry.gauges():
            labels = ["of"] if gauge.of else []
            family = GaugeMetricFamily(f"furlong_{gauge.name}", gauge.meaning, labels=labels)
            families.setdefault(gauge.name, family).add_metric([gauge.of] if gauge.of else [], gauge.read())
        return families.values()


class _Entries(Collector):
    """How full the caches of functions are. Those without a bound have few questions, and count together."""

    def collect(self) -> Iterable[Metric]:
        """The entries, and the bounds."""
        entries = GaugeMetricFamily("furlong_cache_entries", "Entries in caches of functions.", labels=["of"])
        limits = GaugeMetricFamily("furlong_cache_entries_limit", "How many there can be.", labels=["of"])
        unbounded = 0
        for name, _function, (_hits, _misses, limit, count) in cached_functions():
            if limit is None:
                unbounded += count
            else:
                entries.add_metric([name], count)
                limits.add_metric([name], limit)
        entries.add_metric(["others"], unbounded)
        return entries, limits


def cached_functions() -> Iterable[tuple[str, Callable[..., object], tuple[int, int, int | None, int]]]:
    """The functions of this product with a cache, each with its name, and hits, misses, limit and entries."""
    ours = [module for name, module in sorted(sys.modules.items()) if name.partition(".")[0] in _PACKAGES]
    for module in ours:
        for name, value in vars(module).items():
            if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "cache_parameters"):
                yield f"{module.__name__}.{name}", value, value.cache_info()


async def _health_of(bot: Furlong, write: Callable[[], Awaitable[None]]) -> Health:
    """The health of the shards that this process holds; `write` raises DatabaseError if nothing can be stored."""
    if not bot.is_open:
        return Health(False, "Not well: the bot is starting.")
    if bot.connections.has_any and bot.heartbeat.silence > LONGEST_SILENCE:
        return Health(
            False, f"Not well: no sign of life was stored for {bot.heartbeat.silence.total_seconds():,.0f} s."
        )
    try:
        await write()
        async with bot.services.context.database.read() as connection:
            return await health_in(connection, bot.services.context.now(), bot.connections.held())
    except DatabaseError as error:
        return Health(False, f"Not well: the database cannot be used: {error}.")


def _watch_disk(disk: Path, backups: Path | None) -> None:
    """Report the space on a disk and, with `backups`, the age of the newest file there."""
    free, size = "Free bytes on the disk of the database or process.", "All bytes of that disk."
    telemetry.provide(telemetry.Gauge("disk_free_bytes", free, lambda: shutil.disk_usage(disk).free))
    telemetry.provide(telemetry.Gauge("disk_bytes", size, lambda: shutil.disk_usage(disk).total))
    if backups is not None:
        age = "The age of the latest backup; infinite if there is none."
        telemetry.provide(telemetry.Gauge("backup_age_seconds", age, partial(_age_of_newest, backups)))


def _watch_caches() -> None:
    """Report the caches of pictures, which the whole process shares."""
    for name, painting in (
        ("pictures", pictures.painted),
        ("thumbnails", pictures.thumbnail),
        ("illustrations", pictures.illustration),
        ("motions", pictures.moved),
    ):
        telemetry.provide_cache(name, partial(_bytes_in, cast("Cache[Any, Any]", painting.cache)))


def _bytes_in(cache: Cache[Any, Any]) -> float:
    return cache.currsize


def _age_of_newest(folder: Path) -> float:
    """Seconds since the newest file in a folder was written; infinite if there is none."""
    try:
        with os.scandir(folder) as entries:
            newest = max((entry.stat().st_mtime for entry in entries if entry.is_file()), default=-math.inf)
    except OSError:
        return math.inf
    return time() - newest


async def _readiness_of(bot: Furlong, write: Callable[[], Awaitable[None]]) -> Health:
    """Whether this process can answer people now: all its shards are connected, and moves can be stored."""
    if not bot.is_open:
        return Health(False, "Not ready: the bot is starting.")
    missing = bot.connections.held().numbers - bot.connections.shards().numbers
    if missing:
        return Health(False, f"Not ready: {plural(len(missing), 'shard')} not connected.")
    try:
        await write()
    except DatabaseError as error:
        return Health(False, f"Not ready: the database cannot be used: {error}.")
    return Health(True, "Ready.")


async def _life_of(*_: object) -> Health:
    """That this process answers at all."""
    return Health(True, "Alive.")


_Made = TypeVar("_Made")


class _Together(Generic[_Made]):
    """Makes one answer for all who ask at the same time, or within some seconds, so that the database is asked once."""

    def __init__(self, make: Callable[[], Awaitable[_Made]], *, lasts: float = 0.0) -> None:
        self._make: Final = make
        self._lasts: Final = lasts
        self._making: asyncio.Task[_Made] | None = None
        self._begun = -math.inf

    async def get(self) -> _Made:
        """The answer. Raises what making it raises."""
        if self._making is None or (self._making.done() and monotonic() - self._begun >= self._lasts):
            self._making, self._begun = asyncio.create_task(self._made()), monotonic()
        return await asyncio.shield(self._making)

    async def _made(self) -> _Made:
        return await self._make()


_STATES: Final[Mapping[str, Callable[[Furlong, Callable[[], Awaitable[None]]], Awaitable[Health]]]] = {
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

    `/livez` says that the process answers at all, `/readyz` whether it can answer people, and `/healthz` also whether
    it has stored so lately.

    `disk` is a folder on the disk whose space is reported, and `backups` one whose newest file is the latest backup.
    Raises SettingError if the port cannot be used.
    """
    metrics = Metrics()
    _watch_disk(disk, backups)
    _watch_caches()

    async def read() -> None:
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                await metrics.read(bot.services.context.database, bot.services.context.now())
        except (DatabaseError, TimeoutError):
            metrics.forget()

    async def note(path: str) -> None:
        metrics.note_state(path[1:], is_well=(await states[path].get()).is_well)

    async def page() -> bytes:
        await asyncio.gather(*map(note, states), *([read()] if bot.is_open else []))
        return metrics.page()

    async def write() -> None:
        if is_sqlite(driver_url(bot.options.database_url)) and shutil.disk_usage(disk).free < _LEAST_FREE:
            raise DatabaseBusy("its disk is full")
        await check_writing(bot.services.context.database)

    writing = _Together(write, lasts=_WRITES_EVERY)
    pages = _Together(page)
    states = {path: _Together(partial(look, bot, writing.get)) for path, look in _STATES.items()}

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(body=await pages.get(), headers={"Content-Type": _TYPE})

    async def answer_state(request: web.Request) -> web.Response:
        state = await states[request.path].get()
        return web.Response(status=200 if state.is_well else 503, text=f"{state.line}\n")

    application = web.Application(middlewares=[edge.bounded, _counted(Counts())])
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


def _counted(counts: Counts) -> Middleware:
    """A middleware that refuses what an address asks too often."""

    @web.middleware
    async def counted(request: web.Request, handler: edge.Handler) -> web.StreamResponse:
        if not counts.count(edge.household(request.remote or ""), _MOST_ASKED):
            raise web.HTTPTooManyRequests
        return await handler(request)

    return counted


def _reason(error: OSError) -> str:
    """The reason why an address cannot be used, without the address that asyncio adds to the message."""
    return os.strerror(error.errno) if error.errno else str(error)
