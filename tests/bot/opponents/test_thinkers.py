"""The thinking processes: lost ones are replaced, people wait their fair turn, and all processes end."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.opponents.thinkers import Answer, NoAnswer, ThinkerProcesses, Urgency
from players.choice import choose, hint
from players.levels import LEVELS, Level
from rules import GAMES

START = GAMES["furl"].start(2)
LEVEL = replace(LEVELS[1], nodes=50)
AGES = 1_000.0
A_LITTLE = 20.0


@pytest.fixture
async def thinkers() -> AsyncGenerator[ThinkerProcesses]:
    """Thinkers with at most one process."""
    thinkers = ThinkerProcesses(1)
    yield thinkers
    await thinkers.close()


async def process_of(thinkers: ThinkerProcesses) -> int:
    """The id of the running process, once it has answered."""
    return await thinkers.ask(os.getpid, A_LITTLE)


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_process_finds_the_move_that_is_found_anywhere(thinkers: ThinkerProcesses) -> None:
    assert thinkers.process_ids == frozenset()
    assert await thinkers.choose(START, LEVEL, 7) == choose(START, LEVEL, 7)
    assert await process_of(thinkers) in thinkers.process_ids and os.getpid() not in thinkers.process_ids


async def test_a_process_finds_hints_too(thinkers: ThinkerProcesses) -> None:
    assert await thinkers.hint(START, LEVEL, 7) == hint(START, LEVEL, 7)


async def test_a_process_uses_our_packages_wherever_the_bot_is_started(
    thinkers: ThinkerProcesses, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("bot", "players", "rules"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('of somebody else')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert await process_of(thinkers) in thinkers.process_ids


async def test_a_process_knows_nothing_of_tokens(thinkers: ThinkerProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "hush")
    assert await thinkers.ask(partial(os.getenv, "DISCORD_TOKEN"), A_LITTLE) is None


async def test_a_killed_process_is_replaced_and_its_question_answered(thinkers: ThinkerProcesses) -> None:
    first = await process_of(thinkers)
    os.kill(first, 9)
    assert await thinkers.choose(START, LEVEL, 7) == choose(START, LEVEL, 7)
    assert await process_of(thinkers) != first


@pytest.mark.skipif(sys.platform == "win32", reason="there a signal always ends a process")
async def test_a_process_keeps_thinking_when_the_processes_of_the_bot_get_the_signal_to_stop(
    thinkers: ThinkerProcesses,
) -> None:
    first = await process_of(thinkers)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(first, number)
    assert await process_of(thinkers) == first


async def test_a_question_that_no_process_survives_is_given_up_and_the_next_one_answered(
    thinkers: ThinkerProcesses,
) -> None:
    with pytest.raises(NoAnswer):
        await thinkers.ask(partial(os._exit, 1), A_LITTLE)
    assert await process_of(thinkers)


async def test_a_process_that_hangs_is_ended() -> None:
    thinkers = ThinkerProcesses(1, patience=timedelta(0))
    with pytest.raises(NoAnswer):
        await thinkers.ask(partial(time.sleep, AGES), 0.01)
    await thinkers.close()
    assert thinkers.process_ids == frozenset()


async def test_a_match_continues_if_no_process_answers() -> None:
    thinkers = ThinkerProcesses(1, patience=timedelta(0))
    assert await thinkers.choose(START, replace(LEVELS[-1], seconds=0.0), 7) in START.legal_moves()
    await thinkers.close()


async def test_questions_that_are_not_urgent_may_take_longer_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = list[float]()

    class Calm:
        process_id = None

        def __init__(self, niceness: int) -> None:
            pass

        def answer(self, question: bytes, seconds: float) -> Answer:
            waited.append(seconds)
            return Answer(False, len(question))

        def end(self) -> None:
            pass

    monkeypatch.setattr("bot.opponents.thinkers.Thinker", Calm)
    thinkers = ThinkerProcesses(1, patience=timedelta(seconds=30))
    for urgency in Urgency:
        await thinkers.ask(os.getpid, 1.0, urgency=urgency)
    await thinkers.close()
    assert waited == [31.0, 301.0, 301.0]


async def test_a_failed_question_is_reported_and_the_process_kept(thinkers: ThinkerProcesses) -> None:
    process = await process_of(thinkers)
    with pytest.raises(NoAnswer, match=r"ValueError: .*seven"):
        await thinkers.ask(partial(int, "seven"), A_LITTLE)
    assert await process_of(thinkers) == process


async def test_new_askers_go_before_those_with_waiting_questions(thinkers: ThinkerProcesses) -> None:
    answered = list[str]()

    async def ask(name: str, asker: int, urgency: Urgency = Urgency.MOVE) -> None:
        answered.append(await thinkers.ask(partial(str, name), A_LITTLE, asker, urgency))

    await asyncio.gather(
        ask("review", 3, Urgency.REVIEW), ask("a1", 1), ask("a2", 1), ask("a3", 1), ask("b1", 2), ask("b2", 2)
    )
    assert answered == ["review", "a1", "b1", "a2", "b2", "a3"]  # the first one begins before the others are asked


@pytest.mark.parametrize("level", LEVELS[:-1], ids=lambda level: level.key)
async def test_the_move_of_all_but_the_strongest_waits_for_no_long_thinking(
    thinkers: ThinkerProcesses, level: Level
) -> None:
    asked = [asyncio.create_task(thinkers.ask(partial(time.sleep, AGES), AGES, asker)) for asker in range(3)]
    await asyncio.sleep(0)
    assert await thinkers.choose(START, level, 7) in START.legal_moves()
    assert not any(task.done() for task in asked)
    await thinkers.close()
    await asyncio.gather(*asked, return_exceptions=True)


async def test_only_long_thinking_has_a_lower_priority_than_the_bot(thinkers: ThinkerProcesses) -> None:
    own, low = os.nice(0), await thinkers.ask(partial(os.nice, 0), A_LITTLE)
    assert await thinkers.ask(partial(os.nice, 0), 0.1) == own and low == min(own + 10, 19)


async def test_a_hint_goes_before_all_but_the_first_move_of_each_person(thinkers: ThinkerProcesses) -> None:
    moves = [asyncio.create_task(thinkers.choose(START, LEVEL, seed, (), 1)) for seed in range(9)]
    hinted = asyncio.create_task(thinkers.hint(START, LEVEL, 7, (), 1))
    await hinted
    assert sum(task.done() for task in moves) <= 2
    await asyncio.gather(*moves)


async def test_the_expected_wait_grows_with_those_who_wait(thinkers: ThinkerProcesses) -> None:
    assert thinkers.expected_wait == timedelta(0)
    asked = [asyncio.create_task(thinkers.ask(partial(time.sleep, AGES), A_LITTLE, asker)) for asker in range(3)]
    await asyncio.sleep(0)
    assert thinkers.expected_wait == timedelta(seconds=3)
    await thinkers.close()
    assert all(isinstance(end, asyncio.CancelledError) for end in await asyncio.gather(*asked, return_exceptions=True))


async def test_a_process_that_was_idle_for_long_ends() -> None:
    thinkers = ThinkerProcesses(1, idle=timedelta(0))
    process = await process_of(thinkers)
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # the timer has fired by now
    assert thinkers.process_ids == frozenset()
    assert await process_of(thinkers) != process
    await thinkers.close()
    assert not runs(process)


async def test_all_end_when_they_are_closed_whatever_they_do() -> None:
    thinkers = ThinkerProcesses(2)
    first = await process_of(thinkers)
    asked = asyncio.create_task(thinkers.ask(partial(time.sleep, AGES), AGES))
    await asyncio.sleep(0)
    await thinkers.close()
    with suppress(asyncio.CancelledError):
        await asked
    assert not runs(first)
    with pytest.raises(asyncio.CancelledError):
        await thinkers.ask(os.getpid, A_LITTLE)


BOT = """
import asyncio, functools, os, time
from players.choice import hint
from bot.opponents.thinkers import ThinkerProcesses

async def main():
    thinkers = ThinkerProcesses(1)
    await thinkers.ask(os.getpid, 20)
    asyncio.create_task(thinkers.ask(functools.partial(time.sleep, 1000), 1000))
    await asyncio.sleep(0)
    print("thinking", flush=True)
    await asyncio.sleep(1000)

asyncio.run(main())
"""


def test_no_process_survives_a_bot_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", BOT], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as killed:
        assert killed.stdout is not None and killed.stderr is not None
        assert killed.stdout.readline() == b"thinking\n"
        killed.kill()
        assert killed.stderr.read() == b""  # which the thinking process has open while it runs
