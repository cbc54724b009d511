"""Who meets whom in competitions, in the database. In the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Row, Select, bindparam, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import (
    CompetitionStage,
    Fixture,
    FixtureMatch,
)
from bot.model.match import State
from bot.model.result import Ending
from bot.model.shards import Shards
from bot.store.engine.schema.competitions import competitions, entrants, fixtures
from bot.store.engine.schema.matches import matches
from bot.store.engine.sharding import belong

_FIXTURES: Final = select(
    fixtures, matches.c.state, matches.c.ending, matches.c.ended_by_id, matches.c.places
).outerjoin(matches, matches.c.id == fixtures.c.match_id)


async def add(connection: AsyncConnection, competition_id: int, new: Iterable[Fixture]) -> None:
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


def _running(shards: Shards) -> Select[Any]:
    """The numbers of competitions of some shards that run."""
    return select(competitions.c.id).where(
        competitions.c.stage == CompetitionStage.RUNNING, belong(competitions.c.server_id, shards)
    )


async def to_make(connection: AsyncConnection, limit: int, shards: Shards) -> Sequence[tuple[int, Fixture]]:
    """At most so many fixtures without a match whose people both play, each with the number of its competition.

    Nobody else makes their matches until the transaction ends.
    """
    is_out = exists().where(
        entrants.c.competition_id == fixtures.c.competition_id,
        entrants.c.person_id.in_((fixtures.c.first_id, fixtures.c.second_id)),
        entrants.c.out_at.is_not(None),
    )
    query = (
        select(fixtures)
        .where(
            fixtures.c.match_id.is_(None),
            fixtures.c.second_id.is_not(None),
            fixtures.c.competition_id.in_(_running(shards)),
            ~is_out,
        )
        .order_by(fixtures.c.id)
        .limit(limit)
        .with_for_update(of=fixtures, skip_locked=True)
    )
    return [
        (row.competition_id, Fixture(row.id, row.division, row.round, row.first_id, row.second_id))
        for row in await connection.execute(query)
    ]


async def note_matches(connection: AsyncConnection, made: Mapping[int, int]) -> None:
    """Note the matches of fixtures, by the numbers of both, in one trip to the database."""
    rows = [{"number": fixture_id, "match_id": match_id} for fixture_id, match_id in made.items()]
    await connection.execute(update(fixtures).where(fixtures.c.id == bindparam("number")), rows)
