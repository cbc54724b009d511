"""Processes share the requests that Discord permits their token, and count together those that it refuses."""

from collections.abc import Awaitable, Callable

import pytest

from bot.actions.shards import Holding
from bot.model.shards import ALL, PER_SECOND, Shards, Share
from bot.store.engine import processes
from tests.bot.tables import Hall

LONG = 11.0


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


Processes = Callable[..., Awaitable[list[Holding]]]


@pytest.fixture
def processes_with(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Processes:
    """Makes processes on different machines that hold these shards."""

    async def holdings(*shards: str, clock: Callable[[], float] = lambda: 0.0) -> list[Holding]:
        found: list[Holding] = []
        for text in shards:
            monkeypatch.setattr(processes, "this_machine", lambda name=text: name)
            found.append(Holding(hall.database, Shards.parse(text), now=hall.clock, clock=clock))
            await found[-1].take()
        return found

    return holdings


async def test_a_share_that_one_process_does_not_need_goes_to_another(processes_with: Processes) -> None:
    first, second = await processes_with("0-7/16", "8-15/16")
    assert (await first.lease(100, 0)).rate == PER_SECOND
    assert (await second.lease(100, 0)).rate == 0, "all is leased"
    assert (await first.lease(100, 0)).rate == PER_SECOND / 2, "it is shared with the next lease"
    assert (await second.lease(100, 0)).rate == PER_SECOND / 2
    assert (await first.lease(0, 0)).rate == 0
    assert (await second.lease(100, 0)).rate == PER_SECOND


async def test_the_share_of_a_process_that_is_gone_is_free_after_a_while(processes_with: Processes) -> None:
    clock = Clock()
    first, second, third = await processes_with("0-3/16", "4-7/16", "8-15/16", clock=clock)
    await first.lease(100, 0)
    await second.lease(100, 0)
    clock.seconds = LONG / 2
    await second.lease(100, 0)
    assert (await third.lease(100, 0)).rate == 0
    clock.seconds = LONG
    assert (await second.lease(100, 0)).rate == pytest.approx(PER_SECOND / 2)
    assert (await third.lease(100, 0)).rate == 0, "this process has known the lease of the first for half as long"
    clock.seconds = 2 * LONG
    await second.lease(100, 0)
    assert (await third.lease(100, 0)).rate == pytest.approx(PER_SECOND / 2)


async def test_refused_requests_are_added_up(processes_with: Processes) -> None:
    first, second = await processes_with("0-7/16", "8-15/16")
    await first.renew(refused=700)
    assert (await second.lease(1, 40)).refused == 740
    await first.renew(refused=0)
    assert (await second.lease(1, 40)).refused == 40


async def test_a_process_that_holds_everything_shares_with_nobody(hall: Hall) -> None:
    alone = Holding(hall.database, ALL, now=hall.clock)
    await alone.take()
    assert await alone.lease(5, 3) == Share(PER_SECOND, 3)
