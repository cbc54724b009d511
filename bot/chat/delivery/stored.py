"""Kinds of things that wait in the database: how all of them are looked up and taken."""

from collections.abc import Collection, Coroutine, Sequence
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from bot.actions.context import Context
from bot.chat.delivery.loop import SendResult
from bot.model.shards import Shards
from bot.store.engine.claims import DueItem
from bot.store.engine.database import Connection

_Claim = TypeVar("_Claim")
_Claimed = TypeVar("_Claimed", covariant=True)
_Sent = TypeVar("_Sent", bound=SendResult)


class Queue(Protocol[_Claimed]):
    """What the store knows of a kind: mostly a module of it. Everything is done in the caller's transaction."""

    async def due(
        self, connection: Connection, now: datetime, limit: int, busy: Collection[int], shards: Shards, /
    ) -> Sequence[DueItem]:
        """At most `limit` things of some shards that are due, those that have waited longest first, none in a `busy` channel."""
        ...

    async def claim(self, connection: Connection, number: int, now: datetime, /) -> _Claimed | None:
        """Take a thing, so that nobody else does it; None if it is not due, or somebody else has it."""
        ...


class Stored(Generic[_Claim, _Sent]):
    """What every `Kind` does that is kept in a queue of the store. How it is done, and done later, each says itself."""

    def __init__(self, context: Context, queue: Queue[_Claim]) -> None:
        """Nothing is looked up before `due` is called."""
        self._context = context
        self._database = context.database
        self._queue = queue

    async def due(self, limit: int, busy: Collection[int]) -> Sequence[DueItem]:
        """See `Kind`."""
        async with self._database.read() as connection:
            return await self._queue.due(connection, self._context.now(), limit, busy, self._context.shards())

    async def claim(self, number: int) -> _Claim | None:
        """See `Kind`."""
        async with self._database.write() as connection:
            return await self._queue.claim(connection, number, self._context.now())

    def follow_up(self, sent: _Sent) -> Coroutine[Any, Any, None] | None:
        """Nothing is left to do, for most kinds."""
        return None
