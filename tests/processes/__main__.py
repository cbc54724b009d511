"""The command line of the test: `python -m tests.processes`."""

import argparse
import asyncio
import os
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from tests.processes import checks, endurance, limits, throughput
from tests.processes.cluster import Cluster
from tests.processes.direct import DirectMatches
from tests.processes.season import Season
from tests.processes.stage import SERVERS, RunStage, staged
from tests.processes.story import RunStory
from tests.processes.upgrade import Upgrade
from tests.processes.votes import VoteMatch

SIZE = "FURLONG_TEST_MATCHES"
_VOTERS, _TURNS, _KILLS = 20, 4, 5
_UPGRADED = 16  # servers on which people play meanwhile
_SHARDS = ("0-3/16", "4-7/16", "8-11/16", "12-15/16")
_TWICE_AS_MANY = ("0-15/32", "16-31/32")


def main() -> None:
    matches = int(os.environ.get(SIZE, "200"))
    parser = argparse.ArgumentParser(prog="python -m tests.processes", description=__doc__)
    parser.add_argument(
        "--matches",
        type=int,
        default=matches,
        help=f"how many are played at once, 100 or more; {SIZE} in the environment, or 200",
    )
    parser.add_argument(
        "--direct", type=int, metavar="MATCHES", help="only begin so many direct matches by two presses at once"
    )
    parser.add_argument("--throughput", action="store_true", help="measure with 1, 2, 4 and 6 processes instead")
    parser.add_argument(
        "--limits",
        type=int,
        metavar="SECONDS",
        help="measure what 1, 3 and 6 processes send to a strict Discord instead",
    )
    parser.add_argument("--upgrade", action="store_true", help="only install a next version in one after the other")
    parser.add_argument("--endurance", type=int, metavar="TURNS", help="watch the memory of one process instead")
    parser.add_argument(
        "--pooled", action="store_true", help="reach the database through PgBouncer, pooled by transaction"
    )
    parser.add_argument("--votes", action="store_true", help="only a match by vote: 100 voters, 40 turns and 50 kills")
    parser.add_argument("--unpaced", action="store_true", help="with --limits: without the budget that processes share")
    options = parser.parse_args()
    if options.votes:
        asyncio.run(_vote())
    elif options.limits:
        asyncio.run(limits.measure(options.limits, is_paced=not options.unpaced))
    elif options.upgrade:
        asyncio.run(_upgrade())
    elif options.endurance:
        asyncio.run(endurance.measure(options.endurance))
    elif options.throughput:
        asyncio.run(throughput.measure(options.matches))
    else:
        if options.direct is None:
            asyncio.run(_run(options.matches, is_pooled=options.pooled))
            asyncio.run(_upgrade())
        asyncio.run(_run_direct(options.direct or options.matches // 5, is_pooled=options.pooled))


@asynccontextmanager
async def _started(stage: RunStage, *shards: str) -> AsyncGenerator[Cluster]:
    """Processes that are ready; after an error, it prints their troubles."""
    cluster = stage.cluster(shards)
    try:
        await cluster.start()
        yield cluster
    except BaseException:
        for process in cluster.processes:
            print(process.trouble(), flush=True)
        raise
    finally:
        await cluster.close()


async def _run_direct(matches: int, *, is_pooled: bool) -> None:
    async with staged(SERVERS, is_pooled=is_pooled) as stage:
        begun = time.monotonic()
        async with _started(stage, *_SHARDS) as cluster:
            seen = await DirectMatches(stage, cluster, matches).played()
        print(
            f"{matches} direct matches begun once each, in {time.monotonic() - begun:.0f} s: {dict(seen)}", flush=True
        )


async def _vote() -> None:
    async with staged(1) as stage, _started(stage, "0-1/2") as cluster:
        print(f"a channel has played by vote: {await VoteMatch(stage, cluster, 100).played(40, 50)}")


async def _upgrade() -> None:
    async with staged(SERVERS) as stage, _started(stage, *_SHARDS) as cluster:
        seconds = await Upgrade(stage, cluster, [*stage.discord.servers][:_UPGRADED]).installed()
        await checks.quiet(stage)
        await checks.check_matches(stage)
    told = ", ".join(f"{one:.1f} s for {revision}" for revision, one in seconds.items())
    print(
        f"a next version was installed without a stop; no server was without answers for more than {told}", flush=True
    )


async def _run(matches: int, *, is_pooled: bool) -> None:
    async with staged(SERVERS, is_pooled=is_pooled) as stage, _started(stage, *_SHARDS) as cluster:
        story = RunStory(stage, matches)
        story.tell(f"four processes are ready; the commands were sent {stage.discord.command_syncs} time(s)")
        assert stage.discord.command_syncs == 1
        await story.misfortunes(cluster)
        await checks.quiet(stage)
        await checks.check_matches(stage)
        story.tell("nothing is lost, and nothing there twice")
        await story.followed(cluster)
        await story.day(cluster)
        await checks.check_matches(stage)
        await story.stopped(cluster)
        async with _started(stage, *_TWICE_AS_MANY) as new:
            await story.divided_anew(new)
            await checks.quiet(stage)
            await checks.check_matches(stage)
            story.tell(f"a league went through its season under kills: {await Season(stage, new).played()}")
            seen = await VoteMatch(stage, new, _VOTERS).played(_TURNS, _KILLS)
            story.tell(f"a channel has played by vote under kills: {seen}")
            story.tell(f"all is well: {matches} matches, {stage.players.answered.total()} answers")


if __name__ == "__main__":
    main()
