"""Several processes on one database: each acts for the servers of its own shards only."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from bot.actions import departures
from bot.actions.heartbeats import Heartbeat
from bot.actions.shards import Holding, ShardsHeld
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.jobs import Kind
from bot.model.match import Match
from bot.model.people import Actor
from bot.model.shards import ALL, Shards
from bot.store import heartbeats, plans
from bot.store.engine import processes
from bot.store.engine.processes import SILENCE, Process
from bot.store.jobs import boards, queue
from tests.bot.actions.test_deadlines import EVERY
from tests.bot.matches import Deadlines, Matches
from tests.bot.tables import ADA, BEN, CHANNEL, FURL, Hall, all_games

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SIXTEEN = 16


def server(shard: int, total: int = SIXTEEN) -> int:
    """A server that belongs to this shard out of this total, and to the same one of any smaller total."""
    return (total * 1000 + shard) << 22


@dataclass
class Keeper:
    """A process that holds shards of a hall's database."""

    matches: Matches
    deadlines: Deadlines

    @classmethod
    def of(cls, hall: Hall, shards: Callable[[], Shards]) -> "Keeper":
        matches = Matches(hall.database, now=hall.clock, games=all_games(), shards=shards)
        return cls(matches, Deadlines(matches, Heartbeat(matches, EVERY)))


def keeper(hall: Hall, text: str) -> Keeper:
    return Keeper.of(hall, lambda: Shards.parse(text))


async def running(hall: Hall, server_id: int) -> Match:
    """A match on a server, three days a move, in which both have moved."""
    ada, ben = Actor(ADA, server_id), Actor(BEN, server_id)
    proposal = Proposal(FURL, CHANNEL, (BEN,), terms=Terms(days=3))
    match = await hall.matches.propose(ada, server_id, proposal)
    match = await hall.matches.join(ben, match.id)
    for _ in range(2):
        assert match.to_move is not None
        match = (
            await hall.matches.play(Actor(match.to_move, server_id), match.id, match.position.legal_moves()[0])
        ).match
    return match


async def pass_time(hall: Hall, amount: timedelta, *keepers: Keeper) -> None:
    """Let time pass while these processes run."""
    until = hall.clock.at + amount
    while hall.clock.at < until:
        hall.clock.at = min(hall.clock.at + 2 * EVERY, until)
        for one in keepers:
            await one.deadlines.tend()


async def test_a_process_that_is_down_is_an_outage_for_its_own_servers_alone(hall: Hall) -> None:
    first, second = keeper(hall, "0-7/16"), keeper(hall, "8-15/16")
    await pass_time(hall, HOUR, first, second)
    here, there = await running(hall, server(3)), await running(hall, server(12))
    assert here.deadline is not None and there.deadline is not None
    await pass_time(hall, 30 * HOUR, first)
    await pass_time(hall, HOUR, first, second)
    kept, credited = await hall.matches.load(here.id), await hall.matches.load(there.id)
    assert kept.deadline == here.deadline
    assert credited.deadline is not None and 30 * HOUR <= credited.deadline - there.deadline <= 31 * HOUR
    async with hall.matches.change(there.id) as change:
        clock = change.match.clock
        assert clock is not None and change.clock_now(clock, ADA) == clock, "every process that loads it knows the same"


async def test_nobody_is_reminded_or_flagged_by_a_process_that_does_not_hold_the_server(hall: Hall) -> None:
    second = keeper(hall, "8-15/16")
    match = await running(hall, server(3))
    await pass_time(hall, 5 * DAY, second)
    assert await hall.matches.load(match.id) == match


async def test_without_a_connection_nothing_is_done_and_no_sign_of_life_is_given(hall: Hall) -> None:
    match = await running(hall, server(3))
    await pass_time(hall, 5 * DAY, Keeper.of(hall, lambda: Shards.of((), SIXTEEN)))
    async with hall.database.read() as connection:
        assert await heartbeats.latest(connection) is None
    assert await hall.matches.load(match.id) == match


@pytest.mark.parametrize(("before", "after"), [("0-15/16", "3/32"), ("3/32", "3/16"), ("0/1", "0-4/5"), ("0/2", "0/3")])
async def test_dividing_anew_needs_nothing_but_a_restart(hall: Hall, before: str, after: str) -> None:
    old, new = keeper(hall, before), keeper(hall, after)
    server_id = next(one << 22 for one in range(10**6, 10**7) if _both(one << 22, before, after))
    await pass_time(hall, HOUR, old)
    match = await running(hall, server_id)
    assert match.deadline is not None
    hall.clock.at += 2 * DAY
    await new.deadlines.tend()
    assert (await hall.matches.load(match.id)).deadline == match.deadline + 2 * DAY
    await pass_time(hall, HOUR, new)
    hall.clock.at += 2 * DAY
    await old.deadlines.tend()
    assert (await hall.matches.load(match.id)).deadline == match.deadline + 4 * DAY, "and back again"


def _both(server_id: int, *texts: str) -> bool:
    return all(Shards.parse(text).hold(server_id) for text in texts)


async def test_messages_are_sent_by_the_process_that_holds_the_server(hall: Hall) -> None:
    match = await running(hall, server(3))
    now = hall.clock.at + HOUR
    async with hall.database.write() as connection:
        await boards.leave(connection, replace(match, place=replace(match.place, message_id=5)), hall.clock.at)
    async with hall.database.read() as connection:
        for text, found in (("0-7/16", [match.id]), ("8-15/16", []), ("0/1", [match.id]), ("3/32", [match.id])):
            shards = Shards.parse(text)
            assert [one.number for one in await queue.due(connection, [Kind.BOARD], now, 5, (), shards)] == found
            assert len(await queue.due(connection, [Kind.OLD_BOARD], now, 5, (), shards)) == len(found)
        nobody = Shards.of((), SIXTEEN)
        assert await queue.due(connection, tuple(Kind), now, 5, (), nobody) == []
        assert await plans.due(connection, now, 5, nobody) == []


async def test_a_server_of_another_shard_was_not_left(hall: Hall) -> None:
    mine, theirs = server(3), server(12)
    await running(hall, mine)
    await running(hall, theirs)
    await departures.compare(hall.matches, (), Shards.parse("3/16"))
    hall.clock.at += 31 * DAY
    await departures.delete(hall.matches, (), Shards.parse("12/16"))
    await departures.delete(hall.matches, (), ALL)
    async with hall.database.read() as connection:
        left = await queue.due(connection, [Kind.BOARD], hall.clock.at, 5)
    assert [(await hall.matches.load(one.number)).place.server_id for one in left] == [theirs]


class Elsewhere:
    """Processes that seem to run on different machines, unless they are told that they have crashed."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self._hall = hall
        self.waited: list[float] = []
        monkeypatch.setattr("bot.store.engine.processes.this_machine", lambda: self.machine)
        self.machine = "one boot"
        self.meanwhile: Holding | None = None

    def holding(self, text: str) -> Holding:
        return Holding(self._hall.database, Shards.parse(text), now=self._hall.clock, wait=self._wait)

    async def _wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        self._hall.clock.go_on(seconds=seconds)
        if self.meanwhile is not None:
            await self.meanwhile.renew()


@pytest.fixture
def elsewhere(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    return Elsewhere(hall, monkeypatch)


async def test_two_that_hold_different_shards_work_side_by_side(elsewhere: Elsewhere) -> None:
    await elsewhere.holding("0-3/16").take()
    elsewhere.machine = "two boot"
    await elsewhere.holding("4-7/16").take()
    await elsewhere.holding("8/32").take()
    assert elsewhere.waited == []


@pytest.mark.parametrize(("text", "held"), [("3-4/16", "3/16"), ("19/32", "19/32"), ("0/1", "0/1")])
async def test_the_second_process_that_claims_a_shard_is_refused_after_ten_minutes(
    elsewhere: Elsewhere, text: str, held: str, caplog: pytest.LogCaptureFixture
) -> None:
    elsewhere.meanwhile = elsewhere.holding("0-3/16")
    await elsewhere.meanwhile.take()
    elsewhere.machine = "two boot"
    with pytest.raises(ShardsHeld) as caught:
        await elsewhere.holding(text).take()
    assert str(caught.value.shards) == held and caught.value.by.endswith("on one")
    await elsewhere.meanwhile.give_back()
    await elsewhere.holding(text).take()
    assert elsewhere.waited == [SILENCE.total_seconds()] * 20, "who stops in an orderly way is replaced at once"
    assert "waiting until it stops, for 0:10:00 at most" in caplog.text and "for 0:00:30 at most" in caplog.text


async def test_a_process_that_is_started_before_the_old_one_stops_takes_its_place(elsewhere: Elsewhere) -> None:
    """Some platforms do so: the old one is stopped minutes later."""
    old = elsewhere.meanwhile = elsewhere.holding("0-3/16")
    await old.take()
    elsewhere.machine, renew = "two boot", old.renew

    async def renewed_for_a_while(refused: int = 0) -> None:
        await (old.give_back() if len(elsewhere.waited) == 7 else renew(refused))

    old.renew = renewed_for_a_while  # type: ignore[method-assign]
    await elsewhere.holding("0-3/16").take()
    assert len(elsewhere.waited) == 7


async def test_one_that_has_crashed_is_replaced_soon_and_on_the_same_machine_at_once(elsewhere: Elsewhere) -> None:
    await elsewhere.holding("0-3/16").take()
    await elsewhere.holding("0-3/16").take()
    assert elsewhere.waited == [], "the number of the process is that of another by now"
    elsewhere.machine = "two boot"
    await elsewhere.holding("0-3/16").take()
    assert elsewhere.waited == [SILENCE.total_seconds()]


async def test_a_process_that_was_silent_for_too_long_and_was_replaced_stops(elsewhere: Elsewhere) -> None:
    silent = elsewhere.holding("0-3/16")
    await silent.take()
    elsewhere.machine = "two boot"
    new = elsewhere.holding("2/16")
    await new.take()
    elsewhere.machine = "one boot"
    with pytest.raises(ShardsHeld):
        await silent.renew()
    await new.renew()


async def test_an_entry_that_was_lost_is_made_anew(elsewhere: Elsewhere, hall: Hall) -> None:
    holding = elsewhere.holding("0-3/16")
    await holding.take()
    async with hall.database.write() as connection:
        found: list[Process] = list(await processes.entered(connection))
        await processes.remove(connection, [one.id for one in found])
    await holding.renew()
    async with hall.database.write() as connection:
        assert [str(one.shards) for one in await processes.entered(connection)] == ["0-3/16"]
