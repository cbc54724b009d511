"""Weeks in review in the database: posting each once, and the results of one. In the caller's transaction."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import State
from bot.model.place import Place
from bot.model.ratings import Skill
from bot.model.result import Ending
from bot.model.weeks import WeekResult
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import rating_changes
from bot.store.engine.statements import made
from bot.store.offers import IS_HANDED_OVER
from bot.store.ratings import seated
from rules.core import Game

_MOST: Final = 500  # matches in a review
_LONGEST_STREAK: Final = 50  # a longer one counts as this


async def results(
    connection: AsyncConnection, server_id: int, since: datetime, until: datetime, games: Mapping[str, Game]
) -> Sequence[WeekResult]:
    """The matches among people that ended on a server in a period, in order, except those handed over; at most 500."""
    query = select(matches).where(
        matches.c.server_id == server_id,
        matches.c.ended_at >= since,
        matches.c.ended_at < until,
        matches.c.state == State.FINISHED,
        matches.c.among_people,
        ~IS_HANDED_OVER,
    )
    rows = (await connection.execute(query.order_by(matches.c.ended_at).limit(_MOST))).all()
    people = await seated(connection, [row.id for row in rows])
    before = await _ratings_before(connection, [row.id for row in rows])
    return [
        made(
            WeekResult,
            row,
            game=games[row.game],
            place=made(Place, row),
            people=tuple(people[row.id]),
            places=tuple(row.places),
            ending=Ending(row.ending),
            ratings=before.get(row.id, {}),
        )
        for row in rows
        if row.game in games
    ]


async def _ratings_before(connection: AsyncConnection, match_ids: Sequence[int]) -> Mapping[int, Mapping[int, int]]:
    """The ratings in the game of each match before it, by match and person."""
    query = (
        select(rating_changes)
        .join(matches, matches.c.id == rating_changes.c.match_id)
        .where(rating_changes.c.match_id.in_(match_ids), rating_changes.c.pool == matches.c.game)
    )
    ratings: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for row in await connection.execute(query):
        ratings[row.match_id][row.person_id] = Skill(row.mu, row.sigma).rating - row.change
    return ratings


async def wins_in_a_row(connection: AsyncConnection, server_id: int, person_id: int) -> int:
    """How many of a person's latest matches on a server they have won in a row."""
    query = (
        select(matches.c.places, participants.c.place)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(participants.c.person_id == person_id, matches.c.places.is_not(None), matches.c.among_people)
        .where(
            ~IS_HANDED_OVER, matches.c.server_id + 0 == server_id
        )  # the sum keeps SQLite from going through all matches of the server
        .order_by(matches.c.ended_at.desc())
        .limit(_LONGEST_STREAK)
    )
    rows = await connection.execute(query)
    return sum(1 for _ in takewhile(lambda row: row.places[row.place] == 1 and row.places.count(1) == 1, rows))
