"""Puzzles of the day: which one a server gets, and who has solved it. In the caller's transaction.

Which one it is follows from what is stored, so that trying again after a crash posts the same.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.people import Person
from bot.model.puzzles import AttemptEnding, Puzzle
from bot.store.engine.schema.learning import daily_puzzles, puzzle_attempts, puzzle_standings
from bot.store.engine.schema.people import people
from bot.store.engine.schema.servers import servers
from bot.store.jobs.periodicals import Periodical


def day_of(now: datetime) -> str:
    """The day of an instant, UTC, as it is stored."""
    return now.astimezone(UTC).date().isoformat()


DAILY: Final = Periodical("daily", daily_puzzles, daily_puzzles.c.day, servers.c.puzzle_channel_id)


async def lay_out(connection: AsyncConnection, server_id: int, puzzle: Puzzle, now: datetime) -> None:
    """Have a puzzle posted as that of today, unless there is one; one that was never posted is not any more."""
    values = {"game": puzzle.game.key, "puzzle": puzzle.id, "due_at": now}
    await DAILY.lay_out(connection, server_id, day_of(now), values)


async def of_day(connection: AsyncConnection, server_id: int, day: str) -> tuple[str, str]:
    """The game and the id of the puzzle that is laid out for a day."""
    its = (daily_puzzles.c.server_id == server_id, daily_puzzles.c.day == day)
    row = (await connection.execute(select(daily_puzzles.c.game, daily_puzzles.c.puzzle).where(*its))).one()
    return row.game, row.puzzle


async def before(connection: AsyncConnection, server_id: int, day: str) -> tuple[str, str, str] | None:
    """The day, game and id of the last puzzle that was posted before that of a day; None for the first."""
    query = select(daily_puzzles.c.day, daily_puzzles.c.game, daily_puzzles.c.puzzle).where(
        daily_puzzles.c.server_id == server_id, daily_puzzles.c.day < day, daily_puzzles.c.message_id.is_not(None)
    )
    row = (await connection.execute(query.order_by(daily_puzzles.c.day.desc()).limit(1))).one_or_none()
    return None if row is None else (row.day, row.game, row.puzzle)


async def solvers(
    connection: AsyncConnection, server_id: int, game: str, puzzle: str, since: datetime, limit: int
) -> tuple[Sequence[Person], int]:
    """Those of a server who have solved a puzzle since an instant, at most `limit` of them, and how many there are."""
    theirs = and_(
        puzzle_standings.c.person_id == puzzle_attempts.c.person_id,
        puzzle_standings.c.server_id == server_id,
        puzzle_standings.c.game == game,
    )
    solved = (
        puzzle_attempts.c.puzzle == puzzle,
        puzzle_attempts.c.ending == AttemptEnding.SOLVED,
        puzzle_attempts.c.changed_at >= since,
    )

    found = (
        select(people.c.id, people.c.name)
        .join(puzzle_attempts, puzzle_attempts.c.person_id == people.c.id)
        .join(puzzle_standings, theirs)
        .where(*solved)
    )
    count = await connection.scalar(select(func.count()).select_from(found.subquery())) or 0
    rows = await connection.execute(found.order_by(puzzle_attempts.c.changed_at, people.c.id).limit(limit))
    return [Person(row.id, row.name) for row in rows], count
