"""Of which games people are told, on which server, when others look for players. In the caller's transaction."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, delete, exists, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.match import Match
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.people import blocks, lookouts
from bot.store.jobs import queue

EVERY: Final = timedelta(hours=1)
"""A person is told at most once in this time, however many look for players."""

MOST_CALLED: Final = 50
"""How many people are told of one open challenge; those told longest ago come first."""


async def of_person(connection: AsyncConnection, server_id: int, person_id: int) -> frozenset[str]:
    """The keys of the games of which a person wants to be told on a server."""
    return frozenset(await connection.scalars(select(lookouts.c.game).where(*_of(server_id, person_id))))


async def keep(connection: AsyncConnection, server_id: int, person_id: int, games: Collection[str]) -> None:
    """Keep the games of which a person, who is stored already, wants to be told on a server, instead of all before."""
    told_at = await _latest_notice(connection, person_id)
    await connection.execute(delete(lookouts).where(*_of(server_id, person_id)))
    row = {"server_id": server_id, "person_id": person_id, "told_at": told_at}
    if games:
        await connection.execute(insert(lookouts), [{**row, "game": game} for game in sorted(games)])


async def call(connection: AsyncConnection, match: Match, due_at: datetime) -> None:
    """Have people told of an open challenge at `due_at`: not its host, and nobody whom a block keeps apart from the host."""
    job = queue.values(Kind.CALL, match.place.server_id, due_at, match_id=match.id, channel_id=match.place.channel_id)
    constant = [literal(value, jobs.c[column].type) for column, value in job.items()]
    chosen = (
        select(lookouts.c.person_id, *constant)
        .where(lookouts.c.server_id == match.place.server_id, lookouts.c.game == match.game.key)
        .where(lookouts.c.person_id != match.host.id, ~_is_blocked(match))
        .order_by(lookouts.c.told_at.asc().nulls_first(), lookouts.c.person_id)
        .limit(MOST_CALLED)
    )
    await connection.execute(insert(jobs).from_select(["person_id", *job], chosen))


async def still_wanted(connection: AsyncConnection, match: Match, person_ids: Collection[int]) -> frozenset[int]:
    """Those of these people who still want to be told of an open challenge."""
    query = select(lookouts.c.person_id).where(
        lookouts.c.server_id == match.place.server_id,
        lookouts.c.game == match.game.key,
        lookouts.c.person_id.in_(person_ids),
        ~_is_blocked(match),
    )
    return frozenset(await connection.scalars(query))


async def note_told(connection: AsyncConnection, person_id: int, now: datetime) -> datetime | None:
    """Note that a person is told now; if it is too early for that, return when they may be told again."""
    free = or_(lookouts.c.told_at.is_(None), lookouts.c.told_at <= now - EVERY, lookouts.c.told_at > now)
    taken = update(lookouts).where(lookouts.c.person_id == person_id, free).values(told_at=now)
    if (await connection.execute(taken)).rowcount:
        return None
    return (await _latest_notice(connection, person_id) or now) + EVERY


async def _latest_notice(connection: AsyncConnection, person_id: int) -> datetime | None:
    return await connection.scalar(select(func.max(lookouts.c.told_at)).where(lookouts.c.person_id == person_id))


def _of(server_id: int, person_id: int) -> tuple[ColumnElement[bool], ...]:
    return lookouts.c.server_id == server_id, lookouts.c.person_id == person_id


def _is_blocked(match: Match) -> ColumnElement[bool]:
    """Whether the host of a match has blocked the person who is to be told, or the other way round."""
    host, other = match.host.id, lookouts.c.person_id
    return or_(
        exists().where(blocks.c.person_id == host, blocks.c.blocked_id == other),
        exists().where(blocks.c.person_id == other, blocks.c.blocked_id == host),
    )
