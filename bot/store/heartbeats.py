"""Signs of life in the database: when each shard was last connected, and which clocks an outage left to bring up to date.

A row is about the servers of a shard as they were divided when it was written. Once all of them have given a sign under
another division, it is removed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.shards import Shard, Shards, is_covered
from bot.store.engine.processes import Lock, take
from bot.store.engine.schema.processes import heartbeats
from bot.store.engine.statements import upsert


@dataclass(frozen=True, slots=True)
class SignOfLife:
    """When a shard was last connected.

    `reckoned` is the match up to which their clocks were brought up to date after an outage; None if all are.
    """

    at: datetime
    reckoned: int | None = None


async def all_signs(connection: AsyncConnection) -> Mapping[Shard, SignOfLife]:
    """All signs of life; no other process gives one until the transaction ends."""
    await take(connection, Lock.HEARTBEAT)
    rows = await connection.execute(select(heartbeats))
    return {Shard(row.number, row.total): SignOfLife(row.beat_at, row.reckoned) for row in rows}


async def beats(connection: AsyncConnection) -> Mapping[Shard, datetime]:
    """When each shard last gave a sign of life, of today's division and of earlier ones."""
    rows = await connection.execute(select(heartbeats))
    return {Shard(row.number, row.total): row.beat_at for row in rows}


async def latest(connection: AsyncConnection) -> datetime | None:
    """The latest sign of life of any shard; None before the first."""
    return await connection.scalar(select(func.max(heartbeats.c.beat_at)))


async def keep(connection: AsyncConnection, signs: Mapping[Shard, SignOfLife]) -> None:
    """Store these signs of life, in place of earlier ones of their shards."""
    for shard, sign in signs.items():
        key = {"total": shard.total, "number": shard.number}
        await upsert(connection, heartbeats, key, {"beat_at": sign.at, "reckoned": sign.reckoned})


async def beat(connection: AsyncConnection, shards: Shards, now: datetime) -> None:
    """Store a sign of life now for shards that have given one before."""
    await connection.execute(update(heartbeats).where(_are(shards)).values(beat_at=now))


async def forget_covered(connection: AsyncConnection, known: Mapping[Shard, SignOfLife], total: int) -> None:
    """Forget the signs of other divisions whose servers have all given one in a division into `total` shards."""
    for shard in known:
        if shard.total != total and is_covered(shard, total, known):
            await connection.execute(
                delete(heartbeats).where(heartbeats.c.total == shard.total, heartbeats.c.number == shard.number)
            )


async def to_reckon(connection: AsyncConnection, shards: Shards) -> tuple[Shards, int] | None:
    """Some of the shards, and the match up to which the clocks of their servers were brought up to date together.

    None if all clocks are up to date. No other process does so until the transaction ends.
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
    """Clocks on the servers of these shards were brought up to date up to that match; None if all of them were."""
    await connection.execute(update(heartbeats).where(_are(shards)).values(reckoned=up_to))


def _are(shards: Shards) -> ColumnElement[bool]:
    return and_(heartbeats.c.total == shards.total, heartbeats.c.number.in_(sorted(shards.numbers)))
