"""Competitions in the database, in the caller's transaction; beside them stand their entrants and their fixtures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Terms
from bot.model.competitions.competition import (
    MOST_VACATION,
    Competition,
    CompetitionStage,
    Format,
    Regulations,
    Venue,
)
from bot.model.people import Person
from bot.store.engine.schema.competitions import competitions, entrants
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
        wakes_at=row.wakes_at,
    )


async def save(connection: AsyncConnection, competition: Competition) -> None:
    """Write what may be different of a competition that is locked."""
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
    """In which way a competition is played, whether its games are known or not."""
    query = select(competitions.c.format).where(competitions.c.id == competition_id)
    return Format((await connection.execute(query)).scalar_one())
