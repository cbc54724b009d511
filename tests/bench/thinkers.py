"""What thinking costs beside the bot: how late its event loop is meanwhile, and time and memory of the strongest."""

import asyncio
import math
from dataclasses import replace
from functools import partial
from time import perf_counter, process_time

from bot.opponents.choice import choose
from bot.opponents.levels import LEVELS
from bot.opponents.thinkers import ThinkerProcesses, usual_count
from rules import GAMES
from rules.core import Move, Position
from tests.bench.measure import Measurement, most_memory
from tests.bench.opponents import under_way

STRONGEST = LEVELS[-1]
MATCHES = ("furl", "playwin", "fursaz", "farlander")
"""In which somebody thinks at the same time."""
MOVES = 2
TICK = 0.005
ALL_BUT_FEW = 0.99
PATIENCE = 60.0
_MILLISECONDS = 1_000


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    return [*asyncio.run(lag()), *(asyncio.run(strongest(key)) for key in GAMES)]


async def lag() -> list[Measurement]:
    """How much later than it should the event loop runs while four matches think, the start of the processes included."""
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
    """Note again and again how late the event loop is, in seconds."""
    while True:
        begun = perf_counter()
        await asyncio.sleep(TICK)
        late.append(perf_counter() - begun - TICK)


async def _play(thinkers: ThinkerProcesses, position: Position, asker: int) -> None:
    for seed in range(MOVES):
        await thinkers.choose(position, STRONGEST, seed, asker=asker)


async def strongest(key: str) -> Measurement:
    """How long the strongest level thinks about a move, and how much memory its process takes at most."""
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
    """A position of a game that is well under way, at its smallest table."""
    return under_way(GAMES[key].start(GAMES[key].seats.start))
