"""How far one can rely on somebody: whether they finish their matches in time, and how soon they move. No I/O."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import median_low
from typing import Final

ENOUGH: Final = 5
"""With fewer matches nothing is said: one timeout would look like a habit."""

CHOICES: Final = (80, 90, 95)
"""The percentages that whoever posts an open challenge may ask for."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """What somebody's latest matches with a time limit among people tell.

    Of `matches` that are over for them they have finished `in_time` without running out of time. `usual_time` is the
    median of what they take for a turn, None where none is known.
    """

    matches: int
    in_time: int
    usual_time: timedelta | None = None

    @classmethod
    def of(cls, timeouts: Sequence[bool], times: Sequence[timedelta]) -> "Reliability":
        """From whether they ran out of time in each match, and the time of each turn."""
        return cls(len(timeouts), len(timeouts) - sum(timeouts), median_low(times) if times else None)

    @property
    def is_new(self) -> bool:
        """Whether there are too few matches to tell."""
        return self.matches < ENOUGH

    @property
    def percent(self) -> int:
        """The share of matches finished in time, rounded down, so that 100 means all of them. Not without matches."""
        return self.in_time * 100 // self.matches

    def meets(self, least: int) -> bool:
        """Whether somebody may join where so many percent are asked for; who is new may."""
        return self.is_new or self.percent >= least
