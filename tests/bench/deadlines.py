"""The cost of keeping the clocks of many matches, and whether people notice while a long queue is processed."""

import asyncio
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import update

from bot.actions.heartbeats import Heartbeat
from bot.model.match import State
from bot.model.people import Actor
from bot.store.engine.schema.matches import matches as match_table
from tests.bench.matches import ADA, LIST, RUNS, SERVER, Shelf
from tests.bench.measure import Measurement, Watch, median_seconds_of, seconds_of
from tests.bot.matches import Deadlines, Matches

RUNNING, OVERDUE = 10_000, 1_000
DOWN = timedelta(days=1)


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        return runner.run(_rows(Path(folder)))


async def _rows(folder: Path) -> list[Measurement]:
    watch = Watch()
    shelf = await Shelf.filled(folder / "deadlines.db", RUNNING)
    matches = Matches(shelf.database, now=watch)
    keeper = Deadlines(matches, Heartbeat(matches, timedelta(minutes=1)))
    await keeper.tend()
    idle = await median_seconds_of(keeper.tend, runs=RUNS)
    watch.ahead = DOWN
    credited = await seconds_of(keeper.tend())
    await _make_overdue(shelf, watch)
    flagging = asyncio.create_task(seconds_of(keeper.tend()))
    lists = await _lists_meanwhile(matches, flagging)
    flagged = await flagging
    await shelf.database.close()
    note = f"{RUNNING:,} running matches"
    return [
        Measurement("A look at all clocks, nobody due", idle * 1e3, "ms", note),
        Measurement("A day of downtime credited to all", credited, "s", f"{note}, every board to be renewed"),
        Measurement("A match flagged", flagged / OVERDUE * 1e3, "ms", f"{OVERDUE:,} of {note} overdue at once"),
        Measurement(
            "  /games meanwhile",
            median(lists) * 1e3,
            "ms",
            f"one player's {LIST} matches; the slowest {max(lists) * 1e3:.0f} ms",
        ),
    ]


async def _make_overdue(shelf: Shelf, watch: Watch) -> None:
    """Put the deadlines of the last matches far into the past."""
    long_ago = watch() - timedelta(days=9)
    values = {"clock_began_at": long_ago, "deadline": long_ago + timedelta(days=3), "remind_at": None}
    async with shelf.database.write() as connection:
        late = match_table.c.id > RUNNING - OVERDUE
        await connection.execute(update(match_table).where(late).values(**values))


async def _lists_meanwhile(matches: Matches, flagging: asyncio.Task[float]) -> list[float]:
    """The seconds that each list of matches takes while other matches are flagged."""
    times: list[float] = []
    while not flagging.done():
        begun = perf_counter()
        await matches.of_person(Actor(ADA, SERVER).person, SERVER, State.RUNNING)
        times.append(perf_counter() - begun)
        await asyncio.sleep(0.02)
    return times
