"""The people of matches: who has which place, what they like, and when they are away. In the caller's transaction."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import BigInteger, Row, Select, and_, bindparam, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Pause
from bot.model.people import Away, Person
from bot.model.settings import USUAL, Preferences
from bot.store import settings
from bot.store.engine.schema.columns import Instant
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import blocks, people, preferences, vacations

TIME_BEGAN_AT: Final = func.coalesce(matches.c.clock_began_at, matches.c.created_at)
"""Since when a match waits for somebody: to move, or to answer a challenge."""

_NOW: Final = bindparam("now", type_=Instant)
_ACTOR: Final = bindparam("actor", type_=BigInteger)
_PARTICIPANTS: Final = (
    # PostgreSQL orders distinct rows by what they hold alone, so the place is among it.
    select(participants.c.match_id, participants.c.place, participants.c.joined, people, vacations.c.id)
    .join(people, people.c.id == participants.c.person_id)
    .outerjoin(
        vacations,
        and_(vacations.c.person_id == people.c.id, vacations.c.began_at <= _NOW, vacations.c.ended_at > _NOW),
    )
    .where(participants.c.match_id.in_(bindparam("numbers", expanding=True)))
    .order_by(participants.c.match_id, participants.c.place)
    .distinct()
)


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody's place in a match, and when they are on vacation."""

    person: Person
    joined: bool
    preferences: Preferences
    has_blocked: bool
    vacations: tuple[Pause, ...] = ()

    def away_at(self, now: datetime) -> Away | None:
        """That they are on vacation, and until when; None if they are not."""
        ends = [pause.ended_at for pause in self.vacations if pause.began_at <= now < pause.ended_at]
        return Away(self.person.id, max(ends)) if ends else None


def with_people(query: Select[Any]) -> Select[Any]:
    """A query of matches with a row for each of its people, for those on vacation one for each vacation.

    These are the vacations that end after `now` or after the match began to wait for somebody. The query takes both of its
    parameters: `now` and, as `actor`, the id of whoever acts.
    """
    ends_late = or_(vacations.c.ended_at > _NOW, vacations.c.ended_at > TIME_BEGAN_AT)
    return (
        query.add_columns(
            participants.c.joined,
            people.c.id.label("known_id"),
            people.c.name.label("known_as"),
            vacations.c.began_at.label("vacation_began_at"),
            vacations.c.ended_at.label("vacation_ended_at"),
            *preferences.c,
            exists().where(blocks.c.person_id == people.c.id, blocks.c.blocked_id == _ACTOR).label("has_blocked"),
        )
        .join(participants, participants.c.match_id == matches.c.id)
        .join(people, people.c.id == participants.c.person_id)
        .outerjoin(vacations, and_(vacations.c.person_id == people.c.id, ends_late))
        .outerjoin(preferences, preferences.c.person_id == people.c.id)
        .order_by(participants.c.place, vacations.c.id)
    )


def seated_in(rows: Iterable[Row[Any]]) -> Sequence[Seated]:
    """The people of one match in order of their place, from the rows of such a query."""
    found: dict[int, Seated] = {}
    for row in rows:
        liked = USUAL if row.person_id is None else settings.preferences_in(row)
        person = Person(row.known_id, row.known_as)
        seat = found.setdefault(person.id, Seated(person, row.joined, liked, row.has_blocked))
        if row.vacation_ended_at is not None:
            vacation = Pause(row.vacation_began_at, row.vacation_ended_at, is_vacation=True)
            found[person.id] = replace(seat, vacations=(*seat.vacations, vacation))
    return tuple(found.values())


async def participants_of(
    connection: AsyncConnection, match_ids: Sequence[int], now: datetime
) -> Mapping[int, Sequence[tuple[Person, bool, bool]]]:
    """By match: its people in order of their place, whether each has joined, and whether they are on vacation."""
    rows = await connection.execute(_PARTICIPANTS, {"numbers": list(match_ids), "now": now})
    found: defaultdict[int, list[tuple[Person, bool, bool]]] = defaultdict(list)
    for match_id, _place, joined, person_id, name, vacation_id in rows:
        found[match_id].append((Person(person_id, name), joined, vacation_id is not None))
    return found
