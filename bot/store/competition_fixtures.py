"""Who meets whom in competitions, in the database. In the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Row, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import (
    Fixture,
    FixtureMatch,
)
from bot.model.match import State
from bot.model.result import Ending
from bot.store.engine.schema.competitions import fixtures
from bot.store.engine.schema.matches import matches

_FIXTURES: Final = select(
    fixtures, matches.c.state, matches.c.ending, matches.c.ended_by_id, matches.c.places
).outerjoin(matches, matches.c.id == fixtures.c.match_id)


async def add_fixtures(connection: AsyncConnection, competition_id: int, new: Iterable[Fixture]) -> None:
    """Have people meet in fixtures that have no number yet."""
    rows = [
        {
            "competition_id": competition_id,
            "division": fixture.division,
            "round": fixture.round,
            "first_id": fixture.first_id,
            "second_id": fixture.second_id,
        }
        for fixture in new
    ]
    if rows:
        await connection.execute(insert(fixtures), rows)


async def fixtures_of(
    connection: AsyncConnection, competition_id: int, division: int | None = None
) -> Sequence[Fixture]:
    """Who meets whom in a competition or a division of it, and what has come of that, in the order of the pairings."""
    query = _FIXTURES.where(fixtures.c.competition_id == competition_id)
    if division is not None:
        query = query.where(fixtures.c.division == division)
    return [_fixture(row) for row in await connection.execute(query.order_by(fixtures.c.id))]


def _fixture(row: Row[Any]) -> Fixture:
    match = None
    if row.match_id is not None:
        ending = None if row.ending is None else Ending(row.ending)
        match = FixtureMatch(row.match_id, State(row.state), ending, row.ended_by_id, tuple(row.places or ()))
    return Fixture(row.id, row.division, row.round, row.first_id, row.second_id, match)


async def note_matches(connection: AsyncConnection, made: Mapping[int, int]) -> None:
    """Note the matches of fixtures, by the numbers of both, in one trip to the database."""
    rows = [{"number": fixture_id, "match_id": match_id} for fixture_id, match_id in made.items()]
    await connection.execute(update(fixtures).where(fixtures.c.id == bindparam("number")), rows)
