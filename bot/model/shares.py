"""Fair shares of what is scarce, such as thinking processes: who goes next when more is asked than can be done at once."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Callable, Hashable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final, Generic, TypeVar

_Item = TypeVar("_Item")

_HALF_LIFE: Final = 60.0
"""The seconds after which the time that was used before counts half."""

_GRAIN: Final = 0.1
"""The seconds that make no difference: among those who used as little, it goes in turns."""


class Shares(Generic[_Item]):
    """A number of places, and the items that wait for one, each with the asker behind it.

    The next place goes to the asker who has lately held places for the least time, however many items they have. Once
    an asker holds a place, `spare` of the places are not for them, so that others find one at once. Use it from one
    event loop.
    """

    def __init__(self, places: int, spare: int = 0, now: Callable[[], float] = monotonic) -> None:
        """Begin with all places free; `now` tells the time in seconds."""
        self._free = places
        self._spare: Final = spare
        self._now: Final = now
        self._waiting: Final = defaultdict[float, dict[Hashable, deque[_Item]]](dict)  # by handicap
        self._begun: Final = defaultdict[Hashable, deque[float]](deque)  # when, for each place that an asker holds
        self._used: dict[Hashable, float] = {}  # seconds, of those who have lately used any
        self._halved_at = now()

    @property
    def are_taken(self) -> bool:
        """Whether no place is free."""
        return not self._free

    def __len__(self) -> int:
        """How many items wait."""
        return sum(len(items) for askers in self._waiting.values() for items in askers.values())

    def put(self, item: _Item, asker: Hashable, handicap: float = 0.0) -> None:
        """Add an item behind the others of its asker; it waits as if they had used `handicap` seconds more."""
        self._waiting[handicap].setdefault(asker, deque()).append(item)

    def take(self) -> tuple[_Item, Hashable] | None:
        """Remove the next item, which holds a place from now on, and return it with its asker; None if none may begin."""
        now = self._now()
        self._halve(now)
        waiting = ((handicap, asker) for handicap, askers in self._waiting.items() for asker in askers)
        admitted = [pair for pair in waiting if self._free > (self._spare if pair[1] in self._begun else 0)]
        if not admitted:
            return None
        handicap, asker = min(
            admitted, key=lambda pair: (pair[0] + self._used_by(pair[1], now), len(self._begun.get(pair[1], ())))
        )
        askers = self._waiting[handicap]
        items = askers.pop(asker)
        item = items.popleft()
        if items:
            askers[asker] = items
        self._free -= 1
        self._begun[asker].append(now)
        return item, asker

    def end(self, asker: Hashable) -> None:
        """Free a place that an asker holds, and count its time."""
        begun = self._begun[asker].popleft()
        if not self._begun[asker]:
            del self._begun[asker]
        self._used[asker] = self._used.get(asker, 0.0) + self._now() - begun
        self._free += 1

    def clear(self) -> list[_Item]:
        """Remove and return all items that wait."""
        items = [item for askers in self._waiting.values() for queue in askers.values() for item in queue]
        self._waiting.clear()
        return items

    def ahead(self) -> int:
        """How many items without a handicap at most go before one of a new asker."""
        return len(self._waiting[0.0])

    def goes_before(self, other: Hashable, asker: Hashable, handicap: float = 0.0) -> bool:
        """Whether an item of the other, who waits, goes before a new one of an asker, which has that much more handicap."""
        now = self._now()
        self._halve(now)
        return self._used_by(other, now) <= self._used_by(asker, now) + handicap

    def _used_by(self, asker: Hashable, now: float) -> float:
        seconds = self._used.get(asker, 0.0) + sum(now - begun for begun in self._begun.get(asker, ()))
        return seconds // _GRAIN * _GRAIN

    def _halve(self, now: float) -> None:
        """Let what was used count less, and forget who has used hardly any."""
        times = (now - self._halved_at) // _HALF_LIFE
        if times:
            self._halved_at += times * _HALF_LIFE
            halved = {asker: seconds * 0.5**times for asker, seconds in self._used.items()}
            self._used = {asker: seconds for asker, seconds in halved.items() if seconds >= _GRAIN}


class Turns:
    """Admits long work to a number of places, in fair shares as `Shares` has them."""

    def __init__(self, places: int, spare: int = 0) -> None:
        """Begin with all places free."""
        self._shares: Final = Shares[asyncio.Future[None]](places, spare)

    @asynccontextmanager
    async def turn(self, asker: Hashable, handicap: float = 0.0) -> AsyncGenerator["Turn"]:
        """A context in which an asker holds a place, entered when it is their turn, as if they had used `handicap` more."""
        turn = Turn(self, asker, handicap)
        try:
            await turn.begin()
            yield turn
        finally:
            turn.end()

    def goes_before(self, other: Hashable, asker: Hashable, handicap: float) -> bool:
        """Whether the other, who waits, has a turn before an asker who asks now with that much more handicap."""
        return self._shares.goes_before(other, asker, handicap)

    def put(self, admission: asyncio.Future[None], asker: Hashable, handicap: float) -> None:
        """Let an asker wait, whose `admission` is done once they hold a place."""
        self._shares.put(admission, asker, handicap)
        self._admit()

    def end(self, asker: Hashable) -> None:
        """Free a place that an asker holds."""
        self._shares.end(asker)
        self._admit()

    def _admit(self) -> None:
        while (taken := self._shares.take()) is not None:
            admission, asker = taken
            if admission.done():  # nobody waits any more
                self._shares.end(asker)
            else:
                admission.set_result(None)


class Turn:
    """The place of an asker among `Turns`, which they wait for and hold."""

    def __init__(self, turns: Turns, asker: Hashable, handicap: float) -> None:
        """Begin without it."""
        self._turns: Final = turns
        self._asker: Final = asker
        self._handicap: Final = handicap
        self._admission: asyncio.Future[None] | None = None

    async def begin(self) -> None:
        """Wait for a place."""
        self._admission = asyncio.get_running_loop().create_future()
        self._turns.put(self._admission, self._asker, self._handicap)
        await self._admission

    def end(self) -> None:
        """Free the place, or wait for it no longer."""
        admission, self._admission = self._admission, None
        if admission is not None and not admission.cancelled():
            self._turns.end(self._asker)

    @asynccontextmanager
    async def apart(self) -> AsyncGenerator[None]:
        """A context in which others have the place, for what takes long and is fair by itself; afterwards it is waited for."""
        self.end()
        try:
            yield
        except Exception:
            await self.begin()
            raise
        await self.begin()
