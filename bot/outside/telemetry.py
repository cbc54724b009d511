"""Reports on the work in progress for the log and the metrics: its subject, and how long it takes.

Any module may report here. This module does not know who listens, and unless the host asks for metrics there are no
watchers. Private data (plans, settings, the parameters of a statement) must not be reported.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final, Protocol

WAITING: Final = "waiting"
REST: Final = "rest"
STATEMENTS: Final = "statements"


@dataclass(frozen=True, slots=True)
class Gauge:
    """A value that goes up and down, such as the length of a queue: its `name`, and how to `read` it.

    Several with one name tell what they are `of`.
    """

    name: str
    meaning: str
    read: Callable[[], float]
    of: str = ""


class Watcher(Protocol):
    """A receiver of reports. Every method returns at once and never raises. Times are in seconds."""

    def turn(self, action: str, seconds: float, parts: Mapping[str, float]) -> None:
        """An interaction was answered in this time; parallel work counts in each of its parts."""
        ...

    def failure(self, of: str) -> None:
        """An answer failed, or a job, which is tried again; `of` is `answers` or the kind of the job."""
        ...

    def thought(self, about: str, seconds: float) -> None:
        """A thinking process took this time to answer a question about a move, a review or a search."""
        ...

    def request(self, method: str, status: int, seconds: float, rate_limit: str | None) -> None:
        """Discord answered a request with this status; `rate_limit` names the rate limit that the request exceeded."""
        ...

    def visit(self, status: int) -> None:
        """The page in the browser answered a request with this status."""
        ...

    def reconnection(self) -> None:
        """A shard lost its connection to Discord, which opens another one."""
        ...


_watchers: Final[list[Watcher]] = []
_gauges: Final[dict[tuple[str, str], Gauge]] = {}
_PARTS: Final[ContextVar[dict[str, float] | None]] = ContextVar("parts", default=None)


@contextmanager
def watching(watcher: Watcher) -> Generator[None]:
    """Report to a watcher within the context."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def watched() -> bool:
    """Whether there is a watcher."""
    return bool(_watchers)


def provide(gauge: Gauge) -> None:
    """Register a gauge for watchers to read; it replaces an earlier one of the same name and subject."""
    _gauges[gauge.name, gauge.of] = gauge


def provide_cache(name: str, read: Callable[[], float]) -> None:
    """Register a cache, whose bytes `read` returns."""
    provide(Gauge("cache_bytes", "Bytes in a cache that has a bound in bytes.", read, name))


def gauges() -> tuple[Gauge, ...]:
    """All gauges of this process."""
    return tuple(_gauges.values())


@contextmanager
def turn(action: str) -> Generator[None]:
    """Time the answer to an interaction; `action` is one of a few words for what the person did."""
    if not _watchers:
        yield
        return
    parts = dict[str, float]()
    token, begun = _PARTS.set(parts), perf_counter()
    try:
        yield
    finally:
        _PARTS.reset(token)
        for watcher in _watchers:
            watcher.turn(action, perf_counter() - begun, parts)


def took(part: str, seconds: float) -> None:
    """Report how long a part of the current turn took, if there is one."""
    parts = _PARTS.get()
    if parts is not None:
        parts[part] = parts.get(part, 0.0) + seconds


@contextmanager
def stages(first: str) -> Generator[Callable[[str], None]]:
    """Time consecutive parts of the current turn; call the function that this yields when the next part begins."""
    stage, begun = first, perf_counter()

    def reached(following: str) -> None:
        nonlocal stage, begun
        took(stage, perf_counter() - begun)
        stage, begun = following, perf_counter()

    try:
        yield reached
    finally:
        took(stage, perf_counter() - begun)


def failed(of: str) -> None:
    """Report a failure; see `Watcher.failure`."""
    for watcher in _watchers:
        watcher.failure(of)


def thought(about: str, seconds: float) -> None:
    """Report a question that was answered; see `Watcher.thought`."""
    for watcher in _watchers:
        watcher.thought(about, seconds)


def requested(method: str, status: int, seconds: float, rate_limit: str | None) -> None:
    """Report a request that Discord answered; see `Watcher.request`."""
    took(REST, seconds)
    for watcher in _watchers:
        watcher.request(method, status, seconds, rate_limit)


def visited(status: int) -> None:
    """Report an answer of the page; see `Watcher.visit`."""
    for watcher in _watchers:
        watcher.visit(status)


def reconnected() -> None:
    """Report a lost connection; see `Watcher.reconnection`."""
    for watcher in _watchers:
        watcher.reconnection()


@dataclass(frozen=True, slots=True)
class Subject:
    """The ids of the interaction, server and match that some work is about; None if unknown."""

    interaction: int | None = None
    server: int | None = None
    match: int | None = None

    @property
    def shard(self) -> int | None:
        """The shard of the server, once the number of shards is known."""
        return None if self.server is None or not _shards else (self.server >> 22) % _shards[-1]


_shards: Final[list[int]] = []
"""The last known number of shards, if any."""

_NOTHING: Final = Subject()
_CURRENT: Final = ContextVar("subject", default=_NOTHING)


def current_subject() -> Subject:
    """The subject of the caller's work."""
    return _CURRENT.get()


def count_shards(total: int) -> None:
    """Set the number of shards."""
    _shards[:] = [total]


@contextmanager
def concerning(**ids: int | None) -> Generator[None]:
    """Add these ids to the subject within the context; None leaves an id as it is."""
    token = _CURRENT.set(replace(_CURRENT.get(), **{name: value for name, value in ids.items() if value is not None}))
    try:
        yield
    finally:
        _CURRENT.reset(token)
