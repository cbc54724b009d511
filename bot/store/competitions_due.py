"""What is due in a competition, and the job that looks after it, in the caller's transaction.

Each open or running competition has one job. Whatever may lead to more work in it, such as the end of a match, makes
the job due at once, even while a process is doing it; so no wake is lost, and two processes may do the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Select, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import (
    CALL_WAITS,
    MOST_LOST_ON_TIME,
    Competition,
    CompetitionStage,
    Fixture,
    Format,
)
from bot.model.jobs import Claim, Kind
from bot.model.match import State
from bot.model.result import Ending
from bot.store.engine.schema.competitions import competitions, entrants, fixtures
from bot.store.engine.schema.matches import matches
from bot.store.engine.statements import made
from bot.store.jobs import bulletins, queue

_DROPS_OUT: Final = competitions.c.format.not_in((Format.LADDER, Format.SERVERS))  # who loses too many on time
_UNDER_WAY: Final = (State.OPEN, State.RUNNING)
_IS_THEIRS: Final = and_(  # the fixture is one of the entrant's
    fixtures.c.competition_id == entrants.c.competition_id,
    or_(fixtures.c.first_id == entrants.c.person_id, fixtures.c.second_id == entrants.c.person_id),
)

_UNTIL: Final = "wakes_at"
"""The key in the data of a job, which is named after its competition: the instant until which it has nothing to do."""


async def plan(connection: AsyncConnection, competition: Competition, now: datetime) -> None:
    """Add the job that looks after a new competition: from its first day on, the end of the wait, or now."""
    first = {CompetitionStage.OPEN: competition.begins_at, CompetitionStage.CALLED: competition.created_at + CALL_WAITS}
    await _put(connection, competition.id, competition.venue.server_id, first.get(competition.stage, now), now)


async def wake(connection: AsyncConnection, competition: Competition, now: datetime) -> None:
    """Have a competition looked after at once, even if a process is doing that just now."""
    await _put(connection, competition.id, competition.venue.server_id, now, now)


async def note_end(connection: AsyncConnection, match_id: int, now: datetime) -> None:
    """Note that a match has ended, in the standings of its competition, if it has one, and for what follows there."""
    query = (
        select(fixtures.c.competition_id, fixtures.c.division, competitions.c.server_id, competitions.c.format)
        .join(competitions, competitions.c.id == fixtures.c.competition_id)
        .where(fixtures.c.match_id == match_id)
    )
    for competition_id, division, server_id, format_ in (await connection.execute(query)).all():
        shown = 1 if format_ == Format.SERVERS else division  # whose meetings stand in one table
        await bulletins.touch_standings(connection, competition_id, shown, now)
        await _put(connection, competition_id, server_id, now, now)


async def _put(
    connection: AsyncConnection, competition_id: int, server_id: int, wakes_at: datetime, now: datetime
) -> None:
    due_at, data = queue.looked_at(wakes_at, now), {_UNTIL: wakes_at.isoformat()}
    await queue.put(connection, Kind.COMPETITION, server_id, str(competition_id), due_at, data=data)


def subject_of(claim: Claim) -> tuple[int, datetime]:
    """The number of the competition of a claimed job, and the instant until which there is nothing to do."""
    return int(claim.first.name or 0), datetime.fromisoformat(claim.first.data[_UNTIL])


async def put_off(connection: AsyncConnection, claim: Claim, wakes_at: datetime, now: datetime) -> None:
    """Look after the competition of a claimed job again at `wakes_at`, unless it was woken meanwhile."""
    due_at, data = queue.looked_at(wakes_at, now), {_UNTIL: wakes_at.isoformat()}
    await queue.keep(connection, claim, now, due_at=due_at, data=data)


async def close(connection: AsyncConnection, competition: Competition) -> None:
    """Remove the job of a competition that is over."""
    await queue.remove(connection, Kind.COMPETITION, competition.venue.server_id, str(competition.id))


def _under_way(competition_id: int) -> Select[int]:
    """The matches of a competition that are not over."""
    return (
        select(matches.c.id)
        .join(fixtures, fixtures.c.match_id == matches.c.id)
        .where(fixtures.c.competition_id == competition_id, matches.c.state.in_(_UNDER_WAY))
    )


async def out_of_time(connection: AsyncConnection, competition_id: int, limit: int) -> Sequence[int]:
    """The entrants of a running competition, by id, who still play and have lost too many matches on time."""
    lost = and_(matches.c.id == fixtures.c.match_id, matches.c.ended_by_id == entrants.c.person_id)
    query = (
        select(entrants.c.person_id)
        .join(competitions, competitions.c.id == entrants.c.competition_id)
        .join(fixtures, _IS_THEIRS)
        .join(matches, lost)
        .where(competitions.c.id == competition_id, _DROPS_OUT, entrants.c.out_at.is_(None))
        .where(matches.c.ending.in_((Ending.TIME, Ending.UNPLAYED)))
        .group_by(entrants.c.person_id)
        .having(func.count() >= MOST_LOST_ON_TIME)
        .order_by(entrants.c.person_id)
    )
    return (await connection.scalars(query.limit(limit))).all()


@dataclass(frozen=True, slots=True)
class DropoutMatch:
    """A match under way although one of its players is out; if `is_struck`, it counts for nobody."""

    match_id: int
    person_id: int
    is_struck: bool


async def dropout_matches(connection: AsyncConnection, competition_id: int, limit: int) -> Sequence[DropoutMatch]:
    """The matches of a competition that are under way although one of their players is out, by number."""
    rows = await connection.execute(
        select(matches.c.id, entrants.c.person_id, entrants.c.is_struck)
        .select_from(entrants)
        .join(fixtures, _IS_THEIRS)
        .join(matches, matches.c.id == fixtures.c.match_id)
        .where(entrants.c.competition_id == competition_id, entrants.c.out_at.is_not(None))
        .where(matches.c.state.in_(_UNDER_WAY))
        .order_by(matches.c.id, entrants.c.out_at)
        .limit(limit)
    )
    return [DropoutMatch(*row) for row in rows]


async def progress_of(connection: AsyncConnection, competition_id: int) -> tuple[int, bool]:
    """A competition's latest round, and whether a match is under way, without reading every match."""
    latest = select(func.max(fixtures.c.round)).where(fixtures.c.competition_id == competition_id).scalar_subquery()
    latest_round, goes_on = (await connection.execute(select(latest, _under_way(competition_id).exists()))).one()
    return latest_round or 0, bool(goes_on)


async def unfinished(connection: AsyncConnection, competition_id: int, limit: int) -> Sequence[int]:
    """At most `limit` matches of a competition that are not over."""
    return (await connection.scalars(_under_way(competition_id).order_by(matches.c.id).limit(limit))).all()


async def about_to_begin(connection: AsyncConnection, competition_id: int, limit: int) -> Sequence[int]:
    """The numbers of at most `limit` matches of a competition that wait for the message that begins them."""
    query = (
        select(matches.c.id)
        .join(fixtures, fixtures.c.match_id == matches.c.id)
        .where(fixtures.c.competition_id == competition_id, matches.c.state == State.OPEN)
    )
    return (await connection.scalars(query.order_by(matches.c.id).limit(limit))).all()


async def to_make(connection: AsyncConnection, competition_id: int, limit: int) -> Sequence[Fixture]:
    """At most `limit` fixtures of a competition without a match whose people both still play.

    They are locked, so that no other process makes their matches.
    """
    is_out = exists().where(
        entrants.c.competition_id == fixtures.c.competition_id,
        entrants.c.person_id.in_((fixtures.c.first_id, fixtures.c.second_id)),
        entrants.c.out_at.is_not(None),
    )
    query = (
        select(fixtures)
        .where(fixtures.c.competition_id == competition_id, fixtures.c.match_id.is_(None), ~is_out)
        .where(fixtures.c.second_id.is_not(None))
        .order_by(fixtures.c.id)
        .limit(limit)
        .with_for_update(of=fixtures, skip_locked=True)
    )
    return [made(Fixture, row) for row in (await connection.execute(query)).mappings()]
