"""The work that the clock makes due in competitions, in the caller's transaction."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import MOST_LOST_ON_TIME, CompetitionStage, Fixture, Format
from bot.model.match import State
from bot.model.result import Ending
from bot.model.shards import Shards
from bot.store.engine.conditions import is_served
from bot.store.engine.schema.competitions import competitions, entrants, fixtures
from bot.store.engine.schema.matches import matches
from bot.store.engine.statements import made

_HAS_END: Final = competitions.c.format != Format.LADDER
_UNDER_WAY: Final = (State.OPEN, State.RUNNING)
_IS_THEIRS: Final = and_(  # the fixture is one of the entrant's
    fixtures.c.competition_id == entrants.c.competition_id,
    or_(fixtures.c.first_id == entrants.c.person_id, fixtures.c.second_id == entrants.c.person_id),
)


async def to_begin(connection: AsyncConnection, now: datetime, limit: int, shards: Shards) -> Sequence[int]:
    """Competitions of some shards whose first day has come."""
    has_come = or_(competitions.c.wakes_at.is_(None), competitions.c.wakes_at <= now)
    has_begun = (competitions.c.stage == CompetitionStage.OPEN, competitions.c.begins_at <= now, has_come)
    query = select(competitions.c.id).where(*has_begun, is_served(competitions.c.server_id, shards))
    return (await connection.scalars(query.order_by(competitions.c.begins_at).limit(limit))).all()


async def any_runs(connection: AsyncConnection, shards: Shards) -> bool:
    """Whether a competition of some shards runs."""
    return await connection.scalar(select(competitions.c.id).where(*_runs(shards)).limit(1)) is not None


def _runs(shards: Shards) -> tuple[ColumnElement[bool], ...]:
    """Conditions: a competition belongs to some shards and runs."""
    return competitions.c.stage == CompetitionStage.RUNNING, is_served(competitions.c.server_id, shards)


async def due(connection: AsyncConnection, now: datetime, limit: int, shards: Shards) -> Sequence[int]:
    """The running competitions of some shards to check, the longest waiting first.

    An event or a league is due when its `wakes_at` has come, or when none of its matches is under way; a ladder only
    when its `wakes_at` has come. Each check puts `wakes_at` off, so that no competition waits behind the same others
    forever.
    """
    has_come = or_(competitions.c.wakes_at.is_(None), competitions.c.wakes_at <= now)
    query = select(competitions.c.id).where(*_runs(shards), or_(has_come, and_(_HAS_END, ~_goes_on(competitions.c.id))))
    query = query.order_by(competitions.c.wakes_at.nulls_first(), competitions.c.id).limit(limit)
    return (await connection.scalars(query)).all()


def _goes_on(competition_id: Any) -> ColumnElement[bool]:
    """Condition: a match of the competition is open or running."""
    return _under_way(competition_id).exists()


def _under_way(competition_id: Any) -> Select[int]:
    """The matches of a competition that are not over."""
    return (
        select(matches.c.id)
        .join(fixtures, fixtures.c.match_id == matches.c.id)
        .where(fixtures.c.competition_id == competition_id, matches.c.state.in_(_UNDER_WAY))
    )


async def put_off(connection: AsyncConnection, competition_id: int, until: datetime) -> None:
    """Put off the next check of a competition until then, unless none of its matches is under way."""
    await connection.execute(update(competitions).where(competitions.c.id == competition_id).values(wakes_at=until))


async def out_of_time(connection: AsyncConnection, limit: int, shards: Shards) -> Sequence[tuple[int, int]]:
    """Entrants, by competition and person, who still play and have lost too many matches on time."""
    rows = await connection.execute(
        select(entrants.c.competition_id, entrants.c.person_id)
        .join(competitions, competitions.c.id == entrants.c.competition_id)
        .join(fixtures, _IS_THEIRS)
        .join(matches, and_(matches.c.id == fixtures.c.match_id, matches.c.ended_by_id == entrants.c.person_id))
        .where(
            *_runs(shards), _HAS_END, entrants.c.out_at.is_(None), matches.c.ending.in_((Ending.TIME, Ending.UNPLAYED))
        )
        .group_by(entrants.c.competition_id, entrants.c.person_id)
        .having(func.count() >= MOST_LOST_ON_TIME)
        .limit(limit)
    )
    return [(competition_id, person_id) for competition_id, person_id in rows]


@dataclass(frozen=True, slots=True)
class DropoutMatch:
    """A match under way although one of its players is out; if `is_struck`, it counts for nobody."""

    match_id: int
    person_id: int
    is_struck: bool


async def dropout_matches(connection: AsyncConnection, limit: int, shards: Shards) -> Sequence[DropoutMatch]:
    """The matches under way although one of their players is out, by number."""
    rows = await connection.execute(
        select(matches.c.id, entrants.c.person_id, entrants.c.is_struck)
        .select_from(entrants)
        .join(competitions, competitions.c.id == entrants.c.competition_id)
        .join(fixtures, _IS_THEIRS)
        .join(matches, matches.c.id == fixtures.c.match_id)
        .where(*_runs(shards), entrants.c.out_at.is_not(None), matches.c.state.in_(_UNDER_WAY))
        .order_by(matches.c.id, entrants.c.out_at)
        .limit(limit)
    )
    return [DropoutMatch(*row) for row in rows]


async def progress_of(connection: AsyncConnection, competition_id: int) -> tuple[int, bool]:
    """A competition's latest round, and whether a match is under way, without reading every match."""
    latest = select(func.max(fixtures.c.round)).where(fixtures.c.competition_id == competition_id).scalar_subquery()
    latest_round, goes_on = (await connection.execute(select(latest, _goes_on(competition_id)))).one()
    return latest_round or 0, bool(goes_on)


async def unfinished(connection: AsyncConnection, competition_id: int, limit: int) -> Sequence[int]:
    """At most `limit` matches of a competition that are not over."""
    return (await connection.scalars(_under_way(competition_id).order_by(matches.c.id).limit(limit))).all()


async def to_make(
    connection: AsyncConnection, limit: int, shards: Shards, but: Collection[int]
) -> Sequence[tuple[int, Fixture]]:
    """At most `limit` fixtures without a match whose people both still play, each with the number of its competition.

    Competitions in `but` are left out. The fixtures are locked, so that no other process makes their matches.
    """
    is_out = exists().where(
        entrants.c.competition_id == fixtures.c.competition_id,
        entrants.c.person_id.in_((fixtures.c.first_id, fixtures.c.second_id)),
        entrants.c.out_at.is_not(None),
    )
    query = (
        select(fixtures)
        .where(
            fixtures.c.match_id.is_(None),
            fixtures.c.second_id.is_not(None),
            fixtures.c.competition_id.not_in(but),
            fixtures.c.competition_id.in_(select(competitions.c.id).where(*_runs(shards))),
            ~is_out,
        )
        .order_by(fixtures.c.id)
        .limit(limit)
        .with_for_update(of=fixtures, skip_locked=True)
    )
    return [(row["competition_id"], made(Fixture, row)) for row in (await connection.execute(query)).mappings()]
