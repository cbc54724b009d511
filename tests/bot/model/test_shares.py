"""Fair shares: whoever is behind many others keeps nobody waiting longer than one of theirs takes."""

import ast
import asyncio
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from math import inf
from pathlib import Path

import pytest

import bot
from bot.actions.context import EXPORTS
from bot.actions.replays import FILMS, READERS
from bot.chat.delivery.loop import THOUGHTS, WEBHOOKS
from bot.model.shares import Shares, Turns

HONEST = "honest"
EVERY = 43.1  # seconds between an answer to the honest asker and their next question
LASTS = 7_200.0


class World:
    """A clock, and places in which what waits is done; all who ask ask again as soon as they are answered."""

    def __init__(self, places: int, spare: int, took: float, honest_took: float = 1.0) -> None:
        self.now = 0.0
        self.shares = Shares[float](places, spare, lambda: self.now)
        self.took = took
        self.honest_took = honest_took
        self.waits: list[float] = []
        self._events: list[tuple[float, int, Hashable, bool]] = []
        self._order = 0

    def ask(self, at: float, asker: Hashable) -> None:
        self._add(at, asker, is_end=False)

    def run(self, askers: Sequence[Hashable]) -> Sequence[float]:
        """How long each question of the honest asker waited while others, one of `askers` behind each, had theirs."""
        for asker in askers:
            self.ask(0.0, asker)
        self.ask(1.0, HONEST)
        while self.now < LASTS:
            self.now, _, asker, is_end = heappop(self._events)
            if is_end:
                self.shares.end(asker)
                self.ask(self.now + (EVERY if asker == HONEST else 0.0), asker)
            else:
                self.shares.put(self.now, asker)
            self._begin()
        return self.waits

    def _begin(self) -> None:
        while (taken := self.shares.take()) is not None:
            asked_at, asker = taken
            if asker == HONEST:
                self.waits.append(self.now - asked_at)
            self._add(self.now + (self.honest_took if asker == HONEST else self.took), asker, is_end=True)

    def _add(self, at: float, asker: Hashable, *, is_end: bool) -> None:
        self._order += 1
        heappush(self._events, (at, self._order, asker, is_end))


@pytest.mark.parametrize("matches", [3, 150, 1_500])
def test_a_move_waits_for_one_move_however_many_matches_guests_of_a_network_have(matches: int) -> None:
    waits = World(1, 0, took=1.1).run(["network"] * matches)
    assert len(waits) > 100 and max(waits) <= 1.1


@pytest.mark.parametrize("matches", [20, 200])
def test_a_move_waits_for_one_move_after_the_first_of_many_networks(matches: int) -> None:
    waits = World(1, 0, took=1.1).run([f"network {number % 20}" for number in range(matches)])
    assert len(waits) > 100 and waits[0] <= 20 * 1.1 and max(waits[1:]) <= 1.1


@pytest.mark.parametrize("receivers", [20, 60, 500])
def test_an_event_goes_out_at_once_however_many_slow_receivers_two_accounts_have(receivers: int) -> None:
    lane = World(WEBHOOKS.at_once, WEBHOOKS.spare, took=9.9, honest_took=0.3)
    waits = lane.run([f"account {number % 2}" for number in range(receivers)])
    assert len(waits) > 100 and max(waits) == 0.0


def test_an_event_goes_out_within_ten_seconds_if_there_are_more_slow_accounts_than_places() -> None:
    waits = World(WEBHOOKS.at_once, WEBHOOKS.spare, took=9.9, honest_took=0.3).run([*range(40)] * 10)
    assert len(waits) > 100 and waits[0] <= 40 / WEBHOOKS.at_once * 9.9 and max(waits[1:]) <= 9.9


def test_a_turn_is_taken_up_at_once_while_many_guests_of_a_network_have_theirs() -> None:
    waits = World(THOUGHTS.at_once, THOUGHTS.spare, took=60.0).run(["network"] * 5_000)
    assert len(waits) > 100 and max(waits) == 0.0


@pytest.mark.parametrize("places", [READERS, FILMS, EXPORTS])
def test_a_small_record_film_or_export_begins_at_once_beside_long_ones_of_many_guests(places: tuple[int, int]) -> None:
    waits = World(*places, took=30.0).run(["network"] * 200)
    assert len(waits) > 100 and max(waits) == 0.0


def test_those_who_ask_as_much_get_as_much_time_however_short_their_questions_are() -> None:
    now, used = 0.0, {"long": 0.0, "short": 0.0}
    shares = Shares[float](1, now=lambda: now)
    for _ in range(1_000):
        shares.put(5.0, "long")
        shares.put(0.5, "short")
    while now < 400:
        taken = shares.take()
        assert taken is not None
        seconds, asker = taken
        now += seconds
        used[f"{asker}"] += seconds
        shares.end(asker)
    assert used["long"] == pytest.approx(used["short"], rel=0.1)


def test_what_is_less_urgent_waits_for_those_who_had_little_and_not_for_those_who_had_much() -> None:
    now = 0.0
    shares = Shares[str](1, now=lambda: now)
    shares.put("search", 3, inf)
    shares.put("review", 2, 5.0)
    for number in range(10):
        shares.put(f"move {number}", 1)
    assert shares.ahead() == 1 and len(shares) == 12
    order = list[str]()
    while (taken := shares.take()) is not None:
        order.append(taken[0])
        now += 1.0
        shares.end(taken[1])
    assert 5 <= order.index("review") <= 6 and order[-1] == "search" and len(shares) == 0


async def test_one_who_gives_up_waiting_holds_no_place_and_no_one_up() -> None:
    turns = Turns(1)

    async def hold(asker: int) -> None:
        async with turns.turn(asker):
            await asyncio.sleep(0)

    async with turns.turn(1):
        waiting = [asyncio.create_task(hold(asker)) for asker in (2, 2, 3, 4)]
        await asyncio.sleep(0)
        waiting[0].cancel()
    waiting[2].cancel()  # it was their turn just now, or will be
    for task in waiting:
        with suppress(asyncio.CancelledError):
            await task
    async with asyncio.timeout(1), turns.turn(5):
        pass


async def test_one_who_waits_apart_holds_no_place_and_has_one_again_afterwards() -> None:
    turns, answered = Turns(1), asyncio.Event()

    async def wait(asker: int) -> None:
        async with turns.turn(asker) as turn:
            with suppress(TimeoutError):
                async with turn.apart(), asyncio.timeout(0.001 if asker == 2 else None):
                    await answered.wait()
            await asyncio.sleep(0)

    waiting = [asyncio.create_task(wait(asker)) for asker in (1, 1, 2, 3)]
    async with asyncio.timeout(1), turns.turn(1):
        await asyncio.sleep(0)
    waiting[3].cancel()
    async with asyncio.timeout(1), turns.turn(4):
        answered.set()
        await asyncio.sleep(0)
        waiting[0].cancel()
    async with asyncio.timeout(1):
        await asyncio.gather(*waiting, return_exceptions=True)
    assert [task.cancelled() for task in waiting] == [True, False, False, True]
    async with asyncio.timeout(1), turns.turn(5):
        pass


def _queued() -> Iterator[tuple[str, str]]:
    """Where something in `bot/` waits for its turn, and the expression of the asker behind it."""
    for path in Path(bot.__path__[0]).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "bot.model.shares import" not in text and ".turn(" not in text:
            continue
        for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
            if not isinstance(call.func, ast.Attribute):
                continue
            whose, nth = ast.unparse(call.func.value), {"turn": 0, "put": 1}.get(call.func.attr)
            if nth is not None and "telemetry" not in whose and "watcher" not in whose and whose != "queue":
                yield f"{path.name}: {whose}", ast.unparse(call.args[nth])


def test_whatever_waits_for_its_turn_waits_in_the_share_of_who_is_behind_it() -> None:
    queued = [*_queued()]
    assert len(queued) >= 7
    wrong = [(where, asker) for where, asker in queued if not asker.endswith("asker") and "asker_of(" not in asker]
    assert not wrong
