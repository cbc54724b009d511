"""The command line of the test: `python -m tests.processes`."""

import argparse
import asyncio
import os
import time

from tests.processes import checks, limits, throughput
from tests.processes.direct import DirectMatches
from tests.processes.season import Season
from tests.processes.stage import SERVERS, staged
from tests.processes.story import RunStory
from tests.processes.votes import VoteMatch

SIZE = "FURLONG_TEST_MATCHES"
_VOTERS, _TURNS, _KILLS = 20, 4, 5
_SHARDS = ("0-3/16", "4-7/16", "8-11/16", "12-15/16")


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
    parser.add_argument("--throughput", action="store_true", help="measure with 1, 2 and 4 processes instead")
    parser.add_argument(
        "--limits",
        type=int,
        metavar="SECONDS",
        help="measure what 1, 3 and 6 processes send to a strict Discord instead",
    )
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
    elif options.throughput:
        asyncio.run(throughput.measure(options.matches))
    else:
        if options.direct is None:
            asyncio.run(_run(options.matches, is_pooled=options.pooled))
        asyncio.run(_run_direct(options.direct or options.matches // 5, is_pooled=options.pooled))


async def _run_direct(matches: int, *, is_pooled: bool) -> None:
    async with staged(SERVERS, is_pooled=is_pooled) as stage:
        cluster, begun = stage.cluster(_SHARDS), time.monotonic()
        try:
            await cluster.start()
            seen = await DirectMatches(stage, cluster, matches).played()
        except BaseException:
            for process in cluster.processes:
                print(process.trouble(), flush=True)
            raise
        finally:
            await cluster.close()
        print(
            f"{matches} direct matches begun once each, in {time.monotonic() - begun:.0f} s: {dict(seen)}", flush=True
        )


async def _vote() -> None:
    async with staged(1) as stage:
        cluster = stage.cluster(("0-1/2",))
        try:
            await cluster.start()
            print(f"a channel has played by vote: {await VoteMatch(stage, cluster, 100).played(40, 50)}")
        except BaseException:
            print(cluster.processes[0].trouble(), flush=True)
            raise
        finally:
            await cluster.close()


async def _run(matches: int, *, is_pooled: bool) -> None:
    async with staged(SERVERS, is_pooled=is_pooled) as stage:
        story, cluster = RunStory(stage, matches), stage.cluster(_SHARDS)
        new = cluster
        try:
            await cluster.start()
            story.tell(f"four processes are ready; the commands were sent {stage.discord.command_syncs} time(s)")
            assert stage.discord.command_syncs == 1
            await story.misfortunes(cluster)
            await checks.quiet(stage)
            await checks.check_matches(stage)
            story.tell("nothing is lost, and nothing there twice")
            await story.followed(cluster)
            await story.day(cluster)
            await checks.check_matches(stage)
            new = await story.divided_anew(cluster)
            await checks.quiet(stage)
            await checks.check_matches(stage)
            story.tell(f"a league went through its season under kills: {await Season(stage, new).played()}")
            seen = await VoteMatch(stage, new, _VOTERS).played(_TURNS, _KILLS)
            story.tell(f"a channel has played by vote under kills: {seen}")
            story.tell(f"all is well: {matches} matches, {stage.players.answered.total()} answers")
        except BaseException:
            for process in {*cluster.processes, *new.processes}:
                print(process.trouble(), flush=True)
            raise
        finally:
            await cluster.close()
            await new.close()


if __name__ == "__main__":
    main()
