"""What servers want posted again and again, such as once a day or a week: that it is laid out and posted once.

Each kind has a table with a row for a server and a period. A row that is due is claimed by moving the instant at which it
is due into the future, as with panels, and has none once it was posted. In the caller's transaction.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, Table, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import ALL, Shards
from bot.store.engine.claims import CLAIM, DueItem, has_come
from bot.store.engine.schema.servers import servers
from bot.store.engine.sharding import belong
from bot.store.engine.statements import insert_into

_NONCE_DIGITS: Final = 24


@dataclass(frozen=True, slots=True)
class PeriodicalClaim:
    """Something for a server and a period that the holder is to post in `channel_id`. `until` is when the claim runs out."""

    name: str
    server_id: int
    period: str
    channel_id: int
    until: datetime

    @property
    def nonce(self) -> str:
        """Sent with the message, so that Discord drops a second copy after a crash between sending and noting it."""
        key = f"{self.name} {self.server_id} {self.period}"
        return hashlib.sha256(key.encode()).hexdigest()[:_NONCE_DIGITS]


@dataclass(frozen=True, slots=True)
class Periodical:
    """A kind: its name, its table, the column that says for which period a row is, and that of the channel of a server."""

    name: str
    table: Table
    period: Column[Any]
    channel: Column[Any]

    async def without(self, connection: AsyncConnection, period: str, shards: Shards = ALL) -> Sequence[int]:
        """The servers of some shards that want one and have none for this period."""
        has_one = select(self.period).where(self.table.c.server_id == servers.c.id, self.period == period)
        query = select(servers.c.id).where(self.channel.is_not(None), ~has_one.exists(), belong(servers.c.id, shards))
        return (await connection.scalars(query.order_by(servers.c.id))).all()

    async def lay_out(
        self, connection: AsyncConnection, server_id: int, period: str, values: Mapping[str, Any]
    ) -> None:
        """Have something posted for a period, unless there is one; what was never posted of others is not any more.

        `values` are those of further columns, with `due_at`, which is None for what is not to be posted at all.
        """
        row = {"server_id": server_id, self.period.name: period, **values}
        await connection.execute(insert_into(connection, self.table).values(**row).on_conflict_do_nothing())
        is_missed = (self.table.c.server_id == server_id, self.period != period, self.table.c.message_id.is_(None))
        await connection.execute(delete(self.table).where(*is_missed))

    async def due(
        self,
        connection: AsyncConnection,
        now: datetime,
        limit: int,
        busy: Collection[int] = (),
        shards: Shards = ALL,
    ) -> Sequence[DueItem]:
        """At most `limit` servers of some shards for which something is to be posted now, except in `busy` channels."""
        rows = await connection.execute(
            select(servers.c.id, self.channel)
            .join(self.table, self.table.c.server_id == servers.c.id)
            .where(has_come(self.table.c.due_at, now), self.channel.is_not(None), self.channel.not_in(busy))
            .where(belong(servers.c.id, shards))
            .order_by(self.table.c.due_at, servers.c.id)
            .limit(limit)
        )
        return [DueItem(server_id, channel_id) for server_id, channel_id in rows]

    async def claim(self, connection: AsyncConnection, server_id: int, now: datetime) -> PeriodicalClaim | None:
        """Take what is due for a server; None if nothing is, or somebody else is posting it."""
        channel_id = await connection.scalar(select(self.channel).where(servers.c.id == server_id))
        if channel_id is None:
            return None
        is_due = (self.table.c.server_id == server_id, has_come(self.table.c.due_at, now))
        taken = update(self.table).where(*is_due).values(due_at=now + CLAIM).returning(self.period, self.table.c.due_at)
        row = (await connection.execute(taken)).first()
        return None if row is None else PeriodicalClaim(self.name, server_id, row[0], channel_id, row[1])

    async def finish(self, connection: AsyncConnection, claimed: PeriodicalClaim, message_id: int) -> None:
        """It was posted in that message."""
        its = (self.table.c.server_id == claimed.server_id, self.period == claimed.period)
        await connection.execute(update(self.table).where(*its).values(due_at=None, message_id=message_id))

    async def put_back(self, connection: AsyncConnection, claimed: PeriodicalClaim, due_at: datetime) -> None:
        """It is to be posted at `due_at`, unless somebody else has taken it."""
        is_held = (
            self.table.c.server_id == claimed.server_id,
            self.period == claimed.period,
            self.table.c.due_at == claimed.until,
        )
        await connection.execute(update(self.table).where(*is_held).values(due_at=due_at))
