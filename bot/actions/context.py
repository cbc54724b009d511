"""The context of every action: the database, the clock, the games, and the shards this process looks after."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from copy import copy
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Self
from weakref import WeakValueDictionary

from cachetools import TTLCache

from bot.model.settings import Preferences
from bot.model.shards import ALL, Shards
from bot.store import people
from bot.store.engine.database import Check, Database
from bot.store.engine.engines import USUAL_POOL_SIZE, driver_url
from bot.store.histories import Histories
from rules import GAMES
from rules.core import Game

_MOST_EXPORTS_AT_ONCE: Final = 2
_EXPORTS_COUNT_FOR: Final = timedelta(hours=1)
_MOST_REMEMBERED: Final = 10_000  # people
_PREFERENCES_LAST: Final = timedelta(minutes=1)  # a move by the picker takes several interactions within that time


class Turns:
    """Admits one piece of long work at a time. Each person has one in the queue; their others wait behind it."""

    def __init__(self) -> None:
        """Begin with an empty queue."""
        self._one: Final = asyncio.Semaphore()
        self._own: Final = WeakValueDictionary[int, asyncio.Lock]()

    @asynccontextmanager
    async def turn(self, person_id: int) -> AsyncGenerator[None]:
        """A context in which it is the turn of a person."""
        own = self._own.setdefault(person_id, asyncio.Lock())
        async with own, self._one:
            yield


class Context:
    """The context of the whole process, passed to every function in `bot.actions` that reads or changes stored data."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        lots: random.Random | None = None,
        games: Mapping[str, Game] = GAMES,
        shards: Callable[[], Shards] = lambda: ALL,
        unavailable: Callable[[], Collection[int]] = lambda: (),
    ) -> None:
        """Work on an open database. `now` tells the time (aware, UTC); `lots` decides who sits where.

        `shards` are the shards whose servers this process currently looks after: automatic work is done only for
        matches on these servers. `unavailable` are those of these servers that Discord says are cut off at present.
        """
        self.database = database
        self.lots = lots or random.SystemRandom()
        self.games = games
        self.shards = shards
        self.unavailable = unavailable
        self.histories = Histories()
        self.drafting = Turns()
        """Admits one plan at a time to be parsed, because a long one takes a second."""
        self.exporting = asyncio.Semaphore(_MOST_EXPORTS_AT_ONCE)
        """Limits the exports of people's data that run at once, because each reads all matches of a person."""
        self.exports = TTLCache[int, int, datetime](_MOST_REMEMBERED, _EXPORTS_COUNT_FOR, timer=now)
        """How many exports each person has lately been given by this process, by id."""
        self.preferences = TTLCache[int, Preferences, datetime](_MOST_REMEMBERED, _PREFERENCES_LAST, timer=now)
        """The settings of people who were lately active, by id; a change of theirs drops them."""
        self._now = now

    @classmethod
    async def open(
        cls,
        url: str,
        pool_size: int = USUAL_POOL_SIZE,
        *,
        now: Callable[[], datetime],
        games: Mapping[str, Game],
        shards: Callable[[], Shards],
        unavailable: Callable[[], Collection[int]],
    ) -> Self:
        """Open the database at `url`, with a maximum number of connections to PostgreSQL. Raises `DatabaseUnusable`."""
        database = await Database.open(driver_url(url), pool_size)
        return cls(database, now=now, games=games, shards=shards, unavailable=unavailable)

    def checking(self, check: Check) -> Self:
        """This context for one request: what the request was admitted for is checked in each transaction that writes.

        Time passes between the admission and the transaction, and on another connection the session may end or the
        person's data be deleted.
        """
        checked = copy(self)
        checked.database = self.database.checking(check)
        return checked

    def serving(self, arrived_at: datetime) -> Self:
        """This context for a request that arrived at an instant: it stores nobody whose data was deleted since then."""
        return self.checking(partial(people.expect, arrived_at=arrived_at))

    async def close(self) -> None:
        """Close the database."""
        await self.database.close()

    def now(self) -> datetime:
        """The current time, in whole milliseconds like all stored instants."""
        now = self._now()
        return now.replace(microsecond=now.microsecond // 1000 * 1000)
