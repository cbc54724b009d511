"""How long things take and how much there is of them, told to whoever watches; without a watcher it costs nothing."""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Protocol

PAINTING: Final = "drawing"
ENCODING: Final = "encoding"
REST: Final = "rest"
STATEMENTS: Final = "statements"


@dataclass(frozen=True, slots=True)
class Gauge:
    """Something that goes up and down, such as the length of a queue: `name` in the singular, and how to read it."""

    name: str
    meaning: str
    read: Callable[[], float]


class Watcher(Protocol):
    """Whoever wants to know; every method returns at once and never raises. Times are in seconds."""

    def turn(self, action: str, seconds: float, parts: Mapping[str, float]) -> None:
        """Somebody was answered, and what that took; what goes on side by side counts in each of its parts."""
        ...

    def request(self, method: str, status: int, seconds: float, rate_limit: str | None) -> None:
        """Discord has answered a request with that status; if it was one too many, by which of its limits."""
        ...


_watchers: Final[list[Watcher]] = []
_gauges: Final[dict[str, Gauge]] = {}
_PARTS: Final[ContextVar[dict[str, float] | None]] = ContextVar("parts", default=None)


@contextmanager
def watching(watcher: Watcher) -> Generator[None]:
    """Somebody watches meanwhile."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def watched() -> bool:
    """Whether anybody wants to know."""
    return bool(_watchers)


def provide(gauge: Gauge) -> None:
    """Let watchers read something that goes up and down, in place of what had its name before."""
    _gauges[gauge.name] = gauge


def gauges() -> tuple[Gauge, ...]:
    """What goes up and down in this process."""
    return tuple(_gauges.values())


@contextmanager
def turn(action: str) -> Generator[None]:
    """Somebody is being answered meanwhile; `action` is one of few words for what they do."""
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
    """A part of the present turn, if there is one, took so long."""
    parts = _PARTS.get()
    if parts is not None:
        parts[part] = parts.get(part, 0.0) + seconds


@contextmanager
def stages(first: str) -> Generator[Callable[[str], None]]:
    """Parts of the present turn that follow each other meanwhile; what is handed out is called when the next begins."""
    stage, begun = first, perf_counter()

    def reached(following: str) -> None:
        nonlocal stage, begun
        took(stage, perf_counter() - begun)
        stage, begun = following, perf_counter()

    try:
        yield reached
    finally:
        took(stage, perf_counter() - begun)


def requested(method: str, status: int, seconds: float, rate_limit: str | None) -> None:
    """Discord has answered a request; see `Watcher.request`."""
    took(REST, seconds)
    for watcher in _watchers:
        watcher.request(method, status, seconds, rate_limit)
