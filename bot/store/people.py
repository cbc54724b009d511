"""People: their last known names, whom they block, their vacations and lessons. In the caller's transaction."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import State
from bot.model.people import FIRST_GUEST, FIRST_ON_DISCORD, Person, told_apart
from bot.model.refusals.people import DeletedMeanwhile
from bot.model.settings import Challengers
from bot.model.vacations import Vacation
from bot.store.engine import facts
from bot.store.engine.schema.competitions import competitions, entrants
from bot.store.engine.schema.learning import lessons
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import blocks, people, preferences, vacations
from bot.store.engine.statements import insert_into, upsert

_ARRIVED_AT: Final = "furlong_arrived_at"  # an option of a transaction
_DELETED_AT: Final = "data deleted at"  # the key of a fact: when anyone's data was last deleted
_RENAMED: Final = update(people).where(people.c.id == bindparam("of"))


async def remember(connection: AsyncConnection, person: Person) -> None:
    """Store a person's current name; other transactions that do so wait until this one ends.

    Raises `DeletedMeanwhile` if the person is new and anyone's data was deleted since the request arrived.
    """
    user_name = {"user_name": person.user_name} if person.user_name else {}
    values = {"name": person.as_stored.name, **user_name}
    if not (await connection.execute(_RENAMED, {"of": person.id, **values})).rowcount:
        await upsert(connection, people, {"id": person.id}, values)
        await _check_new(connection)


async def hold(connection: AsyncConnection, person_id: int) -> bool:
    """Whether anything is stored about a person; if so, it is not deleted before the transaction is over."""
    query = select(people.c.id).where(people.c.id == person_id).with_for_update(read=True, key_share=True)
    return await connection.scalar(query) is not None


async def expect(connection: AsyncConnection, arrived_at: datetime) -> None:
    """Say when the request that this transaction serves arrived, for `remember`."""
    await connection.execution_options(**{_ARRIVED_AT: arrived_at})


async def note_deletion(connection: AsyncConnection, now: datetime) -> None:
    """Store that a person's data is deleted now, without saying whose.

    A request in flight would store the person again; `remember` refuses it because they are new by then, as hardly
    anyone else is at that moment.
    """
    await facts.put(connection, _DELETED_AT, now.isoformat())


async def _check_new(connection: AsyncConnection) -> None:
    assert connection.sync_connection is not None, "it is open"
    arrived_at = connection.sync_connection.get_execution_options().get(_ARRIVED_AT)
    deleted_at = None if arrived_at is None else await facts.get(connection, _DELETED_AT)
    if arrived_at is not None and deleted_at is not None and arrived_at < datetime.fromisoformat(deleted_at):
        raise DeletedMeanwhile


async def lock(connection: AsyncConnection, person_id: int) -> None:
    """Let other transactions that take this lock of a person wait until this one ends; SQLite has one writer anyway.

    For limits that count over several matches. Matches are locked before this, and rows of people after it.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(person_id)))


async def name_of(connection: AsyncConnection, person_id: int) -> str | None:
    """A person's last known name; None if nothing is stored about them."""
    return await connection.scalar(select(people.c.name).where(people.c.id == person_id))


async def load_on(connection: AsyncConnection, server_id: int, person_id: int) -> Person | None:
    """A person by id, with the name last seen; None if they are in no match or competition on that server."""
    plays = exists(select(participants.c.match_id).join(matches, matches.c.id == participants.c.match_id)).where(
        participants.c.person_id == person_id, matches.c.server_id == server_id
    )
    is_entered = exists(
        select(entrants.c.competition_id).join(competitions, competitions.c.id == entrants.c.competition_id)
    ).where(entrants.c.person_id == person_id, competitions.c.server_id == server_id)
    name = await connection.scalar(select(people.c.name).where(people.c.id == person_id, or_(plays, is_entered)))
    return None if name is None else Person(person_id, name)


async def playing_on(
    connection: AsyncConnection, server_id: int, most: int, name: str = "", part: str = ""
) -> Sequence[Person]:
    """The people in the matches of a server, the latest matches first; only those with a name, or a part of one, if given."""
    called = func.lower(name).in_([func.lower(people.c.name), func.lower(people.c.user_name)])
    is_like = or_(*(named.icontains(part, autoescape=True) for named in (people.c.name, people.c.user_name)))
    query = (
        select(people.c.id, people.c.name, people.c.user_name)
        .join(participants, participants.c.person_id == people.c.id)
        .join(matches, matches.c.id == participants.c.match_id)
        .where(people.c.id >= FIRST_ON_DISCORD, matches.c.server_id == server_id, called if name else true())
        .where(is_like if part else true())
        .group_by(people.c.id, people.c.name, people.c.user_name)
        .order_by(func.max(matches.c.id).desc())
        .limit(most)
    )
    return told_apart(Person(row.id, row.name, row.user_name) for row in await connection.execute(query))


def is_nobody(person_id: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether a column names a character, a channel or an engine, none of which is a person."""
    return and_(person_id > 0, person_id < FIRST_GUEST)


async def count_guests(connection: AsyncConnection) -> int:
    """How many guests there are."""
    is_guest = and_(people.c.id >= FIRST_GUEST, people.c.id < FIRST_ON_DISCORD)
    return await connection.scalar(select(func.count()).select_from(people).where(is_guest)) or 0


async def add_new(connection: AsyncConnection, name: str, ids: range) -> Person:
    """Store a person with an id of these that nobody has, which tells nothing of how many there are."""
    while True:
        person = Person(secrets.choice(ids), name).as_stored
        row = {"id": person.id, "name": person.name}
        added = await connection.execute(insert_into(connection, people).values(**row).on_conflict_do_nothing())
        if added.rowcount > 0:
            return person


async def named(
    connection: AsyncConnection, people_given: Iterable[Person], person_ids: Iterable[int | None]
) -> Mapping[int, Person]:
    """These people by id, with the `people_given`, so that only the others are looked up."""
    people_by_id = {person.id: person for person in people_given}
    missing = {person_id for person_id in person_ids if person_id is not None} - people_by_id.keys()
    return people_by_id | await of_ids(connection, missing) if missing else people_by_id


async def of_ids(connection: AsyncConnection, person_ids: Collection[int]) -> dict[int, Person]:
    """People by their ids, with the names last seen."""
    rows = await connection.execute(select(people).where(people.c.id.in_(person_ids)))
    return {row.id: Person(row.id, row.name, row.user_name) for row in rows}


_OTHERS: Final = participants.alias("others")
_BY: Final = bindparam("by", type_=BigInteger)
_HAS_BLOCKED: Final = exists().where(blocks.c.person_id == people.c.id, blocks.c.blocked_id == _BY)
_HAS_PLAYED: Final = exists(
    select(_OTHERS.c.match_id)
    .join(participants, participants.c.match_id == _OTHERS.c.match_id)
    .join(matches, matches.c.id == _OTHERS.c.match_id)
    .where(_OTHERS.c.person_id == people.c.id, participants.c.person_id == _BY)
    .where(matches.c.started_at.is_not(None))
)
_TAKES: Final = preferences.c.challengers
_UNWILLING: Final = (
    select(people.c.id)
    .outerjoin(preferences, preferences.c.person_id == people.c.id)
    .where(people.c.id.in_(bindparam("people")))
    .where(or_(_HAS_BLOCKED, _TAKES == Challengers.NOBODY, (_TAKES == Challengers.PLAYED) & ~_HAS_PLAYED))
)


async def blocked_by(connection: AsyncConnection, person_id: int) -> Sequence[Person]:
    """The people whom a person has blocked, the latest first."""
    query = (
        select(people)
        .join(blocks, blocks.c.blocked_id == people.c.id)
        .where(blocks.c.person_id == person_id)
        .order_by(blocks.c.blocked_at.desc(), people.c.id)
    )
    return told_apart(Person(row.id, row.name, row.user_name) for row in await connection.execute(query))


async def blocking(connection: AsyncConnection, person_id: int, others: Collection[int]) -> frozenset[int]:
    """The people, among these, who have blocked a person."""
    query = select(blocks.c.person_id).where(blocks.c.blocked_id == person_id, blocks.c.person_id.in_(others))
    return frozenset(await connection.scalars(query))


def is_blocked(first: Any, second: Any) -> ColumnElement[bool]:
    """Condition: one of two people, each a column or an id, has blocked the other."""
    return or_(
        *(
            exists().where(blocks.c.person_id == one, blocks.c.blocked_id == other).correlate_except(blocks)
            for one, other in ((first, second), (second, first))
        )
    )


async def block(connection: AsyncConnection, person_id: int, blocked_id: int, now: datetime) -> None:
    """Store that a person blocks another; a second time changes nothing."""
    row = {"person_id": person_id, "blocked_id": blocked_id, "blocked_at": now}
    await connection.execute(insert_into(connection, blocks).values(**row).on_conflict_do_nothing())


async def unblock(connection: AsyncConnection, person_id: int, blocked_id: int) -> None:
    """Remove the block of a person on another."""
    whose = (blocks.c.person_id == person_id, blocks.c.blocked_id == blocked_id)
    await connection.execute(delete(blocks).where(*whose))


async def unwilling(connection: AsyncConnection, by_id: int, person_ids: Collection[int]) -> frozenset[int]:
    """The people, among these, who accept no challenges from a person, because of a setting or a block."""
    return frozenset(await connection.scalars(_UNWILLING, {"by": by_id, "people": list(person_ids)}))


async def vacations_of(connection: AsyncConnection, person_id: int, since: datetime) -> Sequence[Vacation]:
    """The vacations of a person that end after `since`, the earliest first."""
    query = (
        select(vacations)
        .where(vacations.c.person_id == person_id, vacations.c.ended_at > since)
        .order_by(vacations.c.ended_at)
    )
    rows = await connection.execute(query)
    return [Vacation(row.id, row.began_at, row.ended_at) for row in rows]


async def add_vacation(
    connection: AsyncConnection, person_id: int, began_at: datetime, ended_at: datetime, *, is_planned: bool = False
) -> int:
    """Store a new vacation; returns its id."""
    new = insert(vacations).values(person_id=person_id, began_at=began_at, ended_at=ended_at, is_planned=is_planned)
    return (await connection.execute(new.returning(vacations.c.id))).scalar_one()


async def remove_vacation(connection: AsyncConnection, vacation_id: int) -> None:
    """Remove a vacation that has not begun."""
    await connection.execute(delete(vacations).where(vacations.c.id == vacation_id))


async def vacation_with(connection: AsyncConnection, vacation_id: int) -> Vacation | None:
    """The vacation with an id; None if it was deleted."""
    row = (await connection.execute(select(vacations).where(vacations.c.id == vacation_id))).one_or_none()
    return None if row is None else Vacation(row.id, row.began_at, row.ended_at)


async def correct_vacations(connection: AsyncConnection, now: datetime) -> None:
    """Make vacations that begin after `now` without a plan begin now, because the machine's clock was ahead."""
    then = vacations.c.ended_at - vacations.c.began_at + literal(now, vacations.c.ended_at.type)
    early = (vacations.c.began_at > now, vacations.c.is_planned.is_(False))
    await connection.execute(update(vacations).where(*early).values(began_at=now, ended_at=then))


async def end_vacation(connection: AsyncConnection, vacation_id: int, ended_at: datetime) -> None:
    """Change the end of a vacation."""
    await connection.execute(update(vacations).where(vacations.c.id == vacation_id).values(ended_at=ended_at))


_PERSON: Final = bindparam("person", type_=BigInteger)
_MATCHES: Final = select(participants.c.match_id).where(participants.c.person_id == _PERSON, participants.c.joined)
_IS_EXPERIENCED: Final = select(
    or_(exists(_MATCHES.limit(1).offset(1)), exists().where(lessons.c.person_id == _PERSON))
)


async def lessons_done(connection: AsyncConnection, person_id: int, game: str) -> Collection[int]:
    """The numbers of the lessons of a game that a person has done, counted from 0."""
    query = select(lessons.c.done).where(lessons.c.person_id == person_id, lessons.c.game == game)
    return (await connection.scalar(query)) or ()


async def keep_lessons(
    connection: AsyncConnection, person_id: int, game: str, numbers: Collection[int], now: datetime
) -> None:
    """Store the numbers of the lessons of a game that a person, who is already stored, has done."""
    key = {"person_id": person_id, "game": game}
    await upsert(connection, lessons, key, {"done": sorted(numbers), "changed_at": now})


async def is_beginner(connection: AsyncConnection, person_id: int) -> bool:
    """Whether a person has done no lesson and plays their first match, or none yet."""
    return not await connection.scalar(_IS_EXPERIENCED, {"person": person_id})


_HAS_COUNTED: Final = select(
    exists().where(matches.c.id.in_(_MATCHES), matches.c.is_rated, matches.c.state != State.CALLED_OFF)
)


async def never_counted(connection: AsyncConnection, person_id: int) -> bool:
    """Whether a person is and was in no rated match but in those that were called off."""
    return not await connection.scalar(_HAS_COUNTED, {"person": person_id})
