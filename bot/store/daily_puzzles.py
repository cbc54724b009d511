"""Puzzles of the day: which one a server gets, and that it is posted once. In the caller's transaction.

A puzzle that is due is claimed by moving the instant at which it is due into the future, as with panels. Which one it is
follows from what is stored, so that trying again after a crash posts the same.
"""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.attempt import Ending
from bot.model.person import Person
from bot.model.puzzle import Puzzle
from bot.model.shards import ALL, Shards
from bot.store.claims import CLAIM, Waiting, has_come
from bot.store.schema import daily_puzzles, people, puzzle_attempts, puzzle_standings, servers
from bot.store.sharding import belong
from bot.store.upserts import insert_into

_NONCE_DIGITS: Final = 24


def day_of(now: datetime) -> str:
    """The day of an instant, UTC, as it is stored."""
    return now.astimezone(UTC).date().isoformat()


@dataclass(frozen=True, slots=True)
class DailyClaim:
    """A puzzle of the day that the holder is to post in `channel_id`. `until` is when the claim runs out."""

    server_id: int
    day: str
    game: str
    puzzle: str
    channel_id: int
    until: datetime

    @property
    def nonce(self) -> str:
        """Sent with the message, so that Discord drops a second copy after a crash between sending and noting it."""
        return hashlib.sha256(f"daily {self.server_id} {self.day}".encode()).hexdigest()[:_NONCE_DIGITS]


async def without(connection: AsyncConnection, day: str, shards: Shards = ALL) -> Sequence[int]:
    """The servers of some shards that want a puzzle of the day and have none for this day."""
    has_one = select(daily_puzzles.c.puzzle).where(
        daily_puzzles.c.server_id == servers.c.id, daily_puzzles.c.day == day
    )
    query = select(servers.c.id).where(servers.c.puzzle_channel_id.is_not(None), ~has_one.exists())
    return (await connection.scalars(query.where(belong(servers.c.id, shards)).order_by(servers.c.id))).all()


async def lay_out(connection: AsyncConnection, server_id: int, puzzle: Puzzle, now: datetime) -> None:
    """Have a puzzle posted as that of today, unless there is one; one that was never posted is not any more."""
    today = day_of(now)
    row = {"server_id": server_id, "day": today, "game": puzzle.game.key, "puzzle": puzzle.id, "due_at": now}
    await connection.execute(insert_into(connection, daily_puzzles).values(**row).on_conflict_do_nothing())
    missed = (
        daily_puzzles.c.server_id == server_id,
        daily_puzzles.c.day != today,
        daily_puzzles.c.message_id.is_(None),
    )
    await connection.execute(delete(daily_puzzles).where(*missed))


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[Waiting]:
    """At most `limit` servers of some shards whose puzzle of the day is to be posted now, except in `busy` channels."""
    channel = servers.c.puzzle_channel_id
    rows = await connection.execute(
        select(servers.c.id, channel)
        .join(daily_puzzles, daily_puzzles.c.server_id == servers.c.id)
        .where(has_come(daily_puzzles.c.due_at, now), channel.is_not(None), channel.not_in(busy))
        .where(belong(servers.c.id, shards))
        .order_by(daily_puzzles.c.due_at, servers.c.id)
        .limit(limit)
    )
    return [Waiting(server_id, channel_id) for server_id, channel_id in rows]


async def claim(connection: AsyncConnection, server_id: int, now: datetime) -> DailyClaim | None:
    """Take a server's puzzle of the day that is due; None if it is not, or somebody else is posting it."""
    channel_id = await connection.scalar(select(servers.c.puzzle_channel_id).where(servers.c.id == server_id))
    if channel_id is None:
        return None
    is_due = (daily_puzzles.c.server_id == server_id, has_come(daily_puzzles.c.due_at, now))
    taken = update(daily_puzzles).where(*is_due).values(due_at=now + CLAIM).returning(daily_puzzles)
    row = (await connection.execute(taken)).first()
    return None if row is None else DailyClaim(server_id, row.day, row.game, row.puzzle, channel_id, row.due_at)


async def finish(connection: AsyncConnection, claimed: DailyClaim, message_id: int) -> None:
    """It was posted in that message."""
    its = (daily_puzzles.c.server_id == claimed.server_id, daily_puzzles.c.day == claimed.day)
    await connection.execute(update(daily_puzzles).where(*its).values(due_at=None, message_id=message_id))


async def put_back(connection: AsyncConnection, claimed: DailyClaim, due_at: datetime) -> None:
    """It is to be posted at `due_at`, unless somebody else has taken it."""
    is_held = (
        daily_puzzles.c.server_id == claimed.server_id,
        daily_puzzles.c.day == claimed.day,
        daily_puzzles.c.due_at == claimed.until,
    )
    await connection.execute(update(daily_puzzles).where(*is_held).values(due_at=due_at))


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
        puzzle_attempts.c.ending == Ending.SOLVED,
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
