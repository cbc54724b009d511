"""What is being worked on at the moment, by task: lines of the log carry it, wherever they are written."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Subject:
    """What something concerns, by Discord's numbers and that of the match; None where it is not known."""

    interaction: int | None = None
    server: int | None = None
    match: int | None = None

    @property
    def shard(self) -> int | None:
        """The shard that the server belongs to, once it is known how many there are."""
        return None if self.server is None or not _shards else (self.server >> 22) % _shards[-1]


_shards: Final[list[int]] = []
"""How many shards there are, as it was told last."""

_NOTHING: Final = Subject()
_CURRENT: Final = ContextVar("subject", default=_NOTHING)


def current() -> Subject:
    """What is being worked on where this is called."""
    return _CURRENT.get()


def count_shards(total: int) -> None:
    """Let the log know how many shards there are."""
    _shards[:] = [total]


@contextmanager
def concerning(**known: int | None) -> Generator[None]:
    """Whatever happens meanwhile concerns this too; what is None stays as it is known already."""
    token = _CURRENT.set(replace(_CURRENT.get(), **{name: value for name, value in known.items() if value is not None}))
    try:
        yield
    finally:
        _CURRENT.reset(token)
