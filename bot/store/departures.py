"""Servers that the bot has left: since when, and removing all that is stored about them.

Every function works in the caller's transaction.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import Column, CompoundSelect, Select, Table, delete, exists, func, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine import facts
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.competitions import bulletins, competitions, entrants, fixtures, ladder_steps
from bot.store.engine.schema.learning import daily_puzzles, puzzle_standings
from bot.store.engine.schema.matches import analyses, matches, offers, participants
from bot.store.engine.schema.people import lookouts, people
from bot.store.engine.schema.ratings import ratings
from bot.store.engine.schema.servers import interventions, servers, weekly_reviews

_LEFT: Final = "left server "
"""With a server's id the key of a fact: when the bot was first found to be there no more."""

_RATINGS_FOR_A_MATCH: Final = 10
"""So many ratings are removed as quickly as a match with all its moves."""

_OF_MATCHES: Final[tuple[Table, ...]] = tuple(table for table in METADATA.sorted_tables if "match_id" in table.c)
_SERVERS: Final[tuple[Column[Any], ...]] = (
    matches.c.server_id,
    ratings.c.server_id,
    competitions.c.server_id,
    lookouts.c.server_id,
    servers.c.id,
)
_OF_PEOPLE: Final[tuple[Column[object], ...]] = tuple(
    column for table in METADATA.sorted_tables for column in table.c if column.references(people.c.id)
)


async def known_servers(connection: AsyncConnection) -> set[int]:
    """The servers about which anything is stored."""
    return set(await connection.scalars(_known_servers()))


@cache
def _known_servers() -> CompoundSelect[int]:
    return union_all(*(_each_value(column) for column in _SERVERS))


def _each_value(column: Column[Any]) -> Select[int]:
    """Query: the values in an indexed column, each found from the one before, however many rows there are of each."""
    first = select(func.min(column).label("value"))
    steps = first.cte(f"{column.table.name}_steps", recursive=True)
    after = select(func.min(column)).where(column > steps.c.value).scalar_subquery()
    steps = steps.union_all(select(after).where(steps.c.value.is_not(None)))
    return select(steps.c.value).where(steps.c.value.is_not(None))


async def left_servers(connection: AsyncConnection) -> Mapping[int, datetime]:
    """The servers that the bot has left, and since when."""
    found = await facts.beginning(connection, _LEFT)
    return {int(key.removeprefix(_LEFT)): datetime.fromisoformat(value) for key, value in found.items()}


async def note_left(connection: AsyncConnection, server_id: int, since: datetime) -> None:
    """Note that the bot has left a server."""
    await facts.put(connection, f"{_LEFT}{server_id}", since.isoformat())


async def note_back(connection: AsyncConnection, server_id: int) -> None:
    """Note that the bot is on a server, or that nothing is stored about it any more."""
    await facts.remove(connection, f"{_LEFT}{server_id}")


async def remove_some(connection: AsyncConnection, server_id: int, limit: int) -> bool:
    """Remove at most `limit` matches of a server with all that belongs to them; tells whether there may be more.

    Before the first match all ratings of the server go, some at a time too; so do its settings and competitions. Whoever
    was known by what is removed alone is forgotten.
    """
    if await _remove_ratings(connection, server_id, limit * _RATINGS_FOR_A_MATCH):
        return True
    await connection.execute(delete(puzzle_standings).where(puzzle_standings.c.server_id == server_id))
    await connection.execute(delete(daily_puzzles).where(daily_puzzles.c.server_id == server_id))
    await connection.execute(delete(weekly_reviews).where(weekly_reviews.c.server_id == server_id))
    looked_out = await connection.execute(
        delete(lookouts).where(lookouts.c.server_id == server_id).returning(lookouts.c.person_id)
    )
    await _remove_unknown(connection, sorted({row.person_id for row in looked_out}))
    await connection.execute(delete(servers).where(servers.c.id == server_id))
    entered = [
        *await _remove_competitions(connection, server_id),
        *await _remove_interventions(connection, server_id),
    ]
    query = select(matches.c.id).where(matches.c.server_id == server_id).limit(limit)
    numbers = (await connection.scalars(query.with_for_update())).all()
    who = select(participants.c.person_id).where(participants.c.match_id.in_(numbers))
    tried = select(analyses.c.person_id).where(analyses.c.match_id.in_(numbers))
    played = (await connection.scalars(who.union(tried))).all()
    # Another match may name one of these as its rematch.
    await connection.execute(update(offers).where(offers.c.rematch_id.in_(numbers)).values(rematch_id=None))
    for table in _OF_MATCHES:
        await connection.execute(delete(table).where(table.c.match_id.in_(numbers)))
    await connection.execute(delete(matches).where(matches.c.id.in_(numbers)))
    await _remove_unknown(connection, [*played, *entered])
    return len(numbers) == limit


async def _remove_ratings(connection: AsyncConnection, server_id: int, limit: int) -> bool:
    """Remove at most so many ratings of a server; tells whether there were any."""
    query = select(ratings.c.pool, ratings.c.person_id).where(ratings.c.server_id == server_id).limit(limit)
    found = (await connection.execute(query)).all()
    for pool in {row.pool for row in found}:
        rated = [row.person_id for row in found if row.pool == pool]
        of_these = (ratings.c.server_id == server_id, ratings.c.pool == pool, ratings.c.person_id.in_(rated))
        await connection.execute(delete(ratings).where(*of_these))
    await _remove_unknown(connection, list({row.person_id for row in found}))
    return bool(found)


async def _remove_competitions(connection: AsyncConnection, server_id: int) -> Sequence[int]:
    """Remove the competitions of a server; the ids of everybody who was in one or has opened it."""
    theirs = select(competitions.c.id).where(competitions.c.server_id == server_id)
    hosts = await connection.scalars(select(competitions.c.host_id).where(competitions.c.server_id == server_id))
    entered = await connection.scalars(select(entrants.c.person_id).where(entrants.c.competition_id.in_(theirs)))
    known = {*hosts, *entered}
    for table in (bulletins, fixtures, entrants, ladder_steps):
        await connection.execute(delete(table).where(table.c.competition_id.in_(theirs)))
    is_of_server = competitions.c.server_id == server_id
    await connection.execute(update(competitions).where(is_of_server).values(previous_id=None))
    await connection.execute(delete(competitions).where(is_of_server))
    return sorted(known)


async def _remove_interventions(connection: AsyncConnection, server_id: int) -> Sequence[int]:
    """Remove what was done by those who manage a server; the ids of all whom it names."""
    is_of_server = interventions.c.server_id == server_id
    rows = await connection.execute(select(interventions.c.by_id, interventions.c.person_id).where(is_of_server))
    named = {person_id for row in rows for person_id in row if person_id is not None}
    await connection.execute(delete(interventions).where(is_of_server))
    return sorted(named)


async def _remove_unknown(connection: AsyncConnection, person_ids: Sequence[int]) -> None:
    """Remove those to whom nothing refers any more; an anonymous player keeps their number."""
    is_known = (exists().where(column == people.c.id) for column in _OF_PEOPLE)
    unknown = delete(people).where(people.c.id.in_(person_ids), people.c.id > 0, *(~known for known in is_known))
    await connection.execute(unknown)
