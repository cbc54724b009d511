"""The reminders after the first one, as jobs that wait for their time."""

from datetime import timedelta
from typing import Final

import pytest

from bot.actions import jobs
from bot.actions.playing import make_up_for_delay
from bot.model.clock import Terms
from bot.model.jobs import Claim, Kind, Notice
from bot.model.match import Match
from tests.bot.tables import ADA, BEN, Hall

HOUR: Final = timedelta(hours=1)
MOMENT: Final = timedelta(milliseconds=1)


async def _claimed(hall: Hall) -> Claim | None:
    """The claim on the reminder that is due; None if none is."""
    found = await jobs.due(hall.matches, [Kind.NOTICE], 10)
    return await jobs.claim(hall.matches, found[0]) if found else None


async def _is_early(hall: Hall, match: Match, claim: Claim) -> bool:
    return await jobs.is_early(hall.matches, claim, match, Notice.SECOND_REMINDER)


async def test_a_reminder_that_is_days_ahead_is_looked_at_once_a_day_until_its_time(hall: Hall) -> None:
    match = await hall.running(terms=Terms(days=14))
    hall.clock.go_on(hours=7 * 24)
    await jobs.remind_again(hall.matches, match, ADA.id, Notice.REMINDER)
    for _day in range(5):
        assert await _claimed(hall) is None, "a job that is too far ahead would count as due, again and again"
        hall.clock.go_on(days=1)
        claim = await _claimed(hall)
        assert claim is not None and await _is_early(hall, match, claim)
    assert await _claimed(hall) is None
    assert match.deadline is not None
    hall.clock.at = match.deadline - timedelta(days=1.4)
    claim = await _claimed(hall)
    assert claim is not None and not await _is_early(hall, match, claim)


@pytest.mark.parametrize(
    ("late", "days"),
    [(-HOUR - MOMENT, 0), (-HOUR, 1), (timedelta(), 1), (23 * HOUR - MOMENT, 1), (23 * HOUR, 2), (71 * HOUR, 4)],
)
async def test_who_is_reminded_when_an_hour_or_less_is_left_gets_days_until_there_is_more(
    hall: Hall, late: timedelta, days: int
) -> None:
    match = await hall.running(terms=Terms(days=3))
    assert match.deadline is not None
    hall.clock.at = match.deadline + late
    for person_id in (BEN.id, ADA.id):  # it is Ada who is to move
        async with hall.matches.change(match.id) as change:
            make_up_for_delay(change, person_id)
        given = days if person_id == ADA.id else 0
        assert (await hall.matches.load(match.id)).deadline == match.deadline + timedelta(days=given)
