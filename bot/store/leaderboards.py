"""The leaderboard of a server: who stands where in a game, or in all games together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.people import Person
from bot.model.ratings import Standing
from bot.store import ratings as store
from bot.store.engine.database import Database
from bot.store.ratings import Field

PAGE: Final = 10
"""People on a page."""

__all__ = ("PAGE", "Field", "Leaderboard", "LeaderboardRow", "leaderboard", "ranked")


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """Somebody on a leaderboard; `position` counts from 1, people with equal ratings share it. None while provisional."""

    person: Person
    standing: Standing
    position: int | None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard, counted from 0: ranked people in `rows` before provisional ones.

    `own` is the row of whoever looks at it, wherever it stands; None if they have no rating.
    """

    pool: str
    rows: tuple[LeaderboardRow, ...]
    own: LeaderboardRow | None
    page: int
    pages: int


async def leaderboard(database: Database, field: Field, page: int, person_id: int) -> Leaderboard:
    """A page of the leaderboard of a field, or its last one, as `person_id` sees it."""
    async with database.read() as connection:
        ranked_people = await store.size(connection, field, is_provisional=False)
        provisional = await store.size(connection, field, is_provisional=True)
        pages = max(1, -(-(ranked_people + provisional) // PAGE))
        page = min(page, pages - 1)
        first = page * PAGE
        above = await store.stretch(connection, field, first, PAGE, is_provisional=False)
        below = await store.stretch(
            connection, field, max(first - ranked_people, 0), PAGE - len(above), is_provisional=True
        )
        rows = (*await _numbered(connection, field, first, above), *(LeaderboardRow(*found, None) for found in below))
        own = next((row for row in rows if row.person.id == person_id), None)
        if own is None:
            found = (await store.standings_of(connection, field.server_id, person_id)).get(field.pool)
            own = found and await ranked(connection, field, *found)
    return Leaderboard(field.pool, rows, own, page, pages)


async def _numbered(
    connection: AsyncConnection, field: Field, first: int, found: Sequence[tuple[Person, Standing]]
) -> Sequence[LeaderboardRow]:
    """Ranked people that follow each other, the first of whom stands after `first` others."""
    rows: list[LeaderboardRow] = []
    for index, (person, standing) in enumerate(found, start=first + 1):
        if not rows:
            rows.append(await ranked(connection, field, person, standing))
            continue
        is_tied = rows[-1].standing.skill.rating == standing.skill.rating
        rows.append(LeaderboardRow(person, standing, rows[-1].position if is_tied else index))
    return rows


async def ranked(connection: AsyncConnection, field: Field, person: Person, standing: Standing) -> LeaderboardRow:
    """Somebody with their position in a field."""
    if standing.is_provisional:
        return LeaderboardRow(person, standing, None)
    return LeaderboardRow(person, standing, await store.ahead(connection, field, standing.skill.rating) + 1)
