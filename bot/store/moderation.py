"""The interventions of moderators in the database, in the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, Select, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.competitions.competition import Competition
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
from bot.store.engine.schema.people import people
from bot.store.engine.schema.servers import interventions
from bot.store.engine.statements import columns_of, made
from bot.store.jobs import queue

_BY: Final = people.alias("managers")
_SUBJECTS: Final = {"match": MatchSubject, "competition": CompetitionSubject, "engine": EngineSubject}
"""The kinds of subjects, by a name that only theirs have."""

_IS_REMOVAL: Final = interventions.c.deed.in_((InterventionKind.REMOVE, InterventionKind.WITHDRAW))
_LATER: Final[timedelta] = KEPT_OUT_FOR - uses.KEPT_FOR
"""How much later than it was a removal is kept as a use, so that it is forgotten when it ends."""


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


def _removed(person_id: int, server_id: int, subject: Mapping[str, Any]) -> tuple[object, ...]:
    return person_id, uses.REMOVED, server_id, *(subject[key] for key in sorted(subject))


async def keep_removals(connection: AsyncConnection, person_id: int, now: datetime) -> None:
    """Keep from what managers have lately removed a person whom a deletion removes now."""
    query = select(interventions).where(interventions.c.person_id == person_id, _IS_REMOVAL)
    rows = await connection.execute(query.where(interventions.c.done_at > now - KEPT_OUT_FOR))
    await uses.add(
        connection, [(_removed(person_id, row.server_id, row.subject), [row.done_at + _LATER]) for row in rows]
    )


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
