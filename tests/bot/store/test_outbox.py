"""The outbox: every board is sent, by one process at a time, whatever fails in between."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
import pytest_asyncio
from sqlalchemy import insert, select

from bot.chat.delivery.delivery import Delivery
from bot.chat.matches.boards import OLD_BOARD
from bot.model.jobs import Claim, DueJob, Kind, is_new, wait_after
from bot.model.people import FIRST_ENGINE, FIRST_GUEST, Person
from bot.model.place import DIRECT
from bot.store import people as people_store
from bot.store.engine.conditions import CLAIM
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.people import engines, guests
from bot.store.jobs import boards, queue
from tests.bot.queue import claim_job, due_jobs, forget_jobs, stored_jobs
from tests.bot.tables import ADA, BEN, CLEO, DAN, Hall, hall_at, update_match


class Outbox:
    """The outbox of a hall with three open challenges, numbered 1 to 3, and nothing due."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.database = hall.database

    async def announce(self, match_id: int, *, is_new_message: bool = True) -> None:
        async with self.database.write() as connection:
            await boards.announce(connection, match_id, self.hall.clock(), is_new_message=is_new_message)

    async def announce_and_claim(self, match_id: int, *, is_new_message: bool = True) -> Claim | None:
        async with self.database.write() as connection:
            await connection.execute(select(matches.c.id).where(matches.c.id == match_id).with_for_update())
            return await boards.announce(
                connection, match_id, self.hall.clock(), is_new_message=is_new_message, claims=True
            )

    async def claim(self, match_id: int) -> Claim | None:
        async with self.database.write() as connection:
            return await queue.claim(connection, Kind.BOARD, match_id, self.hall.clock())

    async def claimed(self, match_id: int) -> Claim:
        claim = await self.claim(match_id)
        assert claim is not None
        return claim

    async def finish(self, claim: Claim, *, by_earlier: bool = False) -> bool:
        async with self.database.write() as connection:
            return await boards.finish(connection, claim, self.hall.clock(), by_earlier=by_earlier)

    async def abandon(self, claim: Claim) -> None:
        async with self.database.write() as connection:
            await queue.abandon(connection, claim, self.hall.clock())

    async def put_back(self, claim: Claim, *, is_untried: bool = False) -> None:
        async with self.database.write() as connection:
            wait = wait_after(claim.attempts)
            await boards.put_back(connection, claim, self.hall.clock(), wait, is_untried=is_untried)

    async def due(self, limit: int = 100) -> Sequence[int]:
        return [waiting.number for waiting in await self.waiting(limit)]

    async def waiting(self, limit: int = 100, busy: Sequence[int] = ()) -> Sequence[DueJob]:
        return await due_jobs(self.hall.matches, Kind.BOARD, limit, busy)

    async def show_in(self, match_id: int, *, channel_id: int, thread_id: int | None = None) -> None:
        async with self.database.write() as connection:
            await update_match(connection, match_id, {"channel_id": channel_id, "thread_id": thread_id})

    async def left(self) -> Sequence[int]:
        return [job.id for job in await stored_jobs(self.database, Kind.BOARD)]


@pytest_asyncio.fixture
async def box(hall: Hall) -> Outbox:
    for guest in (BEN, CLEO, DAN):
        await hall.challenge(guest)
    async with hall.database.write() as connection:
        await forget_jobs(connection, Kind.BOARD)
    return Outbox(hall)


async def test_nothing_to_send_is_nothing_to_claim(box: Outbox) -> None:
    assert await box.due() == []
    assert await box.claim(1) is None


async def test_a_claim_takes_all_announcements_of_its_match_and_of_no_other(box: Outbox) -> None:
    for match_id in (1, 2, 1):
        await box.announce(match_id)
    claim = await box.claimed(1)
    first, other, last = await box.left()
    assert claim.rows == (first, last)
    assert (claim.match_id, claim.attempts) == (1, 0)
    assert (await box.claimed(2)).rows == (other,)


@pytest.mark.parametrize("news", [(False,), (True,), (False, True), (True, False), (False, False)])
async def test_a_new_message_is_due_if_any_of_the_announcements_asks_for_one(box: Outbox, news: tuple[bool]) -> None:
    for is_new_message in news:
        await box.announce(1, is_new_message=is_new_message)
    assert is_new((await box.claimed(1)).jobs) is any(news)


async def test_claimed_jobs_are_neither_due_nor_claimed_again(box: Outbox) -> None:
    await box.announce(1)
    await box.claimed(1)
    assert await box.due() == []
    assert await box.claim(1) is None


async def test_of_many_who_claim_at_once_one_gets_it(box: Outbox) -> None:
    second = await hall_at(box.hall.url)
    await box.announce(1)
    claims = await asyncio.gather(*(Outbox(hall).claim(1) for hall in (box.hall, second) for _ in range(3)))
    assert len([claim for claim in claims if claim is not None]) == 1
    await second.database.close()


async def test_a_claim_that_nobody_finished_runs_out(box: Outbox) -> None:
    await box.announce(1)
    lost = await box.claimed(1)
    box.hall.clock.at = lost.until - timedelta(milliseconds=1)
    assert await box.due() == []
    box.hall.clock.at = lost.until
    assert await box.due() == [1]
    again = await box.claimed(1)
    assert (again.rows, again.nonce) == (lost.rows, lost.nonce)


@pytest.mark.parametrize("ends", ["put back", "abandoned", "run out"])
async def test_jobs_added_after_an_attempt_do_not_change_its_nonce_and_are_sent_after_it(
    box: Outbox, ends: str
) -> None:
    await box.announce(1)
    lost = await box.claimed(1)
    if ends == "put back":
        await box.put_back(lost)
    elif ends == "abandoned":
        await box.abandon(lost)
    box.hall.clock.at = lost.until
    await box.announce(1, is_new_message=False)
    again = await box.claimed(1)
    assert (again.nonce, again.rows[:1], again.jobs[-1].data["is_new_message"]) == (lost.nonce, lost.rows, False)
    assert (lost.is_repeated, again.is_repeated) == (False, True)
    await box.put_back(again)  # one more attempt makes no difference
    box.hall.clock.at = again.until
    again = await box.claimed(1)
    assert await box.finish(again, by_earlier=True), "what was added is still to be shown"
    assert (await box.claimed(1)).rows == again.rows[1:]


async def test_jobs_that_were_done_are_deleted(box: Outbox) -> None:
    await box.announce(1)
    await box.finish(await box.claimed(1))
    assert await box.left() == []
    assert await box.claim(1) is None


async def test_jobs_added_during_a_claim_are_sent_afterwards(box: Outbox) -> None:
    await box.announce(1)
    claim = await box.claimed(1)
    await box.announce(1)
    assert await box.due() == []  # another process is at work: nobody spins on a job that cannot be claimed
    assert await box.claim(1) is None
    await box.finish(claim)
    assert await box.due() == [1]
    later = await box.claimed(1)
    assert not set(later.rows) & set(claim.rows)
    assert later.nonce != claim.nonce


async def test_a_process_that_has_sent_something_learns_that_more_was_added_meanwhile(box: Outbox) -> None:
    for match_id in (1, 2):
        await box.announce(match_id)
    first = await box.claimed(1)
    await box.announce(1)
    assert await box.finish(first)
    assert not await box.finish(await box.claimed(1)), "another match is no matter of theirs"


async def test_jobs_that_were_put_back_wait_longer_and_longer_but_never_more_than_an_hour(box: Outbox) -> None:
    await box.announce(1)
    waits = list[timedelta]()
    for attempts in range(14):
        claim = await box.claimed(1)
        assert claim.attempts == attempts
        await box.put_back(claim)
        [waiting] = await stored_jobs(box.database, Kind.BOARD)
        due_at = waiting.due_at
        assert due_at is not None
        waits.append(due_at - box.hall.clock.at)
        box.hall.clock.at = due_at - timedelta(milliseconds=1)
        assert await box.due() == []
        box.hall.clock.at = due_at
        assert await box.due() == [1]
    assert waits[0] <= timedelta(seconds=30)
    assert waits[1] == waits[0] * 2
    assert waits == sorted(waits)
    assert waits[-1] == timedelta(hours=1)


async def test_what_is_not_tried_counts_once_for_each_wait_however_many_changes_there_are(box: Outbox) -> None:
    await box.announce(1)
    await box.put_back(await box.claimed(1), is_untried=True)
    for attempts in (1, 2):
        [first, *_] = waiting = await stored_jobs(box.database, Kind.BOARD)
        assert {job.due_at for job in waiting} == {box.hall.clock.at + wait_after(attempts - 1)}
        for _ in range(3):
            box.hall.clock.go_on(seconds=1)
            await box.announce(1)
            await box.put_back(claim := await box.claimed(1), is_untried=True)
            assert claim.attempts == attempts
            assert {job.due_at for job in await stored_jobs(box.database, Kind.BOARD)} == {first.due_at}
        assert first.due_at is not None
        box.hall.clock.at = first.due_at
        await box.put_back(await box.claimed(1), is_untried=True)


async def test_jobs_that_were_put_back_are_not_due_before_their_time(box: Outbox) -> None:
    await box.announce(1)
    await box.put_back(await box.claimed(1))
    assert await box.due() == []
    assert await box.claim(1) is None


async def test_news_of_a_match_are_sent_at_once_together_with_what_failed_before(box: Outbox) -> None:
    await box.announce(1, is_new_message=True)
    await box.put_back(await box.claimed(1))
    await box.announce(1, is_new_message=False)
    claim = await box.claimed(1)
    assert len(claim.rows) == 2
    assert is_new(claim.jobs)
    assert claim.attempts == 1


async def test_a_process_that_lost_a_claim_cannot_take_it_from_its_new_holder(box: Outbox) -> None:
    await box.announce(1)
    slow = await box.claimed(1)
    box.hall.clock.at = slow.until
    quick = await box.claimed(1)
    await box.put_back(slow)
    box.hall.clock.go_on(minutes=1)
    assert await box.claim(1) is None
    await box.finish(quick)
    await box.put_back(slow)
    assert await box.left() == []


async def test_released_jobs_can_be_sent_at_once_by_any_process(box: Outbox) -> None:
    for match_id in (1, 2, 3):
        await box.announce(match_id)
    await box.claimed(1)
    await box.put_back(await box.claimed(2))
    assert await box.due() == [3]
    async with box.database.write() as connection:
        await boards.release(connection, box.hall.clock())
    assert await box.due() == [1, 2, 3]
    assert (await box.claimed(2)).attempts == 1


async def test_a_change_takes_what_it_announces_at_once(box: Outbox) -> None:
    claim = await box.announce_and_claim(1, is_new_message=False)
    assert claim is not None and claim.rows == tuple(await box.left())
    assert (claim.match_id, claim.attempts, is_new(claim.jobs)) == (1, 0, False)
    assert await box.due() == [] and await box.claim(1) is None
    assert not await box.finish(claim) and await box.left() == []


async def test_a_change_takes_what_waits_already_along(box: Outbox) -> None:
    await box.announce(2)
    await box.announce(1)
    await box.put_back(await box.claimed(1))
    claim = await box.announce_and_claim(1, is_new_message=False)
    other, *of_match = await box.left()
    assert claim is not None and claim.rows == tuple(of_match)
    assert (claim.attempts, is_new(claim.jobs)) == (1, True) and await box.due() == [2]
    await box.finish(claim)
    assert await box.left() == [other]


async def test_a_change_leaves_what_it_announces_to_a_process_that_is_sending_an_earlier_one(box: Outbox) -> None:
    await box.announce(1)
    earlier = await box.claimed(1)
    assert await box.announce_and_claim(1) is None
    assert await box.due() == [] and len(await box.left()) == 2
    assert await box.finish(earlier), "and they learn of it"
    assert (await box.claimed(1)).rows == tuple(await box.left())


async def test_the_claim_of_a_change_expires_if_its_process_dies(box: Outbox) -> None:
    lost = await box.announce_and_claim(1)
    assert lost is not None and lost.until == box.hall.clock.at + CLAIM
    box.hall.clock.at = lost.until
    again = await box.claimed(1)
    assert (again.rows, again.nonce) == (lost.rows, lost.nonce)


async def test_of_many_changes_at_once_one_shows_what_they_announce(box: Outbox) -> None:
    second = await hall_at(box.hall.url)
    claims = await asyncio.gather(*(Outbox(hall).announce_and_claim(1) for hall in (box.hall, second) * 3))
    await second.database.close()
    assert len([claim for claim in claims if claim is not None]) == 1 and len(await box.left()) == 6


async def test_a_process_that_stops_before_sending_leaves_it_to_others_at_once(box: Outbox) -> None:
    await box.announce(1)
    await box.put_back(await box.claimed(1))
    await box.announce(1)
    await box.abandon(await box.claimed(1))
    assert await box.due() == [1]
    again = await box.claimed(1)
    assert again.attempts == 1 and len(again.rows) == 2


async def test_a_process_that_lost_a_claim_cannot_abandon_it_for_its_new_holder(box: Outbox) -> None:
    await box.announce(1)
    slow = await box.claimed(1)
    box.hall.clock.at = slow.until
    await box.claimed(1)
    await box.abandon(slow)
    assert await box.due() == [] and await box.claim(1) is None


async def test_due_jobs_name_their_channel_or_thread_and_busy_ones_are_left_out(box: Outbox) -> None:
    for match_id, thread_id in ((1, None), (2, 80), (3, None)):
        await box.show_in(match_id, channel_id=7, thread_id=thread_id)
        await box.announce(match_id)
    assert await box.waiting() == [DueJob(Kind.BOARD, 1, 7), DueJob(Kind.BOARD, 2, 80), DueJob(Kind.BOARD, 3, 7)]
    assert await box.waiting(busy=(7,)) == [DueJob(Kind.BOARD, 2, 80)] and await box.waiting(busy=(7, 80)) == []
    assert await box.waiting(limit=1, busy=(80,)) == [DueJob(Kind.BOARD, 1, 7)]


async def test_those_that_have_waited_longest_come_first_and_only_as_many_as_asked_for(box: Outbox) -> None:
    for match_id in (3, 1, 2, 3):
        await box.announce(match_id)
    assert await box.due() == [3, 1, 2]
    assert await box.due(limit=2) == [3, 1]
    await box.claimed(3)
    assert await box.due(limit=2) == [1, 2]


async def test_many_jobs_of_the_engines_of_one_and_the_guests_of_a_network_hide_nobodys(box: Outbox) -> None:
    """Each look finds so many jobs at most."""
    now, owned, visiting = box.hall.clock(), range(FIRST_ENGINE, FIRST_ENGINE + 9), range(FIRST_GUEST, FIRST_GUEST + 9)
    of_engine: dict[str, Any] = {"server_id": 0, "games": []}
    of_guest = {"household": "", "network": "network", "came_at": now}
    async with box.database.write() as connection:
        for one in (*owned, *visiting):
            await people_store.remember(connection, Person(one, "Zoe"))
        for one in owned:
            await connection.execute(insert(engines).values(person_id=one, owner_id=BEN.id, **of_engine))
        for one in visiting:
            await connection.execute(insert(guests).values(person_id=one, **of_guest))
        for one in (*owned, *visiting, CLEO.id):
            for _ in range(9):
                await queue.add(connection, Kind.WEBHOOK, DIRECT, now, person_id=one)
    first, *others = await due_jobs(box.hall.matches, Kind.WEBHOOK, 3)
    assert [one.asker for one in (first, *others)] == [BEN.id, "network", CLEO.id]
    assert (first.channel, others[0].channel) == (owned[0], visiting[0])


async def test_an_announcement_does_not_outlive_the_change_that_it_belongs_to(box: Outbox) -> None:
    async def fail() -> None:
        async with box.database.write() as connection:
            await boards.announce(connection, 1, box.hall.clock(), is_new_message=True)
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    assert await box.left() == []


async def test_numbers_are_never_used_twice_so_that_a_nonce_names_one_message(box: Outbox) -> None:
    await box.announce(1)
    first = await box.claimed(1)
    await box.finish(first)
    await box.announce(1)
    assert (await box.claimed(1)).nonce != first.nonce
    assert len(first.nonce) <= 25  # Discord's limit


async def test_an_old_board_in_a_channel_that_stays_closed_is_given_up_after_days(hall: Hall) -> None:
    match, delivery, error = await hall.running(), cast("Delivery", None), TimeoutError()
    shown = replace(match, place=replace(match.place, message_id=1))
    async with hall.database.write() as connection:
        [claim] = await boards.leave(connection, shown, hall.clock())
    began, attempts = hall.clock(), 0
    while True:
        wait = OLD_BOARD.wait(delivery, claim, error)
        attempts += 1
        if wait is None:
            break
        async with hall.database.write() as connection:
            await queue.put_back(connection, claim, hall.clock() + wait)
        assert attempts < 100 and wait <= timedelta(hours=1)
        hall.clock.at += wait
        again = await claim_job(hall.matches, Kind.OLD_BOARD, claim.first.id)
        assert again is not None
        claim = again
    async with hall.database.write() as connection:
        await queue.give_up(connection, claim)
    assert await stored_jobs(hall.database, Kind.OLD_BOARD) == []
    assert timedelta(days=2) < hall.clock() - began < timedelta(days=3)


async def _kinds_due(box: Outbox) -> Sequence[Kind]:
    async with box.database.ask() as connection:
        return await queue.may_be_due(connection, box.hall.clock())


async def test_a_job_of_a_kind_that_only_a_newer_version_knows_keeps_nothing_else_from_being_done(box: Outbox) -> None:
    await box.announce(1)
    async with box.database.write() as connection:
        values = queue.values(Kind.GREETING, 1, box.hall.clock())
        await connection.execute(insert(jobs).values({**values, "kind": "of later"}))
    assert await _kinds_due(box) == [Kind.BOARD]
    assert len(await due_jobs(box.hall.matches, Kind.BOARD)) == 1


async def test_the_kinds_of_very_many_due_jobs_are_not_counted_out(
    box: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "_MOST_LOOKED_AT", 2)
    await box.announce(1)
    assert await _kinds_due(box) == [Kind.BOARD]
    await box.announce(2)
    assert await _kinds_due(box) == list(Kind)


async def test_boards_go_in_turns_by_who_began_the_match_however_many_threads_they_are_in(box: Outbox) -> None:
    for match_id, thread_id in ((1, 80), (2, 81), (3, 82)):
        await box.show_in(match_id, channel_id=7, thread_id=thread_id)
        await box.announce(match_id)
    async with box.database.write() as connection:
        await update_match(connection, 3, {"host_id": CLEO.id})
    found = await due_jobs(box.hall.matches, Kind.BOARD, 2)
    assert [(one.channel, one.asker) for one in found] == [(80, ADA.id), (82, CLEO.id)]
