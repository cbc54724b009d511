"""The reliability of a player: the share of matches finished in time, and how soon they move. No I/O."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import median_low
from typing import Final

ENOUGH: Final = 5
"""The matches needed to say anything; with fewer, one timeout would look like a habit."""

CHOICES: Final = (80, 90, 95)
"""The percentages that an open challenge may require."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The reliability of a player in their latest matches with a time limit against people.

    Of `matches` they finished `in_time` without running out of time. `usual_time` is the median time they take for a
    turn, None if no time is known.
    """

    matches: int
    in_time: int
    usual_time: timedelta | None = None

    @classmethod
    def of(cls, timeouts: Sequence[bool], times: Sequence[timedelta]) -> "Reliability":
        """The reliability that follows from whether they ran out of time in each match, and from the time of each turn."""
        return cls(len(timeouts), len(timeouts) - sum(timeouts), median_low(times) if times else None)

    @property
    def is_new(self) -> bool:
        """Whether there are too few matches to say anything."""
        return self.matches < ENOUGH

    @property
    def percent(self) -> int:
        """The share of matches finished in time, rounded down, so that 100 means all of them. Not without matches."""
        return self.in_time * 100 // self.matches

    def meets(self, least: int) -> bool:
        """Whether the player may join a challenge that requires this percentage; new players may."""
        return self.is_new or self.percent >= least
