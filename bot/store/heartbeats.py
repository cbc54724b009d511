"""Signs of life in the database: when each shard was last connected, and which of its clocks an outage left outdated.

A row is about the servers of a shard, under the number of shards at the time. It is removed once all of these servers
have given a sign of life under another number of shards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import Shard, Shards, is_covered
from bot.store.engine.processes import Lock, take
from bot.store.engine.schema.jobs import heartbeats
from bot.store.engine.statements import upsert


@dataclass(frozen=True, slots=True)
class SignOfLife:
    """When a shard was last connected.

    `reckoned` is the last match whose clock was brought up to date after an outage; None if all are.
    """

    at: datetime
    reckoned: int | None = None


async def all_signs(connection: AsyncConnection) -> Mapping[Shard, SignOfLife]:
    """All signs of life; no other process can store one until the transaction ends."""
    await take(connection, Lock.HEARTBEAT)
    rows = await connection.execute(select(heartbeats))
    return {Shard(row.number, row.total): SignOfLife(row.beat_at, row.reckoned) for row in rows}


async def beats(connection: AsyncConnection) -> Mapping[Shard, datetime]:
    """The latest sign of life of each shard, under the current number of shards and earlier ones."""
    rows = await connection.execute(select(heartbeats))
    return {Shard(row.number, row.total): row.beat_at for row in rows}


async def latest(connection: AsyncConnection) -> datetime | None:
    """The latest sign of life of any shard; None before the first."""
    return await connection.scalar(select(func.max(heartbeats.c.beat_at)))


async def keep(connection: AsyncConnection, signs: Mapping[Shard, SignOfLife]) -> None:
    """Store these signs of life, replacing earlier ones of their shards."""
    for shard, sign in signs.items():
        key = {"total": shard.total, "number": shard.number}
        await upsert(connection, heartbeats, key, {"beat_at": sign.at, "reckoned": sign.reckoned})


async def beat(connection: AsyncConnection, shards: Shards, now: datetime) -> None:
    """Store a sign of life now for shards that already have one."""
    await connection.execute(update(heartbeats).where(_are(shards)).values(beat_at=now))


async def forget_covered(connection: AsyncConnection, signs: Mapping[Shard, SignOfLife], total: int) -> None:
    """Delete the signs of other numbers of shards whose servers have all given one under `total` shards."""
    for shard in signs:
        if shard.total != total and is_covered(shard, total, signs):
            await connection.execute(
                delete(heartbeats).where(heartbeats.c.total == shard.total, heartbeats.c.number == shard.number)
            )


async def to_reckon(connection: AsyncConnection, shards: Shards) -> tuple[Shards, int] | None:
    """Some of the shards, and the last match whose clock was brought up to date on their servers.

    None if all clocks are up to date. No other process can update them until the transaction ends.
    """
    rows = await connection.execute(
        select(heartbeats.c.number, heartbeats.c.reckoned)
        .where(_are(shards), heartbeats.c.reckoned.is_not(None))
        .order_by(heartbeats.c.number)
        .with_for_update()
    )
    reckoned = {row.number: row.reckoned for row in rows}
    if not reckoned:
        return None
    least = min(reckoned.values())
    return Shards.of((number for number, up_to in reckoned.items() if up_to == least), shards.total), least


async def note_reckoned(connection: AsyncConnection, shards: Shards, up_to: int | None) -> None:
    """Note that the clocks of matches up to `up_to` are up to date on the servers of these shards; None means all."""
    await connection.execute(update(heartbeats).where(_are(shards)).values(reckoned=up_to))


def _are(shards: Shards) -> ColumnElement[bool]:
    return and_(heartbeats.c.total == shards.total, heartbeats.c.number.in_(sorted(shards.numbers)))
