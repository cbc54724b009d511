"""Notices in the database: each is stored once, sent by one process at a time, and dropped when it is out of date."""

import asyncio
from datetime import timedelta

from bot.model.clock import Terms
from bot.model.jobs import Claim, DueJob, Kind, Notice, wait_after
from bot.model.match import Match
from bot.store.engine.conditions import CLAIM
from bot.store.jobs import boards, queue
from tests.bot.queue import claim_job, due_jobs, stored_jobs
from tests.bot.tables import ADA, BEN, Hall, hall_at, here


async def add(hall: Hall, match: Match, kind: Notice = Notice.TURN, *, hours: float = 0) -> None:
    """Store a notice to Ben that is due in this many hours."""
    async with hall.database.write() as connection:
        await boards.add_notice(connection, match, BEN.id, kind, hall.clock() + timedelta(hours=hours))


async def due(hall: Hall, *, limit: int = 9) -> list[int]:
    """The due notices in the order in which they were stored."""
    async with hall.database.read() as connection:
        found = await queue.due(connection, [Kind.NOTICE], hall.clock(), limit)
    noted = [job.id for job in await stored_jobs(hall.database, Kind.NOTICE)]
    return [noted.index(waiting.number) + 1 for waiting in found]


async def claim(hall: Hall, number: int = 1) -> Claim | None:
    noted = await stored_jobs(hall.database, Kind.NOTICE)
    return await claim_job(hall.matches, Kind.NOTICE, noted[number - 1].id)


async def claimed(hall: Hall, number: int = 1) -> Claim:
    found = await claim(hall, number)
    assert found is not None
    return found


async def stored(hall: Hall) -> list[tuple[int, str, int]]:
    found = await stored_jobs(hall.database, Kind.NOTICE)
    return [(job.match_id or 0, job.data["notice"], job.revision or 0) for job in found]


async def test_the_same_reason_makes_one_notice(hall: Hall) -> None:
    match = await hall.running()
    for _ in range(2):
        await add(hall, match)
    assert await stored(hall) == [(1, "turn", 0)]


async def test_a_notice_that_was_sent_is_not_stored_again(hall: Hall) -> None:
    match = await hall.running()
    await add(hall, match)
    mine = await claimed(hall)
    async with hall.database.write() as connection:
        await queue.keep(connection, mine, hall.clock())
    await add(hall, match)
    hall.clock.go_on(days=30)
    assert await due(hall) == []


async def test_a_new_offer_is_noted_though_another_was_sent(hall: Hall) -> None:
    match = await hall.running(terms=Terms(days=3))
    await hall.matches.offer_draw(here(ADA), match.id)
    mine = await claimed(hall)
    async with hall.database.write() as connection:
        await queue.keep(connection, mine, hall.clock())
    assert await due(hall) == []
    await hall.matches.more_time(here(ADA), match.id)
    assert await due(hall) == [2] and len(await stored(hall)) == 2


async def test_the_notice_of_a_new_offer_replaces_one_that_was_not_sent(hall: Hall) -> None:
    match = await hall.running(terms=Terms(days=3))
    await hall.matches.offer_draw(here(ADA), match.id)
    await hall.matches.more_time(here(ADA), match.id)
    assert await due(hall) == [1] and len(await stored(hall)) == 1


async def test_notices_are_due_when_their_time_has_come_the_oldest_first_and_in_batches(hall: Hall) -> None:
    matches = [await hall.running() for _ in range(3)]
    for match, hours in zip(matches, (3, 1, 2), strict=True):
        await add(hall, match, hours=hours)
    assert await due(hall) == []
    hall.clock.go_on(hours=2)
    assert await due(hall) == [2, 3] and await due(hall, limit=1) == [2]


async def test_one_process_at_a_time_sends_a_notice(hall: Hall) -> None:
    await add(hall, await hall.running())
    other = await hall_at(hall.url)
    other.clock.at = hall.clock.at
    won = await asyncio.gather(*(claim(one) for one in (hall, other) * 5))
    await other.database.close()
    assert sum(one is not None for one in won) == 1 and await due(hall) == []
    hall.clock.go_on(seconds=CLAIM.total_seconds() + 1)
    assert await due(hall) == [1], "the process that had it is gone"
    assert (await claimed(hall)).nonce == next(one.nonce for one in won if one is not None)


async def test_an_expired_claim_changes_nothing(hall: Hall) -> None:
    await add(hall, await hall.running())
    late = await claimed(hall)
    hall.clock.go_on(seconds=CLAIM.total_seconds() + 1)
    await claimed(hall)
    async with hall.database.write() as connection:
        await queue.keep(connection, late, hall.clock())
        await queue.put_back(connection, late, hall.clock())
    hall.clock.go_on(seconds=CLAIM.total_seconds() + 1)
    again = await claimed(hall)
    assert again.attempts == 0


async def test_failed_notices_are_tried_after_longer_and_longer_waits_of_an_hour_at_most(hall: Hall) -> None:
    await add(hall, await hall.running())
    waits: list[timedelta] = []
    for _ in range(12):
        mine, began = await claimed(hall), hall.clock.at
        async with hall.database.write() as connection:
            await queue.put_back(connection, mine, hall.clock() + wait_after(mine.attempts))
        while not await due(hall):
            hall.clock.go_on(seconds=30)
        waits.append(hall.clock.at - began)
    assert waits == sorted(waits) and waits[0] <= timedelta(minutes=1) and waits[-1] == timedelta(hours=1)


async def test_a_process_that_stops_before_sending_leaves_it_to_others_at_once(hall: Hall) -> None:
    await add(hall, await hall.running())
    mine = await claimed(hall)
    async with hall.database.write() as connection:
        await queue.abandon(connection, mine, hall.clock())
    assert await due(hall) == [1] and (await claimed(hall)).attempts == 0


async def test_due_notices_name_their_recipients_and_busy_people_are_left_out(hall: Hall) -> None:
    await add(hall, await hall.running())
    [mine] = await stored_jobs(hall.database, Kind.NOTICE)
    assert await due_jobs(hall.matches, Kind.NOTICE) == [DueJob(Kind.NOTICE, mine.id, BEN.id)]
    assert await due_jobs(hall.matches, Kind.NOTICE, busy=(BEN.id,)) == []


async def test_waiting_for_the_end_of_quiet_hours_is_not_an_attempt(hall: Hall) -> None:
    await add(hall, await hall.running())
    mine = await claimed(hall)
    async with hall.database.write() as connection:
        await queue.postpone(connection, mine, BEN.id, hall.clock() + timedelta(hours=8))
    hall.clock.go_on(hours=7)
    assert await due(hall) == []
    hall.clock.go_on(hours=1)
    assert (await claimed(hall)).attempts == 0


async def test_only_what_tells_of_an_earlier_state_of_the_same_match_is_forgotten(hall: Hall) -> None:
    other, match = await hall.running(), await hall.running()
    for one in (other, match):
        await add(hall, one)
    match = (await hall.matches.play(here(ADA), match.id, "a4<c4")).match
    await add(hall, match)
    async with hall.database.write() as connection:
        await boards.forget_earlier_notices(connection, match.id, match.revision)
    assert await stored(hall) == [(1, "turn", 0), (2, "turn", 1)]
