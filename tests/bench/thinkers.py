"""The cost of computing moves: the lag of the event loop meanwhile, and time and memory of the strongest level."""

import asyncio
import math
from dataclasses import replace
from functools import partial
from time import perf_counter, process_time

from bot.opponents.thinkers import ThinkerProcesses, usual_count
from players.choice import choose
from players.levels import LEVELS
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
_MILLISECONDS = 1_000


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    return [*asyncio.run(lag()), *(asyncio.run(strongest(key)) for key in GAMES)]


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
