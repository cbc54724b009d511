"""Competitions in the database with their entrants, fixtures and ladder steps. In the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Terms
from bot.model.competitions.competition import (
    MOST_VACATION,
    Competition,
    CompetitionStage,
    Entrant,
    Fixture,
    FixtureMatch,
    Format,
    Regulations,
    Venue,
    Withdrawal,
    WithdrawalCause,
)
from bot.model.competitions.ladder import Ladder, LadderMatch, LadderStep, climbed
from bot.model.match import State
from bot.model.people import Person
from bot.model.result import Ending
from bot.store.engine.schema.competitions import competitions, entrants, fixtures, ladder_steps
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.people import people
from rules.core import Game

_LARGEST_NUMBER: Final = 2**31 - 1
_WITH_HOST: Final = select(competitions, people.c.name.label("host_name")).join(
    people, people.c.id == competitions.c.host_id
)
_CURRENT: Final = (CompetitionStage.OPEN, CompetitionStage.RUNNING)


async def add(connection: AsyncConnection, competition: Competition) -> Competition:
    """Store a new competition, whose host is known; returns it with its number."""
    regulations, venue = competition.regulations, competition.venue
    values = {
        "server_id": venue.server_id,
        "channel_id": venue.channel_id,
        "match_channel_id": venue.match_channel_id,
        "wants_threads": venue.wants_threads,
        "format": regulations.format,
        "name": competition.name,
        "number": competition.number,
        "previous_id": competition.previous_id,
        "host_id": competition.host.id,
        "games": [game.key for game in regulations.games],
        "size": regulations.size,
        "both_sides": regulations.both_sides,
        "rounds": regulations.rounds,
        "days": regulations.terms.days,
        "pauses_weekends": regulations.terms.pauses_weekends,
        "goes_on": regulations.goes_on,
        "stage": competition.stage,
        "begins_at": competition.begins_at,
        "ends_at": competition.ends_at,
        "created_at": competition.created_at,
    }
    number = await connection.scalar(insert(competitions).values(**values).returning(competitions.c.id))
    assert number is not None, "it was stored"
    return replace(competition, id=number)


async def load(
    connection: AsyncConnection, competition_id: int, games: Mapping[str, Game], *, for_update: bool = False
) -> Competition | None:
    """The competition of that number, or None; `for_update` locks it with its entrants."""
    if not 0 < competition_id <= _LARGEST_NUMBER:
        return None
    query = _WITH_HOST.where(competitions.c.id == competition_id)
    row = (await connection.execute(query.with_for_update(of=competitions) if for_update else query)).one_or_none()
    return None if row is None else _competition(row, games)


async def of_server(
    connection: AsyncConnection, server_id: int, games: Mapping[str, Game], limit: int
) -> Sequence[Competition]:
    """At most `limit` competitions of a server: those that are open or running first, the latest before others."""
    is_current = competitions.c.stage.in_(_CURRENT)
    query = _WITH_HOST.where(competitions.c.server_id == server_id)
    rows = await connection.execute(query.order_by(is_current.desc(), competitions.c.id.desc()).limit(limit))
    return [_competition(row, games) for row in rows]


async def of_person(
    connection: AsyncConnection, server_id: int, person_id: int, games: Mapping[str, Game]
) -> Sequence[Competition]:
    """A person's open and running competitions on a server."""
    query = _WITH_HOST.join(entrants, entrants.c.competition_id == competitions.c.id).where(
        entrants.c.person_id == person_id,
        entrants.c.out_at.is_(None),
        competitions.c.stage.in_(_CURRENT),
        competitions.c.server_id + 0 == server_id,  # few of a person, many of a server
    )
    return [_competition(row, games) for row in await connection.execute(query)]


async def entered_by(connection: AsyncConnection, person_id: int) -> Sequence[int]:
    """The numbers of a person's open and running competitions on all servers."""
    query = (
        select(competitions.c.id)
        .join(entrants, entrants.c.competition_id == competitions.c.id)
        .where(entrants.c.person_id == person_id, entrants.c.out_at.is_(None), competitions.c.stage.in_(_CURRENT))
    )
    return (await connection.scalars(query.order_by(competitions.c.id))).all()


def _competition(row: Row[Any], games: Mapping[str, Game]) -> Competition:
    terms = Terms(row.days, row.pauses_weekends, is_rated=True, most_vacation=MOST_VACATION)
    played = tuple(games[key] for key in row.games)
    regulations = Regulations(
        Format(row.format), played, row.size, row.both_sides, terms, goes_on=row.goes_on, rounds=row.rounds
    )
    return Competition(
        id=row.id,
        name=row.name,
        number=row.number,
        previous_id=row.previous_id,
        host=Person(row.host_id, row.host_name),
        venue=Venue(row.server_id, row.channel_id, row.match_channel_id, row.wants_threads),
        regulations=regulations,
        begins_at=row.begins_at,
        ends_at=row.ends_at,
        stage=CompetitionStage(row.stage),
        created_at=row.created_at,
        closed_at=row.closed_at,
        wakes_at=row.wakes_at,
    )


async def save(connection: AsyncConnection, competition: Competition) -> None:
    """Write the columns of a locked competition that can change."""
    values = {
        "stage": competition.stage,
        "rounds": competition.regulations.rounds,
        "closed_at": competition.closed_at,
        "wakes_at": competition.wakes_at,
    }
    await connection.execute(update(competitions).where(competitions.c.id == competition.id).values(**values))


async def over(connection: AsyncConnection) -> Sequence[int]:
    """The competitions that are over, by number."""
    query = select(competitions.c.id).where(competitions.c.stage == CompetitionStage.OVER)
    return (await connection.scalars(query.order_by(competitions.c.id))).all()


async def format_of(connection: AsyncConnection, competition_id: int) -> Format:
    """The format of a competition, whose games may be unknown."""
    query = select(competitions.c.format).where(competitions.c.id == competition_id)
    return Format((await connection.execute(query)).scalar_one())


_CHANGE: Final = update(entrants).where(
    entrants.c.competition_id == bindparam("number"), entrants.c.person_id == bindparam("whom")
)


async def entrants_of(
    connection: AsyncConnection, competition_id: int, division: int | None = None
) -> Sequence[Entrant]:
    """The entrants of a competition, or of one division of it, by division and seed, or as they joined."""
    query = (
        select(entrants, people.c.name)
        .join(people, people.c.id == entrants.c.person_id)
        .where(entrants.c.competition_id == competition_id)
        .order_by(entrants.c.division, entrants.c.seed, entrants.c.joined_at, entrants.c.person_id)
    )
    if division is not None:
        query = query.where(entrants.c.division == division)
    return [_entrant(row) for row in await connection.execute(query)]


async def divisions_of(connection: AsyncConnection, competition_id: int) -> int:
    """How many divisions a competition has; 0 before it begins."""
    query = select(func.max(entrants.c.division)).where(entrants.c.competition_id == competition_id)
    return await connection.scalar(query) or 0


async def division_of(connection: AsyncConnection, competition_id: int, person_id: int) -> int | None:
    """A person's division; None if they are in none."""
    return await connection.scalar(select(entrants.c.division).where(_is(competition_id, person_id)))


def _entrant(row: Row[Any]) -> Entrant:
    out = None if row.out_at is None else Withdrawal(WithdrawalCause(row.out_because), row.out_at, row.is_struck)
    return Entrant(Person(row.person_id, row.name), row.joined_at, row.division, row.seed, out, row.place)


def _columns(entrant: Entrant) -> dict[str, Any]:
    out = entrant.withdrawal
    return {
        "joined_at": entrant.joined_at,
        "out_at": None if out is None else out.at,
        "out_because": None if out is None else out.cause,
        "is_struck": entrant.is_struck,
        "division": entrant.division,
        "seed": entrant.seed,
        "place": entrant.place,
    }


async def save_entrants(
    connection: AsyncConnection, competition_id: int, before: Sequence[Entrant], after: Sequence[Entrant]
) -> None:
    """Write what differs between the entrants of a locked competition, each kind of change in one round trip."""
    known = {one.person.id: _columns(one) for one in before}
    wanted = {one.person.id: _columns(one) for one in after}
    if gone := known.keys() - wanted.keys():
        of_gone = (entrants.c.competition_id == competition_id, entrants.c.person_id.in_(gone))
        await connection.execute(delete(entrants).where(*of_gone))
    if new := [one for one in wanted if one not in known]:
        rows = [{"competition_id": competition_id, "person_id": one, **wanted[one]} for one in new]
        await connection.execute(insert(entrants), rows)
    if changed := [one for one in wanted if one in known and known[one] != wanted[one]]:
        rows = [{"number": competition_id, "whom": one, **wanted[one]} for one in changed]
        await connection.execute(_CHANGE, rows)


def _is(competition_id: int, person_id: int) -> Any:
    return (entrants.c.competition_id == competition_id) & (entrants.c.person_id == person_id)


_FIXTURES: Final = select(
    fixtures, matches.c.state, matches.c.ending, matches.c.ended_by_id, matches.c.places
).outerjoin(matches, matches.c.id == fixtures.c.match_id)


async def add_fixtures(connection: AsyncConnection, competition_id: int, new: Iterable[Fixture]) -> None:
    """Store fixtures that have no number yet."""
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
    """The fixtures of a competition or a division of it, with their results, in the order of the pairings."""
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
    """Note the matches of fixtures, by the numbers of both, in one round trip."""
    rows = [{"number": fixture_id, "match_id": match_id} for fixture_id, match_id in made.items()]
    await connection.execute(update(fixtures).where(fixtures.c.id == bindparam("number")), rows)


async def add_step(connection: AsyncConnection, competition_id: int, step: LadderStep) -> None:
    """Note that a person joined a ladder or left it."""
    row = {"competition_id": competition_id, "person_id": step.person_id, "done_at": step.at, "is_there": step.is_there}
    await connection.execute(insert(ladder_steps).values(**row))


async def add_challenge(connection: AsyncConnection, competition_id: int, people: Sequence[int], match_id: int) -> None:
    """Note a challenge on a ladder; `people` are both in the order of their seats."""
    number = select(func.coalesce(func.max(fixtures.c.round), 0) + 1)
    values = {
        "competition_id": competition_id,
        "division": 1,
        "round": number.where(fixtures.c.competition_id == competition_id).scalar_subquery(),
        "first_id": people[0],
        "second_id": people[1],
        "match_id": match_id,
    }
    await connection.execute(insert(fixtures).values(**values))


async def steps_of(connection: AsyncConnection, competition_id: int) -> Sequence[LadderStep]:
    """The joining and leaving of people on a ladder, in order."""
    query = select(ladder_steps).where(ladder_steps.c.competition_id == competition_id).order_by(ladder_steps.c.id)
    return [LadderStep(row.person_id, row.done_at, row.is_there) for row in await connection.execute(query)]


async def matches_of(connection: AsyncConnection, competition_id: int) -> Sequence[LadderMatch]:
    """The challenges on a ladder, in order."""
    query = _FIXTURES.add_columns(
        matches.c.host_id, matches.c.created_at, matches.c.started_at, matches.c.ended_at
    ).where(fixtures.c.competition_id == competition_id)
    return [_ladder_match(row) for row in await connection.execute(query.order_by(fixtures.c.id))]


def _ladder_match(row: Row[Any]) -> LadderMatch:
    fixture = _fixture(row)
    match, points = fixture.match, fixture.points
    assert match is not None and fixture.second_id is not None, "a fixture of a ladder is stored with its match"
    is_first = row.host_id == fixture.first_id
    return LadderMatch(
        id=match.id,
        challenger_id=row.host_id,
        challenged_id=fixture.second_id if is_first else fixture.first_id,
        made_at=row.created_at,
        began_at=row.started_at,
        ended_at=row.ended_at,
        state=match.state,
        ending=match.ending,
        points=points if points is None or is_first else (points[1], points[0]),
    )


async def ladder_of(connection: AsyncConnection, competition_id: int, now: datetime) -> Ladder:
    """A ladder as it stands now."""
    steps = await steps_of(connection, competition_id)
    return climbed(steps, await matches_of(connection, competition_id), now)


async def all_ladders(connection: AsyncConnection) -> Sequence[int]:
    """All ladders, by number."""
    query = select(competitions.c.id).where(competitions.c.format == Format.LADDER)
    return (await connection.scalars(query.order_by(competitions.c.id))).all()


async def put_ladder_right(connection: AsyncConnection, competition_id: int) -> None:
    """Correct the entrants of a ladder by the stored steps of joining and leaving."""
    last = {step.person_id: step for step in await steps_of(connection, competition_id)}
    for step in last.values():
        is_theirs = (entrants.c.competition_id == competition_id, entrants.c.person_id == step.person_id)
        values = (
            {"out_at": None, "out_because": None}
            if step.is_there
            else {"out_at": step.at, "out_because": WithdrawalCause.LEFT}
        )
        await connection.execute(update(entrants).where(*is_theirs).values(**values))
