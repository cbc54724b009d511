"""The context of every action: the database, the clock, the games, and the shards this process looks after."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Mapping
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Self

from cachetools import LRUCache, TTLCache

from bot.model.askers import Asker, Budget
from bot.model.people import Account, Actor, Membership, is_on_discord
from bot.model.refusals.people import NotNow
from bot.model.settings import Preferences
from bot.model.shards import ALL, Shards
from bot.model.shares import Turns
from bot.store import engines
from bot.store import people as people_store
from bot.store.engine import facts
from bot.store.engine.database import Check, Database
from bot.store.engine.engines import USUAL_POOL_SIZE, driver_url
from bot.store.histories import Histories
from rules import GAMES
from rules.core import Game

EXPORTS: Final = (2, 1)
"""How many exports are made at once, and how many of these only for those who have none made."""

_EXPORTS_COUNT_FOR: Final = timedelta(hours=1)
_MOST_REMEMBERED: Final = 10_000  # people
_PREFERENCES_LAST: Final = timedelta(minutes=1)  # a move by the picker takes several interactions within that time


async def _nobody_left(_server_id: int, _person_ids: Collection[int]) -> Collection[int]:
    return ()


async def _anybody(_server_id: int, _person_id: int) -> Membership:
    return Membership.MEMBER


class Context:
    """The context of the whole process, passed to every function in `bot.actions` that reads or changes stored data."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        steady: Callable[[], datetime] | None = None,
        lots: random.Random | None = None,
        games: Mapping[str, Game] = GAMES,
        shards: Callable[[], Shards] = lambda: ALL,
        unavailable: Callable[[], Collection[int]] = lambda: (),
        membership: Callable[[int, int], Awaitable[Membership]] = _anybody,
    ) -> None:
        """Work on an open database. `now` tells the time (aware, UTC); `lots` decides who sits where.

        `steady` goes on by itself, even if the machine's clock is set; by default it is `now`.
        `shards` are the shards whose servers this process currently looks after: automatic work is done only for
        matches on these servers. `unavailable` are those of these servers that Discord says are cut off at present.
        `membership` tells how a person stands on a server, both given by id, and raises `NotNow` if Discord does not.
        """
        self.database = database
        self.lots = lots or random.SystemRandom()
        self.games = games
        self.steady = steady or now
        """Measures for how long something is kept in memory."""
        self.shards = shards
        self.unavailable = unavailable
        self.membership = membership
        self.histories = Histories()
        self.drafting = Turns(1)
        """Admits one plan at a time to be parsed, because a long one takes a second."""
        self.exporting = Turns(*EXPORTS)
        """Limits the exports of people's data that run at once, because each reads all matches of a person."""
        self.exports = TTLCache[int, int, datetime](_MOST_REMEMBERED, _EXPORTS_COUNT_FOR, timer=self.steady)
        """How many exports each person has lately been given by this process, by id."""
        self.preferences = TTLCache[int, Preferences, datetime](_MOST_REMEMBERED, _PREFERENCES_LAST, timer=self.steady)
        """The settings of people who were lately active, by id; a change of theirs drops them."""
        self.left: Callable[[int, Collection[int]], Awaitable[Collection[int]]] = _nobody_left
        """Returns the people who have left a server, as far as Discord says once it was asked about some of them."""
        self.processes = 1
        """How many processes, this one included, are at work on the database and share what is allowed."""
        self.budget = Budget(lambda: self.processes)
        """What askers have lately used, besides what only the page counts."""
        self.askers = LRUCache[int, Asker](_MOST_REMEMBERED)
        """Who is behind guests and engines that were lately active, by id, which never changes."""
        self._now = now

    @classmethod
    async def open(
        cls,
        url: str,
        pool_size: int = USUAL_POOL_SIZE,
        *,
        now: Callable[[], datetime],
        steady: Callable[[], datetime] | None = None,
        games: Mapping[str, Game],
        shards: Callable[[], Shards],
        unavailable: Callable[[], Collection[int]],
        membership: Callable[[int, int], Awaitable[Membership]] = _anybody,
    ) -> Self:
        """Open the database at `url`, with a maximum number of connections to PostgreSQL. Raises `DatabaseUnusable`."""
        database = await Database.open(driver_url(url), pool_size)
        return cls(
            database,
            now=now,
            steady=steady,
            games=games,
            shards=shards,
            unavailable=unavailable,
            membership=membership,
        )

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
        return self.checking(partial(people_store.expect, arrived_at=arrived_at))

    async def placed(self, actor: Actor, server_id: int | None) -> Actor:
        """A person with how they stand on a server, whatever the way in; Discord is asked unless the request said so.

        An engine stands as its owner does on the server of the engine. This comes before any transaction, because
        Discord may take two seconds to answer.
        """
        account, is_known = actor.person.id, actor.membership is not None and actor.server_id == server_id
        if actor.person.is_engine:
            async with self.database.ask() as connection:
                [engine] = await engines.of_ids(connection, account) or [None]
            server_id, account = (None, account) if engine is None else (engine.server_id, engine.owner.id)
        if not server_id or is_known or not is_on_discord(account):
            return actor
        return replace(actor, membership=await self._standing(server_id, account))

    async def apart(self, accounts: Collection[Account], actor: Actor | None) -> Mapping[int, Membership]:
        """How those stand who may begin nothing, by account: Discord says that they are timed out or no longer there.

        The others were there when they joined, so only the actor is kept away by a Discord that does not answer; None
        if the bot itself asks.
        """
        known = {(actor.server_id, actor.person.id): actor.membership} if actor and actor.membership else {}

        async def standing(account: Account) -> Membership:
            about = account.server_id, account.person_id
            return known[about] if about in known else await self._standing(*about)

        standings = zip(accounts, await asyncio.gather(*map(standing, accounts)), strict=True)
        return {
            account.person_id: standing
            for account, standing in standings
            if standing is Membership.TIMED_OUT
            or (standing is Membership.GONE and not account.may_be_elsewhere)
            or (standing is Membership.UNKNOWN and actor and account.person_id == actor.person.id)
        }

    async def _standing(self, server_id: int, account: int) -> Membership:
        try:
            return await self.membership(server_id, account)
        except NotNow:
            return Membership.UNKNOWN

    async def close(self) -> None:
        """Close the database."""
        await self.database.close()

    def now(self) -> datetime:
        """The current time, in whole milliseconds like all stored instants."""
        now = self._now()
        return now.replace(microsecond=now.microsecond // 1000 * 1000)


async def made_once(context: Context, key: str, make: Callable[[], str]) -> str:
    """The fact with a key; if it is not stored yet, what `make` returns, unless another process is quicker."""
    async with context.database.ask() as connection:
        stored = await facts.get(connection, key)
    if stored is None:
        async with context.database.write() as connection:
            await facts.add_once(connection, key, make())
            stored = await facts.get(connection, key)
    assert stored is not None, "it was just stored"
    return stored
