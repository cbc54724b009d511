"""The memory of one process that plays very many turns of all games, which people type and touch and programs play.

Matches begin and end all the time.
"""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Final

from aiohttp import ClientSession

from rules import GAMES
from tests.processes import variables
from tests.processes.cluster import Cluster
from tests.processes.players import PlayedMatch
from tests.processes.postgres import free_port
from tests.processes.stage import SERVERS, RunStage, staged

ALLOCATION: Final = {"MALLOC_ARENA_MAX": "1", "PILLOW_BLOCK_SIZE": "64K"}
"""How memory is allocated, as the services, the image and platforms set it."""

_TOGETHER: Final = 12  # matches; fewer than the connections to the database, because this is no test of a crowd
_MOST_PLIES: Final = 40  # of a match, which then goes on without anybody
_SAMPLES: Final = 20
_BY_PROGRAMS: Final = 0.2  # of all moves
_MEGABYTE: Final = 1024  # in kilobytes


async def measure(turns: int) -> None:
    """Print the memory of the process a number of times on the way, and by how much the last half made it grow."""
    port = free_port()
    async with staged(SERVERS) as stage:
        stage.settings |= {variables.PAINTS: "1", "METRICS_PORT": f"{port}", **ALLOCATION}
        cluster = stage.cluster(("0-15/16",))
        try:
            await cluster.start()
            stage.players.pages.cluster, stage.players.programs = cluster, _BY_PROGRAMS
            samples = await _samples(stage, cluster, turns)
            await _print_caches(port)
        finally:
            await cluster.close()
    half = samples[len(samples) // 2 :]
    print(f"{stage.players.touched:,} moves were touched on the page, {stage.players.asked:,} made by programs")
    print(f"growth over the last half: {half[-1] - half[0]:.1f} MB", flush=True)


async def _samples(stage: RunStage, cluster: Cluster, turns: int) -> Sequence[float]:
    """The megabytes at equal distances, while some people play match after match."""
    samples, players, games = list[float](), stage.players, cycle(GAMES)
    servers = cycle(stage.discord.servers)

    async def play_on() -> None:
        while players.achieved.total() < turns:
            match = players.new_match(next(servers), "3 days", next(games))
            await players.begin(match)
            await players.play(match, _MOST_PLIES)
            _forget(stage, match)
            if players.achieved.total() >= len(samples) * turns // _SAMPLES:
                samples.append(_resident(cluster))
                print(f"{players.achieved.total():,} turns: {samples[-1]:.1f} MB", flush=True)

    await players.all(play_on() for _ in range(_TOGETHER))
    return samples


async def _print_caches(port: int) -> None:
    """Print how full the caches of the process are."""
    async with ClientSession() as client, client.get(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = (await answer.text()).splitlines()
    print(*(line for line in lines if line.startswith("furlong_cache_")), sep="\n", flush=True)


def _forget(stage: RunStage, played: PlayedMatch) -> None:
    """Keep the test itself small: nobody looks at this match again."""
    for message_id in stage.players.shown.pop(played.number, {}):
        stage.discord.messages.pop(message_id, None)
    stage.discord.answers = {number: one for number, one in stage.discord.answers.items() if not one.has_come.is_set()}
    stage.players.reply.clear()


def _resident(cluster: Cluster) -> float:
    """The memory of the process in megabytes."""
    [process] = cluster.processes
    assert process.running is not None
    status = Path(f"/proc/{process.running.pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / _MEGABYTE
