"""The queue of jobs, as tests inspect it."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, Table, delete, literal, select, update

from bot.model.jobs import Claim, DueJob, Job, Kind
from bot.model.shards import ALL, Shards
from bot.store.engine.conditions import LONGEST
from bot.store.engine.database import Connection, Database
from bot.store.engine.schema.jobs import jobs
from bot.store.jobs import queue
from tests.bot.matches import Matches


async def move_back(database: Database, kind: Kind, told: Table, **amount: float) -> None:
    """Move the jobs of a kind into the past, and when people in a table were told of such, as if so much time had passed."""
    by = literal(int(timedelta(**amount).total_seconds() * 1000), BigInteger())
    async with database.write() as connection:
        await connection.execute(update(jobs).where(jobs.c.kind == kind).values(due_at=jobs.c.due_at.op("-")(by)))
        await connection.execute(update(told).values(told_at=told.c.told_at.op("-")(by)))


async def stored_jobs(database: Database, kind: Kind, match_id: int | None = None) -> Sequence[Job]:
    """All stored jobs of a kind, or those about a match."""
    query = select(jobs).where(jobs.c.kind == kind).order_by(jobs.c.id)
    async with database.read() as connection:
        found = [queue.job_in(row) for row in (await connection.execute(query)).mappings()]
    return [job for job in found if match_id in (None, job.match_id)]


async def news(database: Database, match_id: int | None = None) -> list[bool]:
    """Whether each announcement, or each one of a match, asks for a new message."""
    return [job.data["is_new_message"] for job in await stored_jobs(database, Kind.BOARD, match_id)]


async def forget_jobs(connection: Connection, kind: Kind) -> None:
    """Delete all jobs of a kind."""
    await connection.execute(delete(jobs).where(jobs.c.kind == kind))


async def due_jobs(
    matches: Matches, kind: Kind, limit: int = 100, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueJob]:
    """The jobs of a kind that may be claimed now."""
    async with matches.database.read() as connection:
        return await queue.due(connection, [kind], matches.now(), limit, busy, shards)


async def claim_job(matches: Matches, kind: Kind, number: int) -> Claim | None:
    """Claim a job, or the jobs of a match."""
    async with matches.database.write() as connection:
        return await queue.claim(connection, kind, number, matches.now())


async def check_none_is_too_far(database: Database, now: datetime) -> None:
    """Check that no job is due so late that the queue takes its instant for that of a wrong clock, and does it at once."""
    async with database.read() as connection:
        too_late = select(jobs.c.kind, jobs.c.due_at).where(jobs.c.due_at > now + LONGEST)
        found = (await connection.execute(too_late)).all()
    assert not found, found
