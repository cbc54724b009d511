"""Shards: the parts into which Discord divides the servers of a bot, each with its own connection.

A server belongs to the shard `(server_id >> 22) % total`. Stored facts do not depend on the current `total`: a fact
about shard 3 of 16 holds for the same servers when there are 32 shards. The processes that hold the shards share the
requests that Discord permits their token.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import gcd, lcm
from typing import Final, NamedTuple, Self

MOST_SHARDS: Final = 100_000
"""More than any bot has; a larger number is a typing error."""

_WRITTEN: Final = re.compile(r"\s*(?P<first>[0-9]{1,6})\s*(?:-\s*(?P<last>[0-9]{1,6})\s*)?/\s*(?P<total>[0-9]{1,6})\s*")

_TIMESTAMP: Final = 22  # the lower bits of an id, which are not part of its time


class Shard(NamedTuple):
    """The servers whose id, without its lowest bits, is `number` modulo `total`."""

    number: int
    total: int

    def meets(self, other: "Shard") -> bool:
        """Whether a server can belong to both shards."""
        return (self.number - other.number) % gcd(self.total, other.total) == 0


@dataclass(frozen=True, slots=True)
class Shards:
    """A set of shards with the same total."""

    numbers: frozenset[int]
    total: int

    @classmethod
    def of(cls, numbers: Iterable[int], total: int) -> Self:
        """The shards with these numbers, out of `total`."""
        return cls(frozenset(numbers), total)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The shards in a text: `0-3/16` for the first four of sixteen, `5/16` for the sixth. Raises ValueError."""
        groups = _WRITTEN.fullmatch(text)
        if groups is None:
            raise ValueError("write 0-3/16 for the first four of sixteen shards, or 5/16 for a single one")
        first, total = int(groups["first"]), int(groups["total"])
        last = first if groups["last"] is None else int(groups["last"])
        if not 1 <= total <= MOST_SHARDS:
            raise ValueError(f"there can be 1 to {MOST_SHARDS:,} shards, not {total:,}")
        if first > last:
            raise ValueError(f"the range goes from {first} down to {last}; write the smaller number first")
        if last >= total:
            raise ValueError(f"of {total} shards the last is {total - 1}, because they are counted from 0, not {last}")
        return cls.of(range(first, last + 1), total)

    def __str__(self) -> str:
        """The shards as they are written in the setting, such as `0-3/16`."""
        numbers = sorted(self.numbers)
        is_range = len(numbers) > 1 and numbers == [*range(numbers[0], numbers[-1] + 1)]
        return f"{f'{numbers[0]}-{numbers[-1]}' if is_range else ','.join(map(str, numbers)) or 'none'}/{self.total}"

    def __iter__(self) -> Iterator[Shard]:
        """Each shard, in order."""
        return (Shard(number, self.total) for number in sorted(self.numbers))

    @property
    def is_everything(self) -> bool:
        """Whether every server belongs to one of these shards."""
        return len(self.numbers) == self.total

    def hold(self, server_id: int) -> bool:
        """Whether a server belongs to one of these shards."""
        return number_of(server_id, self.total) in self.numbers

    def meet(self, others: "Shards") -> "Shards":
        """The shards of this set that can have a server in common with `others`."""
        common = gcd(self.total, others.total)
        theirs = {number % common for number in others.numbers}
        return Shards.of((number for number in self.numbers if number % common in theirs), self.total)


ALL: Final = Shards(frozenset({0}), 1)
"""One shard to which every server belongs."""


def number_of(server_id: int, total: int) -> int:
    """The number of a server's shard, out of `total`."""
    return (server_id >> _TIMESTAMP) % total


_MOST_PARTS: Final = 1000  # a bound on the work, however the number of shards has changed


def latest_signs(shard: Shard, signs: Mapping[Shard, datetime], alike: timedelta) -> Mapping[Shard, datetime]:
    """The latest signs of life for the servers of a shard, by the parts of the shard that differ.

    `signs` are the signs of all shards, of the current total and of earlier ones. Signs at most `alike` apart count as
    one, the earliest. Empty if no sign is known for any part.
    """
    meeting = {other: at for other, at in signs.items() if other.meets(shard)}
    if not meeting:
        return {}
    together = lcm(shard.total, *(other.total for other in meeting))
    latest: dict[Shard, datetime] = {}
    for number in range(shard.number, together, shard.total)[:_MOST_PARTS]:
        of_part = [at for other, at in meeting.items() if number % other.total == other.number]
        if of_part:
            latest[Shard(number, together)] = max(of_part)
    is_exact = together // shard.total <= _MOST_PARTS
    if not is_exact or max(latest.values()) - min(latest.values()) <= alike:
        return {shard: min(latest.values())}
    return latest


def is_covered(shard: Shard, total: int, shards: Collection[Shard]) -> bool:
    """Whether `shards` holds every one of the `total` shards that can have a server in common with this one."""
    common = gcd(shard.total, total)
    return all(Shard(number, total) in shards for number in range(shard.number % common, total, common))


PER_SECOND: Final = 46.0
"""Discord permits fifty requests a second; four are left because requests of several processes arrive unevenly."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The requests a second that a process may send (`rate`) and has asked for (`wanted`, 0 while it sends none)."""

    wanted: float = 0.0
    rate: float = 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """The requests a second that a process may send, and how many of all processes Discord has lately refused."""

    rate: float
    refused: int


def rate_of(wanted: float, others: Sequence[Lease]) -> float:
    """The rate for a process that wants `wanted` requests a second, given the leases of the others.

    Each process gets what it wants up to the same limit, and the rest is shared equally. A process gets no more than
    the others currently leave unleased, so it may get its full rate only with its next lease.
    """
    wants = sorted([wanted, *(lease.wanted for lease in others if lease.wanted)])
    left, free = PER_SECOND, max(0.0, PER_SECOND - sum(lease.rate for lease in others))
    for number, want in enumerate(wants):
        limit = left / (len(wants) - number)
        if want > limit:
            return min(wanted, limit, free)
        left -= want
    return min(wanted + left / len(wants), free)
