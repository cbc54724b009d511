"""One budget for a token: with any number of processes, Discord's limit is used and hardly ever exceeded.

Processes and a strict limiter run in virtual time, in which a minute takes less than a second.
"""

import asyncio
import random
import selectors
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest

from bot.actions.askers import asking
from bot.chat.core.rate_limits import InvalidRequests, Pacer
from bot.model.shards import PER_SECOND, Lease, Share, rate_of

TEN_MINUTES, SECONDS = 600.0, 100.0
PERMITTED = 50
AT_ONCE = 22  # concurrent requests of one process, as many as its lanes send

T = TypeVar("T")


class _Skipping(selectors.DefaultSelector):
    """A sleep that takes no time, and records how long it would have taken."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        self.passed += timeout or 0.0
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in which time passes only while everything waits."""

    def __init__(self) -> None:
        self._virtual = _Skipping()
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.passed


def in_virtual_time(run: Callable[[], Coroutine[Any, Any, T]]) -> T:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(run())


class StrictDiscord:
    """A limiter that answers at most fifty requests within any second and refuses the others, after a travel time."""

    def __init__(self) -> None:
        self.lately: deque[float] = deque()
        self.answered: list[float] = []
        self.refused = 0
        self._random = random.Random(1)

    async def ask(self) -> float:
        """The delay before the next attempt; 0 if the request was answered."""
        await asyncio.sleep(self._random.uniform(0.01, 0.05))
        now = asyncio.get_running_loop().time()
        while self.lately and self.lately[0] <= now - 1:
            self.lately.popleft()
        is_refused = len(self.lately) >= PERMITTED
        if is_refused:
            self.refused += 1
        else:
            self.lately.append(now)
            self.answered.append(now)
        await asyncio.sleep(self._random.uniform(0.05, 0.25))
        return 1.0 if is_refused else 0.0


class Ledger:
    """The leases of all processes, as in the database."""

    def __init__(self) -> None:
        self.leases: dict[int, Lease] = {}
        self.asked = 0
        self._lock = asyncio.Lock()

    async def lease(self, number: int, wanted: float) -> Share:
        async with self._lock:
            await asyncio.sleep(0.004)
            self.asked += 1
            others = [lease for other, lease in self.leases.items() if other != number]
            rate = rate_of(wanted, others) if wanted else 0.0
            self.leases[number] = Lease(wanted, rate)
            assert sum(lease.rate for lease in self.leases.values()) <= PER_SECOND + 1e-6
            return Share(rate, 0)


class BusyProcess:
    """A process with this many boards to send."""

    def __init__(self, discord: StrictDiscord, ledger: Ledger, number: int, boards: int) -> None:
        self.boards = boards
        self._discord = discord
        clock = asyncio.get_running_loop().time
        self.pacer = Pacer(InvalidRequests(clock), lambda wanted, _refused: ledger.lease(number, wanted), clock)

    async def send(self) -> None:
        await self.pacer.admit()
        while wait := await self._discord.ask():
            await asyncio.sleep(wait)
            await self.pacer.admit()

    async def send_all(self) -> None:
        async def sender() -> None:
            while self.boards:
                self.boards -= 1
                await self.send()

        await asyncio.gather(*(sender() for _ in range(AT_ONCE)))


@pytest.mark.parametrize("boards", [(9_000,), (9_000,) * 3, (9_000,) * 6, (9_000, 0, 0, 0, 0, 0), (5_000, *[50] * 5)])
def test_the_limit_of_a_token_is_used_and_hardly_ever_exceeded(boards: tuple[int, ...]) -> None:
    async def scene() -> StrictDiscord:
        discord, ledger = StrictDiscord(), Ledger()
        processes = [BusyProcess(discord, ledger, number, count) for number, count in enumerate(boards)]
        sending = [asyncio.create_task(process.send_all()) for process in processes]
        await asyncio.sleep(SECONDS)
        for task in sending:
            task.cancel()
        return discord

    discord = in_virtual_time(scene)
    assert len(discord.answered) / SECONDS >= 45
    assert discord.refused < 100 * SECONDS / TEN_MINUTES


def test_requests_that_people_wait_for_go_first() -> None:
    async def scene() -> tuple[float, int]:
        discord, ledger = StrictDiscord(), Ledger()
        process = BusyProcess(discord, ledger, 0, 5_000)
        loop = asyncio.get_running_loop()

        async def renewals() -> None:
            await InvalidRequests(loop.time).brake()
            await asyncio.gather(*(process.pacer.admit() for _ in range(1_000)))

        going_on = asyncio.create_task(renewals())
        await asyncio.sleep(5)
        asked = loop.time()
        await process.pacer.admit()
        waited, left = loop.time() - asked, process.pacer.waiting
        going_on.cancel()
        return waited, left

    waited, left = in_virtual_time(scene)
    assert waited < 2 / PER_SECOND and left > 700


def test_a_person_waits_for_a_request_of_each_other_asker_and_not_for_all_that_they_send() -> None:
    async def scene() -> float:
        loop, ledger = asyncio.get_running_loop(), Ledger()
        pacer = Pacer(InvalidRequests(loop.time), lambda wanted, _refused: ledger.lease(0, wanted), loop.time)

        async def match() -> None:
            while True:
                await pacer.admit()
                await asyncio.sleep(0.15)

        going_on: list[asyncio.Task[None]] = []
        for asker in range(4):
            with asking(asker):
                going_on += [asyncio.create_task(match()) for _ in range(95)]
        waits: list[float] = []
        with asking(7):
            for _ in range(20):
                await asyncio.sleep(1)
                asked = loop.time()
                await pacer.admit()
                waits.append(loop.time() - asked)
        for task in going_on:
            task.cancel()
        return max(waits)

    assert in_virtual_time(scene) <= 5 / PER_SECOND


def test_a_person_in_a_quiet_process_waits_a_second_at_most_while_another_is_busy() -> None:
    async def scene() -> float:
        discord, ledger = StrictDiscord(), Ledger()
        busy, quiet = (BusyProcess(discord, ledger, number, 5_000) for number in range(2))
        going_on = asyncio.create_task(busy.send_all())
        await asyncio.sleep(20)
        asked = asyncio.get_running_loop().time()
        await quiet.pacer.admit()
        waited = asyncio.get_running_loop().time() - asked
        going_on.cancel()
        return waited

    assert in_virtual_time(scene) < 1.1


def test_a_process_that_sends_nothing_asks_for_nothing_and_gives_its_share_back() -> None:
    async def scene() -> tuple[int, list[Lease]]:
        ledger = Ledger()
        process = BusyProcess(StrictDiscord(), ledger, 0, 1)
        await process.send_all()
        await asyncio.sleep(60)
        return ledger.asked, [*ledger.leases.values()]

    asked, leases = in_virtual_time(scene)
    assert asked <= 3 and leases == [Lease()]


def test_while_the_store_is_unreachable_requests_continue_slowly(caplog: pytest.LogCaptureFixture) -> None:
    async def lease(_wanted: float, _refused: int) -> Share:
        raise OSError("the database is away")

    async def scene() -> float:
        loop = asyncio.get_running_loop()
        pacer = Pacer(InvalidRequests(loop.time), lease, loop.time)
        await asyncio.gather(*(pacer.admit() for _ in range(10)))
        return loop.time()

    assert 8 < in_virtual_time(scene) < 11


def test_a_request_that_is_given_up_takes_no_place() -> None:
    async def scene() -> float:
        loop, ledger = asyncio.get_running_loop(), Ledger()
        pacer = Pacer(InvalidRequests(loop.time), lambda wanted, _refused: ledger.lease(0, wanted), loop.time)
        given_up = [asyncio.create_task(pacer.admit()) for _ in range(500)]
        await asyncio.sleep(0)
        for task in given_up:
            task.cancel()
        await pacer.admit()
        return loop.time()

    assert in_virtual_time(scene) < 1
