"""Single servers that are cut off, by Discord or by those who remove the bot: no clock counts that time."""

import asyncio
import random
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

import pytest
from sqlalchemy import update

from bot.actions import departures, people
from bot.actions.heartbeats import Heartbeat
from bot.model.clock import Terms
from bot.model.jobs import Kind
from bot.model.match import State
from bot.model.shards import ALL, Shards
from bot.store.engine.schema.jobs import jobs
from bot.store.jobs import queue
from tests.bot.matches import Deadlines, Matches
from tests.bot.tables import ADA, BEN, ELSEWHERE, SERVER, Hall, here, update_match
from tests.rules.playouts import of_a_thousand

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BEAT: Final = 6 * HOUR
WALKS: Final = max(1, of_a_thousand(100))


@dataclass
class Process:
    """A process of the bot, with a sign of life every six hours, and the server as Discord shows it."""

    hall: Hall
    unavailable: set[int] = field(default_factory=set[int])
    removed: set[int] = field(default_factory=set[int])
    is_up: bool = True
    shards: Shards = ALL

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.context = Matches(
            self.hall.database,
            now=self.hall.clock,
            shards=lambda: self.shards,
            unavailable=lambda: self.unavailable - self.removed,
        )
        self.heartbeat = Heartbeat(self.context, BEAT)
        self.is_up = True

    async def notices(self) -> None:
        """Hear of what has changed, as by an event or when it has started."""
        if self.is_up:
            await departures.compare(self.context, {SERVER, ELSEWHERE} - self.removed)
            await self.heartbeat.look_at_servers()

    async def passes(self, amount: timedelta) -> None:
        until = self.hall.clock.at + amount
        while self.hall.clock.at < until:
            self.hall.clock.at = min(self.hall.clock.at + BEAT, until)
            if self.is_up:
                await Deadlines(self.context, self.heartbeat).tend()
                async with self.hall.database.write() as connection:  # what is sent arrives
                    await connection.execute(update(jobs).where(jobs.c.kind == Kind.NOTICE).values(due_at=None))


async def cut_off(process: Process, amount: timedelta, *, is_removal: bool) -> None:
    which = process.removed if is_removal else process.unavailable
    which.add(SERVER)
    await process.notices()
    await process.passes(amount)
    which.discard(SERVER)
    await process.notices()


@pytest.mark.parametrize("is_removal", [False, True])
async def test_days_in_which_a_server_is_cut_off_do_not_count(hall: Hall, is_removal: bool) -> None:
    process = Process(hall)
    match, there = [await hall.running(terms=Terms(days=3)) for _ in range(2)]
    async with hall.database.write() as connection:
        await update_match(connection, there.id, {"server_id": ELSEWHERE})
    await process.passes(DAY)
    await cut_off(process, 4 * DAY, is_removal=is_removal)
    after = await hall.matches.load(match.id)
    assert match.deadline is not None and after.deadline == match.deadline + 4 * DAY
    assert (await hall.matches.load(there.id)).state is not State.RUNNING, "its time went on"
    await process.passes(2 * DAY + BEAT)
    assert (await hall.matches.load(match.id)).state is not State.RUNNING


@pytest.mark.parametrize("is_removal", [False, True])
async def test_a_bank_does_not_run_while_a_server_is_cut_off_even_for_a_move_on_the_page(
    hall: Hall, is_removal: bool
) -> None:
    process = Process(hall)
    match = await hall.running(terms=Terms(bank=86_400 * 2))
    await process.passes(HOUR)
    which = process.removed if is_removal else process.unavailable
    which.add(SERVER)
    await process.notices()
    await process.passes(3 * DAY)
    match = (await hall.matches.play(here(ADA), match.id, "a4<c4")).match
    assert match.banks[0] == 2 * DAY - HOUR
    await process.passes(3 * DAY)
    which.discard(SERVER)
    await process.notices()
    await process.passes(HOUR)
    match = (await hall.matches.play(here(BEN), match.id, match.position.legal_moves()[0])).match
    assert match.banks[1] == 2 * DAY - HOUR


async def test_what_waits_for_a_server_that_is_cut_off_is_not_due_and_no_backlog(hall: Hall) -> None:
    process = Process(hall)
    await hall.running(terms=Terms(days=1))
    process.unavailable.add(SERVER)
    await process.notices()
    await process.passes(2 * DAY)
    async with hall.database.read() as connection:
        assert not await queue.due(connection, tuple(Kind), hall.clock(), 10)
        assert not any(backlog.count for backlog in (await queue.backlogs(connection, hall.clock())).values())
    process.unavailable.clear()
    await process.notices()
    async with hall.database.read() as connection:
        assert await queue.due(connection, tuple(Kind), hall.clock(), 10), "its board"


async def test_crediting_a_server_resumes_after_a_crash_and_until_then_nobody_loses(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(hall)
    begun = [await hall.running(terms=Terms(days=1)) for _ in range(5)]
    process.unavailable.add(SERVER)
    await process.notices()
    await process.passes(2 * DAY)
    process.unavailable.clear()
    monkeypatch.setattr("bot.actions.heartbeats._BATCH", 2)
    await process.heartbeat.beat()
    assert await process.heartbeat._credit_some_servers([SERVER])  # pyright: ignore[reportPrivateUsage]
    process.start()
    await process.passes(timedelta(minutes=1))
    for before in begun:
        after = await hall.matches.load(before.id)
        assert after.state is State.RUNNING and before.deadline is not None
        assert after.deadline == before.deadline + 2 * DAY


async def test_each_process_sees_to_the_servers_of_its_own_shards(hall: Hall) -> None:
    ours = Process(hall, shards=Shards.of([SERVER >> 22 & 1], 2))
    other = Process(hall, shards=Shards.of([~(SERVER >> 22) & 1], 2))
    match = await hall.running(terms=Terms(days=3))
    ours.unavailable.add(SERVER)
    await asyncio.gather(ours.notices(), other.notices())
    for _ in range(8):
        hall.clock.at += BEAT
        await asyncio.gather(*(Deadlines(one.context, one.heartbeat).tend() for one in (ours, other)))
    ours.unavailable.clear()
    await ours.notices()
    after = await hall.matches.load(match.id)
    assert match.deadline is not None and after.deadline == match.deadline + 2 * DAY


async def test_a_clock_counts_exactly_the_time_in_which_the_bot_was_on_the_server_and_running(hall: Hall) -> None:
    for seed in range(WALKS):
        await _walk(hall, random.Random(seed))


async def _walk(hall: Hall, chance: random.Random) -> None:
    """Servers come and go, the process stops and starts; then the time left is what was given, less what counted."""
    process, match = Process(hall), await hall.running(terms=Terms(bank=86_400 * 60))
    await process.notices()
    counted = timedelta()
    for _ in range(chance.randint(3, 12)):
        which = chance.choice([None, process.unavailable, process.removed])
        if which is None and process.is_up:
            process.is_up = False
        elif which is None:
            process.start()
        else:
            which ^= {SERVER}
        await process.notices()
        # Shorter interruptions of a process are no outage.
        amount = BEAT * chance.randint(1 if process.is_up else 4, 9)
        if process.is_up and SERVER not in process.unavailable | process.removed:
            counted += amount
        await process.passes(amount)
    if not process.is_up:
        process.start()
    process.unavailable.clear()
    process.removed.clear()
    await process.notices()
    after = (await hall.matches.play(here(ADA), match.id, "a4<c4")).match
    assert after.banks[0] == 60 * DAY - counted
    await hall.matches.resign(here(ADA), match.id)


@pytest.mark.parametrize("is_removal", [False, True])
@pytest.mark.parametrize(
    ("before", "vacation", "stands"),
    [(DAY, 3, 5), (DAY, 7, 7), (3 * DAY, 3, 7), (timedelta(), 4, 4), (2 * DAY, 1, 5)],
)
async def test_time_in_which_a_player_is_away_and_the_server_too_is_credited_once(
    hall: Hall, before: timedelta, vacation: int, stands: int, is_removal: bool
) -> None:
    """The server is cut off for four days, some days after the player to move goes on vacation."""
    process = Process(hall)
    match = await hall.running(terms=Terms(days=3))
    await people.go_on_vacation(process.context, ADA, vacation)
    await process.passes(before)
    await cut_off(process, 4 * DAY, is_removal=is_removal)
    await process.passes(max(timedelta(), (vacation - 4) * DAY - before))
    after = await hall.matches.load(match.id)
    assert match.deadline is not None and after.state is State.RUNNING
    assert after.deadline == match.deadline + stands * DAY


async def test_a_player_who_comes_back_early_while_the_server_is_cut_off_gets_the_rest_of_the_outage(
    hall: Hall,
) -> None:
    process = Process(hall)
    match = await hall.running(terms=Terms(days=3))
    await people.go_on_vacation(process.context, ADA, 9)
    process.unavailable.add(SERVER)
    await process.notices()
    await process.passes(2 * DAY)
    [standing] = [await people.vacation_standing(process.context, ADA.id)]
    assert standing.running is not None
    await people.come_back(process.context, ADA, standing.running.id)
    await process.passes(2 * DAY)
    process.unavailable.discard(SERVER)
    await process.notices()
    after = await hall.matches.load(match.id)
    assert match.deadline is not None and after.deadline == match.deadline + 4 * DAY


async def test_a_clock_that_jumps_back_and_forth_takes_no_time_from_anybody(hall: Hall) -> None:
    process = Process(hall)
    match = await hall.running(terms=Terms(days=3))
    await process.passes(DAY)
    for jump in (-2 * HOUR, 2 * HOUR, -DAY, DAY):
        hall.clock.at += jump
        await process.notices()
        await Deadlines(process.context, process.heartbeat).tend()
    after = await hall.matches.load(match.id)
    assert after.state is State.RUNNING
    assert match.deadline is not None and after.deadline is not None and after.deadline >= match.deadline
