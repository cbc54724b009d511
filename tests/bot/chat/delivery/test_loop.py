"""The loop that does jobs: many channels at once, one job at a time in each, and nothing waits for a failure."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from unittest.mock import Mock

import pytest

from bot.actions.askers import asking, may_post_at_once, may_question_discord, note_refusal
from bot.chat.core.outages import StillRefused
from bot.chat.delivery import loop as loops
from bot.chat.delivery.loop import Background, JobKind, JobResult, Lane, Loop
from bot.model.askers import ALLOWANCES, MANY_REFUSED, Budget, Cost
from bot.model.jobs import LONGEST_WAIT, Claim, DueJob, Job, Kind
from bot.model.refusals.competitions import CompetitionAway
from bot.model.refusals.matches import GameIsAway
from tests.bot.allowing import allow

_AT_ONCE = 3


@dataclass
class Parcels:
    """A queue of parcels, by number; each is in progress until the test lets it arrive or fail."""

    waiting: list[DueJob] = field(default_factory=list[DueJob])
    claimed: set[int] = field(default_factory=set[int])
    under_way: dict[int, asyncio.Future[JobResult]] = field(default_factory=dict[int, asyncio.Future[JobResult]])
    arrived: list[int] = field(default_factory=list[int])
    followed_up: int = 0
    put_away: list[tuple[int, Exception]] = field(default_factory=list[tuple[int, Exception]])
    abandoned: list[int] = field(default_factory=list[int])
    put_off_for: list[timedelta] = field(default_factory=list[timedelta])
    put_back_for: list[tuple[timedelta, bool]] = field(default_factory=list[tuple[timedelta, bool]])
    waits: timedelta | None = timedelta(minutes=1)
    begins: Callable[[], object] = lambda: None
    looks: int = 0
    broken: set[int] = field(default_factory=set[int])

    def add(self, number: int, channel: int, asker: int | None = None) -> None:
        self.waiting.append(DueJob(Kind.BOARD, number, channel, asker=channel if asker is None else asker))

    async def due(self, _context: object, _kinds: object, limit: int, busy: Collection[int]) -> Sequence[DueJob]:
        self.looks += 1
        free = [one for one in self.waiting if one.number not in self.claimed and one.channel not in busy]
        return free[:limit]

    async def claim(self, _context: object, job: DueJob, _lease: object = None) -> Claim | None:
        number = job.number
        if number in self.broken:
            raise LookupError(number)
        if number in self.claimed or number not in {one.number for one in self.waiting}:
            return None
        self.claimed.add(number)
        return _claimed(number)

    async def do(self, _delivery: object, claim: Claim) -> JobResult:
        number = claim.first.id
        self.under_way[number] = asyncio.get_running_loop().create_future()
        self.begins()
        try:
            sent = await self.under_way[number]
        finally:
            del self.under_way[number]
        self.arrived.append(number)
        self.claimed.discard(number)
        if not sent.more_waits:
            self._forget(number)
        return replace(sent, follow_up=self._follow_up)

    async def _follow_up(self) -> None:
        self.followed_up += 1

    def wait(self, _delivery: object, claim: Claim, error: Exception) -> timedelta | None:
        self.put_away.append((claim.first.id, error))
        return self.waits

    async def put_back(self, _context: object, claim: Claim, wait: timedelta, *, is_untried: bool = False) -> None:
        self.put_back_for.append((wait, is_untried))
        self.claimed.discard(claim.first.id)
        self._forget(claim.first.id)

    async def put_off(self, _context: object, claim: Claim, wait: timedelta) -> None:
        self.put_off_for.append(wait)
        self.claimed.discard(claim.first.id)
        self._forget(claim.first.id)

    async def abandon(self, _context: object, claim: Claim) -> None:
        self.abandoned.append(claim.first.id)
        self.claimed.discard(claim.first.id)

    def _forget(self, number: int) -> None:
        self.waiting = [one for one in self.waiting if one.number != number]


def _claimed(number: int) -> Claim:
    none = dict.fromkeys(("match_id", "person_id", "channel_id", "message_id", "name", "revision", "due_at"))
    job = Job(id=number, kind=Kind.BOARD, server_id=0, data={}, claimed_until=None, attempts=0, **none)
    return Claim((job,), datetime.max.replace(tzinfo=UTC))


class ParcelLoop:
    """A loop that sends parcels, with the test's control of it."""

    def __init__(self, parcels: Parcels, spare: int = 0) -> None:
        self.parcels = parcels
        self.background = Background()
        self.may_send = asyncio.Event()
        self.may_send.set()
        lane, context = Lane("parcels", _AT_ONCE, spare=spare), Mock()
        self.context = context
        kinds = {Kind.BOARD: JobKind(Kind.BOARD, lane, parcels.do, parcels.wait)}
        self.loop = Loop(None, context, lane, kinds, self.background, self.brake)

    async def brake(self) -> None:
        await self.may_send.wait()

    async def under_way(self) -> list[int]:
        """The parcels in progress once nothing else happens."""
        for _ in range(50):
            await asyncio.sleep(0)
        return list(self.parcels.under_way)

    async def arrive(self, *numbers: int) -> list[int]:
        """Let some parcels arrive; returns those in progress after that."""
        for number in numbers:
            self.parcels.under_way[number].set_result(JobResult())
        return await self.under_way()

    async def fail(self, number: int, error: Exception) -> list[int]:
        self.parcels.under_way[number].set_exception(error)
        return await self.under_way()


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> ParcelLoop:
    parcels = Parcels()
    monkeypatch.setattr(loops, "jobs", parcels)
    return ParcelLoop(parcels)


async def test_without_anything_to_send_one_look_is_enough(post: ParcelLoop) -> None:
    await post.loop.look()
    assert post.parcels.looks == 1


async def test_what_concerns_a_game_that_is_not_installed_waits_for_it_and_has_not_failed(
    post: ParcelLoop, caplog: pytest.LogCaptureFixture
) -> None:
    post.parcels.add(1, 7)
    post.parcels.add(2, 8)
    done = post.loop.look()
    assert await post.under_way() == [1, 2]
    await post.fail(1, GameIsAway(3))
    await post.fail(2, CompetitionAway(Mock()))
    await done
    assert post.parcels.put_off_for == [LONGEST_WAIT, LONGEST_WAIT] and post.parcels.put_away == []
    assert caplog.records == []


async def test_things_in_different_channels_are_under_way_at_once_and_those_in_one_are_not(post: ParcelLoop) -> None:
    for number, channel in ((1, 7), (2, 8), (3, 7)):
        post.parcels.add(number, channel)
    done = post.loop.look()
    assert await post.under_way() == [1, 2]
    assert await post.arrive(1) == [2, 3]
    assert await post.arrive(2, 3) == []
    await done
    assert post.parcels.arrived == [1, 2, 3] and post.parcels.followed_up == 3


async def test_due_jobs_wait_for_the_brake_and_jobs_that_a_person_waits_for_do_not(post: ParcelLoop) -> None:
    post.may_send.clear()
    post.parcels.add(1, channel=7)
    post.parcels.add(2, channel=8)
    post.loop.look()
    assert await post.under_way() == []
    asked = asyncio.create_task(post.loop.deliver(DueJob(Kind.BOARD, 2, 8)))
    assert await post.under_way() == [2]
    post.may_send.set()
    assert await post.arrive(2) == [1]
    await post.arrive(1)
    await asked


async def test_the_number_under_way_at_once_is_limited(post: ParcelLoop) -> None:
    for number in range(1, 8):
        post.parcels.add(number, channel=number)
    post.loop.look()
    assert await post.under_way() == [1, 2, 3]
    assert await post.arrive(2) == [1, 3, 4]
    assert await post.arrive(1, 3, 4) == [5, 6, 7]


async def test_within_a_channel_the_oldest_goes_first_and_between_channels_it_is_everybodys_turn(
    post: ParcelLoop,
) -> None:
    for number in range(1, 5):
        post.parcels.add(number, channel=7)
    for number in range(11, 15):
        post.parcels.add(number, channel=number)
    post.loop.look()
    assert await post.under_way() == [1, 11, 12]
    assert await post.arrive(1) == [11, 12, 13], "the channel has had its turn"
    assert await post.arrive(11, 12) == [13, 14, 2]
    assert await post.arrive(2) == [13, 14, 3]


async def test_jobs_found_in_batches_are_all_sent(post: ParcelLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "_BATCH", 4)
    for number in range(1, 21):
        post.parcels.add(number, channel=number % 5)
    done = post.loop.look()
    while under_way := await post.under_way():
        await post.arrive(under_way[0])
    await done
    assert sorted(post.parcels.arrived) == list(range(1, 21)) and post.parcels.looks <= 20


async def test_a_channel_with_more_than_a_batch_does_not_keep_others_waiting(
    post: ParcelLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loops, "_BATCH", 4)
    for number in range(1, 10):
        post.parcels.add(number, channel=7)
    post.parcels.add(11, channel=8)
    post.loop.look()
    assert await post.under_way() == [1, 11]


async def test_jobs_that_become_due_meanwhile_are_found_by_the_next_look(post: ParcelLoop) -> None:
    post.parcels.add(1, channel=7)
    first = post.loop.look()
    assert await post.under_way() == [1]
    post.parcels.add(2, channel=8)
    second = post.loop.look()
    assert await post.under_way() == [1, 2] and first is second, "nobody waits for what is under way"
    await post.arrive(1, 2)
    await second


async def test_those_behind_many_channels_have_no_more_at_once_than_others_leave_them(post: ParcelLoop) -> None:
    for number in range(1, 8):
        post.parcels.add(number, channel=number, asker=70)
    post.parcels.add(8, channel=8)
    post.loop.look()
    assert await post.under_way() == [1, 8, 2]


async def test_those_who_may_begin_no_more_are_not_looked_for_again_and_again(
    post: ParcelLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loops, "_BATCH", 4)
    spare = ParcelLoop(post.parcels, spare=2)
    for number in range(1, 9):
        post.parcels.add(number, channel=number, asker=70)
    spare.loop.look()
    assert await spare.under_way() == [1] and post.parcels.looks == 1
    assert await spare.arrive(1) == [2] and post.parcels.looks == 2


async def test_news_of_another_asker_goes_before_all_that_was_found_already(post: ParcelLoop) -> None:
    for number in range(1, 20):
        post.parcels.add(number, channel=number, asker=70)
    post.loop.look()
    assert await post.under_way() == [1, 2, 3]
    post.parcels.add(20, channel=20)
    post.loop.look()
    assert await post.arrive(2) == [1, 3, 20]


@pytest.mark.parametrize("error", [TimeoutError(), KeyError("a mistake")])
async def test_a_failed_job_is_put_back_and_holds_up_no_other(
    post: ParcelLoop, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    for number in (1, 2):
        post.parcels.add(number, channel=7)
    done = post.loop.look()
    await post.under_way()
    assert await post.fail(1, error) == [2]
    await post.arrive(2)
    await done
    assert post.parcels.put_away == [(1, error)] and post.parcels.followed_up == 1
    assert ("could not be sent" in caplog.text) is isinstance(error, KeyError)
    caplog.clear()


@pytest.mark.parametrize(
    ("usual", "minutes"),
    [(timedelta(minutes=1), 7), (timedelta(minutes=9), 9), (None, LONGEST_WAIT / timedelta(minutes=1))],
)
async def test_what_was_not_sent_because_the_same_was_refused_waits_as_long_as_a_failure_and_is_never_given_up(
    post: ParcelLoop, usual: timedelta | None, minutes: float
) -> None:
    post.parcels.waits = usual
    post.parcels.add(1, channel=7)
    done = post.loop.look()
    await post.under_way()
    await post.fail(1, StillRefused("Forbidden", 50001, "Missing Access", timedelta(minutes=7)))
    await done
    assert post.parcels.put_back_for == [(timedelta(minutes=minutes), True)]


@pytest.mark.logs_errors
async def test_if_the_store_fails_the_rest_is_sent_and_the_caller_learns_of_it(post: ParcelLoop) -> None:
    for number in (1, 2, 3):
        post.parcels.add(number, channel=number)
    post.parcels.broken = {2}
    done = post.loop.look()
    assert await post.under_way() == [1, 3]
    await post.arrive(1, 3)
    with pytest.raises(LookupError):
        await done
    assert post.parcels.looks < 5, "it does not try again and again by itself"
    post.parcels.broken = set()
    again = post.loop.look()
    assert await post.under_way() == [2]
    await post.arrive(2)
    await again


async def test_a_job_that_a_person_waits_for_goes_before_all_due_ones(post: ParcelLoop) -> None:
    for number in range(1, 10):
        post.parcels.add(number, channel=7)
    post.loop.look()
    assert await post.under_way() == [1]
    asked = asyncio.create_task(post.loop.deliver(DueJob(Kind.BOARD, 9, 0)))
    assert await post.under_way() == [1, 9]
    await post.arrive(9)
    await asked
    await post.arrive(1)
    assert await post.under_way() == [2]


async def test_two_who_ask_for_the_same_send_it_once(post: ParcelLoop) -> None:
    post.parcels.add(1, channel=7)
    asked = [asyncio.create_task(post.loop.deliver(DueJob(Kind.BOARD, 1, 0))) for _ in range(2)]
    assert await post.under_way() == [1] and asked[1].done()
    await post.arrive(1)
    assert post.parcels.arrived == [1] and asked[0].done()


async def test_follow_up_work_begins_when_the_caller_is_done(post: ParcelLoop) -> None:
    post.parcels.add(1, channel=7)
    may_end = asyncio.Event()

    async def ask() -> None:
        await post.loop.deliver(DueJob(Kind.BOARD, 1, 0))
        await may_end.wait()

    asking = asyncio.create_task(ask())
    await post.under_way()
    await post.arrive(1)
    assert post.parcels.arrived == [1] and post.parcels.followed_up == 0
    may_end.set()
    await asking
    await post.background.idle()
    assert post.parcels.followed_up == 1


async def test_more_of_the_same_that_has_come_meanwhile_is_sent_right_afterwards(post: ParcelLoop) -> None:
    for number in (1, 2):
        post.parcels.add(number, channel=7)
    asked = asyncio.create_task(post.loop.deliver(DueJob(Kind.BOARD, 2, 8)))
    assert await post.under_way() == [2]
    post.parcels.under_way[2].set_result(JobResult(more_waits=True))
    assert await post.under_way() == [2] and not asked.done()
    await post.arrive(2)
    post.loop.look()
    assert await post.under_way() == [1]
    post.parcels.under_way[1].set_result(JobResult(more_waits=True))
    assert await post.under_way() == [1]
    await post.arrive(1)
    assert post.parcels.arrived == [2, 2, 1, 1] and post.parcels.followed_up == 4


async def test_a_stopping_loop_finishes_jobs_in_progress_and_begins_no_more(post: ParcelLoop) -> None:
    for number in (1, 2):
        post.parcels.add(number, channel=7)
    post.loop.look()
    await post.under_way()
    post.loop.stop()
    stopping = asyncio.create_task(post.background.stop(60))
    assert await post.arrive(1) == []
    await stopping
    await post.loop.deliver(DueJob(Kind.BOARD, 2, 8))
    await post.loop.abandon()
    assert post.parcels.arrived == [1] and post.parcels.abandoned == [] and post.parcels.followed_up == 1


async def test_jobs_that_a_stopping_loop_cannot_finish_are_left_to_others(post: ParcelLoop) -> None:
    for number in (1, 2):
        post.parcels.add(number, channel=number)
    asked = asyncio.create_task(post.loop.deliver(DueJob(Kind.BOARD, 1, 0)))
    assert await post.under_way() == [1]
    post.loop.look()
    assert await post.under_way() == [1, 2]
    post.loop.stop()
    await post.background.stop(0)
    await post.loop.abandon()
    assert sorted(post.parcels.abandoned) == [1, 2] and post.parcels.put_away == [] and post.parcels.arrived == []
    with pytest.raises(asyncio.CancelledError):
        await asked


async def test_a_stopping_loop_leaves_claimed_jobs_to_others(post: ParcelLoop) -> None:
    post.parcels.add(1, channel=7)
    claim = await post.parcels.claim(None, DueJob(Kind.BOARD, 1, 0))
    assert claim is not None
    post.loop.stop()
    assert await post.loop.do(claim) is None
    assert post.parcels.abandoned == [1] and post.parcels.arrived == []


async def test_a_caller_who_is_cancelled_does_not_stop_what_is_under_way(post: ParcelLoop) -> None:
    post.parcels.add(1, channel=7)
    asked = asyncio.create_task(post.loop.deliver(DueJob(Kind.BOARD, 1, 0)))
    await post.under_way()
    asked.cancel()
    assert await post.under_way() == [1]
    await post.arrive(1)
    await post.background.idle()
    assert post.parcels.arrived == [1] and post.parcels.followed_up == 1


@pytest.mark.parametrize(
    ("refused_for_asker", "refused_for_all", "goes_first"),
    [
        (0, 0, True),
        (1, MANY_REFUSED - 1, True),
        (ALLOWANCES[Cost.POST].account, 0, False),
        (0, MANY_REFUSED, True),
        (1, MANY_REFUSED, False),
    ],
)
async def test_what_somebody_does_goes_before_what_waits_unless_much_of_it_was_refused(
    post: ParcelLoop, refused_for_asker: int, refused_for_all: int, goes_first: bool
) -> None:
    budget = post.context.budget = Budget(lambda: 1)
    budget.refused = lambda: refused_for_all
    for _ in range(refused_for_asker):
        budget.spend(Cost.POST, 7)
    with asking(7):
        doing = asyncio.create_task(post.loop.do(_claimed(1)))
    assert await post.under_way() == ([1] if goes_first else [])
    assert post.parcels.put_off_for == ([] if goes_first else [timedelta()])
    if goes_first:
        await post.arrive(1)
    await doing


async def test_a_refused_post_takes_from_nobody_their_right_to_questions(
    post: ParcelLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The door may have been closed by another person."""
    allow(monkeypatch, 1, Cost.REFUSAL, Cost.POST)
    budget = post.context.budget = Budget(lambda: 1)
    post.parcels.begins = partial(note_refusal, budget)
    with asking(7):
        doing = asyncio.create_task(post.loop.do(_claimed(1)))
        await post.under_way()
        await post.arrive(1)
        await doing
        assert may_question_discord(budget) and not may_post_at_once(budget)
        note_refusal(budget)
        assert not may_question_discord(budget)
