"""What those who manage servers have done, in the database, and who is still to be told of it. In the caller's transaction.

Whoever tells somebody moves the instant at which that is due into the future, which is the claim.
"""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, Select, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.moderation import CompetitionSubject, Intervention, InterventionKind, MatchSubject
from bot.model.people import Person
from bot.model.shards import ALL, Shards
from bot.store import people as people_store
from bot.store.engine.claims import CLAIM, LONGEST_QUIET, DueItem, has_come
from bot.store.engine.schema.people import people
from bot.store.engine.schema.servers import interventions
from bot.store.engine.sharding import belong

_BY: Final = people.alias("managers")


@dataclass(frozen=True, slots=True)
class InterventionClaim:
    """An intervention that the holder is to tell `person_id` of; `until` is when the claim runs out."""

    intervention: Intervention
    person_id: int
    until: datetime

    @property
    def server_id(self) -> int:
        """Where it was done."""
        return self.intervention.server_id

    @property
    def nonce(self) -> str:
        """Sent with the message, so that Discord drops a second copy after a crash between sending and noting it."""
        return f"furlong-i{self.intervention.id}"


async def add(connection: AsyncConnection, done: Intervention) -> None:
    """Keep an intervention; whom it concerns is told soon."""
    for person in (done.by, *((done.person,) if done.person else ())):
        await people_store.remember(connection, person)
    values = {
        "server_id": done.server_id,
        "channel_id": done.channel_id,
        "by_id": done.by.id,
        "deed": done.kind,
        "done_at": done.at,
        "subject": asdict(done.subject),
        "reason": done.reason,
        "person_id": None if done.person is None else done.person.id,
        "due_at": None if done.person is None or not done.person.is_on_discord else done.at,
    }
    await connection.execute(insert(interventions).values(**values))


async def of_server(
    connection: AsyncConnection, server_id: int, first: int, limit: int
) -> tuple[Sequence[Intervention], int]:
    """At most so many deeds on a server from the `first` on, the latest before others, and how many there are."""
    is_of_server = interventions.c.server_id == server_id
    count = await connection.scalar(select(func.count()).select_from(interventions).where(is_of_server)) or 0
    query = _whole().where(is_of_server).order_by(interventions.c.id.desc()).offset(first).limit(limit)
    return [_intervention(row) for row in await connection.execute(query)], count


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueItem]:
    """At most `limit` deeds on servers of some shards to tell of now; those that concern `busy` people are left out."""
    rows = await connection.execute(
        select(interventions.c.id, interventions.c.person_id)
        .where(has_come(interventions.c.due_at, now, LONGEST_QUIET), interventions.c.person_id.not_in(busy))
        .where(belong(interventions.c.server_id, shards))
        .order_by(interventions.c.due_at, interventions.c.id)
        .limit(limit)
    )
    return [DueItem(number, person_id) for number, person_id in rows]


async def claim(connection: AsyncConnection, number: int, now: datetime) -> InterventionClaim | None:
    """Take an intervention of which somebody is to be told; None if nobody is, or somebody else tells them."""
    is_due = (interventions.c.id == number, has_come(interventions.c.due_at, now, LONGEST_QUIET))
    until = await connection.scalar(
        update(interventions).where(*is_due).values(due_at=now + CLAIM).returning(interventions.c.due_at)
    )
    if until is None:
        return None
    row = (await connection.execute(_whole().where(interventions.c.id == number))).one()
    return InterventionClaim(_intervention(row), row.person_id, until)


async def put_back(connection: AsyncConnection, claimed: InterventionClaim, due_at: datetime | None) -> None:
    """They are to be told at `due_at`, or not any more, unless somebody else has taken it."""
    is_held = (interventions.c.id == claimed.intervention.id, interventions.c.due_at == claimed.until)
    await connection.execute(update(interventions).where(*is_held).values(due_at=due_at))


def _whole() -> Select[Any]:
    return (
        select(interventions, _BY.c.name.label("by_name"), people.c.name.label("person_name"))
        .join(_BY, _BY.c.id == interventions.c.by_id)
        .outerjoin(people, people.c.id == interventions.c.person_id)
    )


def _intervention(row: Row[Any]) -> Intervention:
    return Intervention(
        id=row.id,
        server_id=row.server_id,
        channel_id=row.channel_id,
        by=Person(row.by_id, row.by_name),
        kind=InterventionKind(row.deed),
        at=row.done_at,
        subject=(MatchSubject if "match" in row.subject else CompetitionSubject)(**row.subject),
        reason=row.reason,
        person=None if row.person_id is None else Person(row.person_id, row.person_name),
    )
