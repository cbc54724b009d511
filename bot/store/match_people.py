"""The people of matches: who has which place, what they like, and when they are away. In the caller's transaction."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, and_, bindparam, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Pause
from bot.model.person import Away, Person
from bot.model.preferences import USUAL, Preferences
from bot.store import settings
from bot.store.schema.columns import Instant
from bot.store.schema.matches import participants
from bot.store.schema.people import blocks, people, preferences, vacations

_NOW: Final = bindparam("now", type_=Instant)
_SEATED: Final = (
    select(
        participants.c.joined,
        people.c.id,
        people.c.name,
        vacations.c.began_at,
        vacations.c.ended_at,
        *preferences.c,
        exists()
        .where(blocks.c.person_id == people.c.id, blocks.c.blocked_id == bindparam("actor", type_=BigInteger))
        .label("has_blocked"),
    )
    .join(people, people.c.id == participants.c.person_id)
    .outerjoin(
        vacations, and_(vacations.c.person_id == people.c.id, vacations.c.ended_at > bindparam("since", type_=Instant))
    )
    .outerjoin(preferences, preferences.c.person_id == people.c.id)
    .where(participants.c.match_id == bindparam("number"))
    .order_by(participants.c.place, vacations.c.id)
)
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


async def seated_in(connection: AsyncConnection, match_id: int, since: datetime, actor_id: int) -> Sequence[Seated]:
    """The people of a match in order of their place, each with their vacations that end after `since`."""
    rows = await connection.execute(_SEATED, {"number": match_id, "since": since, "actor": actor_id})
    found: dict[int, Seated] = {}
    for row in rows:
        liked = USUAL if row.person_id is None else settings.preferences_in(row)
        seat = found.setdefault(row.id, Seated(Person(row.id, row.name), row.joined, liked, row.has_blocked))
        if row.ended_at is not None:
            found[row.id] = replace(
                seat, vacations=(*seat.vacations, Pause(row.began_at, row.ended_at, is_vacation=True))
            )
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
