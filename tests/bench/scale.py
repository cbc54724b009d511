"""`python -m tests.bench.scale`: how long a host waits with very many matches, beside a hundredth of them.

Each size runs in a separate process, so that its memory can be measured. `--running 100000` makes a database with that
many running matches and ten times as many finished ones, which takes minutes and some gigabytes.
"""

import argparse
import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from sqlalchemy import select, update

from bot.actions import departures
from bot.actions import privacy as privacy_actions
from bot.actions.context import Context
from bot.actions.heartbeats import Heartbeat
from bot.actions.ratings import leaderboard
from bot.hosting.checking import check
from bot.hosting.databases import back_up, move
from bot.model.jobs import Kind
from bot.model.match import State
from bot.model.people import Person
from bot.model.ratings import ALL_ROUND, Field
from bot.store import match_lists
from bot.store.engine.database import Database
from bot.store.engine.schema.matches import matches as match_table
from bot.store.engine.schema.matches import participants
from bot.store.jobs import queue
from tests.bench.contention import beside_others
from tests.bench.crowd import Crowd, make
from tests.bench.measure import (
    Measurement,
    Watch,
    figure,
    in_process,
    median_seconds_of,
    most_memory,
    seconds_of,
    table,
)
from tests.bot.matches import Deadlines, Matches

RUNNING: Final = 1_000
"""The default number of running matches; ten times as many are finished."""

_TIMES: Final = 7
_DUE_SHARE: Final = 10  # the inverse of the share of running matches that are due at once
_A_DAY: Final = timedelta(days=1)


def rows(running: int = RUNNING) -> list[Measurement]:
    """The rows of this part of the report."""
    few, many = (in_process("tests.bench.scale", number, 10 * number) for number in (running // 100, running))
    note = f"{running:,} matches run, {10 * running:,} are over"
    return [
        Measurement(name, value, unit, f"{note}; with a hundredth of them {figure(few[name][0])} {unit}")
        for name, (value, unit) in many.items()
    ]


async def _measured(folder: Path, crowd: Crowd) -> dict[str, tuple[float, str]]:
    file = await make(folder, crowd)
    url, found = f"sqlite+aiosqlite:///{file}", dict[str, tuple[float, str]]()
    for part in (_starting, _asking, _keeping, _hosting):
        found |= await part(url, crowd)
    return found


async def _starting(url: str, crowd: Crowd) -> dict[str, tuple[float, str]]:
    """The time from nothing to a bot that has checked everything that it must."""
    begun = perf_counter()
    database = await Database.open(url)
    present = {crowd.server(number) for number in range(crowd.servers + 1)}
    matches = Matches(database, now=Watch())
    await departures.compare(matches, present)
    await Heartbeat(matches, timedelta(minutes=1)).beat()
    async with database.read() as connection:
        await queue.due(connection, tuple(Kind), matches.now(), 500)
    took = perf_counter() - begun
    await database.close()
    return {"Start-up": (took, "s"), "Memory after it": (most_memory(), "MB")}


async def _asking(url: str, crowd: Crowd) -> dict[str, tuple[float, str]]:
    """The cost of people's commands."""
    database = await Database.open(url)
    matches, server = Matches(database, now=Watch()), crowd.large_server
    busy = await _busy_person(database, server)
    field = Field(server, ALL_ROUND)
    found = {
        "/games": await median_seconds_of(
            lambda: matches.of_person(busy, server, State.RUNNING, State.OPEN), runs=_TIMES
        ),
        "/leaderboard": await median_seconds_of(lambda: leaderboard(matches, field, 0, busy), runs=_TIMES),
        "The panel of the largest server": await median_seconds_of(lambda: matches.running(server, 40), runs=_TIMES),
        "What waits, for the metrics": await median_seconds_of(lambda: _backlog(database), runs=_TIMES),
    }
    await database.close()
    return {name: (seconds * 1e3, "ms") for name, seconds in found.items()}


async def _keeping(url: str, crowd: Crowd) -> dict[str, tuple[float, str]]:
    """The time that updating the clocks takes while another task writes."""
    database, watch = await Database.open(url), Watch()
    matches = Matches(database, now=watch)
    keeper = Deadlines(matches, Heartbeat(matches, timedelta(minutes=1)))
    await keeper.tend()
    idle, _ = await beside_others(database, keeper.tend())
    watch.ahead = _A_DAY
    credit, credit_wait = await beside_others(database, keeper.tend())
    late = match_table.c.id % _DUE_SHARE == 0
    long_ago = watch() - timedelta(days=5)
    async with database.write() as connection:
        values = {"clock_began_at": long_ago, "deadline": long_ago + timedelta(days=3), "remind_at": None}
        await connection.execute(update(match_table).where(match_table.c.state == State.RUNNING, late).values(**values))
    due = crowd.running // _DUE_SHARE
    sweep, sweep_wait = await beside_others(database, keeper.tend())
    await database.close()
    return {
        "A look at all clocks, nobody due": (idle * 1e3, "ms"),
        "A day of downtime credited": (credit, "s"),
        "  the longest wait of others": (credit_wait * 1e3, "ms"),
        "A match of many due at once, flagged": (sweep / due * 1e3, "ms"),
        "  the longest wait of others then": (sweep_wait * 1e3, "ms"),
    }


async def _hosting(url: str, crowd: Crowd) -> dict[str, tuple[float, str]]:
    """The cost of a host's commands."""
    database = await Database.open(url)
    matches = Matches(database, now=Watch())
    busy = await _busy_person(database, crowd.large_server)
    forgotten, forgotten_wait = await beside_others(database, privacy_actions.forget(matches, busy))
    server = crowd.server(1)
    await departures.leave(matches, server)
    later = Context(database, now=lambda: matches.now() + 31 * _A_DAY)
    deleted, deleted_wait = await beside_others(database, departures.delete(later, ()))
    await database.close()
    file = Path(url.removeprefix("sqlite+aiosqlite:///"))
    thousands = (crowd.running + crowd.finished) / 1e3
    copied = await seconds_of(asyncio.to_thread(back_up, url, file.with_name("copy.db")))
    moved = await seconds_of(move(url, f"sqlite+aiosqlite:///{file.with_name('moved.db')}", lambda _line: None))
    checked = await seconds_of(check(url, lambda _line: None))
    return {
        "A person's data deleted": (forgotten * 1e3, "ms"),
        "  the longest wait of others meanwhile": (forgotten_wait * 1e3, "ms"),
        "A server that was left, deleted": (deleted * 1e3, "ms"),
        "  the longest wait of others beside it": (deleted_wait * 1e3, "ms"),
        "Backup of a thousand matches": (copied / thousands * 1e3, "ms"),
        "Move of a thousand matches, with a check": (moved / thousands * 1e3, "ms"),
        "Check of a thousand matches": (checked / thousands * 1e3, "ms"),
        "Memory at the end": (most_memory(), "MB"),
    }


async def _busy_person(database: Database, server: int) -> Person:
    """A person with a usual number of matches on a server."""
    query = (
        select(participants.c.person_id)
        .join(match_table, match_table.c.id == participants.c.match_id)
        .where(match_table.c.server_id == server)
        .limit(1)
    )
    async with database.read() as connection:
        number = await connection.scalar(query)
    assert number is not None
    return Person(number, "Ada")


async def _backlog(database: Database) -> object:
    async with database.read() as connection:
        return await queue.backlogs(connection, datetime.now(UTC)), await match_lists.matches_by_state(connection)


def main() -> None:
    """Print the rows, or the results of one size as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.scale", description="Very many matches.")
    parser.add_argument("--running", type=int, default=RUNNING, help="how many matches run; ten times as many are over")
    parser.add_argument("--only", type=int, nargs=2, metavar=("RUNNING", "FINISHED"), help="one size, as JSON")
    chosen = parser.parse_args()
    if chosen.only is None:
        print(table(rows(chosen.running)))
        return
    with TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(_measured(Path(folder), Crowd(*chosen.only)))))


if __name__ == "__main__":
    main()
