"""The effects of time: reminders, losses on time, and the bot's own absence."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from bot.actions import heartbeats, playing
from bot.actions import people as away
from bot.actions.heartbeats import Heartbeat
from bot.model.clock import Terms
from bot.model.history import Cause
from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.store import clocks
from bot.store.engine.database import Connection, Database
from bot.store.engine.schema.jobs import jobs, outages
from bot.store.engine.schema.people import vacations
from rules import GAMES
from rules.record import retirement
from tests.bot.matches import Deadlines, Matches
from tests.bot.queue import stored_jobs
from tests.bot.tables import ADA, BEN, CLEO, Hall, StandingClock, all_games, dump, here, update_match

THREE_DAYS = Terms(days=3)
FARLANDER = GAMES["farlander"]
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
EVERY = 4 * HOUR


def keeper(hall: Hall) -> Deadlines:
    """The heartbeat of a hall, with a sign of life every four hours."""
    return Deadlines(hall.matches, Heartbeat(hall.matches, EVERY))


async def pass_time(hall: Hall, amount: timedelta, *keepers: Deadlines) -> None:
    """Let time pass while the bot runs and everything that it sends arrives at once."""
    tending = keepers or (keeper(hall),)
    until = hall.clock.at + amount
    while hall.clock.at < until:
        hall.clock.at = min(hall.clock.at + 3 * EVERY, until)
        await asyncio.gather(*(one.tend() for one in tending))
        async with hall.database.write() as connection:
            await connection.execute(update(jobs).where(jobs.c.kind == Kind.NOTICE).values(due_at=None))


async def count(hall: Hall, table: Any) -> int:
    """The number of rows in a table."""
    async with hall.database.read() as connection:
        return (await connection.scalars(select(func.count()).select_from(table))).one()


async def announced(hall: Hall) -> int:
    """The number of boards that wait to be shown."""
    return len(await stored_jobs(hall.database, Kind.BOARD))


async def reminded(hall: Hall) -> list[tuple[int, int]]:
    """The people who are reminded, each with the match."""
    async with hall.database.read() as connection:
        query = select(jobs.c.match_id, jobs.c.person_id).where(jobs.c.kind == Kind.NOTICE)
        return [(match_id, person_id) for match_id, person_id in await connection.execute(query.order_by(jobs.c.id))]


async def begun(hall: Hall) -> Match:
    """A match of Ada and Ben, three days a move, in which both have moved and Ada is to move; the bot runs."""
    await keeper(hall).tend()
    match = await hall.running(terms=THREE_DAYS)
    return await move(hall, await move(hall, match))


async def move(hall: Hall, match: Match) -> Match:
    """The match after the player to move has made the first of their legal moves."""
    assert match.to_move is not None
    return (await hall.matches.play(here(match.to_move), match.id, match.position.legal_moves()[0])).match


async def test_one_reminder_when_four_fifths_are_gone_and_never_a_second_one(hall: Hall) -> None:
    match = await begun(hall)
    await pass_time(hall, timedelta(days=2, hours=9))
    assert await reminded(hall) == []
    await pass_time(hall, timedelta(hours=3), keeper(hall), keeper(hall))
    assert await reminded(hall) == [(match.id, ADA.id)]
    await pass_time(hall, timedelta(hours=9), keeper(hall), keeper(hall))
    assert await reminded(hall) == [(match.id, ADA.id)]


async def test_nobody_loses_whose_reminder_waits_to_be_sent(hall: Hall) -> None:
    match = await begun(hall)
    await pass_time(hall, 3 * DAY - 2 * HOUR)
    async with hall.database.write() as connection:
        await connection.execute(update(jobs).where(jobs.c.kind == Kind.NOTICE).values(due_at=hall.clock.at))
    hall.clock.go_on(hours=3)
    await keeper(hall).tend()
    for attempts, state in ((0, State.RUNNING), (5, State.RUNNING), (30, State.FINISHED)):
        async with hall.database.write() as connection:
            later = hall.clock.at + timedelta(hours=bool(attempts))
            await connection.execute(
                update(jobs).where(jobs.c.kind == Kind.NOTICE).values(due_at=later, attempts=attempts)
            )
        await keeper(hall).tend()
        assert (await hall.matches.load(match.id)).state is state


async def test_quiet_hours_gain_a_player_no_time(hall: Hall) -> None:
    match = await begun(hall)
    await pass_time(hall, 3 * DAY - HOUR)
    async with hall.database.write() as connection:
        await connection.execute(update(jobs).where(jobs.c.kind == Kind.NOTICE).values(due_at=hall.clock.at + 9 * HOUR))
    hall.clock.go_on(hours=2)
    await keeper(hall).tend()
    assert (await hall.matches.load(match.id)).state is State.FINISHED


async def test_a_move_just_in_time_counts(hall: Hall) -> None:
    match = await begun(hall)
    await pass_time(hall, 3 * DAY - HOUR)
    await move(hall, match)
    await pass_time(hall, 2 * HOUR)
    after = await hall.matches.load(match.id)
    assert after.state is State.RUNNING and after.to_move == BEN


async def test_at_a_table_of_three_they_leave_and_the_others_play_on_with_a_clock_of_their_own(hall: Hall) -> None:
    await keeper(hall).tend()
    match = await move(hall, await hall.running(ADA, BEN, CLEO, game=FARLANDER, terms=THREE_DAYS))
    seat = match.position.turn
    assert isinstance(seat, int) and not match.history.has_moved(seat)
    await pass_time(hall, 3 * DAY)
    waiting = await hall.matches.load(match.id)
    assert waiting.to_move is None and len(waiting.open_offers) == 1
    await pass_time(hall, DAY)  # nobody has agreed to a character in that seat
    after = await hall.matches.load(match.id)
    assert (
        after.state is State.RUNNING
        and after.history.tokens[-1] == retirement(seat)
        and after.history.entries[-1].cause is Cause.TIME
    )
    assert after.to_move not in (None, match.to_move) and after.deadline == hall.clock.at + 3 * DAY


async def test_a_vacation_keeps_the_clock_still(hall: Hall) -> None:
    match = await begun(hall)
    async with hall.database.write() as connection:
        row = {"person_id": ADA.id, "began_at": hall.clock.at, "ended_at": hall.clock.at + 10 * DAY}
        await connection.execute(insert(vacations).values(**row))
    await pass_time(hall, 13 * DAY - HOUR)
    assert (await hall.matches.load(match.id)).state is State.RUNNING
    await pass_time(hall, HOUR)
    assert (await hall.matches.load(match.id)).state is State.FINISHED


async def test_hours_of_an_outage_do_not_count(hall: Hall) -> None:
    match = await begun(hall)
    await pass_time(hall, DAY)
    hall.clock.go_on(days=30)
    await keeper(hall).tend()
    after = await hall.matches.load(match.id)
    assert after.state is State.RUNNING and match.deadline is not None
    assert after.deadline == match.deadline + 30 * DAY
    assert (await hall.matches.load(match.id)).state is State.RUNNING and await reminded(hall) == []
    await pass_time(hall, 2 * DAY)
    assert (await hall.matches.load(match.id)).state is State.FINISHED


async def test_an_outage_is_measured_once_no_matter_which_process_comes_back_first(hall: Hall) -> None:
    await begun(hall)
    hall.clock.go_on(days=5)
    await asyncio.gather(keeper(hall).tend(), keeper(hall).tend(), keeper(hall).tend())
    assert await count(hall, outages) == 1


async def test_crediting_many_clocks_for_long_is_no_outage_itself(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(5):
        await hall.running(terms=THREE_DAYS)
    await keeper(hall).tend()
    hall.clock.at += 2 * DAY
    reckon = clocks.reckon

    async def reckon_slowly(*arguments: Any) -> Any:
        hall.clock.at += 2 * EVERY
        return await reckon(*arguments)

    monkeypatch.setattr(heartbeats, "_BATCH", 1)
    monkeypatch.setattr(clocks, "reckon", reckon_slowly)
    for _ in range(2):
        await keeper(hall).tend()
    assert await count(hall, outages) == 1


async def test_boards_show_a_deadline_that_an_outage_has_moved(hall: Hall) -> None:
    await begun(hall)
    before = await announced(hall)
    hall.clock.go_on(days=5)
    await keeper(hall).tend()
    assert await announced(hall) == before + 1
    hall.clock.go_on(hours=5)
    await keeper(hall).tend()
    assert await announced(hall) == before + 1, "the bot was there"


async def test_a_bot_that_was_not_measured_before_credits_nothing(hall: Hall) -> None:
    match = await hall.running(terms=THREE_DAYS)
    hall.clock.go_on(days=1)
    await keeper(hall).tend()
    assert await count(hall, outages) == 0
    assert (await hall.matches.load(match.id)).deadline == match.deadline


async def test_a_clock_that_jumps_ahead_flags_nobody_and_counts_no_more_than_it_was_wrong_once_it_is_put_right(
    hall: Hall,
) -> None:
    match = await begun(hall)
    await pass_time(hall, HOUR)
    right = hall.clock.at
    hall.clock.go_on(days=400)
    await keeper(hall).tend()
    assert (await hall.matches.load(match.id)).state is State.RUNNING
    hall.clock.at = right + HOUR
    await keeper(hall).tend()
    after = await hall.matches.load(match.id)
    assert after.state is State.RUNNING and match.deadline is not None
    assert after.deadline == match.deadline + HOUR


async def test_crediting_resumes_after_an_interruption(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.actions.heartbeats._BATCH", 2)
    before = [await begun(hall) for _ in range(5)]
    hall.clock.go_on(days=5)
    heartbeat = Heartbeat(hall.matches, EVERY)
    shards = await heartbeat.beat()
    some = heartbeat._credit_some  # pyright: ignore[reportPrivateUsage]
    assert await some(shards)
    await keeper(hall).tend()
    for match in before:
        assert match.deadline is not None
        assert (await hall.matches.load(match.id)).deadline == match.deadline + 5 * DAY


async def test_a_backlog_is_flagged_once_each_by_however_many_processes(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.actions.deadlines._BATCH", 7)
    made = [await begun(hall) for _ in range(20)]
    shown = await announced(hall)
    others = [await Database.open(hall.url) for _ in range(2)]
    contexts = [Matches(other, now=hall.clock, games=all_games()) for other in others]
    keepers = [Deadlines(context, Heartbeat(context, EVERY)) for context in contexts]
    await pass_time(hall, 3 * DAY, keeper(hall), *keepers)
    ended = [await hall.matches.load(match.id) for match in made]
    assert {match.state for match in ended} == {State.FINISHED}
    assert await announced(hall) == shown + len(made), "each was announced once"
    assert len({match.ended_at for match in ended}) == len(made), "one after the other"
    stored = await dump(hall.database)
    await keeper(hall).tend()
    assert await dump(hall.database) == stored
    for other in others:
        await other.close()


@pytest.mark.logs_errors
async def test_one_damaged_match_does_not_keep_the_others_from_being_flagged(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, whole = await begun(hall), await begun(hall)
    async with hall.database.write() as connection:
        await update_match(connection, damaged.id, {"seats": 3})
    await pass_time(hall, 3 * DAY)
    assert (await hall.matches.load(whole.id)).state is State.FINISHED
    assert f"the clock of match {damaged.id} could not be kept" in caplog.text


async def test_the_player_to_move_gains_no_time_when_another_leaves(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, CLEO, game=FARLANDER, terms=THREE_DAYS)
    leaving = next(player for player in match.players if player != match.to_move)
    hall.clock.go_on(days=1)
    after = await hall.matches.resign(here(leaving), match.id)
    assert after.to_move == match.to_move and after.deadline == match.deadline


async def test_the_deadline_is_the_same_after_a_restart(hall: Hall) -> None:
    match = await begun(hall)
    clock: StandingClock = hall.clock
    again = Matches(hall.database, now=clock, games=all_games())
    found = await again.load(match.id)
    assert found.clock == match.clock and isinstance(found.deadline, datetime)


YEAR = 365 * DAY


@pytest.mark.parametrize("has_sign_of_life", [True, False])
async def test_a_deadline_of_a_clock_that_was_a_year_ahead_is_put_right_with_it(
    hall: Hall, has_sign_of_life: bool
) -> None:
    await keeper(hall).tend()
    hall.clock.at += YEAR
    if has_sign_of_life:
        await keeper(hall).tend()
    match = await hall.running(terms=THREE_DAYS)
    await away.go_on_vacation(hall.matches, BEN, 2)
    hall.clock.at -= YEAR - HOUR
    await keeper(hall).tend()
    assert (await hall.matches.load(match.id)).deadline == hall.clock.at + 3 * DAY
    assert await announced(hall) >= 1, "boards show it"
    standing = await away.vacation_standing(hall.matches, BEN.id)
    assert standing.running is not None and standing.running.ended_at == hall.clock.at + 2 * DAY
    await pass_time(hall, 3 * DAY - HOUR)
    assert (await hall.matches.load(match.id)).state is State.RUNNING
    await pass_time(hall, 2 * HOUR)
    assert (await hall.matches.load(match.id)).state is State.CALLED_OFF


@pytest.mark.parametrize("has_moved", [False, True])
async def test_a_reminder_comes_early_only_if_that_of_another_match_still_comes_with_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, *, has_moved: bool
) -> None:
    first = await hall.running(terms=THREE_DAYS)
    hall.clock.at += HOUR / 2
    second = await hall.running(terms=THREE_DAYS)
    assert first.clock is not None and first.clock.remind_at is not None
    hall.clock.at = first.clock.remind_at
    find = clocks.to_remind

    async def finding(connection: Connection, now: datetime, limit: int, *others: Any, **which: Any) -> Any:
        found = await find(connection, now, limit, *others, **which)
        if not which and found:
            assert [*found] == [second.id, first.id], "the early one first"
            if has_moved:
                await connection.rollback()
                await hall.matches.play(here(ADA), first.id, "a4<c4")
        return found

    monkeypatch.setattr("bot.actions.deadlines._STEPS", ((finding, playing.remind),))
    await keeper(hall).tend()
    reminded = {
        job.match_id for job in await stored_jobs(hall.database, Kind.NOTICE) if job.data["notice"] == "reminder"
    }
    assert reminded == (set() if has_moved else {first.id, second.id})
