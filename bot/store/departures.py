"""Servers that the bot has left: when it left them, and the removal of everything stored about them.

Every function works in the caller's transaction.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Select,
    Table,
    delete,
    exists,
    func,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import State
from bot.model.place import DIRECT
from bot.store.engine import facts
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.columns import personal_columns
from bot.store.engine.schema.competitions import competitions, sides
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches, offers, participants
from bot.store.engine.schema.people import engines, follows, lookouts, people, ratings
from bot.store.engine.schema.servers import servers

LEFT: Final = "left server "
"""Begins the key of a fact, before the server's id: when the bot was first found to have left the server."""

_RATINGS_FOR_A_MATCH: Final = 10
"""How many ratings are removed as quickly as one match with all its moves."""

_OF_MATCHES: Final = [table for table in METADATA.sorted_tables if "match_id" in table.c]
_OF_COMPETITIONS: Final = [table for table in METADATA.sorted_tables if "competition_id" in table.c]
_ALWAYS_OF_MATCHES: Final = [table for table in _OF_MATCHES if not table.c.match_id.nullable]
_OF_SERVERS: Final = [
    table
    for table in METADATA.sorted_tables
    if "server_id" in table.c and table not in (matches, ratings, *_ALWAYS_OF_MATCHES)
]
_SERVERS: Final[tuple[Column[Any], ...]] = (
    matches.c.server_id,
    ratings.c.server_id,
    competitions.c.server_id,
    lookouts.c.server_id,
    engines.c.server_id,
    follows.c.server_id,
    servers.c.id,
    jobs.c.server_id,
)
_PEOPLE: Final = [column for column in personal_columns() if column.references(people.c.id)]


async def known_servers(connection: AsyncConnection) -> set[int]:
    """The servers about which anything is stored."""
    return set(await connection.scalars(_known_servers())) - {DIRECT}


@cache
def _known_servers() -> CompoundSelect[int]:
    return union_all(*(_each_value(column) for column in _SERVERS))


def _each_value(column: Column[Any]) -> Select[int]:
    """Query: the distinct values in an indexed column, each found from the one before, however many rows there are."""
    first = select(func.min(column).label("value"))
    steps = first.cte(f"{column.table.name}_steps", recursive=True)
    after = select(func.min(column)).where(column > steps.c.value).scalar_subquery()
    steps = steps.union_all(select(after).where(steps.c.value.is_not(None)))
    return select(steps.c.value).where(steps.c.value.is_not(None))


async def left_servers(connection: AsyncConnection) -> Mapping[int, datetime]:
    """The servers that the bot has left, and when it left them."""
    left = await facts.beginning(connection, LEFT)
    return {int(key.removeprefix(LEFT)): datetime.fromisoformat(value) for key, value in left.items()}


async def lock_left(connection: AsyncConnection, server_id: int) -> bool:
    """Whether the bot has left a server, which stays so until the transaction ends."""
    return await facts.locked(connection, f"{LEFT}{server_id}") is not None


async def note_left(connection: AsyncConnection, server_id: int, since: datetime) -> None:
    """Note that the bot has left a server."""
    await facts.put(connection, f"{LEFT}{server_id}", since.isoformat())


async def note_back(connection: AsyncConnection, server_id: int) -> None:
    """Note that the bot is on a server, or that nothing is stored about it any more."""
    await facts.remove(connection, f"{LEFT}{server_id}")


async def remove_some(connection: AsyncConnection, server_id: int, limit: int) -> bool:
    """Remove at most `limit` matches of a server with all that belongs to them; return whether there may be more.

    Before the first match, all ratings of the server are removed, some at a time, and then everything else about it.
    People whom nothing else refers to are removed too.
    """
    if await _remove_ratings(connection, server_id, limit * _RATINGS_FOR_A_MATCH):
        return True
    named = await _remove_competitions(connection, server_id)
    for table in _OF_SERVERS:
        named |= await _remove(connection, table, table.c.server_id == server_id)
    await connection.execute(delete(servers).where(servers.c.id == server_id))
    await connection.execute(update(matches).where(matches.c.lobby_id == server_id).values(lobby_id=DIRECT))
    await connection.execute(update(sides).where(sides.c.side_id == server_id).values(channel_id=0))  # its boards go on
    query = select(matches.c.id).where(matches.c.server_id == server_id).limit(limit)
    numbers = (await connection.scalars(query.with_for_update())).all()
    await _remove_unknown(connection, named | await _remove_matches(connection, numbers))
    return len(numbers) == limit


async def remove_some_of_engines(connection: AsyncConnection, server_id: int, limit: int) -> bool:
    """Remove at most `limit` matches that engines of a server play or wait for, as its own; return whether there may be more.

    They play each other in direct matches, which none of them wins because the bot has left.
    """
    theirs = select(participants.c.match_id).where(
        participants.c.person_id.in_(select(engines.c.person_id).where(engines.c.server_id == server_id))
    )
    going_on = matches.c.state.in_((State.OPEN, State.RUNNING))
    query = select(matches.c.id).where(matches.c.id.in_(theirs), going_on).limit(limit)
    numbers = (await connection.scalars(query.with_for_update())).all()
    await _remove_unknown(connection, await _remove_matches(connection, numbers))
    return len(numbers) == limit


async def _remove_matches(connection: AsyncConnection, numbers: Sequence[int]) -> set[int]:
    """Remove matches with all that belongs to them; return the ids of the people to whom that referred."""
    named = set[int]()
    # Another match may name one of these as its rematch.
    await connection.execute(update(offers).where(offers.c.rematch_id.in_(numbers)).values(rematch_id=None))
    for table in _OF_MATCHES:
        named |= await _remove(connection, table, table.c.match_id.in_(numbers))
    await connection.execute(delete(matches).where(matches.c.id.in_(numbers)))
    return named


async def _remove(connection: AsyncConnection, table: Table, condition: ColumnElement[bool]) -> set[int]:
    """Remove rows of a table; return the ids of the people to whom they refer."""
    refer = [column for column in _PEOPLE if column.table is table]
    removal = delete(table).where(condition)
    if not refer:
        await connection.execute(removal)
        return set()
    rows = await connection.execute(removal.returning(*refer))
    return {person_id for row in rows for person_id in row if person_id is not None}


async def _remove_ratings(connection: AsyncConnection, server_id: int, limit: int) -> bool:
    """Remove at most `limit` ratings of a server; return whether there were any."""
    query = select(ratings.c.pool, ratings.c.person_id).where(ratings.c.server_id == server_id).limit(limit)
    rows = (await connection.execute(query)).all()
    for pool in {row.pool for row in rows}:
        rated = [row.person_id for row in rows if row.pool == pool]
        of_these = (ratings.c.server_id == server_id, ratings.c.pool == pool, ratings.c.person_id.in_(rated))
        await connection.execute(delete(ratings).where(*of_these))
    await _remove_unknown(connection, {row.person_id for row in rows})
    return bool(rows)


async def _remove_competitions(connection: AsyncConnection, server_id: int) -> set[int]:
    """Remove everything in the competitions of a server except their own rows; return the ids of the people in them."""
    is_of_server = competitions.c.server_id == server_id
    theirs = select(competitions.c.id).where(is_of_server)
    named = set[int]()
    for table in _OF_COMPETITIONS:
        named |= await _remove(connection, table, table.c.competition_id.in_(theirs))
    await connection.execute(update(competitions).where(is_of_server).values(previous_id=None))
    return named


async def _remove_unknown(connection: AsyncConnection, person_ids: Collection[int]) -> None:
    """Remove the people to whom nothing refers any more; anonymous players stay, so that their ids are not reused."""
    is_known = (exists().where(column == people.c.id) for column in _PEOPLE)
    unknown = delete(people).where(people.c.id.in_(person_ids), people.c.id > 0, *(~test for test in is_known))
    await connection.execute(unknown)
