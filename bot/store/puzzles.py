"""What people have done about puzzles. Every function works inside the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.people import Person
from bot.model.puzzles import Attempt, AttemptEnding, PuzzleStanding
from bot.model.ratings import Skill
from bot.store.engine.schema.learning import puzzle_attempts, puzzle_ratings, puzzle_standings
from bot.store.engine.schema.people import people
from bot.store.engine.upserts import upsert


async def attempts(connection: AsyncConnection, person_id: int) -> Sequence[Attempt]:
    """All that somebody has done about puzzles, what changed last first."""
    query = select(puzzle_attempts).where(puzzle_attempts.c.person_id == person_id)
    rows = await connection.execute(query.order_by(puzzle_attempts.c.changed_at.desc(), puzzle_attempts.c.puzzle))
    return [_attempt(row) for row in rows]


async def attempt(connection: AsyncConnection, person_id: int, puzzle: str) -> Attempt | None:
    """What somebody has done about a puzzle, which nobody else can change until the transaction ends; None if nothing."""
    query = select(puzzle_attempts).where(puzzle_attempts.c.person_id == person_id, puzzle_attempts.c.puzzle == puzzle)
    row = (await connection.execute(query.with_for_update())).one_or_none()
    return None if row is None else _attempt(row)


def _attempt(row: Row[Any]) -> Attempt:
    ending = None if row.ending is None else AttemptEnding(row.ending)
    return Attempt(row.puzzle, row.game, row.wrong, row.is_hinted, ending)


async def keep_attempt(connection: AsyncConnection, person_id: int, made: Attempt, now: datetime) -> None:
    """Keep what somebody, who is known as a person, has done about a puzzle."""
    values: dict[str, Any] = {
        "game": made.game,
        "wrong": made.wrong,
        "is_hinted": made.is_hinted,
        "ending": made.ending,
        "changed_at": now,
    }
    await upsert(connection, puzzle_attempts, {"person_id": person_id, "puzzle": made.puzzle}, values)


async def standing(connection: AsyncConnection, server_id: int, game: str, person_id: int) -> PuzzleStanding:
    """How somebody stands with the puzzles of a game on a server; the usual before the first one."""
    table = puzzle_standings
    query = select(table).where(table.c.server_id == server_id, table.c.game == game, table.c.person_id == person_id)
    row = (await connection.execute(query)).one_or_none()
    return PuzzleStanding() if row is None else _standing(row)


def _standing(row: Row[Any]) -> PuzzleStanding:
    return PuzzleStanding(Skill(row.mu, row.sigma), row.tried, row.solved, row.streak, row.longest)


async def keep_standing(
    connection: AsyncConnection, server_id: int, game: str, person_id: int, after: PuzzleStanding, now: datetime
) -> None:
    """Keep how somebody stands with the puzzles of a game on a server."""
    values: dict[str, Any] = {
        "mu": after.skill.mu,
        "sigma": after.skill.sigma,
        "rating": after.skill.rating,
        "tried": after.tried,
        "solved": after.solved,
        "streak": after.streak,
        "longest": after.longest,
        "changed_at": now,
    }
    await upsert(connection, puzzle_standings, {"server_id": server_id, "game": game, "person_id": person_id}, values)


async def best(
    connection: AsyncConnection, server_id: int, game: str, limit: int
) -> Sequence[tuple[Person, PuzzleStanding]]:
    """Those who stand best with the puzzles of a game on a server, the best first."""
    query = (
        select(puzzle_standings, people.c.name)
        .join(people, people.c.id == puzzle_standings.c.person_id)
        .where(puzzle_standings.c.server_id == server_id, puzzle_standings.c.game == game)
        .order_by(puzzle_standings.c.rating.desc(), puzzle_standings.c.person_id)
        .limit(limit)
    )
    return [(Person(row.person_id, row.name), _standing(row)) for row in await connection.execute(query)]


async def skill_of(connection: AsyncConnection, puzzle: str, first: Skill) -> Skill:
    """How hard a puzzle has turned out to be; `first` if nobody has tried it."""
    row = (await connection.execute(select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle))).one_or_none()
    return first if row is None else Skill(row.mu, row.sigma)


async def keep_skill(connection: AsyncConnection, puzzle: str, skill: Skill) -> None:
    """Keep how hard a puzzle has turned out to be."""
    await upsert(connection, puzzle_ratings, {"puzzle": puzzle}, {"mu": skill.mu, "sigma": skill.sigma})
