"""Clocks in the database: their pauses, their deadlines, and the work that they make due."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Executable,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    exists,
    literal,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import LEAST_LEFT_EARLY, REMINDED_TOGETHER, Clock, Pause, Terms, reckoned
from bot.model.jobs import Kind, Notice
from bot.model.match import State
from bot.model.people import Away
from bot.model.settings import zone_of
from bot.model.shards import ALL, Shard, Shards
from bot.store import settings as setting_store
from bot.store.engine.conditions import MOST_KEPT, belong, is_served
from bot.store.engine.schema.jobs import jobs, outages
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.people import vacations
from bot.store.engine.schema.types import Instant
from bot.store.engine.statements import made
from bot.store.outages import Outage

STOPPED: Final[dict[str, Any]] = {
    "clock_began_at": None,
    "given_days": 0,
    "clock_bank": None,
    "deadline": None,
    "remind_at": None,
}
"""The columns of a match in which no clock runs."""

MILLISECOND: Final = timedelta(milliseconds=1)  # the resolution of stored instants

_MOST_ATTEMPTS: Final = 30
"""How often to try to send a reminder, about an hour apart, before the match goes on without it."""

_NOW: Final = bindparam("now", type_=Instant)
_MOST: Final = bindparam("most", type_=Integer)

_NEW_CLOCK: Final = (
    update(matches).where(matches.c.id == bindparam("match")).values({column: bindparam(column) for column in STOPPED})
)


def columns_of(clock: Clock | None) -> dict[str, Any]:
    """The columns of a match that hold a clock."""
    if clock is None:
        return STOPPED
    return {
        "clock_began_at": clock.began_at,
        "given_days": clock.given_days,
        "clock_bank": None if clock.bank is None else clock.bank // MILLISECOND,
        "deadline": clock.deadline,
        "remind_at": clock.remind_at,
    }


def clock_of(row: Row[Any]) -> Clock | None:
    """The clock in a row of the table of matches."""
    if row.clock_began_at is None:
        return None
    bank = None if row.clock_bank is None else row.clock_bank * MILLISECOND
    return Clock(row.clock_began_at, row.given_days, row.deadline, row.remind_at, bank)


@dataclass(frozen=True, slots=True)
class KnownPauses:
    """The pauses of clocks: people's vacations, and the outages of servers."""

    vacations: Mapping[int, tuple[Pause, ...]]
    """The vacations of each person, by id."""

    outages: Sequence[Outage]

    def of(self, person_id: int, server_id: int) -> tuple[Pause, ...]:
        """The pauses of a person's clocks on a server."""
        cut_off = (outage.pause for outage in self.outages if outage.concerns(server_id))
        return (*self.vacations.get(person_id, ()), *cut_off)


async def pauses_and_vacation(
    connection: AsyncConnection, person_id: int, server_id: int, now: datetime
) -> tuple[tuple[Pause, ...], Away | None]:
    """The pauses of a person's clocks on a server that are not over, and their current vacation, if any."""
    person_pauses = (await pauses(connection, [person_id], now)).of(person_id, server_id)
    is_present = (vacations.c.began_at <= now, vacations.c.ended_at > now)
    query = select(vacations.c.began_at, vacations.c.ended_at).where(vacations.c.person_id == person_id, *is_present)
    row = (await connection.execute(query.order_by(vacations.c.ended_at.desc()).limit(1))).one_or_none()
    return person_pauses, None if row is None else Away(person_id, row.began_at, row.ended_at)


async def pauses(connection: AsyncConnection, person_ids: Iterable[int], since: datetime) -> KnownPauses:
    """The pauses that end after `since`, both of these people and of all servers."""
    of_people = select(
        vacations.c.person_id,
        literal(0).label("number"),
        literal(1).label("total"),
        literal(None, outages.c.server_id.type).label("server_id"),
        vacations.c.began_at,
        vacations.c.ended_at,
    ).where(vacations.c.person_id.in_(set(person_ids)), vacations.c.ended_at > since)
    where = (outages.c.shard_number, outages.c.shard_total, outages.c.server_id)
    of_servers = select(literal(None), *where, outages.c.began_at, outages.c.ended_at).where(outages.c.ended_at > since)
    on_vacation: defaultdict[int, tuple[Pause, ...]] = defaultdict(tuple)
    cut_off: list[Outage] = []
    for whose, number, total, server_id, began_at, ended_at in await connection.execute(
        union_all(of_people, of_servers)
    ):
        if whose is None:
            cut_off.append(Outage(Pause(began_at, ended_at), Shard(number, total), server_id))
        else:
            on_vacation[whose] += (Pause(began_at, ended_at, is_vacation=True),)
    return KnownPauses(on_vacation, cut_off)


@dataclass(frozen=True, slots=True)
class RunningClock:
    """The running clock of a match, and the terms of the match."""

    match_id: int
    server_id: int
    person_id: int
    terms: Terms
    clock: Clock


async def running_after(
    connection: AsyncConnection, match_id: int, limit: int, shards: Shards
) -> Sequence[RunningClock]:
    """At most `limit` running clocks of some shards, of matches after this one, in the order of their numbers.

    Their matches are locked until the transaction ends.
    """
    return await _running_after(connection, match_id, limit, belong(matches.c.server_id, shards))


async def running_on(
    connection: AsyncConnection, match_id: int, limit: int, servers: Collection[int]
) -> Sequence[RunningClock]:
    """Like `running_after`, for some servers."""
    return await _running_after(connection, match_id, limit, matches.c.server_id.in_(servers))


async def _running_after(
    connection: AsyncConnection, match_id: int, limit: int, is_meant: ColumnElement[bool]
) -> Sequence[RunningClock]:
    # Asking for the state lets an index find them; by number alone, the query would step through all finished matches.
    follows = (matches.c.state == State.RUNNING, matches.c.id > match_id)
    query = _running_clocks().where(*follows, is_meant).limit(limit)
    return _running(await connection.execute(query.with_for_update(key_share=True)))


async def lock_running_of(connection: AsyncConnection, person_id: int) -> Sequence[RunningClock]:
    """A person's running clocks, with their matches locked until the transaction ends."""
    query = _running_clocks().where(matches.c.to_move_id == person_id).with_for_update(key_share=True)
    return _running(await connection.execute(query))


def _running_clocks() -> Select[Any]:
    return select(matches).where(matches.c.deadline.is_not(None)).order_by(matches.c.id)


def _running(rows: Iterable[Row[Any]]) -> Sequence[RunningClock]:
    return [
        RunningClock(row.id, row.server_id, row.to_move_id, made(Terms, row), clock)
        for row in rows
        if (clock := clock_of(row)) is not None
    ]


async def reckon(
    connection: AsyncConnection, running: Sequence[RunningClock], now: datetime
) -> Sequence[tuple[int, Clock, Clock]]:
    """Bring these clocks up to date with all pauses that are known now.

    A clock that began after `now`, because the machine's clock was ahead at the time, begins now. Returns,
    for those that differ from what is stored, the match's number, the stored clock and the new one.
    """
    if not running:
        return ()
    begun = [replace(turn.clock, began_at=min(turn.clock.began_at, now)) for turn in running]
    since = min(clock.began_at for clock in begun)
    all_pauses = await pauses(connection, {turn.person_id for turn in running}, since)
    resting = {turn.person_id for turn in running if turn.terms.pauses_weekends}
    preferences = await setting_store.preferences_of_all(connection, resting)
    changed: list[tuple[int, Clock, Clock]] = []
    for turn, clock in zip(running, begun, strict=True):
        zone = zone_of(preferences[turn.person_id].time_zone) if turn.person_id in preferences else UTC
        now_known = reckoned(turn.terms, clock, all_pauses.of(turn.person_id, turn.server_id), zone)
        if now_known != turn.clock:
            changed.append((turn.match_id, turn.clock, now_known))
    if changed:
        await connection.execute(
            _NEW_CLOCK, [{"match": number, **columns_of(clock)} for number, _old, clock in changed]
        )
    return changed


async def overdue(connection: AsyncConnection, now: datetime, limit: int, shards: Shards = ALL) -> Sequence[int]:
    """The numbers of at most `limit` matches of some shards whose time seems to be over, the longest overdue first.

    Nobody loses on time while their reminder is due but not sent, unless it seems that it can never be sent.
    """
    return (await connection.scalars(_overdue(shards), {"now": now, "most": limit})).all()


@lru_cache(MOST_KEPT)
def _overdue(shards: Shards) -> Executable:
    """The query for overdue matches, kept because each look asks it, and building it takes longer than its answer."""
    waits = exists().where(
        jobs.c.match_id == matches.c.id,
        jobs.c.kind == Kind.NOTICE,
        jobs.c.person_id == matches.c.to_move_id,
        jobs.c.data["notice"].as_string() == Notice.REMINDER,
        # A reminder due later has failed before; if it has not, it waits for the end of quiet hours, which is no delay.
        or_(jobs.c.due_at <= _NOW, and_(jobs.c.due_at.is_not(None), jobs.c.attempts > 0)),
        jobs.c.attempts < _MOST_ATTEMPTS,
    )
    query = select(matches.c.id).where(matches.c.deadline <= _NOW, is_served(matches.c.server_id, shards), ~waits)
    return query.order_by(matches.c.deadline, matches.c.id).limit(_MOST)


async def to_remind(
    connection: AsyncConnection, now: datetime, limit: int, shards: Shards = ALL, match_id: int | None = None
) -> Sequence[int]:
    """The numbers of at most `limit` matches of some shards whose player seems to be due a reminder, or of that one.

    That of another match is due with it if it would follow within `REMINDED_TOGETHER`. Such come first, because they
    are due only until that which they go with is done; of the others, the longest due.
    """
    together = {"soon": now + REMINDED_TOGETHER, "early_after": now + LEAST_LEFT_EARLY}
    query = _to_remind(shards)
    if match_id is not None:
        query = query.where(matches.c.id == match_id)
    rows = await connection.execute(query, {"now": now, "most": limit, **together})
    return [row.id for row in sorted(rows, key=attrgetter("on_time"))]


@lru_cache(MOST_KEPT)
def _to_remind(shards: Shards) -> Select[int, bool]:
    """The query for matches whose player is due a reminder, kept like that for overdue ones."""
    other = matches.alias("others")
    is_beside = exists().where(other.c.to_move_id == matches.c.to_move_id, other.c.remind_at <= _NOW)
    may_be_early = and_(matches.c.deadline > bindparam("early_after", type_=Instant), is_beside)
    is_due = or_(matches.c.remind_at <= _NOW, may_be_early)
    soon = matches.c.remind_at <= bindparam("soon", type_=Instant)
    on_time = (matches.c.remind_at <= _NOW).label("on_time")
    query = select(matches.c.id, on_time).where(soon, is_served(matches.c.server_id, shards), is_due)
    return query.order_by(matches.c.remind_at, matches.c.id).limit(_MOST)


_HELD_FOR: Final = timedelta(days=1)


async def hold(
    connection: AsyncConnection, now: datetime, *, games: Collection[str] = (), match_id: int = 0
) -> Sequence[int]:
    """Put off the deadlines of a match that nobody can play just now, or of all matches of games that were away.

    Whoever is to move has a day left then, and whoever is to answer a challenge in such a game. Returns the numbers of
    the matches that had less.
    """
    whose, until = or_(matches.c.id == match_id, matches.c.game.in_(games)), now + _HELD_FOR
    query = select(matches.c.id, matches.c.clock_began_at, matches.c.deadline).where(whose, matches.c.deadline < until)
    rows = (await connection.execute(query.order_by(matches.c.id).with_for_update(key_share=True))).all()
    for number, began_at, deadline in rows:
        held = {"clock_began_at": began_at + (until - deadline), "deadline": until, "remind_at": None}
        await connection.execute(update(matches).where(matches.c.id == number).values(held))
    waits = matches.c.state == State.OPEN, ~matches.c.is_open_challenge, matches.c.game.in_(games)
    asked = update(matches).where(*waits, matches.c.expires_at < until).values(expires_at=until)
    return [*(row.id for row in rows), *await connection.scalars(asked.returning(matches.c.id))]


async def has_deadline_after(connection: AsyncConnection, instant: datetime) -> bool:
    """Whether any match has a deadline after this instant."""
    return bool(await connection.scalar(select(exists().where(matches.c.deadline > instant))))
