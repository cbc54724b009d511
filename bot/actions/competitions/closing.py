"""The end of a competition: when it comes, what is kept of it, and the season that follows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.actions.competitions.entries import tables_of
from bot.model.clock import instant_after
from bot.model.competitions.competition import Competition, Entrant, Stage
from bot.model.competitions.table import Table
from bot.model.days import midnight
from bot.store import bulletins, seasons_due
from bot.store import competitions as store
from bot.store.bulletins import BulletinKind
from bot.store.connection import Connection
from rules.core import Game

_LAST_DAY: Final = timedelta(days=1)

BETWEEN_SEASONS: Final = timedelta(days=7)
"""How long people can join the next season at least."""


async def closes_at(connection: Connection, competition: Competition) -> datetime:
    """When the last day is over: hours in which the bot was down on that day are added to it."""
    begins = competition.ends_at - _LAST_DAY
    outages = await seasons_due.outages_after(connection, competition.venue.server_id, begins)
    return instant_after(begins, _LAST_DAY, outages, weekends=False)


async def close_if_over(
    connection: Connection, competition_id: int, games: Mapping[str, Game], now: datetime, ends_at: datetime
) -> None:
    """Close a competition in which nothing is to be played any more, and open the next season if there is to be one."""
    competition = await store.load(connection, competition_id, games, for_update=True)
    if competition is None or competition.stage is not Stage.RUNNING:
        return
    entrants = await store.entrants_of(connection, competition_id)
    tables = await tables_of(connection, competition_id, entrants)
    unfinished = await seasons_due.unfinished(connection, competition_id)
    is_played = all(one.is_complete for one in tables)
    if unfinished or not (is_played or ends_at <= now):
        return
    await store.set_places(connection, competition_id, places(entrants, tables))
    await store.change(connection, competition_id, {"stage": Stage.OVER, "closed_at": now})
    for kind in (BulletinKind.CARD, BulletinKind.TABLE):
        await bulletins.touch(connection, competition_id, kind, now)
    await bulletins.add(connection, competition_id, BulletinKind.RESULT, now)
    if competition.regulations.goes_on:
        await _open_next(connection, competition, now)


def places(entrants: Sequence[Entrant], tables: Sequence[Table]) -> Mapping[int, int | None]:
    """By person: the place in their division, None for somebody who was taken out of it."""
    reached = {row.entrant.person.id: row.place for one in tables for row in one.rows}
    return {entrant.person.id: reached.get(entrant.person.id) for entrant in entrants}


async def _open_next(connection: Connection, competition: Competition, now: datetime) -> None:
    begins_at = midnight((now.astimezone(UTC) + BETWEEN_SEASONS).date() + timedelta(days=1))
    following = replace(
        competition,
        id=0,
        number=competition.number + 1,
        previous_id=competition.id,
        begins_at=begins_at,
        ends_at=begins_at + competition.length,
        stage=Stage.OPEN,
        created_at=now,
        closed_at=None,
    )
    stored = await store.add(connection, following)
    await bulletins.add(connection, stored.id, BulletinKind.CARD, now)
