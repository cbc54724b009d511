"""The memory of one process that plays very many turns, typed and touched, in matches that begin and end all the time."""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Final

from rules import GAMES
from tests.processes import variables
from tests.processes.cluster import Cluster
from tests.processes.players import PlayedMatch
from tests.processes.stage import SERVERS, RunStage, staged

_TOGETHER: Final = 64  # matches
_MOST_PLIES: Final = 40  # of a match, which then goes on without anybody
_SAMPLES: Final = 20
_MEGABYTE: Final = 1024  # in kilobytes


async def measure(turns: int) -> None:
    """Print the memory of the process a number of times on the way, and by how much the last half made it grow."""
    async with staged(SERVERS) as stage:
        stage.settings[variables.PAINTS] = "1"
        cluster = stage.cluster(("0-15/16",))
        try:
            await cluster.start()
            samples = await _samples(stage, cluster, turns)
        finally:
            await cluster.close()
    half = samples[len(samples) // 2 :]
    print(f"growth over the last half: {half[-1] - half[0]:.1f} MB", flush=True)


async def _samples(stage: RunStage, cluster: Cluster, turns: int) -> Sequence[float]:
    samples, played, games = list[float](), 0, cycle(game.key for game in GAMES.values() if not game.has_chance)
    servers = cycle(stage.discord.servers)
    while played < turns:
        begun = [stage.players.new_match(next(servers), "3 days", next(games)) for _ in range(_TOGETHER)]
        await stage.players.all(_match(stage, match) for match in begun)
        played += sum(len(match.moves) for match in begun)
        _forget(stage)
        if played >= len(samples) * turns // _SAMPLES:
            samples.append(_resident(cluster))
            print(f"{played:,} turns: {samples[-1]:.1f} MB", flush=True)
    return samples


async def _match(stage: RunStage, match: PlayedMatch) -> None:
    await stage.players.begin(match)
    await stage.players.play(match, _MOST_PLIES)


def _forget(stage: RunStage) -> None:
    """Keep the test itself small: nobody looks at these messages again."""
    stage.discord.messages.clear()
    stage.discord.answers.clear()
    stage.players.shown.clear()
    stage.players.reply.clear()


def _resident(cluster: Cluster) -> float:
    """The memory of the process in megabytes."""
    [process] = cluster.processes
    assert process.running is not None
    status = Path(f"/proc/{process.running.pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / _MEGABYTE
