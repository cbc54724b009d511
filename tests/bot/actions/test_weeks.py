"""The week in review says what comes next: what begins within two weeks, and what ends within one."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.actions import weeks
from bot.actions.competitions import entries
from bot.model.competitions.competition import Competition, CompetitionStage, Format, Regulations
from bot.store.engine.schema.competitions import competitions
from tests.bot.actions.competitions.club import TERMS, VENUE
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, ELSEWHERE, SERVER, Hall

_WEEK, _SECOND = timedelta(days=7), timedelta(seconds=1)


@pytest.mark.parametrize(
    ("stage", "begins", "ends", "is_told"),
    [
        (CompetitionStage.OPEN, 2 * _WEEK, 9 * _WEEK, True),
        (CompetitionStage.OPEN, 2 * _WEEK + _SECOND, 9 * _WEEK, False),
        (CompetitionStage.RUNNING, -_WEEK, _WEEK, True),
        (CompetitionStage.RUNNING, -_WEEK, _WEEK + _SECOND, False),
        (CompetitionStage.OVER, -2 * _WEEK, -_WEEK, False),
        (CompetitionStage.CALLED_OFF, _WEEK, 2 * _WEEK, False),
    ],
)
async def test_a_week_tells_what_soon_begins_or_ends_on_its_server(
    hall: Hall, stage: CompetitionStage, begins: timedelta, ends: timedelta, *, is_told: bool
) -> None:
    now = hall.clock.at
    regulations = Regulations(Format.LEAGUE, (ROUNDS,), 4, both_sides=False, terms=TERMS)
    wanted = Competition("League", VENUE, regulations, now + begins, now + ends, ADA, now)
    await entries.propose(hall.matches, None, wanted)
    async with hall.database.write() as connection:
        await connection.execute(update(competitions).values(stage=stage))
    week = await weeks.load(hall.matches, SERVER, now.date())
    assert [one.name for one in week.coming] == (["League"] if is_told else [])
    assert not (await weeks.load(hall.matches, ELSEWHERE, now.date())).coming
