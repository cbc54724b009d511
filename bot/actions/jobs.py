"""Steps of a job, each in a transaction of its own."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from bot.actions.context import Context
from bot.model.jobs import Claim, DueJob, Kind
from bot.store.jobs import boards, queue


async def may_be_due(context: Context) -> Sequence[Kind]:
    """The kinds of jobs that may be due on any server; nearly always none."""
    async with context.database.read() as connection:
        return await queue.may_be_due(connection, context.now())


async def due(
    context: Context, kinds: Collection[Kind], limit: int, busy: Collection[int] = (), *, match_id: int | None = None
) -> Sequence[DueJob]:
    """The jobs that may be claimed now; see `bot.store.jobs.queue.due`."""
    async with context.database.read() as connection:
        return await queue.due(connection, kinds, context.now(), limit, busy, context.shards(), match_id=match_id)


async def claim(context: Context, job: DueJob, lease: timedelta | None = None) -> Claim | None:
    """Take a job, or those of a match that are done together; None if none is due, or another process has them."""
    async with context.database.write() as connection:
        return await queue.claim(connection, job.kind, job.number, context.now(), lease, person_id=job.person_id)


async def renew(context: Context, claim: Claim, lease: timedelta) -> bool:
    """Keep a claim for longer; False if it was lost."""
    async with context.database.write() as connection:
        return await queue.renew(connection, claim, context.now() + lease)


async def finish(context: Context, claim: Claim) -> None:
    """Delete a claimed job, because it is done."""
    async with context.database.write() as connection:
        await queue.finish(connection, claim)


async def keep(context: Context, claim: Claim, **columns: Any) -> None:
    """Note that a claimed job is done, and keep it with these columns."""
    async with context.database.write() as connection:
        await queue.keep(connection, claim, context.now(), **columns)


async def put_back(context: Context, claim: Claim, wait: timedelta) -> None:
    """Note that a claimed job has failed, and try again after `wait`."""
    async with context.database.write() as connection:
        if claim.kind is Kind.BOARD:
            await boards.put_back(connection, claim, context.now(), wait)
        else:
            await queue.put_back(connection, claim, context.now() + wait)


async def postpone(context: Context, claim: Claim, due_at: datetime) -> None:
    """Release the claimed job for a person, to be done later."""
    async with context.database.write() as connection:
        await queue.postpone(connection, claim, claim.about_person, due_at)


async def give_up(context: Context, claim: Claim) -> None:
    """Drop a job that has failed too often, unless a change makes it due again."""
    async with context.database.write() as connection:
        await queue.give_up(connection, claim)


async def abandon(context: Context, claim: Claim) -> None:
    """Let other processes do at once what this one claimed but could not finish."""
    async with context.database.write() as connection:
        await queue.abandon(connection, claim, context.now())
