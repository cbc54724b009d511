"""The end of a competition: when it comes, what is kept of it, and the season that follows.

`go_on_or_close` is a function over a `CompetitionChange`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.actions.competitions.change import CompetitionChange
from bot.model.clock import Pause, credited, midnight
from bot.model.competitions.competition import Competition, CompetitionStage, Entrant
from bot.model.competitions.rounds import next_meetings, tables
from bot.model.competitions.standings import Table
from bot.store.jobs.bulletins import BulletinKind

_LAST_DAY: Final = timedelta(days=1)

BETWEEN_SEASONS: Final = timedelta(days=7)
"""How long people can join the next season at least."""


def last_day_of(competition: Competition, ends_at: datetime) -> datetime:
    """When the last day of a competition begins, or of a round of it that ends then."""
    return max(ends_at - _LAST_DAY, competition.begins_at)


def closes_at(competition: Competition, ends_at: datetime, outages: Sequence[Pause]) -> datetime:
    """When the time of a competition, or of a round of it, is really over.

    Hours in which the bot was down on its last day are added to it.
    """
    return credited(last_day_of(competition, ends_at), ends_at, outages)


def go_on_or_close(change: CompetitionChange, ends_at: datetime) -> None:
    """Begin the next round of a competition, or close it if nothing is to be played any more."""
    competition, is_late = change.competition, ends_at <= change.now
    if competition.stage is not CompetitionStage.RUNNING or any(fixture.goes_on for fixture in change.fixtures):
        return
    meetings = next_meetings(competition.regulations, change.entrants, change.fixtures)
    if meetings and not is_late:
        change.pair(1, meetings)
        change.show_anew(BulletinKind.CARD, BulletinKind.TABLE)
        return
    standings = tables(competition.regulations.format, change.entrants, change.fixtures)
    if is_late or all(one.is_complete for one in standings):
        _close(change, standings)


def _close(change: CompetitionChange, standings: Sequence[Table]) -> None:
    """Keep what everybody has reached, have it told, and open the next season if there is to be one."""
    change.enter(*placed(change.entrants, standings))
    if change.competition.regulations.goes_on:
        change.successor = next_season(change.competition, change.now)
    change.update(stage=CompetitionStage.OVER, closed_at=change.now)
    change.show_anew(BulletinKind.CARD, BulletinKind.TABLE)
    change.tell(BulletinKind.RESULT)


def placed(entrants: Sequence[Entrant], tables: Sequence[Table]) -> Sequence[Entrant]:
    """Everybody with their place in their division, None for somebody who was taken out of it."""
    reached: Mapping[int, int] = {row.entrant.person.id: row.place for one in tables for row in one.rows}
    return [replace(entrant, place=reached.get(entrant.person.id)) for entrant in entrants]


def next_season(competition: Competition, now: datetime) -> Competition:
    """The season after one that is over now."""
    begins_at = midnight((now.astimezone(UTC) + BETWEEN_SEASONS).date() + timedelta(days=1))
    return replace(
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
