"""Stored vacations: clocks stand still, boards say so, and the budget holds whatever happens at the same time."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import func, select

from bot.actions.context import Context
from bot.actions.people import come_back, end_on_time, go_on_vacation, plan_vacation, vacation_standing
from bot.actions.settings import prefer
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.refusals.people import NotAway, VacationTooLong
from bot.model.vacations import VacationStanding
from bot.store.engine.schema.matches import matches as match_table
from bot.store.engine.schema.people import vacations
from bot.store.people import correct_vacations
from rules.core import Seat
from tests.bot.queue import claim_job, due_jobs, forget_jobs, stored_jobs
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, FURL, SERVER, Hall, dump, hall_at, here, statements

DAY = timedelta(days=1)
THREE_DAYS = Terms(days=3)


async def _running(hall: Hall, *players: Person, terms: Terms = THREE_DAYS) -> Match:
    host, guest = players or (ADA, BEN)
    proposal = Proposal(FURL, CHANNEL, (guest,), Seat(0), terms=terms)
    match = await hall.matches.propose(here(host), SERVER, proposal)
    return await hall.matches.join(here(guest), match.id)


async def _deadline(hall: Hall, match: Match) -> datetime | None:
    clock = (await hall.matches.load(match.id)).clock
    return clock and clock.deadline


async def _announced(hall: Hall) -> dict[int, bool]:
    """Whether the announcement of each match is a new message, by match; empties the outbox."""
    waiting = await stored_jobs(hall.database, Kind.BOARD)
    async with hall.database.write() as connection:
        await forget_jobs(connection, Kind.BOARD)
    return {job.match_id or 0: job.data["is_new_message"] for job in waiting}


async def _left(hall: Hall, person: Person = ADA) -> timedelta:
    [(_year, left)] = (await vacation_standing(hall.matches, person.id)).left
    return left


async def test_a_vacation_moves_the_deadline_of_a_person_who_takes_it_and_of_nobody_else(hall: Hall) -> None:
    theirs = [await _running(hall), await _running(hall)]
    others = [await _running(hall, BEN, ADA), await _running(hall, BEN, CLEO)]
    free = await _running(hall, terms=Terms())
    await _announced(hall)
    hall.clock.go_on(days=1)
    standing = await go_on_vacation(hall.matches, ADA, 5)
    assert standing.running is not None and standing.running.ended_at == hall.clock.at + 5 * DAY
    for match in theirs:
        assert match.clock is not None and await _deadline(hall, match) == match.clock.deadline + 5 * DAY
    for match in others:
        assert match.clock is not None and await _deadline(hall, match) == match.clock.deadline
    assert await _deadline(hall, free) is None
    assert await _announced(hall) == {match.id: False for match in (*theirs, free)}
    assert (await hall.matches.load(others[0].id)).away_until(ADA.id) == standing.running.ended_at


async def test_nobody_is_flagged_or_reminded_on_vacation_and_everybody_after_it(hall: Hall) -> None:
    match = await _running(hall)
    hall.clock.go_on(days=2)
    await go_on_vacation(hall.matches, ADA, 10)
    for passed in (timedelta(days=10), timedelta(hours=8)):  # a reminder may come with another, up to an hour early
        hall.clock.at += passed
        assert not await hall.matches.remind(match.id) and not await hall.matches.time_out(match.id)
    hall.clock.go_on(hours=2)
    assert await hall.matches.remind(match.id)
    hall.clock.go_on(hours=14)
    assert await hall.matches.time_out(match.id)
    assert (await hall.matches.load(match.id)).state is State.CALLED_OFF


async def test_coming_back_gives_the_rest_back_and_lets_the_clocks_run_on(hall: Hall) -> None:
    match = await _running(hall)
    await _announced(hall)
    standing = await go_on_vacation(hall.matches, ADA, 10)
    assert standing.running is not None
    hall.clock.go_on(days=4)
    ended = await come_back(hall.matches, ADA, standing.running.id)
    assert ended.running is None and await _left(hall) == 26 * DAY
    assert match.clock is not None and await _deadline(hall, match) == match.clock.deadline + 4 * DAY
    assert await _announced(hall) == {match.id: False}
    assert (await hall.matches.load(match.id)).away_until(ADA.id) is None


async def test_an_old_vacation_does_not_end_the_next_one(hall: Hall) -> None:
    first = (await go_on_vacation(hall.matches, ADA, 2)).running
    assert first is not None
    hall.clock.go_on(days=3)
    await go_on_vacation(hall.matches, ADA, 2)
    async with hall.refusing(NotAway):
        await come_back(hall.matches, ADA, first.id)


async def test_a_vacation_over_new_year_is_paid_by_both_years(hall: Hall) -> None:
    hall.clock.at = datetime(2030, 12, 28, tzinfo=UTC)
    standing = await go_on_vacation(hall.matches, ADA, 10)
    assert standing.left == ((2030, 26 * DAY), (2031, 24 * DAY))
    hall.clock.at = datetime(2031, 1, 5, tzinfo=UTC)
    assert await _left(hall) == 24 * DAY


async def test_a_vacation_begun_last_year_can_be_prolonged_with_what_this_year_has(hall: Hall) -> None:
    hall.clock.at = datetime(2030, 12, 28, tzinfo=UTC)
    await go_on_vacation(hall.matches, ADA, 10)
    hall.clock.at = datetime(2031, 1, 5, tzinfo=UTC)
    async with hall.refusing(VacationTooLong):
        await go_on_vacation(hall.matches, ADA, 27)
    await go_on_vacation(hall.matches, ADA, 26)
    assert await _left(hall) == timedelta()


async def test_two_clicks_at_the_same_moment_are_one_vacation(hall: Hall) -> None:
    match = await _running(hall)
    await _announced(hall)
    results = await asyncio.gather(*(go_on_vacation(hall.matches, ADA, 5) for _ in range(6)), return_exceptions=True)
    assert all(isinstance(result, VacationStanding) for result in results)
    assert await _left(hall) == 25 * DAY and await _announced(hall) == {match.id: False}
    assert match.clock is not None and await _deadline(hall, match) == match.clock.deadline + 5 * DAY
    async with hall.database.read() as connection:
        assert await connection.scalar(select(func.count()).select_from(vacations)) == 1


async def test_whatever_is_asked_for_at_once_in_two_processes_the_budget_is_not_overspent(hall: Hall) -> None:
    other = await hall_at(hall.url)
    both = [hall.matches, Context(other.database, now=hall.clock)]
    await asyncio.gather(
        *(go_on_vacation(both[days % 2], ADA, days) for days in (28, 5, 30, 17)), return_exceptions=True
    )
    hall.clock.go_on(days=35)
    await asyncio.gather(
        *(go_on_vacation(both[days % 2], ADA, days) for days in (2, 1, 30, 25)), return_exceptions=True
    )
    await other.database.close()
    assert await _left(hall) >= timedelta()


async def test_going_and_coming_back_at_once_with_moves_leaves_every_clock_right(hall: Hall) -> None:
    running = [await _running(hall) for _ in range(4)]
    moves = [hall.matches.play(here(ADA), match.id, "a4<c4") for match in running[:2]]
    await asyncio.gather(go_on_vacation(hall.matches, ADA, 5), *moves)
    for match in running[:2]:
        assert await _deadline(hall, match) == hall.clock.at + 3 * DAY  # of Ben, who is not away
    for match in running[2:]:
        assert await _deadline(hall, match) == hall.clock.at + 8 * DAY


async def test_nothing_of_a_vacation_is_stored_if_the_last_of_it_fails(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _running(hall)
    before = await dump(hall.database)

    async def fail(*_arguments: object, **_options: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr("bot.actions.people.boards.renew", fail)
    with pytest.raises(OSError, match="the disk is gone"):
        await go_on_vacation(hall.matches, ADA, 5)
    assert await dump(hall.database) == before


async def test_two_hundred_matches_need_no_more_statements_than_two(hall: Hall) -> None:
    counts: list[int] = []
    ended_at = hall.clock.at
    for count in (2, 198):
        await _copies(hall, await _running(hall), count - 1)
        with statements() as sent:
            await go_on_vacation(hall.matches, ADA, 5 + len(counts))
        counts.append(len(sent))
        ended_at = hall.clock.at + (4 + len(counts)) * DAY
        hall.clock.go_on(minutes=2)
    assert counts[0] == counts[1]
    async with hall.database.read() as connection:
        deadlines = set((await connection.scalars(select(match_table.c.deadline))).all())
    assert deadlines == {ended_at + 3 * DAY}


async def _copies(hall: Hall, match: Match, count: int) -> None:
    """Add this many matches with clocks like that of this one."""
    async with hall.database.write() as connection:
        row = (await connection.execute(select(match_table).where(match_table.c.id == match.id))).one()
        columns = {column.name: getattr(row, column.name) for column in match_table.c if column.name != "id"}
        await connection.execute(match_table.insert(), [columns] * count)


def _in(hall: Hall, days: int) -> date:
    return (hall.clock.at + days * DAY).date()


async def test_a_planned_vacation_begins_at_midnight_where_the_person_lives_and_stops_the_clock_then(
    hall: Hall,
) -> None:
    await prefer(hall.matches, ADA, lambda own: replace(own, time_zone="UTC+5:30"))
    match = await _running(hall)
    assert match.clock is not None
    standing = await plan_vacation(hall.matches, ADA, _in(hall, 2), 5)
    assert standing.running is None and standing.planned is not None
    midnight = datetime.combine(_in(hall, 2), datetime.min.time(), UTC) - timedelta(hours=5, minutes=30)
    assert standing.planned.began_at == midnight
    assert await _deadline(hall, match) == match.clock.deadline + 5 * DAY
    seen = await hall.matches.load(match.id)
    assert not seen.away and [one.since for one in seen.away_later] == [midnight]
    hall.clock.at = midnight
    assert (await vacation_standing(hall.matches, ADA.id)).running == standing.planned
    seen = await hall.matches.load(match.id)
    assert seen.away_until(ADA.id) == standing.planned.ended_at and not seen.away_later


async def test_the_boards_say_so_when_a_planned_vacation_begins(hall: Hall) -> None:
    match = await _running(hall)
    standing = await plan_vacation(hall.matches, ADA, _in(hall, 1), 5)
    await _announced(hall)
    [job] = await stored_jobs(hall.database, Kind.VACATION)
    assert standing.planned is not None and job.due_at == standing.planned.began_at
    hall.clock.at = standing.planned.began_at
    [due] = await due_jobs(hall.matches, Kind.VACATION)
    claim = await claim_job(hall.matches, Kind.VACATION, due.number)
    assert claim is not None and not await end_on_time(hall.matches, claim)
    assert await _announced(hall) == {match.id: False}
    [job] = await stored_jobs(hall.database, Kind.VACATION)
    assert job.due_at == hall.clock.at + DAY


async def test_a_new_plan_takes_the_place_of_the_former_and_can_be_given_up(hall: Hall) -> None:
    await plan_vacation(hall.matches, ADA, _in(hall, 10), 20)
    planned = (await plan_vacation(hall.matches, ADA, _in(hall, 12), 25)).planned
    assert planned is not None and planned.ended_at - planned.began_at == 25 * DAY
    assert await _left(hall) == 5 * DAY
    with pytest.raises(VacationTooLong):
        await plan_vacation(hall.matches, ADA, _in(hall, 12), 31)
    standing = await come_back(hall.matches, ADA, planned.id)
    assert standing.planned is None and await _left(hall) == 30 * DAY
    assert not await stored_jobs(hall.database, Kind.VACATION)


async def test_a_plan_outlives_a_machine_whose_clock_was_ahead(hall: Hall) -> None:
    planned = (await plan_vacation(hall.matches, ADA, _in(hall, 10), 5)).planned
    async with hall.database.write() as connection:
        await correct_vacations(connection, hall.clock.at)
    assert (await vacation_standing(hall.matches, ADA.id)).planned == planned
