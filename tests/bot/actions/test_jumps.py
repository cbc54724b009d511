"""A machine whose clock is set while the bot runs: nobody loses time, and nothing waits for the hours that come twice."""

import logging
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.actions.deadlines import tend
from bot.actions.heartbeats import Heartbeat, SteadyClock
from bot.model.clock import Terms
from bot.model.jobs import Kind
from bot.model.match import State
from bot.store.engine.schema.jobs import jobs
from bot.store.jobs import queue
from tests.bot.matches import Matches
from tests.bot.queue import due_jobs
from tests.bot.tables import SERVER, Hall, StandingClock, all_games, here

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
SITTING = Terms(bank=900, increment=5)


@dataclass
class Machine:
    """A machine with a clock that can be set, and the bot on it, which beats every minute."""

    hall: Hall
    time: StandingClock = field(default_factory=StandingClock)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.clock = SteadyClock(self.time, lambda: self.seconds)
        self.matches = Matches(self.hall.database, now=self.clock, steady=self.clock.steady, games=all_games())
        self.heartbeat = Heartbeat(self.matches, MINUTE, self.clock)
        self.hall.matches = self.matches

    def runs(self, amount: timedelta) -> None:
        """Let time pass, by the machine's clock as by any other."""
        self.time.at += amount
        self.seconds += amount.total_seconds()

    def sets_clock(self, amount: timedelta) -> None:
        """Set the machine's clock ahead, or back."""
        self.time.at += amount

    async def tends(self) -> None:
        """Do a round of the clocks, and send the reminders that come of it."""
        await tend(self.matches, self.heartbeat)
        async with self.hall.database.write() as connection:
            await connection.execute(update(jobs).where(jobs.c.kind == Kind.NOTICE).values(due_at=None))


@pytest.fixture
async def machine(hall: Hall) -> Machine:
    """A machine on which the bot has beaten once."""
    machine = Machine(hall)
    await machine.tends()
    return machine


@pytest.mark.parametrize("jump", [HOUR, 2 * MINUTE, -HOUR, -3 * MINUTE])
async def test_a_clock_that_jumps_takes_nothing_from_a_bank_before_the_next_beat_nor_after_it(
    machine: Machine, jump: timedelta
) -> None:
    match = await machine.hall.running(terms=SITTING)
    machine.runs(MINUTE / 2)
    machine.sets_clock(jump)
    assert machine.heartbeat.has_jumped
    first = (await machine.matches.play(here(match.players[0]), match.id, "a4<c4")).match
    assert first.banks[0] == timedelta(seconds=900 - 30 + 5)
    machine.runs(MINUTE / 2)
    await machine.tends()
    assert not machine.heartbeat.has_jumped and machine.clock() == machine.time.at
    machine.runs(MINUTE / 6)
    then = await machine.matches.load(match.id)
    second = (await machine.matches.play(here(match.players[1]), match.id, then.position.legal_moves()[0])).match
    assert second.state is State.RUNNING and second.banks[1] >= timedelta(seconds=900 - 40 + 5)


async def test_nobody_loses_on_time_in_the_round_that_finds_a_jump(machine: Machine) -> None:
    match = await machine.hall.running(terms=SITTING)
    machine.runs(MINUTE)
    machine.sets_clock(HOUR)
    await machine.tends()
    assert not machine.heartbeat.is_sure
    for _ in range(13):
        machine.runs(MINUTE)
        await machine.tends()
    assert machine.heartbeat.is_sure and (await machine.matches.load(match.id)).state is State.RUNNING
    for _ in range(3):
        machine.runs(MINUTE)
        await machine.tends()
    assert (await machine.matches.load(match.id)).state is not State.RUNNING, "two clocks agree that the time is over"


async def test_what_was_due_by_a_clock_that_was_ahead_is_due_once_it_is_right(machine: Machine) -> None:
    async with machine.hall.database.write() as connection:
        for ahead in (timedelta(), 2 * HOUR):
            await queue.add(connection, Kind.GREETING, SERVER, machine.clock() + ahead)
    machine.runs(MINUTE)
    machine.sets_clock(-HOUR)
    await machine.tends()
    assert len(await due_jobs(machine.matches, Kind.GREETING, 9)) == 1


async def test_a_jump_is_logged_once_and_small_corrections_are_not(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    machine.sets_clock(timedelta(seconds=40))
    machine.runs(MINUTE)
    await machine.tends()
    assert not caplog.messages
    machine.sets_clock(-HOUR)
    for _ in range(3):
        machine.runs(MINUTE)
        await machine.tends()
    [line] = [line for line in caplog.messages if "was set" in line]
    assert line == "the machine's clock was set back by 1:00:00, or the machine was asleep; no match loses time by that"


async def test_what_is_kept_in_memory_for_a_while_is_not_kept_for_longer(machine: Machine) -> None:
    machine.matches.exports[7] = 1
    machine.sets_clock(-timedelta(days=365))
    await machine.tends()
    machine.runs(HOUR + MINUTE)
    assert 7 not in machine.matches.exports


async def test_the_heartbeat_knows_its_own_silence_whatever_the_clock_says(machine: Machine) -> None:
    machine.runs(MINUTE)
    machine.sets_clock(-HOUR)
    assert machine.heartbeat.silence == MINUTE
    await machine.tends()
    assert machine.heartbeat.silence == timedelta()
