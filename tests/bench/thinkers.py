"""The cost of computing moves: lag and waits meanwhile, and time and memory of the strongest level."""

import asyncio
import math
from dataclasses import replace
from functools import partial
from itertools import count
from time import perf_counter, process_time

from bot.opponents.thinkers import ThinkerProcesses, usual_count
from players.choice import choose
from players.levels import LEVELS, Level
from rules import GAMES
from rules.core import Move, Position
from tests.bench.measure import Measurement, most_memory
from tests.bench.opponents import under_way

STRONGEST = LEVELS[-1]
MATCHES = ("furl", "playwin", "fursaz", "farlander")
"""The number of matches in which a character thinks at the same time."""
MOVES = 2
TICK = 0.005
ALL_BUT_FEW = 0.99
PATIENCE = 60.0
PEOPLE = 8
"""How many people play the two strongest levels, without a pause between their moves."""
GENTLE = 40
"""How many moves of the gentlest level are asked meanwhile, by somebody else."""
PAUSE = 0.3
"""The seconds before each of these."""
_MILLISECONDS = 1_000


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    return [*asyncio.run(lag()), asyncio.run(gentle()), *(asyncio.run(strongest(key)) for key in GAMES)]


async def lag() -> list[Measurement]:
    """The lag of the event loop while characters think in four matches, including the start of the processes."""
    positions = [position_of(key) for key in MATCHES]
    thinkers, late = ThinkerProcesses(usual_count()), list[float]()
    ticking = asyncio.create_task(tick(late))
    await asyncio.gather(*(_play(thinkers, position, asker) for asker, position in enumerate(positions)))
    ticking.cancel()
    await thinkers.close()
    late.sort()
    note = f"{len(MATCHES)} matches think, processes: {usual_count()}"
    return [
        Measurement("event loop, lag, most", late[-1] * _MILLISECONDS, "ms", note),
        Measurement("event loop, lag, 99 of 100", late[int(ALL_BUT_FEW * len(late))] * _MILLISECONDS, "ms", note),
    ]


async def tick(late: list[float]) -> None:
    """Measure the lag of the event loop in seconds, again and again."""
    while True:
        begun = perf_counter()
        await asyncio.sleep(TICK)
        late.append(perf_counter() - begun - TICK)


async def _play(thinkers: ThinkerProcesses, position: Position, asker: int) -> None:
    for seed in range(MOVES):
        await thinkers.choose(position, STRONGEST, seed, asker=asker)


async def gentle() -> Measurement:
    """The wait for a move of the gentlest level while others play the strongest ones."""
    thinkers, waits = ThinkerProcesses(usual_count()), list[float]()
    games = [position_of(key) for key in GAMES]
    await thinkers.choose(games[0], LEVELS[0], 0)  # the process starts
    others = [
        asyncio.create_task(_play_on(thinkers, games[number], LEVELS[-1 - number % 2], number))
        for number in range(PEOPLE)
    ]
    for seed in range(GENTLE):
        await asyncio.sleep(PAUSE)
        begun = perf_counter()
        await thinkers.choose(games[0], LEVELS[0], seed, asker=PEOPLE)
        waits.append(perf_counter() - begun)
    await thinkers.close()
    await asyncio.gather(*others, return_exceptions=True)
    note = f"median {sorted(waits)[GENTLE // 2]:.2f} s, while {PEOPLE} play the two strongest"
    return Measurement("the longest wait for the gentlest", max(waits), "s", note, most=1.0)


async def _play_on(thinkers: ThinkerProcesses, position: Position, level: Level, asker: int) -> None:
    for seed in count():
        await thinkers.choose(position, level, seed, asker=asker)


async def strongest(key: str) -> Measurement:
    """The time of the strongest level for a move, and the peak memory of its process."""
    position, thinkers = position_of(key), ThinkerProcesses(1)
    _, seconds = await thinkers.ask(partial(timed, position), PATIENCE)
    _, seconds = await thinkers.ask(partial(timed, position), PATIENCE)
    memory = await thinkers.ask(most_memory, PATIENCE)
    await thinkers.close()
    return Measurement(f"{GAMES[key].name}, a move of {STRONGEST.name}", seconds, "s", f"{memory:.0f} MB")


def timed(position: Position) -> tuple[Move, float]:
    """A move, and how many seconds of one core it took."""
    begun = process_time()
    move = choose(position, replace(STRONGEST, seconds=math.inf), 1)
    return move, process_time() - begun


def position_of(key: str) -> Position:
    """A position well into a game, at its smallest table."""
    return under_way(GAMES[key].start(GAMES[key].seats.start))
