"""The subject of the current work, by task: each line of the log carries it, wherever it is written."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Subject:
    """The numbers of the interaction, server and match that some work is about; None if unknown."""

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


def current() -> Subject:
    """The subject of the caller's work."""
    return _CURRENT.get()


def count_shards(total: int) -> None:
    """Set the number of shards."""
    _shards[:] = [total]


@contextmanager
def concerning(**known: int | None) -> Generator[None]:
    """Add these numbers to the subject meanwhile; those that are None stay as they are."""
    token = _CURRENT.set(replace(_CURRENT.get(), **{name: value for name, value in known.items() if value is not None}))
    try:
        yield
    finally:
        _CURRENT.reset(token)
