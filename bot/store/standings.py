"""Reading how people stand and what they have reached, in the caller's transaction."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, false, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.people import Person
from bot.model.rating import Skill, Standing
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import people
from bot.store.engine.schema.ratings import rating_changes, ratings
from bot.store.ratings import standing_of

_NOBODY: Final = 0
"""Ids of people on Discord are larger; whoever was made anonymous may have another one."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who is compared with whom: everybody with a rating in a pool of a server, but for those in `left_out`."""

    server_id: int
    pool: str
    left_out: frozenset[int] = frozenset()

    def holds(self, *, is_provisional: bool) -> ColumnElement[bool]:
        """Condition: a row of the table of ratings belongs to the field, to its ranked or its provisional part."""
        in_part = and_(
            ratings.c.server_id == self.server_id,
            ratings.c.pool == self.pool,
            ratings.c.is_provisional == (true() if is_provisional else false()),
            ratings.c.person_id + 0 > _NOBODY,  # the sum keeps SQLite from taking an index that is not in this order
        )
        return and_(in_part, ratings.c.person_id.not_in(self.left_out)) if self.left_out else in_part


@dataclass(frozen=True, slots=True)
class PastResult:
    """A finished match of somebody: the places by seat, and their own seat."""

    match_id: int
    game: str
    seat: int
    places: tuple[int, ...]


async def size(connection: AsyncConnection, field: Field, *, is_provisional: bool) -> int:
    """How many people are in a part of the field."""
    query = select(func.count()).select_from(ratings).where(field.holds(is_provisional=is_provisional))
    return await connection.scalar(query) or 0


async def ahead(connection: AsyncConnection, field: Field, rating: int) -> int:
    """How many ranked people have a higher rating."""
    query = select(func.count()).select_from(ratings)
    return await connection.scalar(query.where(field.holds(is_provisional=False), ratings.c.rating > rating)) or 0


async def stretch(
    connection: AsyncConnection, field: Field, first: int, limit: int, *, is_provisional: bool
) -> Sequence[tuple[Person, Standing]]:
    """At most `limit` people of a part of the field from the `first` on, the highest ratings before the others."""
    rows = await connection.execute(
        select(ratings, people.c.name)
        .join(people, people.c.id == ratings.c.person_id)
        .where(field.holds(is_provisional=is_provisional))
        .order_by(ratings.c.rating.desc(), ratings.c.person_id.desc())
        .offset(first)
        .limit(limit)
    )
    return [_of(row) for row in rows]


def _of(row: Row[Any]) -> tuple[Person, Standing]:
    return Person(row.person_id, row.name), standing_of(row)


async def standings_of(
    connection: AsyncConnection, server_id: int, person_id: int
) -> dict[str, tuple[Person, Standing]]:
    """How somebody stands on a server, by pool."""
    rows = await connection.execute(
        select(ratings, people.c.name)
        .join(people, people.c.id == ratings.c.person_id)
        .where(ratings.c.person_id == person_id, ratings.c.server_id == server_id)
    )
    return {row.pool: _of(row) for row in rows}


async def latest_results(
    connection: AsyncConnection, server_id: int, person_id: int, most: int
) -> Sequence[PastResult]:
    """Somebody's finished matches on a server, rated or not, the latest first."""
    rows = await connection.execute(
        select(matches.c.id, matches.c.game, matches.c.places, participants.c.place)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(
            participants.c.person_id == person_id,
            participants.c.joined,
            matches.c.places.is_not(None),
            matches.c.server_id + 0 == server_id,  # the sum keeps SQLite from going through all matches of the server
        )
        .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
        .limit(most)
    )
    return [PastResult(row.id, row.game, row.place, tuple(row.places)) for row in rows]


async def seated(connection: AsyncConnection, match_ids: Iterable[int]) -> dict[int, list[Person]]:
    """By match: who has played, in seat order."""
    rows = await connection.execute(
        select(participants.c.match_id, people.c.id, people.c.name)
        .join(people, people.c.id == participants.c.person_id)
        .where(participants.c.match_id.in_(list(match_ids)))
        .order_by(participants.c.match_id, participants.c.place)
    )
    found: defaultdict[int, list[Person]] = defaultdict(list)
    for match_id, person_id, name in rows:
        found[match_id].append(Person(person_id, name))
    return found


async def latest_ratings(
    connection: AsyncConnection, server_id: int, person_id: int, pool: str, most: int
) -> Sequence[tuple[datetime, int]]:
    """The latest ratings that somebody has had in a pool and since when, in order of time."""
    rows = await connection.execute(
        select(rating_changes.c.ended_at, rating_changes.c.mu, rating_changes.c.sigma)
        .where(
            rating_changes.c.person_id == person_id,
            rating_changes.c.server_id == server_id,
            rating_changes.c.pool == pool,
        )
        .order_by(rating_changes.c.ended_at.desc())
        .limit(most)
    )
    return [(row.ended_at, Skill(row.mu, row.sigma).rating) for row in rows][::-1]
