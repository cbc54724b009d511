"""What a benchmark reports, and how it takes the time: the median of several runs after one to warm up."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report: `value` in `unit`. A value that could not be measured is NaN, and `note` says why."""

    name: str
    value: float
    unit: str
    note: str = ""


def median_seconds(action: Callable[[], object], *, runs: int) -> float:
    """How long `action` takes, in seconds: the median of `runs` runs after one that fills every cache."""
    action()
    return median(_seconds(action) for _ in range(runs))


def _seconds(action: Callable[[], object]) -> float:
    begun = perf_counter()
    action()
    return perf_counter() - begun
