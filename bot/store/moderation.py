"""The interventions of moderators in the database, in the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, Select, func, insert, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import Competition, CompetitionStage
from bot.model.jobs import Kind
from bot.model.moderation import (
    KEPT_OUT_FOR,
    CompetitionSubject,
    EngineSubject,
    Intervention,
    InterventionKind,
    MatchSubject,
)
from bot.model.people import Person, told_apart
from bot.store import people as people_store
from bot.store import uses
from bot.store.engine.schema.competitions import competitions, entrants, fixtures
from bot.store.engine.schema.people import people
from bot.store.engine.schema.servers import interventions
from bot.store.engine.schema.types import Instant
from bot.store.engine.statements import columns_of, made
from bot.store.jobs import queue

_BY: Final = people.alias("managers")
_SUBJECTS: Final = {"match": MatchSubject, "competition": CompetitionSubject, "engine": EngineSubject}
"""The kinds of subjects, by a name that only theirs have."""

_IS_REMOVAL: Final = interventions.c.deed.in_((InterventionKind.REMOVE, InterventionKind.WITHDRAW))
_LATER: Final[timedelta] = KEPT_OUT_FOR - uses.KEPT_FOR
"""How much later than it was something is kept as a use, so that it is forgotten when it no longer counts."""


async def add(connection: AsyncConnection, done: Intervention) -> None:
    """Store an intervention, and jobs to tell the person concerned and the others."""
    for person in (done.by, *((done.person,) if done.person else ())):
        await people_store.remember(connection, person)
    values = {
        **columns_of(interventions, done),
        "by_id": done.by.id,
        "deed": done.kind,
        "done_at": done.at,
        "subject": asdict(done.subject),
        "person_id": None if done.person is None else done.person.id,
    }
    number = await connection.scalar(insert(interventions).values(**values).returning(interventions.c.id))
    for person in filter(None, (done.person, *done.others)):
        if person.is_on_discord:
            data = {"intervention": number, **({} if person == done.person else {"is_other": True})}
            await queue.add(connection, Kind.MODERATION, done.server_id, done.at, person_id=person.id, data=data)


async def of_server(
    connection: AsyncConnection, server_id: int, first: int, limit: int
) -> tuple[Sequence[Intervention], int]:
    """At most `limit` interventions on a server, the latest first, after the `first` ones; and the number of all."""
    is_of_server = interventions.c.server_id == server_id
    count = await connection.scalar(select(func.count()).select_from(interventions).where(is_of_server)) or 0
    query = _whole().where(is_of_server).order_by(interventions.c.id.desc()).offset(first).limit(limit)
    return _interventions(await connection.execute(query)), count


async def load(connection: AsyncConnection, number: int) -> Intervention:
    """An intervention by its number."""
    return _interventions([(await connection.execute(_whole().where(interventions.c.id == number))).one()])[0]


async def calling_off(connection: AsyncConnection, competition: Competition) -> Intervention | None:
    """The intervention that called a competition off; None if too few had joined."""
    query = _whole().where(
        interventions.c.server_id.in_([venue.server_id for venue in competition.venues]),
        interventions.c.deed == InterventionKind.CALL_OFF,
        interventions.c.done_at == competition.closed_at,
    )
    subject = CompetitionSubject(competition.name, competition.season)
    all_done = _interventions(await connection.execute(query))
    return next((done for done in all_done if done.subject == subject), None)


async def last_removal(
    connection: AsyncConnection,
    server_id: int,
    person_id: int,
    subject: MatchSubject | CompetitionSubject,
    since: datetime,
) -> datetime | None:
    """When a manager last removed a person from a challenge, vote or competition since `since`; None if none did.

    That counts although the person has deleted their data since.
    """
    theirs = interventions.c.server_id == server_id, interventions.c.person_id == person_id, _IS_REMOVAL
    query = _whole().where(*theirs, interventions.c.done_at >= since).order_by(interventions.c.id.desc())
    removals = [done.at for done in _interventions(await connection.execute(query)) if done.subject == subject]
    kept = await uses.times(connection, since + _LATER, *_removed(person_id, server_id, asdict(subject)))
    return max((*removals, *(at - _LATER for at in kept)), default=None)


async def decisions(connection: AsyncConnection, server_id: int, by_id: int, since: datetime) -> Sequence[Intervention]:
    """What a manager has done on a server since `since`."""
    own = interventions.c.server_id == server_id, interventions.c.by_id == by_id, interventions.c.done_at >= since
    return _interventions(await connection.execute(_whole().where(*own)))


async def last_decision_kept(
    connection: AsyncConnection, server_id: int, by_id: int, competition: Competition, since: datetime
) -> datetime | None:
    """When a manager last decided something in a competition, as far as they have deleted their data since."""
    subject = CompetitionSubject(competition.name, competition.season)
    of_it = _decided(by_id, server_id, asdict(subject)), (by_id, uses.DECIDED, competition.id)
    kept = await uses.times_of_each(connection, since + _LATER, of_it)
    return max((at - _LATER for times in kept.values() for at in times), default=None)


async def had_part(connection: AsyncConnection, competition_id: int, person_id: int, since: datetime) -> bool:
    """Whether a person played in a competition since `since`, as far as they have deleted their data since."""
    return bool(await uses.times(connection, since + _LATER, person_id, uses.PLAYED, competition_id))


def _removed(person_id: int, server_id: int, subject: Mapping[str, Any]) -> tuple[object, ...]:
    return person_id, uses.REMOVED, server_id, *(subject[key] for key in sorted(subject))


def _decided(by_id: int, server_id: int, subject: Mapping[str, Any]) -> tuple[object, ...]:
    return by_id, uses.DECIDED, server_id, *(subject[key] for key in sorted(subject))


async def keep(connection: AsyncConnection, person_id: int, now: datetime) -> None:
    """Keep what counts although a deletion removes a person now.

    It is from what managers have lately removed them, what they decided about competitions as a manager, and in which of
    those that run they played, which keeps a manager from deciding.
    """
    recent = select(interventions).where(interventions.c.done_at > now - KEPT_OUT_FOR)
    removals = await connection.execute(recent.where(interventions.c.person_id == person_id, _IS_REMOVAL))
    kept = [(_removed(person_id, row.server_id, row.subject), row.done_at) for row in removals]
    by_match = dict[int, datetime]()
    for row in await connection.execute(recent.where(interventions.c.by_id == person_id).order_by(interventions.c.id)):
        if "match" in row.subject:
            by_match[row.subject["match"]] = row.done_at
        elif "competition" in row.subject:
            kept.append((_decided(person_id, row.server_id, row.subject), row.done_at))
    theirs = select(fixtures.c.competition_id, fixtures.c.match_id).where(fixtures.c.match_id.in_(list(by_match)))
    for competition_id, match_id in await connection.execute(theirs):
        kept.append(((person_id, uses.DECIDED, competition_id), by_match[match_id]))
    parts = (
        select(entrants.c.competition_id, func.coalesce(entrants.c.out_at, literal(now, Instant)))
        .join(competitions, competitions.c.id == entrants.c.competition_id)
        .where(entrants.c.person_id == person_id, competitions.c.stage == CompetitionStage.RUNNING)
    )
    is_recent = or_(entrants.c.out_at.is_(None), entrants.c.out_at > now - KEPT_OUT_FOR)
    for competition_id, at in await connection.execute(parts.where(is_recent)):
        kept.append(((person_id, uses.PLAYED, competition_id), at))
    await uses.add(connection, [(words, [at + _LATER]) for words, at in kept])


def _whole() -> Select[Any]:
    return (
        select(
            interventions,
            _BY.c.name.label("by_name"),
            _BY.c.user_name.label("by_user_name"),
            people.c.name.label("person_name"),
            people.c.user_name,
        )
        .join(_BY, _BY.c.id == interventions.c.by_id)
        .outerjoin(people, people.c.id == interventions.c.person_id)
    )


def _interventions(rows: Iterable[Row[Any]]) -> Sequence[Intervention]:
    """The interventions in rows, in which people with the same name are told apart."""
    rows = list(rows)
    concerned = [Person(row.person_id, row.person_name, row.user_name) for row in rows if row.person_id is not None]
    managers = [Person(row.by_id, row.by_name, row.by_user_name) for row in rows]
    persons = {person.id: person for person in told_apart([*managers, *concerned])}
    return [
        made(
            Intervention,
            row,
            by=persons[row.by_id],
            kind=InterventionKind(row.deed),
            at=row.done_at,
            subject=next(kind for name, kind in _SUBJECTS.items() if name in row.subject)(**row.subject),
            person=persons.get(row.person_id),
        )
        for row in rows
    ]
