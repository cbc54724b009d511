"""Competitions in the database: what they are, who is in them, and who meets whom. In the caller's transaction."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, Select, bindparam, delete, exists, func, insert, select, update
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
from bot.model.competitions.schedule import Meeting
from bot.model.match import Ending, State
from bot.model.person import Person
from bot.model.shards import Shards
from bot.store.schema.competitions import competitions, entrants, fixtures
from bot.store.schema.matches import matches
from bot.store.schema.people import people
from bot.store.schema.ratings import ratings
from bot.store.sharding import belong
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
    """The competition of that number, or None; `for_update` keeps others from changing it or who is in it."""
    if not 0 < competition_id <= _LARGEST_NUMBER:
        return None
    query = _WITH_HOST.where(competitions.c.id == competition_id)
    row = (await connection.execute(query.with_for_update(of=competitions) if for_update else query)).one_or_none()
    return None if row is None else _competition(row, games)


async def of_server(
    connection: AsyncConnection, server_id: int, games: Mapping[str, Game], limit: int
) -> Sequence[Competition]:
    """At most so many competitions of a server: those that wait or run first, the latest before others."""
    is_current = competitions.c.stage.in_(_CURRENT)
    query = _WITH_HOST.where(competitions.c.server_id == server_id)
    rows = await connection.execute(query.order_by(is_current.desc(), competitions.c.id.desc()).limit(limit))
    return [_competition(row, games) for row in rows]


async def of_person(
    connection: AsyncConnection, server_id: int, person_id: int, games: Mapping[str, Game]
) -> Sequence[Competition]:
    """The competitions of a server that wait or run and that somebody is in and not out of."""
    query = _WITH_HOST.join(entrants, entrants.c.competition_id == competitions.c.id).where(
        entrants.c.person_id == person_id,
        entrants.c.out_at.is_(None),
        competitions.c.stage.in_(_CURRENT),
        competitions.c.server_id + 0 == server_id,  # few of a person, many of a server
    )
    return [_competition(row, games) for row in await connection.execute(query)]


async def entered_by(connection: AsyncConnection, person_id: int) -> Sequence[int]:
    """The competitions that wait or run, on any server, and that somebody is in and not out of, by number."""
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
    )


async def change(connection: AsyncConnection, competition_id: int, values: Mapping[str, Any]) -> None:
    """Change columns of a competition that is locked."""
    await connection.execute(update(competitions).where(competitions.c.id == competition_id).values(**values))


# --- who is in them ---


async def entrants_of(
    connection: AsyncConnection, competition_id: int, division: int | None = None
) -> Sequence[Entrant]:
    """Everybody in a competition, or in one division of it, by division and seed, or as they have joined."""
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
    """The division of somebody; None if they are in none."""
    return await connection.scalar(select(entrants.c.division).where(_is(competition_id, person_id)))


def _entrant(row: Row[Any]) -> Entrant:
    out = None if row.out_at is None else Withdrawal(WithdrawalCause(row.out_because), row.out_at, row.is_struck)
    return Entrant(Person(row.person_id, row.name), row.joined_at, row.division, row.seed, out, row.place)


async def enter(
    connection: AsyncConnection, competition_id: int, person_id: int, now: datetime, *, seed: int | None = None
) -> None:
    """Let somebody be in a competition that is locked and in which they are not yet; with a seed, in one that runs."""
    division = None if seed is None else 1
    row = {"competition_id": competition_id, "person_id": person_id, "joined_at": now}
    row |= {"division": division, "seed": seed}
    await connection.execute(insert(entrants).values(**row))


async def take_out(connection: AsyncConnection, competition_id: int, person_id: int) -> None:
    """Let somebody be in a competition no more that has not begun."""
    await connection.execute(delete(entrants).where(_is(competition_id, person_id)))


async def withdraw(connection: AsyncConnection, competition_id: int, person_id: int, withdrawal: Withdrawal) -> None:
    """Note that somebody plays no more in a competition that runs."""
    values = {"out_at": withdrawal.at, "out_because": withdrawal.cause, "is_struck": withdrawal.is_struck}
    await connection.execute(update(entrants).where(_is(competition_id, person_id)).values(**values))


def _is(competition_id: int, person_id: int) -> Any:
    return (entrants.c.competition_id == competition_id) & (entrants.c.person_id == person_id)


async def seat(connection: AsyncConnection, competition_id: int, divisions: Sequence[Sequence[Entrant]]) -> None:
    """Note who is in which division, and in which order."""
    rows = [
        {"whom": entrant.person.id, "division": number, "seed": index}
        for number, division in enumerate(divisions, start=1)
        for index, entrant in enumerate(division)
    ]
    await _update_all(connection, competition_id, rows)


async def set_places(connection: AsyncConnection, competition_id: int, places: Mapping[int, int | None]) -> None:
    """Note what everybody has reached, by person."""
    await _update_all(connection, competition_id, [{"whom": whom, "place": place} for whom, place in places.items()])


async def _update_all(connection: AsyncConnection, competition_id: int, rows: Sequence[Mapping[str, Any]]) -> None:
    """Change columns of many who are in a competition, in one trip to the database; `whom` is each one's id."""
    if not rows:
        return
    columns = {name: bindparam(name, type_=entrants.c[name].type) for name in rows[0] if name != "whom"}
    whose = (entrants.c.competition_id == competition_id, entrants.c.person_id == bindparam("whom"))
    await connection.execute(update(entrants).where(*whose).values(**columns), list(rows))


async def ratings_of(
    connection: AsyncConnection, server_id: int, pool: str, person_ids: Collection[int]
) -> Mapping[int, float]:
    """By person: the ratings in a pool that are no longer provisional."""
    query = select(ratings.c.person_id, ratings.c.mu).where(
        ratings.c.server_id == server_id,
        ratings.c.pool == pool,
        ratings.c.is_provisional.is_(False),
        ratings.c.person_id.in_(person_ids),
    )
    return {row.person_id: row.mu for row in await connection.execute(query)}


# --- who meets whom ---

_FIXTURES: Final = select(
    fixtures, matches.c.state, matches.c.ending, matches.c.ended_by_id, matches.c.places
).outerjoin(matches, matches.c.id == fixtures.c.match_id)


async def add_fixtures(
    connection: AsyncConnection, competition_id: int, division: int, meetings: Iterable[Meeting]
) -> None:
    """Have people of a division meet."""
    rows = [
        {
            "competition_id": competition_id,
            "division": division,
            "round": meeting.round,
            "first_id": meeting.first_id,
            "second_id": meeting.second_id,
        }
        for meeting in meetings
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


async def note_match(connection: AsyncConnection, fixture_id: int, match_id: int) -> None:
    """Note the match of a fixture."""
    await connection.execute(update(fixtures).where(fixtures.c.id == fixture_id).values(match_id=match_id))


async def people_of(connection: AsyncConnection, person_ids: Collection[int]) -> Mapping[int, Person]:
    """People by their ids, with the names last seen."""
    rows = await connection.execute(select(people).where(people.c.id.in_(person_ids)))
    return {row.id: Person(row.id, row.name) for row in rows}


async def over(connection: AsyncConnection) -> Sequence[int]:
    """The competitions that are over, by number."""
    query = select(competitions.c.id).where(competitions.c.stage == CompetitionStage.OVER)
    return (await connection.scalars(query.order_by(competitions.c.id))).all()


async def format_of(connection: AsyncConnection, competition_id: int) -> Format:
    """In which way a competition is played, whether its games are known or not."""
    query = select(competitions.c.format).where(competitions.c.id == competition_id)
    return Format((await connection.execute(query)).scalar_one())
