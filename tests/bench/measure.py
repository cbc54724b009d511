"""What a benchmark reports, and how it takes the time: the median of several runs after one to warm up."""

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

_MEGABYTE = 1_024  # kilobytes


@dataclass(frozen=True, slots=True)
class Measurement:
    """One line of the report: `value` in `unit`. A value that could not be measured is NaN, and `note` says why."""

    name: str
    value: float
    unit: str
    note: str = ""


@dataclass
class Watch:
    """A clock that can be put forward."""

    ahead: timedelta = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


def table(rows: Sequence[Measurement]) -> str:
    """The rows as text in columns: what was measured, the median, its unit, a note."""
    cells = [("", "median", "unit", "note"), *((row.name, figure(row.value), row.unit, row.note) for row in rows)]
    name, value, unit = (max(len(line[column]) for line in cells) for column in range(3))
    return "\n".join(f"{line[0]:<{name}}  {line[1]:>{value}}  {line[2]:<{unit}}  {line[3]}".rstrip() for line in cells)


def figure(value: float) -> str:
    """Three digits that matter, or a dash for what could not be measured."""
    if math.isnan(value):
        return "-"
    return f"{value:,.{max(0, 2 - math.floor(math.log10(value)))}f}" if value else "0"


def median_seconds(action: Callable[[], object], *, runs: int) -> float:
    """How long `action` takes, in seconds: the median of `runs` runs after one that fills every cache."""
    action()
    return median(_seconds(action) for _ in range(runs))


def _seconds(action: Callable[[], object]) -> float:
    begun = perf_counter()
    action()
    return perf_counter() - begun


async def median_seconds_of(work: Callable[[], Awaitable[object]], *, runs: int) -> float:
    """How long it takes to wait for something, in seconds: the median of `runs` runs after one that fills every cache."""
    await work()
    return median([await seconds_of(work()) for _ in range(runs)])


async def seconds_of(work: Awaitable[object]) -> float:
    """How long it takes to wait for something once."""
    begun = perf_counter()
    await work
    return perf_counter() - begun


def most_memory() -> float:
    """The most memory that this process has had so far, in megabytes; NaN where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return math.nan
    kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return kilobytes / _MEGABYTE
