"""The turns per second of 1, 2, 4 and 6 processes, and the cost of a turn for the bot and the database.

Each process is pinned to a separate core if there are enough; the database and the test itself get the others. If there
are too few, the turns per second mean little, but the costs of a turn still hold, because they are measured as
processor time. What processes do even if nobody plays is measured first, and left out of the cost of a turn.
"""

import asyncio
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.processes import variables
from tests.processes.cluster import Cluster
from tests.processes.stage import SERVERS, RunStage, staged

_DIVISIONS = tuple(
    tuple(f"{16 * number // parts}-{16 * (number + 1) // parts - 1}/16" for number in range(parts))
    for parts in (1, 2, 4, 6)
)
_IDLE = 20.0  # seconds
_SHOWS = "10"  # seconds, as in production
_TURNS = 3
_TICKS = os.sysconf("SC_CLK_TCK")
_STATEMENTS = "SELECT sum(calls)::bigint AS calls, sum(total_exec_time) AS ms FROM pg_stat_statements"


@dataclass(frozen=True)
class RunCosts:
    """The cost of some turns: wall time, processor time of the bot and of the database, and statements."""

    turns: int
    seconds: float
    bot: float
    database: float
    statements: int
    execution: float
    idle_bot: float
    """Cores that the processes take while nobody plays, and what the database takes for that."""

    idle_database: float

    def __str__(self) -> str:
        bot, database = self.bot - self.idle_bot * self.seconds, self.database - self.idle_database * self.seconds
        a_turn = 1000 / self.turns
        return (
            f"{self.turns / self.seconds:6.1f} turns/s measured · a turn: bot {bot * a_turn:5.1f} ms of a core, database "
            f"{database * a_turn:4.1f} ms of a core ({self.statements / self.turns:.1f} statements, "
            f"{self.execution / self.turns:.2f} ms in them) · computed: {self.turns / bot:.0f} turns/s a core of bots, "
            f"{self.turns / database:.0f} turns/s a core of the database · idle: bots {self.idle_bot * 1000:.1f}, "
            f"database {self.idle_database * 1000:.1f} ms of a core each second"
        )


async def measure(matches: int) -> None:
    """Print a line for each number of processes."""
    for shards in _DIVISIONS:
        async with staged(SERVERS, is_durable=True) as stage:
            stage.settings |= {variables.PAINTS: "1", variables.SHOWS: _SHOWS}
            cluster = stage.cluster(shards)
            try:
                costs = await _measured(stage, cluster, matches)
            finally:
                await cluster.close()
        print(f"{len(shards)} process(es) on {os.cpu_count()} cores: {costs}", flush=True)


async def _measured(stage: RunStage, cluster: Cluster, matches: int) -> RunCosts:
    cores = os.cpu_count() or 1
    for number, process in enumerate(cluster.processes):
        process.core = number % cores
    await cluster.start()
    await stage.rows("CREATE EXTENSION pg_stat_statements")
    servers = [*stage.discord.servers]
    played = [stage.players.new_match(servers[number % SERVERS], "3 days") for number in range(matches)]
    await stage.players.all(map(stage.players.begin, played))
    idle_bot, idle_database = _of_bots(cluster), _of_database(stage)
    await asyncio.sleep(_IDLE)
    idle_bot, idle_database = _of_bots(cluster) - idle_bot, _of_database(stage) - idle_database
    await stage.rows("SELECT pg_stat_statements_reset()")
    processors, database, begun = _of_bots(cluster), _of_database(stage), time.monotonic()
    await stage.players.all(stage.players.play(one, _TURNS) for one in played)
    seconds = time.monotonic() - begun
    [row] = await stage.rows(_STATEMENTS)
    return RunCosts(
        turns=matches * _TURNS,
        seconds=seconds,
        bot=_of_bots(cluster) - processors,
        database=_of_database(stage) - database,
        statements=row["calls"],
        execution=row["ms"],
        idle_bot=idle_bot / _IDLE,
        idle_database=idle_database / _IDLE,
    )


def _of_bots(cluster: Cluster) -> float:
    """The processor time of the bot's processes in seconds."""
    return sum(_taken(process.running.pid) for process in cluster.processes if process.running is not None)


def _of_database(stage: RunStage) -> float:
    """The processor time of the server's processes in seconds; ended ones count with the first."""
    first = stage.postgres.pid
    working = 0.0
    for pid in _children(first):
        with suppress(FileNotFoundError):  # it has just ended, so it counts with the first
            working += _taken(pid)
    return working + _taken(first, with_ended=True)


def _children(parent: int) -> list[int]:
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]


def _taken(pid: int, *, with_ended: bool = False) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if with_ended else 13])) / _TICKS
