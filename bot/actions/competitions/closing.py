"""The end of a competition: when it comes, what is kept of it, and the season that follows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.model.clock import credited, midnight
from bot.model.competitions.competition import Competition, CompetitionStage, Entrant
from bot.model.competitions.rounds import next_meetings, tables
from bot.model.competitions.table import Table
from bot.store import bulletins, competition_entrants, competition_fixtures, seasons_due
from bot.store import competitions as store
from bot.store.bulletins import BulletinKind
from bot.store.connection import Connection
from rules.core import Game

_LAST_DAY: Final = timedelta(days=1)

BETWEEN_SEASONS: Final = timedelta(days=7)
"""How long people can join the next season at least."""


async def closes_at(connection: Connection, competition: Competition, ends_at: datetime) -> datetime:
    """When the time of a competition, or of a round of it, is really over.

    Hours in which the bot was down on its last day are added to it.
    """
    begins_at = max(ends_at - _LAST_DAY, competition.begins_at)
    outages = await seasons_due.outages_after(connection, competition.venue.server_id, begins_at)
    return credited(begins_at, ends_at, outages)


async def go_on_or_close(
    connection: Connection, competition_id: int, games: Mapping[str, Game], now: datetime, ends_at: datetime
) -> None:
    """Begin the next round of a competition, or close it if nothing is to be played any more."""
    competition = await store.load(connection, competition_id, games, for_update=True)
    if competition is None or competition.stage is not CompetitionStage.RUNNING:
        return
    entrants = await competition_entrants.entrants_of(connection, competition_id)
    fixtures = await competition_fixtures.fixtures_of(connection, competition_id)
    if await seasons_due.unfinished(connection, competition_id):
        return
    meetings = next_meetings(competition.regulations, entrants, fixtures)
    if meetings and ends_at > now:
        await competition_fixtures.add_fixtures(connection, competition_id, 1, meetings)
        for kind in (BulletinKind.CARD, BulletinKind.TABLE):
            await bulletins.touch(connection, competition_id, kind, now)
        return
    standings = tables(competition.regulations.format, entrants, fixtures)
    if all(one.is_complete for one in standings) or ends_at <= now:
        await _close(connection, competition, places(entrants, standings), now)


async def _close(
    connection: Connection, competition: Competition, reached: Mapping[int, int | None], now: datetime
) -> None:
    """Keep what everybody has reached, have it told, and open the next season if there is to be one."""
    await competition_entrants.set_places(connection, competition.id, reached)
    await store.change(connection, competition.id, {"stage": CompetitionStage.OVER, "closed_at": now})
    for kind in (BulletinKind.CARD, BulletinKind.TABLE):
        await bulletins.touch(connection, competition.id, kind, now)
    await bulletins.add(connection, competition.id, BulletinKind.RESULT, now)
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
        stage=CompetitionStage.OPEN,
        created_at=now,
        closed_at=None,
    )
    stored = await store.add(connection, following)
    await bulletins.add(connection, stored.id, BulletinKind.CARD, now)
