"""The steps of the test, with their checks."""

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from tests.processes import checks
from tests.processes.cluster import BotProcess, Cluster
from tests.processes.players import PlayedMatch
from tests.processes.stage import SERVERS, RunStage
from tests.processes.waiting import patience, until_none

_MOVES = 3
_STOPS_WITHIN = 10.0
_HOURS = timedelta(hours=2)
_STEPS = 13
_FOLLOWED, _KILLS, _HEARD_WITHIN = 16, (5, 11), 1.0
_A_STEP, _A_MATCH = 60.0, 0.3
"""The seconds that a step may take, and that a small machine needs for the end of a match with all its messages."""

_UNREMINDED = (
    "SELECT id, 'to be reminded' AS is FROM matches "
    "WHERE state = 'running' AND remind_at <= $1 AND (server_id >> 22) % 16 = ANY($2)"
)
_UNSENT = (
    "SELECT match_id AS id, data->>'notice' AS is FROM jobs "
    "WHERE kind = 'notices' AND due_at <= $1 AND (server_id >> 22) % 16 = ANY($2)"
)


async def _all_within(changes: Sequence[asyncio.Event], number: int) -> float:
    """Wait until all pages have heard of a move that was just made; returns the seconds that it took."""
    begun = time.monotonic()
    try:
        async with asyncio.timeout(patience(_HEARD_WITHIN)):
            await asyncio.gather(*(change.wait() for change in changes))
    except TimeoutError:
        heard = sum(change.is_set() for change in changes)
        raise AssertionError(f"a move in match {number} is on the pages of only {heard} of {len(changes)}") from None
    return time.monotonic() - begun


class RunStory:
    """The steps of the test, each of which continues from the one before."""

    def __init__(self, stage: RunStage, matches: int) -> None:
        self._stage = stage
        self._players = stage.players
        self._matches = matches
        self._begun = time.monotonic()
        self._busy: Counter[int] = Counter()
        """The number of running matches by server."""

    def tell(self, line: str) -> None:
        """Print an observation, and after how many seconds it was made."""
        print(f"{time.monotonic() - self._begun:6.1f} s  {line}", flush=True)

    async def misfortunes(self, cluster: Cluster) -> None:
        """Have everyone play while processes are killed and restarted and the database restarts."""
        servers = [*self._stage.discord.servers]
        played = [
            self._players.new_match(servers[number % SERVERS], ("1 day", "3 days")[number // SERVERS % 2])
            for number in range(self._matches)
        ]
        self._busy.update(one.server_id for one in played)
        self._players.pages.cluster = cluster
        playing = asyncio.create_task(self._players.all(map(self._plays, played)))
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
        touched = f"{self._players.touched} moves on pages"
        self.tell(f"all have played; {touched}, and {self._players.answered.total()} answers; what failed:")
        for answer, count in self._players.failed.most_common():
            print(f"{count:10} {answer}", flush=True)

    async def _plays(self, played: PlayedMatch) -> None:
        await self._players.begin(played)
        await self._players.play(played, _MOVES)
        self._busy[played.server_id] -= 1

    async def _progress(self, part: float, playing: asyncio.Task[None]) -> None:
        """Wait until that share of all work is done. Raises the errors of players."""
        aim = part * self._matches * (1 + _MOVES)
        while self._players.achieved.total() < aim and not playing.done():
            await asyncio.sleep(0.05)
        if playing.done():
            playing.result()

    async def _held_down(self, cluster: Cluster, *down: BotProcess) -> None:
        """Kill processes, check that the others go on, and restart them."""
        for process in down:
            await process.kill()
        before = self._achieved(cluster)
        alive = [process for process in cluster.processes if process not in down]
        wanted = min(20, self._matches // 50)

        async def idle() -> list[str]:
            return [str(one.shards) for one in alive if not self._went_on(cluster, one, before, wanted)]

        await until_none(idle, f"processes are idle while {[str(one.shards) for one in down]} are down", _A_STEP)
        after = self._achieved(cluster) - before
        for process in down:
            await process.start()
        await asyncio.gather(*(process.ready() for process in down))
        self.tell(f"{len(down)} killed and back; the others went on meanwhile: {dict(after)}")

    def _went_on(self, cluster: Cluster, process: BotProcess, before: Counter[str], wanted: int) -> bool:
        """Whether a process has made that much progress, or has finished its matches."""
        is_over = not any(left for server_id, left in self._busy.items() if process.shards.hold(server_id))
        return is_over or self._achieved(cluster)[str(process.shards)] >= before[str(process.shards)] + wanted

    def _achieved(self, cluster: Cluster) -> Counter[str]:
        """The number of matches begun and moves made by process."""
        found: Counter[str] = Counter()
        for server_id, count in self._players.achieved.items():
            found[str(cluster.holder(server_id).shards)] += count
        return found

    async def _cut_off(self, shard: int) -> None:
        self._stage.discord.gateway.cut_off(shard)
        self.tell(f"the connection of shard {shard} is broken")

    async def _database_restarted(self) -> None:
        await asyncio.to_thread(self._stage.postgres.restart)
        self.tell("the database was started anew")

    async def _stopped(self, process: BotProcess) -> None:
        seconds = await process.stop()
        assert seconds < patience(_STOPS_WITHIN), f"it took {seconds:.1f} s to stop"
        await process.start()
        await process.ready()
        self.tell(f"one was stopped, which took {seconds:.1f} s, and is back")

    async def _refused(self, cluster: Cluster) -> None:
        """Check that a process whose shards are taken says so, waits, and ends when it is asked to."""
        [rival] = self._stage.cluster(["3-4/16"]).processes
        await rival.start()
        async with asyncio.timeout(patience(_A_STEP)):  # it has to start beside four that work
            while "waiting until it stops" not in rival.reply_text:
                await asyncio.sleep(0.1)
        await rival.stop()
        self.tell("a fifth waited for its shards, and was stopped")

    async def followed(self, cluster: Cluster) -> None:
        """Check that all pages hear of a move within a second, wherever it is made, while one process is killed."""
        running = [one for one in self._players.matches if isinstance(one.position.turn, int)][:_FOLLOWED]
        waits: list[float] = []
        for number, played in enumerate(running):
            others = [one for one in cluster.processes if one is not cluster.holder(played.server_id)]
            killed = others[number % len(others)] if number in _KILLS else None
            processes = [one for one in cluster.processes if one is not killed]
            async with self._players.pages.watched(processes, played.people[0][0], played.number) as changes:
                if killed is not None:
                    await killed.kill()
                await self._players.play(played, 1)
                waits.append(await _all_within(changes, played.number))
            if killed is not None:
                await killed.start()
                await killed.ready()
        self.tell(f"{len(waits)} moves were on all pages, the last of them after {max(waits):.2f} s")

    async def day(self, cluster: Cluster) -> None:
        """Hold one process down for a day while the others go on."""
        *alive, down = cluster.processes
        numbers = [number for process in alive for number in process.shards.numbers]
        await self._seen_alive([*numbers, *down.shards.numbers])
        assert not checks.reminders(self._stage), "a reminder came too early"
        before = await checks.standings(self._stage)
        await down.kill()
        moved: set[int] = set()
        for step in range(_STEPS):
            self._stage.clock.go_on(_HOURS)
            await self._seen_alive(numbers)
            await self._reminded(numbers)
            if step in (3, 6, 9):
                moved |= await self._some_play(cluster, alive, step)
        assert await self._unchanged(before, down), "a process has touched a server that it does not hold"
        await self._until_over(before, numbers, moved)
        await down.start()
        await down.ready()
        await self._seen_alive(down.shards.numbers)
        await checks.quiet(self._stage)
        found = await checks.check_clocks(self._stage, before, down.shards.numbers, 16, moved)
        assert min(found["credited"], found["over"], found["kept"]) > 0, found
        self.tell(f"a day without one of them: {dict(found)}, and {len(moved)} played on meanwhile")

    async def _seen_alive(self, numbers: Collection[int]) -> None:
        """Wait until these shards have given a new sign of life and know their outage."""
        since = int(self._stage.clock.now().timestamp() * 1000)
        query = (
            "SELECT number FROM heartbeats WHERE total = 16 AND number = ANY($1) AND beat_at >= $2 AND reckoned IS NULL"
        )

        async def silent() -> list[int]:
            rows = await self._stage.rows(query, [*numbers], since)
            return sorted({*numbers} - {row["number"] for row in rows})

        await until_none(silent, "shards give no sign of life", _A_STEP)

    async def _reminded(self, numbers: list[int]) -> None:
        """Wait until no reminder is due on these shards, because one that comes hours late gives another day."""
        now = int(self._stage.clock.now().timestamp() * 1000)

        async def due() -> list[Mapping[str, Any]]:
            return [row for query in (_UNREMINDED, _UNSENT) for row in await self._stage.rows(query, now, numbers)]

        await until_none(due, "reminders are late", _A_STEP + _A_MATCH * self._matches)

    async def _some_play(self, cluster: Cluster, alive: list[BotProcess], step: int) -> set[int]:
        """Make a move in some matches of each running process."""
        states = await checks.standings(self._stage)
        some = [
            one
            for one in self._players.matches
            if one.number % 50 == step
            and states[one.number].state == "running"
            and cluster.holder(one.server_id) in alive
        ]
        await self._players.all(self._players.play(one, 1) for one in some)
        return {one.number for one in some}

    async def _unchanged(self, before: Mapping[int, checks.BoardStanding], down: BotProcess) -> bool:
        after = await checks.standings(self._stage)
        return all(after[number] == old for number, old in before.items() if down.shards.hold(old.server_id))

    async def _until_over(
        self, before: Mapping[int, checks.BoardStanding], numbers: list[int], moved: set[int]
    ) -> None:
        """Wait until everyone on the shards that were never cut off has lost on time as due, after a reminder each."""
        now = int(self._stage.clock.now().timestamp() * 1000)
        due = [
            number
            for number, old in before.items()
            if number not in moved and old.deadline and old.deadline <= now and (old.server_id >> 22) % 16 in numbers
        ]

        async def running() -> list[int]:
            query = "SELECT id FROM matches WHERE id = ANY($1) AND state = 'running'"
            return [row["id"] for row in await self._stage.rows(query, due)]

        await until_none(running, f"of {len(due)} matches some are not over", _A_STEP + _A_MATCH * len(due))
        reminders = checks.reminders(self._stage)
        wrong = {number: reminders[number] for number in due if reminders[number] != 1}
        assert not wrong, f"whose time was over should have been reminded once: {wrong}"
        elsewhere = [number for number in reminders if (before[number].server_id >> 22) % 16 not in numbers]
        assert not elsewhere, f"whose process is down was reminded by another: {elsewhere}"

    async def stopped(self, cluster: Cluster) -> None:
        """Stop all processes at once."""
        seconds = await asyncio.gather(*(process.stop() for process in cluster.processes))
        assert max(seconds) < patience(_STOPS_WITHIN), seconds

    async def divided_anew(self, new: Cluster) -> None:
        """Play on at once with processes that have just started, and hold other shards."""
        self._players.pages.cluster = new
        states = await checks.standings(self._stage)
        some = [one for one in self._players.matches if one.number % 10 == 0 and states[one.number].state == "running"]
        await self._players.all(self._players.play(one, 1) for one in some)
        self.tell(f"32 shards instead of 16: {len(some)} matches went on")
