"""The queue of jobs of all kinds: adding them, claiming them, and noting the result.

A job is added in the transaction of the change that causes it. A process claims it for a while, so that no two do it at
once, and finishes it or puts it back for later. The claim of a crashed process expires; a process that stops in an
orderly way abandons its claims.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Executable,
    Integer,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Backlog, Claim, DueJob, Job, Kind
from bot.model.shards import ALL, Shards
from bot.store import askers as asker_store
from bot.store.engine.conditions import CLAIM, MOST_KEPT, has_come, instants, is_cut_off, is_free, is_over, is_served
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches
from bot.store.engine.statements import insert_into, upsert_all

EVERY: Final = timedelta(seconds=10)
"""The shortest time between two edits of a message that is kept up to date."""

_FARTHEST: Final = timedelta(days=1)
"""The longest that a job waits, well below `LONGEST` of the conditions, after which it would be done at once."""

_RARELY: Final = 2 * CLAIM
"""A message that is due later than this cannot be sent to its channel, and changes are no reason to try sooner."""

_TOGETHER: Final = (Kind.BOARD, Kind.CALL)
"""All jobs of a match are claimed together."""

_STANDING: Final = (Kind.PANEL, Kind.BULLETIN, Kind.LOBBY)
"""One job keeps a message up to date: it stays, and is due again whenever something changes."""

_CLOCKS: Final[Mapping[str, Column[datetime]]] = {"reminders": matches.c.remind_at, "deadlines": matches.c.deadline}
_LONG_AGO: Final = datetime.fromtimestamp(0, UTC)
_USUAL: Final[Mapping[str, Any]] = {"data": {}, "attempts": 0}
_IS_DUE: Final = and_(has_come(jobs.c.due_at), is_free(jobs.c.claimed_until))
_MAY_BE_DUE: Final = select(jobs.c.kind).where(has_come(jobs.c.due_at)).limit(bindparam("most", type_=Integer))
_MOST_LOOKED_AT: Final = 1_000
"""How many due jobs are read to find their kinds; with more of them, every kind may be due."""

_ADD: Final = insert(jobs)
_ADD_AND_CLAIM: Final = insert(jobs).returning(jobs)


def values(kind: Kind, server_id: int, due_at: datetime | None, **columns: Any) -> Mapping[str, Any]:
    """The columns of a new job."""
    return {**_USUAL, "kind": kind, "server_id": server_id, "due_at": due_at, **columns}


def looked_at(due_at: datetime, now: datetime) -> datetime:
    """When a job for `due_at`, however far ahead, is due: then, or in a day if that is sooner, to be put off again.

    A later instant would count as set by a wrong clock, and the job would be done at once.
    """
    return min(due_at, now + _FARTHEST)


async def add(connection: AsyncConnection, kind: Kind, server_id: int, due_at: datetime | None, **columns: Any) -> None:
    """Add a job that is due at `due_at`, or once it is woken."""
    await connection.execute(_ADD, values(kind, server_id, due_at, **columns))


async def add_claimed(connection: AsyncConnection, kind: Kind, server_id: int, now: datetime, **columns: Any) -> Claim:
    """Add a job that this process does at once."""
    until = now + CLAIM
    row = values(kind, server_id, now, claimed_until=until, **columns)
    return _claim((await connection.execute(_ADD_AND_CLAIM, row)).mappings().all(), until)


async def add_once(
    connection: AsyncConnection, kind: Kind, server_id: int, name: str, due_at: datetime | None, **columns: Any
) -> None:
    """Add a job that is due at `due_at` (None for never), unless one with this name exists, done or not."""
    row = values(kind, server_id, due_at, name=name, **columns)  # which may be found by the statement
    await connection.execute(insert_into(connection, jobs).values(**row).on_conflict_do_nothing())


async def add_all_once(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add jobs with these `values`, each unless one with its name exists, done or not."""
    if rows:
        await connection.execute(insert_into(connection, jobs).on_conflict_do_nothing(), rows)


async def put(
    connection: AsyncConnection, kind: Kind, server_id: int, name: str, due_at: datetime, **columns: Any
) -> None:
    """Add a job that is due at `due_at`, or replace the one with this name, even if it is claimed."""
    await put_all(connection, [values(kind, server_id, due_at, name=name, **columns)])


async def put_all(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add jobs with these `values`, or replace those with their names, even if they are claimed."""
    await upsert_all(connection, jobs, ("server_id", "kind", "name"), [{**row, "claimed_until": None} for row in rows])


async def remove(connection: AsyncConnection, kind: Kind, server_id: int, name: str) -> None:
    """Remove the job with this name."""
    await connection.execute(delete(jobs).where(named(kind, server_id, name)))


async def touch(connection: AsyncConnection, which: ColumnElement[bool], now: datetime, wait: timedelta) -> None:
    """Make the jobs of messages that are kept up to date due after `wait`, because their content has changed."""
    soon = now + wait
    is_late = or_(jobs.c.due_at.is_(None), and_(jobs.c.due_at > soon, jobs.c.due_at <= now + _RARELY))
    await connection.execute(update(jobs).where(which, is_late).values(due_at=soon))


async def hasten(connection: AsyncConnection, now: datetime, until: datetime) -> None:
    """Make all jobs due now that were due by `until`, the time by a clock that was ahead. None minds being early."""
    waiting = (jobs.c.due_at > now, jobs.c.due_at <= until, is_free(jobs.c.claimed_until))
    await connection.execute(update(jobs).where(*waiting).values(due_at=now), instants(now))


def named(kind: Kind, server_id: int, name: str) -> ColumnElement[bool]:
    """Condition: it is the job with this name."""
    return and_(jobs.c.server_id == server_id, jobs.c.kind == kind, jobs.c.name == name)


def of_match(kind: Kind, match_id: Any) -> ColumnElement[bool]:
    """Condition: it is a job of a kind about a match."""
    return and_(jobs.c.match_id == match_id, jobs.c.kind == kind)


def of_board(match_id: Any, person_id: Any) -> ColumnElement[bool]:
    """Condition: it is a job to show a match; `person_id` is the player in a direct match, None in any other."""
    return and_(of_match(Kind.BOARD, match_id), jobs.c.person_id.is_not_distinct_from(person_id))


async def due(
    connection: AsyncConnection,
    kinds: Collection[Kind],
    now: datetime,
    limit: int,
    busy: Collection[int] = (),
    shards: Shards = ALL,
) -> Sequence[DueJob]:
    """At most `limit` jobs of some kinds and shards that may be claimed now, none in `busy`.

    In turns by those who are behind them, and of each the longest due first, so that many of one asker hide nobody's.

    `busy` are channels in which jobs are in progress. The first of several jobs that are done together stands for all;
    while some of them are claimed, the others wait.
    """
    parameters = {"kinds": kinds, "busy": busy, "most": limit, **instants(now)}
    rows = (await connection.execute(_due(shards), parameters)).all()
    behind = await asker_store.of_people(connection, {whose for *_rest, whose in rows})
    due: list[DueJob] = []
    for number, kind, about, person_id, channel, whose in rows:
        player_id = person_id if kind == Kind.BOARD else None
        due.append(DueJob(Kind(kind), about if kind in _TOGETHER else number, channel, player_id, behind[whose]))
    return due


@lru_cache(MOST_KEPT)
def _due(shards: Shards) -> Executable:
    """The query for due jobs, kept because each look asks it, and building it takes longer than its answer."""
    channel, other = func.coalesce(jobs.c.channel_id, jobs.c.person_id, matches.c.host_id, 0), jobs.alias("others")
    # A thread costs nothing, but each match was begun by somebody. To whom a webhook posts is up to its owner.
    whose = func.coalesce(case((jobs.c.kind != Kind.WEBHOOK, matches.c.host_id)), channel)
    is_earlier = and_(other.c.id < jobs.c.id, has_come(other.c.due_at))
    goes_first = exists().where(
        other.c.match_id == jobs.c.match_id,
        other.c.kind == jobs.c.kind,
        or_(jobs.c.kind != Kind.BOARD, other.c.person_id.is_not_distinct_from(jobs.c.person_id)),
        or_(~is_free(other.c.claimed_until), is_earlier),
    )
    order = jobs.c.due_at, jobs.c.id
    turn = func.row_number().over(partition_by=asker_store.behind(whose), order_by=order)
    due = select(jobs.c.id, jobs.c.kind, jobs.c.match_id, jobs.c.person_id, channel, whose)
    return (
        asker_store.with_askers(due.outerjoin(matches, matches.c.id == jobs.c.match_id), whose)
        .where(_IS_DUE, jobs.c.kind.in_(bindparam("kinds", type_=jobs.c.kind.type)))
        .where(channel.not_in(bindparam("busy", type_=channel.type)))
        .where(is_served(jobs.c.server_id, shards), or_(jobs.c.kind.not_in(_TOGETHER), ~goes_first))
        .order_by(turn, *order)
        .limit(bindparam("most", type_=Integer))
    )


async def claim(
    connection: AsyncConnection,
    kind: Kind,
    number: int,
    now: datetime,
    lease: timedelta | None = None,
    *,
    person_id: int | None = None,
) -> Claim | None:
    """Claim a job, or the jobs of a match that are done together; None if none is due or another process has them.

    `number` and `person_id` are as in `DueJob`.
    """
    until = now + (lease or CLAIM)
    if kind in _TOGETHER:
        which = of_board(number, person_id) if kind is Kind.BOARD else of_match(kind, number)
        return await _claim_together(connection, kind, which, now, until)
    columns = {"claimed_until": until, **({"due_at": until} if kind in _STANDING else {})}
    taken = update(jobs).where(jobs.c.id == number, jobs.c.kind == kind, _IS_DUE).values(**columns)
    rows = (await connection.execute(taken.returning(jobs), instants(now))).mappings().all()
    return _claim(rows, until) if rows else None


async def _claim_together(
    connection: AsyncConnection, kind: Kind, which: ColumnElement[bool], now: datetime, until: datetime
) -> Claim | None:
    """Claim the jobs of a match; board jobs that were put back for later are claimed along with new ones."""
    query = select(jobs).where(which).order_by(jobs.c.id).with_for_update()
    rows = (await connection.execute(query)).mappings().all()
    is_taken = not all(row["claimed_until"] is None or is_over(row["claimed_until"], now, CLAIM) for row in rows)
    ready = [row for row in rows if row["due_at"] is not None and is_over(row["due_at"], now)]
    if is_taken or not ready:
        return None
    chosen = rows if kind is Kind.BOARD else ready
    numbers = [row["id"] for row in chosen]
    await connection.execute(update(jobs).where(jobs.c.id.in_(numbers)).values(claimed_until=until))
    return _claim(chosen, until)


async def wake(connection: AsyncConnection, which: ColumnElement[bool], now: datetime) -> Sequence[Claim]:
    """Claim each of the jobs that wait for something to happen, not for a time, because it has happened."""
    until = now + CLAIM
    taken = update(jobs).where(which, jobs.c.due_at.is_(None)).values(due_at=now, claimed_until=until).returning(jobs)
    return [_claim([row], until) for row in (await connection.execute(taken)).mappings()]


def _claim(rows: Sequence[RowMapping], until: datetime) -> Claim:
    claimed_jobs = tuple(job_in(row) for row in rows)
    is_repeated = any(job.attempts or job.claimed_until not in (None, until) for job in claimed_jobs)
    return Claim(tuple(replace(job, claimed_until=until) for job in claimed_jobs), until, is_repeated)


def job_in(row: RowMapping) -> Job:
    """A job, from its row."""
    columns: dict[str, Any] = {**row, "kind": Kind(row["kind"])}
    return Job(**columns)


async def renew(connection: AsyncConnection, claim: Claim, until: datetime) -> bool:
    """Keep a claim for longer; False if it was lost."""
    changed = await connection.execute(update(jobs).where(_held(claim)).values(claimed_until=until))
    if changed.rowcount:
        claim.until = until
    return bool(changed.rowcount)


async def finish(connection: AsyncConnection, claim: Claim, person_ids: Collection[int] | None = None) -> bool:
    """Delete the claimed jobs, all or those for these people, because they are done. False if the claim was lost."""
    whose = true() if person_ids is None else jobs.c.person_id.in_(person_ids)
    return (await connection.execute(delete(jobs).where(_held(claim), whose))).rowcount > 0


async def postpone(connection: AsyncConnection, claim: Claim, person_id: int, due_at: datetime) -> None:
    """Release the claimed job for a person, to be done later."""
    later = {"due_at": due_at, "claimed_until": None}
    await connection.execute(update(jobs).where(_held(claim), jobs.c.person_id == person_id).values(**later))


async def keep(connection: AsyncConnection, claim: Claim, now: datetime, **columns: Any) -> None:
    """Note that a claimed job is done, and keep it with these columns; after a change meanwhile, it is due again."""
    due_at: Any = null()
    if claim.kind in _STANDING:
        # A change in the last seconds of the claim needs no trace, because the message is due soon enough.
        is_unchanged = and_(jobs.c.due_at == claim.until, literal(now + EVERY < claim.until))
        due_at = case((is_unchanged, null()), else_=jobs.c.due_at)
    done = {"due_at": due_at, "claimed_until": None, "attempts": 0, **columns}
    await connection.execute(update(jobs).where(_held(claim)).values(**done))


async def put_off(connection: AsyncConnection, claim: Claim, due_at: datetime) -> None:
    """Release claimed jobs to be done at `due_at`, although nothing has failed."""
    await connection.execute(update(jobs).where(_held(claim)).values(due_at=due_at, claimed_until=None))


async def put_back(connection: AsyncConnection, claim: Claim, due_at: datetime) -> None:
    """Put back a claimed job that has failed, to try again at `due_at`."""
    again = {"due_at": due_at, "claimed_until": None, "attempts": claim.attempts + 1}
    await connection.execute(update(jobs).where(_held(claim)).values(**again))


async def give_up(connection: AsyncConnection, claim: Claim) -> None:
    """Drop a job that has failed too often; a message that is kept up to date is due again with the next change."""
    if claim.kind in _STANDING:
        idle = {"due_at": None, "claimed_until": None}
        await connection.execute(update(jobs).where(_held(claim)).values(**idle))
    else:
        await finish(connection, claim)


async def abandon(connection: AsyncConnection, claim: Claim, now: datetime) -> None:
    """Release at once, for other processes, jobs that this process claimed but could not finish.

    The claim expires but is not deleted, because the job may have been done anyway.
    """
    columns = {"claimed_until": _LONG_AGO, **({"due_at": now} if claim.kind in _STANDING else {})}
    await connection.execute(update(jobs).where(_held(claim)).values(**columns))


async def may_be_due(connection: AsyncConnection, now: datetime) -> Sequence[Kind]:
    """The kinds of jobs that may be due on any server; nearly always none.

    A job of a kind that only a newer Furlong knows stays until it is back.
    """
    kinds = (await connection.scalars(_MAY_BE_DUE, {"most": _MOST_LOOKED_AT, **instants(now)})).all()
    return list(Kind) if len(kinds) == _MOST_LOOKED_AT else [kind for kind in Kind if kind in kinds]


async def backlogs(connection: AsyncConnection, now: datetime) -> Mapping[str, Backlog]:
    """The due jobs by kind, and the due reminders and deadlines of matches. A few seconds of age are normal.

    What waits for a server that is cut off is not among them.
    """
    is_due = (jobs.c.due_at <= now, ~is_cut_off(jobs.c.server_id))
    query = select(jobs.c.kind, func.count(), func.min(jobs.c.due_at)).where(*is_due)
    counts = {kind: (count, first) for kind, count, first in await connection.execute(query.group_by(jobs.c.kind))}
    for name, column in _CLOCKS.items():
        query = select(func.count(), func.min(column)).where(column <= now, ~is_cut_off(matches.c.server_id))
        [(count, first)] = await connection.execute(query)
        counts[name] = count, first
    due = {kind: Backlog(count, now - first) for kind, (count, first) in counts.items() if count}
    return {kind: due.get(kind, Backlog()) for kind in (*Kind, *_CLOCKS)}


def _held(claim: Claim) -> ColumnElement[bool]:
    """Condition: no other process has claimed the jobs since this claim expired."""
    return and_(jobs.c.id.in_(claim.rows), jobs.c.claimed_until == claim.until)
