"""The rows of a benchmark, and its timer: the median of several runs after one to warm up."""

import json
import math
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

_MEGABYTE = 1_024  # in kilobytes


@dataclass(frozen=True, slots=True)
class Measurement:
    """A row of the report: a `value` in a `unit`. NaN is a value that could not be measured; `note` says why.

    The aim, if there is one, is `most` or `least`.
    """

    name: str
    value: float
    unit: str
    note: str = ""
    most: float | None = None
    least: float | None = None

    @property
    def is_ratio(self) -> bool:
        """Whether it compares two values of one run, so that the machine and its load matter little."""
        return self.unit == "x"

    def misses(self, margin: float = 1.0) -> bool:
        """Whether there is an aim that the value misses, by more than this factor."""
        is_over = self.most is not None and self.value > self.most * margin
        return is_over or (self.least is not None and self.value < self.least / margin)

    @property
    def remark(self) -> str:
        """The note, with the aim."""
        aims = [f"aim: at most {self.most:,.5g}"] if self.most is not None else []
        aims += [f"aim: at least {self.least:,.5g}"] if self.least is not None else []
        return "; ".join(part for part in (self.note, *aims, "MISSED" if self.misses() else "") if part)


@dataclass
class Watch:
    """A clock that can be set forward."""

    ahead: timedelta = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


def table(rows: Sequence[Measurement]) -> str:
    """The rows as text in columns: the subject, the median, its unit, and a note."""
    cells = [("", "median", "unit", "note"), *((row.name, figure(row.value), row.unit, row.remark) for row in rows)]
    name, value, unit = (max(len(line[column]) for line in cells) for column in range(3))
    return "\n".join(f"{line[0]:<{name}}  {line[1]:>{value}}  {line[2]:<{unit}}  {line[3]}".rstrip() for line in cells)


def figure(value: float) -> str:
    """A value with three significant digits, or a dash for NaN."""
    if math.isnan(value):
        return "-"
    return f"{value:,.{max(0, 2 - math.floor(math.log10(value)))}f}" if value else "0"


def median_seconds(action: Callable[[], object], *, runs: int) -> float:
    """The seconds that `action` takes: the median of `runs` runs, after one that fills every cache."""
    action()
    return median(_seconds(action) for _ in range(runs))


def _seconds(action: Callable[[], object]) -> float:
    begun = perf_counter()
    action()
    return perf_counter() - begun


async def median_seconds_of(work: Callable[[], Awaitable[object]], *, runs: int) -> float:
    """The seconds that awaiting `work` takes: the median of `runs` runs, after one that fills every cache."""
    await work()
    return median([await seconds_of(work()) for _ in range(runs)])


async def seconds_of(work: Awaitable[object]) -> float:
    """The seconds that awaiting `work` once takes."""
    begun = perf_counter()
    await work
    return perf_counter() - begun


def in_process(module: str, *arguments: int | str) -> Any:
    """The JSON that a module of benchmarks prints in a process of its own, called with `--only` and these arguments."""
    command = [sys.executable, "-m", module, "--only", *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def most_memory() -> float:
    """The peak memory of this process in megabytes; NaN if the system does not report it."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return math.nan
    kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return kilobytes / _MEGABYTE
