"""How processes with one token share the requests that Discord permits it. No I/O."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

PER_SECOND: Final = 46.0
"""Discord permits fifty requests a second; four are left because requests of several processes arrive unevenly."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A process may send `rate` requests a second; it has asked for `wanted`, which is 0 while it sends none."""

    wanted: float = 0.0
    rate: float = 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """The requests a second that a process may send, and how many of all processes Discord has refused lately."""

    rate: float
    refused: int


def rate_of(wanted: float, others: Sequence[Lease]) -> float:
    """The rate for a process that wants so many requests a second, beside the leases of the others.

    Each process gets what it wants up to the same limit, and what is left is shared equally. A process gets no more than the
    others have not leased at the moment, so a rate that is due to it may come with its next lease.
    """
    wants = sorted([wanted, *(lease.wanted for lease in others if lease.wanted)])
    left, free = PER_SECOND, max(0.0, PER_SECOND - sum(lease.rate for lease in others))
    for number, want in enumerate(wants):
        limit = left / (len(wants) - number)
        if want > limit:
            return min(wanted, limit, free)
        left -= want
    return min(wanted + left / len(wants), free)
