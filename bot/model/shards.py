"""Shards: the parts into which Discord divides the servers of a bot, each with a connection of its own.

A server belongs to the shard `(server_id >> 22) % total`. Nothing that is stored depends on the `total` of today: what was
noted of shard 3 of 16 holds for the same servers when there are 32 shards, and which these are follows by arithmetic.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import gcd, lcm
from typing import Final, NamedTuple, Self

MOST_SHARDS: Final = 100_000
"""More than any bot has; a larger number is a slip."""

_WRITTEN: Final = re.compile(r"\s*(?P<first>[0-9]{1,6})\s*(?:-\s*(?P<last>[0-9]{1,6})\s*)?/\s*(?P<total>[0-9]{1,6})\s*")

_TIMESTAMP: Final = 22  # bits of an id that are no part of the time when it was made


class Shard(NamedTuple):
    """The servers whose number, without the lowest bits, leaves the remainder `number` when divided by `total`."""

    number: int
    total: int

    def meets(self, other: "Shard") -> bool:
        """Whether a server can belong to both."""
        return (self.number - other.number) % gcd(self.total, other.total) == 0


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the shards into which all servers are divided."""

    numbers: frozenset[int]
    total: int

    @classmethod
    def of(cls, numbers: Iterable[int], total: int) -> Self:
        """These of so many shards."""
        return cls(frozenset(numbers), total)

    @classmethod
    def parse(cls, text: str) -> Self:
        """`0-3/16` are the first four of sixteen, `5/16` is the sixth. Raises ValueError, which says what is wrong."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise ValueError("write 0-3/16 for the first four of sixteen shards, or 5/16 for a single one")
        first, total = int(found["first"]), int(found["total"])
        last = first if found["last"] is None else int(found["last"])
        if not 1 <= total <= MOST_SHARDS:
            raise ValueError(f"there can be 1 to {MOST_SHARDS:,} shards, not {total:,}")
        if first > last:
            raise ValueError(f"the range goes from {first} down to {last}; write the smaller number first")
        if last >= total:
            raise ValueError(f"of {total} shards the last is {total - 1}, for they are counted from 0, not {last}")
        return cls.of(range(first, last + 1), total)

    def __str__(self) -> str:
        """The way in which it is written, such as `0-3/16`."""
        numbers = sorted(self.numbers)
        is_range = len(numbers) > 1 and numbers == [*range(numbers[0], numbers[-1] + 1)]
        return f"{f'{numbers[0]}-{numbers[-1]}' if is_range else ','.join(map(str, numbers)) or 'none'}/{self.total}"

    def __iter__(self) -> Iterator[Shard]:
        """Each of them, in order."""
        return (Shard(number, self.total) for number in sorted(self.numbers))

    @property
    def is_everything(self) -> bool:
        """Whether every server belongs to one of them."""
        return len(self.numbers) == self.total

    def hold(self, server_id: int) -> bool:
        """Whether a server belongs to one of them."""
        return number_of(server_id, self.total) in self.numbers

    def meet(self, others: "Shards") -> "Shards":
        """Those of them to which a server of the others can belong too."""
        common = gcd(self.total, others.total)
        theirs = {number % common for number in others.numbers}
        return Shards.of((number for number in self.numbers if number % common in theirs), self.total)


ALL: Final = Shards(frozenset({0}), 1)
"""One shard to which every server belongs."""


def number_of(server_id: int, total: int) -> int:
    """The number of the shard to which a server belongs, of so many."""
    return (server_id >> _TIMESTAMP) % total


_MOST_PARTS: Final = 1000


def latest_signs(shard: Shard, signs: Mapping[Shard, datetime], alike: timedelta) -> Mapping[Shard, datetime]:
    """When the servers of a shard last gave a sign of life, by the parts of it in which that was not at the same time.

    `signs` are those of all shards, of today's division and of earlier ones. Signs that are `alike`, at most so long after
    one another, count as one, the earliest. Empty if nothing is known of any part.
    """
    meeting = {other: at for other, at in signs.items() if other.meets(shard)}
    if not meeting:
        return {}
    together = lcm(shard.total, *(other.total for other in meeting))
    known: dict[Shard, datetime] = {}
    for number in range(shard.number, together, shard.total)[:_MOST_PARTS]:
        of_part = [at for other, at in meeting.items() if number % other.total == other.number]
        if of_part:
            known[Shard(number, together)] = max(of_part)
    is_exact = together // shard.total <= _MOST_PARTS
    if not is_exact or max(known.values()) - min(known.values()) <= alike:
        return {shard: min(known.values())}
    return known


def is_covered(shard: Shard, total: int, shards: Collection[Shard]) -> bool:
    """Whether each of `total` shards to which a server of this one may belong is among those."""
    common = gcd(shard.total, total)
    return all(Shard(number, total) in shards for number in range(shard.number % common, total, common))
