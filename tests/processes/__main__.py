"""The test itself, told step by step: `python -m tests.processes`."""

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta

from tests.processes import checks, throughput
from tests.processes.cluster import Cluster, Process
from tests.processes.players import Played
from tests.processes.stage import Stage, staged

SHARDS = ("0-3/16", "4-7/16", "8-11/16", "12-15/16")
TWICE_AS_MANY = ("0-15/32", "16-31/32")
SERVERS = 64
MATCHES = 200
_MOVES = 2
_STOPS_WITHIN = 10.0
_STEP = timedelta(hours=2)
_STEPS = 13
_A_MATCH = 0.3
"""Seconds that a process of a small machine may take for the end of a match, with all messages about it."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.processes", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help="how many are played at once (%(default)s)")
    parser.add_argument("--throughput", action="store_true", help="measure with 1, 2 and 4 processes instead")
    options = parser.parse_args()
    asyncio.run(throughput.measure(options.matches) if options.throughput else _run(options.matches))


class Story:
    """The steps, each of which goes on from the one before."""

    def __init__(self, stage: Stage, matches: int) -> None:
        self._stage = stage
        self._players = stage.players
        self._matches = matches
        self._begun = time.monotonic()
        self._busy: Counter[int] = Counter()
        """By server: how many matches are still being played."""

    def tell(self, line: str) -> None:
        """Say what has been seen, and after how many seconds."""
        print(f"{time.monotonic() - self._begun:6.1f} s  {line}", flush=True)

    async def misfortunes(self, cluster: Cluster) -> None:
        """Everybody plays, while processes are killed and brought back and the database is started anew."""
        servers = [*self._stage.discord.servers]
        played = [
            self._players.new_match(servers[number % SERVERS], ("1 day", "3 days")[number // SERVERS % 2])
            for number in range(self._matches)
        ]
        self._busy.update(one.server_id for one in played)
        playing = asyncio.gather(*(self._plays(one) for one in played))
        rival = asyncio.create_task(self._refused(cluster))
        first, second, third, fourth = cluster.processes
        steps = (
            lambda: self._held_down(cluster, second),
            lambda: self._cut_off(5),
            self._database_restarted,
            lambda: self._held_down(cluster, third, fourth),
            lambda: self._stopped(first),
        )
        for number, step in enumerate(steps, 1):
            await self._progress(number / (len(steps) + 2), playing)
            await step()
        await asyncio.gather(playing, rival)
        self.tell(f"all have played; {sum(self._players.answered.values())} answers, {dict(self._players.failed)}")

    async def _plays(self, played: Played) -> None:
        await self._players.begin(played)
        await self._players.play(played, _MOVES)
        self._busy[played.server_id] -= 1

    async def _progress(self, part: float, playing: asyncio.Future[list[None]]) -> None:
        """Wait until that part of everything was done. Raises what whoever plays has raised, or TimeoutError."""
        async with asyncio.timeout(120 + _A_MATCH * self._matches):
            while sum(self._players.answered.values()) < part * self._matches * (2 + _MOVES):
                if playing.done():
                    playing.result()
                await asyncio.sleep(0.05)

    async def _held_down(self, cluster: Cluster, *down: Process) -> None:
        """Kill processes; those that are left go on while they are away, then they are back."""
        for process in down:
            await process.kill()
        before = self._answered(cluster)
        alive = [process for process in cluster.processes if process not in down]
        wanted = min(20, self._matches // 50)
        async with asyncio.timeout(60):
            while not all(self._went_on(cluster, one, before, wanted) for one in alive):
                await asyncio.sleep(0.05)
        for process in down:
            await process.start()
        await asyncio.gather(*(process.ready() for process in down))
        self.tell(f"{len(down)} killed and back; the others went on meanwhile")

    def _went_on(self, cluster: Cluster, process: Process, before: Counter[str], wanted: int) -> bool:
        """Whether a process has given so many answers more, or everything that was to be played there was."""
        is_over = not any(left for server_id, left in self._busy.items() if process.shards.hold(server_id))
        return is_over or self._answered(cluster)[str(process.shards)] >= before[str(process.shards)] + wanted

    def _answered(self, cluster: Cluster) -> Counter[str]:
        """By process: how many answers it has given."""
        found: Counter[str] = Counter()
        for server_id, count in self._players.answered.items():
            found[str(cluster.holder(server_id).shards)] += count
        return found

    async def _cut_off(self, shard: int) -> None:
        self._stage.discord.close_gateway(shard)
        self.tell(f"the connection of shard {shard} is broken")

    async def _database_restarted(self) -> None:
        await asyncio.to_thread(self._stage.postgres.restart)
        self.tell("the database was started anew")

    async def _stopped(self, process: Process) -> None:
        seconds = await process.stop()
        assert seconds < _STOPS_WITHIN, f"it took {seconds:.1f} s to stop"
        await process.start()
        await process.ready()
        self.tell(f"one was stopped, which took {seconds:.1f} s, and is back")

    async def _refused(self, cluster: Cluster) -> None:
        """A process that wants shards that others hold says so and ends."""
        [rival] = self._stage.cluster(["3-4/16"]).processes
        await rival.start()
        assert rival.running is not None
        assert await rival.running.wait() == 2, rival.said
        assert "SHARDS cannot be used: " in rival.said.splitlines()[-1], rival.said
        self.tell(f"a fifth was refused: {rival.said.splitlines()[-1]}")

    async def day(self, cluster: Cluster) -> None:
        """One process is down for a day, in which the others go on."""
        *alive, down = cluster.processes
        numbers = [number for process in alive for number in process.shards.numbers]
        await self._seen_alive([*numbers, *down.shards.numbers])
        before = await checks.standings(self._stage)
        await down.kill()
        moved: set[int] = set()
        for step in range(_STEPS):
            self._stage.clock.go_on(_STEP)
            await self._seen_alive(numbers)
            await self._reminded(numbers)
            if step in (3, 6, 9):
                moved |= await self._some_play(cluster, alive, step)
        assert await self._unchanged(before, down), "somebody has touched what nobody holds"
        await self._until_over(before, numbers, moved)
        await down.start()
        await down.ready()
        await self._seen_alive(down.shards.numbers)
        await checks.quiet(self._stage)
        found = await checks.check_clocks(self._stage, before, down.shards.numbers, 16, moved)
        assert min(found["credited"], found["over"], found["kept"]) > 0, found
        self.tell(f"a day without one of them: {dict(found)}, and {len(moved)} played on meanwhile")

    async def _seen_alive(self, numbers: list[int] | frozenset[int]) -> None:
        """Wait until these shards have given a sign of life since now, and know of what they have missed."""
        since = int(self._stage.clock.now().timestamp() * 1000)
        query = (
            "SELECT count(*) AS number FROM heartbeats "
            "WHERE total = 16 AND number = ANY($1) AND beat_at >= $2 AND reckoned IS NULL"
        )
        async with asyncio.timeout(60):
            while (await self._stage.rows(query, [*numbers], since))[0]["number"] < len(numbers):
                await asyncio.sleep(0.05)

    async def _reminded(self, numbers: list[int]) -> None:
        """Wait until nobody on these shards is due a reminder: one that comes hours late gives another day."""
        due = (
            "SELECT count(*) AS number FROM matches "
            "WHERE state = 'running' AND remind_at <= $1 AND (server_id >> 22) % 16 = ANY($2)"
        )
        unsent = (
            "SELECT count(*) AS number FROM notices JOIN matches ON matches.id = notices.match_id "
            "WHERE notices.due_at <= $1 AND (matches.server_id >> 22) % 16 = ANY($2)"
        )
        now = int(self._stage.clock.now().timestamp() * 1000)
        async with asyncio.timeout(60 + _A_MATCH * self._matches):
            while any([(await self._stage.rows(query, now, numbers))[0]["number"] for query in (due, unsent)]):
                await asyncio.sleep(0.1)

    async def _some_play(self, cluster: Cluster, alive: list[Process], step: int) -> set[int]:
        """A move in some matches of each process that is alive."""
        states = await checks.standings(self._stage)
        some = [
            one
            for one in self._players.matches
            if one.number % 50 == step
            and states[one.number].state == "running"
            and cluster.holder(one.server_id) in alive
        ]
        async with asyncio.timeout(60):
            await asyncio.gather(*(self._players.play(one, 1) for one in some))
        return {one.number for one in some}

    async def _unchanged(self, before: Mapping[int, checks.Standing], down: Process) -> bool:
        after = await checks.standings(self._stage)
        return all(after[number] == old for number, old in before.items() if down.shards.hold(old.server_id))

    async def _until_over(self, before: Mapping[int, checks.Standing], numbers: list[int], moved: set[int]) -> None:
        """Wait until those have lost on time who should have, on the shards that were never cut off."""
        now = int(self._stage.clock.now().timestamp() * 1000)
        due = [
            number
            for number, old in before.items()
            if number not in moved and old.deadline and old.deadline <= now and (old.server_id >> 22) % 16 in numbers
        ]
        left = len(due)
        try:
            async with asyncio.timeout(120 + _A_MATCH * len(due)):
                while (left := await self._running(due)) > 0:
                    await asyncio.sleep(0.5)
        except TimeoutError:
            raise AssertionError(f"{left} of {len(due)} matches are not over") from None

    async def _running(self, numbers: list[int]) -> int:
        """How many of these matches are not over."""
        query = "SELECT count(*) AS number FROM matches WHERE id = ANY($1) AND state = 'running'"
        return (await self._stage.rows(query, numbers))[0]["number"]

    async def divided_anew(self, old: Cluster) -> Cluster:
        """All stop, and twice as many shards are held by two processes; people play on at once."""
        seconds = await asyncio.gather(*(process.stop() for process in old.processes))
        assert max(seconds) < _STOPS_WITHIN, seconds
        new = self._stage.cluster(TWICE_AS_MANY)
        await new.start()
        states = await checks.standings(self._stage)
        some = [one for one in self._players.matches if one.number % 10 == 0 and states[one.number].state == "running"]
        async with asyncio.timeout(120 + _A_MATCH * len(some)):
            await asyncio.gather(*(self._players.play(one, 1) for one in some))
        self.tell(f"32 shards instead of 16: {len(some)} matches went on")
        return new


async def _run(matches: int) -> None:
    async with staged(SERVERS) as stage:
        story, cluster = Story(stage, matches), stage.cluster(SHARDS)
        new = cluster
        try:
            await cluster.start()
            story.tell(f"four processes are ready; the commands were sent {stage.discord.command_syncs} time(s)")
            assert stage.discord.command_syncs == 1
            await story.misfortunes(cluster)
            await checks.quiet(stage)
            await checks.check_matches(stage)
            story.tell("nothing is lost, and nothing there twice")
            await story.day(cluster)
            await checks.check_matches(stage)
            new = await story.divided_anew(cluster)
            await checks.quiet(stage)
            await checks.check_matches(stage)
            story.tell(f"all is well: {matches} matches, {sum(stage.players.answered.values())} answers")
        except BaseException:
            for process in {*cluster.processes, *new.processes}:
                print(f"--- {process.shards}\n{process.log.read_text()[-4000:]}", flush=True)
            raise
        finally:
            await cluster.close()
            await new.close()


if __name__ == "__main__":
    main()
