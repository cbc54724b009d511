"""Ladders in the database: who has joined and left, and the challenges. In the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import Fixture, FixtureMatch, Format, WithdrawalCause
from bot.model.competitions.ladder import Ladder, LadderMatch, LadderStep, climbed
from bot.model.match import State
from bot.model.result import Ending
from bot.store.engine.schema.competitions import competitions, entrants, fixtures, ladder_steps
from bot.store.engine.schema.matches import matches


async def add_step(connection: AsyncConnection, competition_id: int, step: LadderStep) -> None:
    """Note that somebody has joined a ladder, or left it."""
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
    """Who has joined a ladder and left it, in order."""
    query = select(ladder_steps).where(ladder_steps.c.competition_id == competition_id).order_by(ladder_steps.c.id)
    return [LadderStep(row.person_id, row.done_at, row.is_there) for row in await connection.execute(query)]


async def matches_of(connection: AsyncConnection, competition_id: int) -> Sequence[LadderMatch]:
    """The challenges on a ladder, in order."""
    query = (
        select(fixtures, matches)
        .join(matches, matches.c.id == fixtures.c.match_id)
        .where(fixtures.c.competition_id == competition_id)
        .order_by(fixtures.c.id)
    )
    found: list[LadderMatch] = []
    for row in (await connection.execute(query)).mappings():
        ending = None if row[matches.c.ending] is None else Ending(row[matches.c.ending])
        places = tuple(row[matches.c.places] or ())
        played = FixtureMatch(
            row[matches.c.id], State(row[matches.c.state]), ending, row[matches.c.ended_by_id], places
        )
        fixture = Fixture(
            row[fixtures.c.id], 1, row[fixtures.c.round], row[fixtures.c.first_id], row[fixtures.c.second_id], played
        )
        is_first = row[matches.c.host_id] == fixture.first_id
        challenged_id = fixture.second_id if is_first else fixture.first_id
        assert challenged_id is not None, "nobody challenges nobody"
        points = fixture.points
        found.append(
            LadderMatch(
                id=played.id,
                challenger_id=row[matches.c.host_id],
                challenged_id=challenged_id,
                made_at=row[matches.c.created_at],
                began_at=row[matches.c.started_at],
                ended_at=row[matches.c.ended_at],
                state=played.state,
                ending=ending,
                points=points if points is None or is_first else (points[1], points[0]),
            )
        )
    return found


async def ladder_of(connection: AsyncConnection, competition_id: int, now: datetime) -> Ladder:
    """A ladder as it stands now."""
    steps = await steps_of(connection, competition_id)
    return climbed(steps, await matches_of(connection, competition_id), now)


async def all_ladders(connection: AsyncConnection) -> Sequence[int]:
    """All ladders, by number."""
    query = select(competitions.c.id).where(competitions.c.format == Format.LADDER)
    return (await connection.scalars(query.order_by(competitions.c.id))).all()


async def put_ladder_right(connection: AsyncConnection, competition_id: int) -> None:
    """Let entries say who is on a ladder, as follows from who has joined it and left it."""
    last = {step.person_id: step for step in await steps_of(connection, competition_id)}
    for step in last.values():
        is_theirs = (entrants.c.competition_id == competition_id, entrants.c.person_id == step.person_id)
        values = (
            {"out_at": None, "out_because": None}
            if step.is_there
            else {"out_at": step.at, "out_because": WithdrawalCause.LEFT}
        )
        await connection.execute(update(entrants).where(*is_theirs).values(**values))
