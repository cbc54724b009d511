"""Metrics in the format of Prometheus: what is counted while the bot runs, and what is read when somebody asks."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

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

from bot.store.engine.database import Database
from bot.store.jobs import backlog
from bot.telemetry import measures

_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Counts what it is told as a `bot.telemetry.measures.Watcher`, and reads the rest from the store."""

    def __init__(self) -> None:
        """Nothing is counted yet."""
        disable_created_metrics()  # they would double the page and say when the bot has started, which `process` does
        self._registry: Final = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._registry.register(_Levels())
        self._turns = self._histogram("turn_seconds", "Answering somebody, from the press to the last message.")
        self._actions = self._counter("turns_total", "People answered, by what they did.", "action")
        self._parts = self._counter("turn_part_seconds_total", "What answering people took, by what was done.", "part")
        self._answered = self._histogram("rest_seconds", "Requests to Discord.")
        self._requests = self._counter("rest_requests_total", "Requests to Discord by answer.", "method", "status")
        self._limits = self._counter("rate_limits_total", "Requests that Discord put off, by which limit.", "scope")
        self._due = self._gauge("due", "What is to be done now and was not done yet.", "kind")
        self._lag = self._gauge("due_age_seconds", "For how long the first of these has been due.", "kind")
        self._matches = self._gauge("matches", "Matches that are not over.", "state")

    def turn(self, action: str, seconds: float, parts: Mapping[str, float]) -> None:
        """Count somebody who was answered."""
        self._turns.observe(seconds)
        self._actions.labels(action).inc()
        for part, took in parts.items():
            self._parts.labels(part).inc(took)

    def request(self, method: str, status: int, seconds: float, rate_limit: str | None) -> None:
        """Count a request to Discord."""
        self._answered.observe(seconds)
        self._requests.labels(method, str(status)).inc()
        if rate_limit is not None:
            self._limits.labels(rate_limit).inc()

    async def read(self, database: Database, now: datetime) -> None:
        """Look up what waits in the store."""
        async with database.read() as connection:
            due = await backlog.backlogs(connection, now)
            by_state = await backlog.matches_by_state(connection)
        for kind, waiting in due.items():
            self._due.labels(kind).set(waiting.count)
            self._lag.labels(kind).set(waiting.age.total_seconds())
        for state, count in by_state.items():
            self._matches.labels(state).set(count)

    def page(self) -> bytes:
        """All of it as text."""
        return generate_latest(self._registry)

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"furlong_{name}", meaning, labels, registry=self._registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(f"furlong_{name}", meaning, labels, registry=self._registry)

    def _histogram(self, name: str, meaning: str) -> Histogram:
        return Histogram(f"furlong_{name}", meaning, buckets=_SECONDS, registry=self._registry)


class _Levels(Collector):
    """What goes up and down in the process, read when it is asked for."""

    def collect(self) -> Iterable[Metric]:
        """One gauge for each level."""
        return [GaugeMetricFamily(f"furlong_{one.name}", one.meaning, value=one.read()) for one in measures.gauges()]
