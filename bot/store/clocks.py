"""Clocks in the database: what keeps them still, where they stand, and which of them are due."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, Select, and_, bindparam, exists, func, insert, literal, or_, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Clock, Pause, Terms, reckoned
from bot.model.notice import Notice
from bot.model.person import Away
from bot.store.schema import matches, notices, outages, vacations

STOPPED: Final[dict[str, Any]] = {"clock_began_at": None, "given_days": 0, "deadline": None, "remind_at": None}
"""The columns of a match in which nobody's time runs."""

_MOST_ATTEMPTS: Final = 30
"""To send a reminder, about an hour apart; then its match goes on without."""

_NEW_CLOCK: Final = (
    update(matches).where(matches.c.id == bindparam("match")).values({column: bindparam(column) for column in STOPPED})
)


def columns_of(clock: Clock | None) -> dict[str, Any]:
    """A clock as columns of its match."""
    if clock is None:
        return STOPPED
    return {
        "clock_began_at": clock.began_at,
        "given_days": clock.given_days,
        "deadline": clock.deadline,
        "remind_at": clock.remind_at,
    }


def clock_of(row: Row[Any]) -> Clock | None:
    """The clock in a row of the table of matches."""
    if row.clock_began_at is None:
        return None
    return Clock(row.clock_began_at, row.given_days, row.deadline, row.remind_at)


def terms_of(row: Row[Any]) -> Terms:
    """What was agreed, in a row of the table of matches."""
    return Terms(row.days, row.pauses_weekends, row.is_rated, row.most_vacation, row.has_hints)


async def pauses_and_vacation(
    connection: AsyncConnection, person_id: int, now: datetime
) -> tuple[tuple[Pause, ...], Away | None]:
    """When the time of somebody stands still from now on, and until when they are on vacation, if they are."""
    known = (await pauses(connection, [person_id], now))[person_id]
    ends = await connection.scalar(
        select(func.max(vacations.c.ended_at)).where(
            vacations.c.person_id == person_id, vacations.c.began_at <= now, vacations.c.ended_at > now
        )
    )
    return known, None if ends is None else Away(person_id, ends)


async def pauses(
    connection: AsyncConnection, person_ids: Iterable[int], since: datetime
) -> dict[int, tuple[Pause, ...]]:
    """By person: when their time stands still, vacations and outages of the bot, as far as it ends after `since`."""
    of_people = select(vacations.c.person_id, vacations.c.began_at, vacations.c.ended_at).where(
        vacations.c.person_id.in_(set(person_ids)), vacations.c.ended_at > since
    )
    of_everybody = select(literal(None), outages.c.began_at, outages.c.ended_at).where(outages.c.ended_at > since)
    rows = (await connection.execute(union_all(of_people, of_everybody))).all()
    return {
        person_id: tuple(
            Pause(began_at, ended_at, is_vacation=whose is not None)
            for whose, began_at, ended_at in rows
            if whose in (None, person_id)
        )
        for person_id in person_ids
    }


@dataclass(frozen=True, slots=True)
class RunningClock:
    """The clock of a match in which somebody's time runs, and what was agreed for it."""

    match_id: int
    person_id: int
    terms: Terms
    clock: Clock


async def running_after(connection: AsyncConnection, match_id: int, limit: int) -> Sequence[RunningClock]:
    """At most `limit` running clocks, in order of the numbers of their matches, from that match on without it."""
    query = _running_clocks().where(matches.c.id > match_id).limit(limit)
    return _running(await connection.execute(query))


async def lock_running_of(connection: AsyncConnection, person_id: int) -> Sequence[RunningClock]:
    """Somebody's running clocks; nobody else can change their matches until the transaction ends."""
    query = _running_clocks().where(matches.c.to_move_id == person_id).with_for_update()
    return _running(await connection.execute(query))


def _running_clocks() -> Select[Any]:
    return select(matches).where(matches.c.deadline.is_not(None)).order_by(matches.c.id)


def _running(rows: Iterable[Row[Any]]) -> Sequence[RunningClock]:
    return [
        RunningClock(row.id, row.to_move_id, terms_of(row), clock)
        for row in rows
        if (clock := clock_of(row)) is not None
    ]


async def reckon(
    connection: AsyncConnection, running: Sequence[RunningClock], now: datetime
) -> Sequence[tuple[int, Clock, Clock]]:
    """Bring these clocks up to date with all pauses that are known now.

    A clock that seems to have begun later than `now`, because that of the machine was ahead then, begins now. Returns, for those that differ from what is stored, the match's number, the stored clock and the new one.
    """
    if not running:
        return ()
    begun = [replace(one.clock, began_at=min(one.clock.began_at, now)) for one in running]
    since = min(clock.began_at for clock in begun)
    known = await pauses(connection, {one.person_id for one in running}, since)
    changed: list[tuple[int, Clock, Clock]] = []
    for one, clock in zip(running, begun, strict=True):
        now_known = reckoned(one.terms, clock, known[one.person_id])
        if now_known != one.clock:
            changed.append((one.match_id, one.clock, now_known))
    if changed:
        await connection.execute(
            _NEW_CLOCK, [{"match": number, **columns_of(clock)} for number, _old, clock in changed]
        )
    return changed


async def overdue(connection: AsyncConnection, now: datetime, limit: int) -> Sequence[int]:
    """The numbers of at most `limit` matches in which the time seems to be over, the longest overdue first.

    Nobody loses by it as long as their reminder is due and was not sent, unless it seems that it never can be.
    """
    waits = exists().where(
        notices.c.match_id == matches.c.id,
        notices.c.person_id == matches.c.to_move_id,
        notices.c.kind == Notice.REMINDER,
        # What is due later was tried in vain; else somebody wants quiet until then, and that is no delay.
        or_(notices.c.due_at <= now, and_(notices.c.due_at.is_not(None), notices.c.attempts > 0)),
        notices.c.attempts < _MOST_ATTEMPTS,
    )
    query = select(matches.c.id).where(matches.c.deadline <= now, ~waits).order_by(matches.c.deadline, matches.c.id)
    return (await connection.scalars(query.limit(limit))).all()


async def to_remind(connection: AsyncConnection, now: datetime, limit: int) -> Sequence[int]:
    """The numbers of at most `limit` matches whose player seems to be due a reminder."""
    query = select(matches.c.id).where(matches.c.remind_at <= now).order_by(matches.c.remind_at, matches.c.id)
    return (await connection.scalars(query.limit(limit))).all()


async def has_deadline_after(connection: AsyncConnection, instant: datetime) -> bool:
    """Whether somebody has time for longer than until then."""
    return bool(await connection.scalar(select(exists().where(matches.c.deadline > instant))))


async def add_outage(connection: AsyncConnection, began_at: datetime, ended_at: datetime) -> None:
    """Keep that the bot was down."""
    await connection.execute(insert(outages).values(began_at=began_at, ended_at=ended_at))


async def has_outage(connection: AsyncConnection, *, longer_than: timedelta, ended_after: datetime) -> bool:
    """Whether the bot was down for longer than that at a stretch, until some time after that instant."""
    found = await connection.execute(select(outages).where(outages.c.ended_at > ended_after))
    return any(row.ended_at - row.began_at > longer_than for row in found)


async def clip_outages(connection: AsyncConnection, now: datetime) -> None:
    """Shorten outages that lie in the future, because the clock of the machine was put back."""
    late = (await connection.execute(select(outages).where(outages.c.ended_at > now))).all()
    for row in late:
        values = {"began_at": min(row.began_at, now), "ended_at": now}
        await connection.execute(update(outages).where(outages.c.id == row.id).values(**values))
