"""The loop that does stored jobs: it finds due jobs, claims them, does them, and puts back those that fail.

Each lane has its own loop, so that no lane waits for another. The jobs are background work: nobody waits for them,
except the bot before it stops.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Hashable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final, NamedTuple, TypeVar

from bot.actions import jobs
from bot.actions.askers import may_post_at_once, posting
from bot.actions.context import Context
from bot.chat.core.outages import PutOff, ServerElsewhere, StillRefused, is_our_fault
from bot.chat.core.rate_limits import act_for, come_first, come_last
from bot.chat.delivery.threads import is_for_host
from bot.model.askers import ASKING
from bot.model.jobs import LONGEST_WAIT, Claim, DueJob, Kind, wait_after
from bot.model.match import Match
from bot.model.refusals.competitions import CompetitionAway
from bot.model.refusals.matches import GameIsAway
from bot.model.shares import Shares
from bot.outside.telemetry import concerning, failed
from bot.screens.pictures import looking
from bot.texts.language import ENGLISH, speaking

_log: Final = logging.getLogger(__name__)
_LONGEST_ANSWER: Final = 3.0  # seconds

_Result = TypeVar("_Result")


class Background:
    """The tasks in progress."""

    def __init__(self) -> None:
        """Begin without tasks."""
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Finish some work even if the caller's task is cancelled. Raises the errors of the work."""
        if asyncio.current_task() in self._tasks:  # it is already running by itself
            return await work
        return await asyncio.shield(self._begin(work, self._tasks.discard))

    def start(self, work: Coroutine[Any, Any, _Result]) -> asyncio.Task[_Result]:
        """Start work that the caller need not wait for; errors are logged."""
        return self._begin(work, self._forget_and_log)

    def start_after(self, asker: asyncio.Task[Any] | None, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start work when `asker` is done, or after a few seconds, so that the person is answered first."""
        self.start(_after(asker, work))

    def _begin(
        self, work: Coroutine[Any, Any, _Result], when_done: Callable[[asyncio.Task[Any]], None]
    ) -> asyncio.Task[_Result]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(when_done)
        return task

    def _forget_and_log(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a background task failed; it will be tried again", exc_info=error)

    @property
    def is_busy(self) -> bool:
        """Whether any task is in progress."""
        return bool(self._tasks)

    async def idle(self) -> None:
        """Wait until no task is in progress."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self, patience: float) -> None:
        """Wait at most `patience` seconds for all tasks and those that they start, and cancel the rest."""
        try:
            async with asyncio.timeout(patience):
                await self.idle()
        except TimeoutError:
            _log.info("%s background tasks were cut off, because the bot stops", len(self._tasks))
        for task in self._tasks:
            task.cancel()
        await self.idle()


async def _after(asker: asyncio.Task[Any] | None, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    if asker is not None:
        await asyncio.wait((asker,), timeout=_LONGEST_ANSWER)
    come_last()
    await work()


_BATCH: Final = 500  # jobs in memory at a time


@dataclass(frozen=True, slots=True)
class Lane:
    """A group of kinds of jobs that wait only for each other, with the number that are done at once.

    `patience` is the number of seconds that they get to finish when the bot stops; None for jobs that answer people,
    which get longer. `spare` of those at once are only for askers of whom none is in progress.
    """

    name: str
    at_once: int
    patience: float | None = None
    spare: int = 0


# At a quarter of a second each, all of them together send about the fifty requests a second that Discord allows.
BOARDS: Final = Lane("boards", 10)
NOTICES: Final = Lane("notices", 4)
MESSAGES: Final = Lane("messages", 4)
UPKEEP: Final = Lane("upkeep", 4)
THOUGHTS: Final = Lane("thoughts", 64, patience=1.0, spare=16)
SEARCHES: Final = Lane("searches", 1, patience=0.0)
WEBHOOKS: Final = Lane("webhooks", 16, patience=1.0, spare=8)


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job; `more_waits` if there is more of it to do by now, and `follow_up` does further work.

    `shown` is the match with its new place, if the job was to show a match.
    """

    shown: Match | None = field(default=None, kw_only=True)
    more_waits: bool = field(default=False, kw_only=True)
    follow_up: Callable[[], Coroutine[Any, Any, None]] | None = field(default=None, kw_only=True)


def again_soon(_delivery: object, claim: Claim, _error: Exception) -> timedelta:
    """The delay before a failed job is tried again: short at first, up to an hour."""
    return wait_after(claim.attempts)


class JobKind(NamedTuple):
    """A feature's registration of a kind of job: its lane, and functions that take the `Delivery` and the claim."""

    kind: Kind
    lane: Lane

    do: Callable[..., Awaitable[JobResult]]
    """Does the claimed job, and finishes, keeps or postpones it. Raises any error if that is impossible now."""

    wait: Callable[..., timedelta | None] = again_soon
    """Returns the delay before another attempt after an error; None for no further attempt."""

    when_failed: Callable[..., Awaitable[None]] | None = None
    """Does additional work after an error."""

    lease: timedelta | None = None
    """The duration of its claim, which is renewed while the job runs; None for the time of sending a message."""


async def no_brake() -> None:
    """Do not wait."""


async def no_language(_claim: Claim, *_known: object) -> str:
    """The language of jobs that tell nobody anything by themselves."""
    return ENGLISH


class Loop:
    """The loop of a lane, which does several jobs at once, but only one at a time within a channel.

    Those who are behind the channels get fair shares of the lane.
    """

    def __init__(
        self,
        delivery: object,
        context: Context,
        lane: Lane,
        kinds: Mapping[Kind, JobKind],
        background: Background,
        brake: Callable[[], Awaitable[None]],
        language: Callable[..., Awaitable[str]] = no_language,
    ) -> None:
        """Begin idle, until `look` or `deliver` is called. `brake` delays requests that nobody is waiting for.

        `language` returns the language of the readers of a claimed job, from the claim and from what is known for it.
        """
        self._delivery = delivery
        self._context = context
        self._lane = lane
        self._kinds = kinds
        self.background: Final = background
        self._brake = brake
        self._language = language
        self._queues: dict[int, deque[DueJob]] = {}  # by channel
        self._shares: Final = Shares[int](lane.at_once, lane.spare)  # of the channels with a queue
        self._busy: set[int] = set()
        self._has_news = False
        self._may_find_more = self._is_full = False
        self._round: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._failure: Exception | None = None
        self._is_stopped = False
        self._cut_short: list[Claim] = []

    def look(self) -> asyncio.Task[None]:
        """Start a task that does everything due now, and raises the store's errors."""
        self._has_news = True
        self._changed.set()
        if self._round is None or self._round.done():
            self._round = self.background.start(self._do_due())
        return self._round

    async def deliver(self, job: DueJob) -> None:
        """Do a job now, before all others. Its follow-up begins when the caller's task is done.

        Nothing happens if it is not due or another task or process is doing it.
        """
        await self.background.run(self._deliver(job, asyncio.current_task()))

    def stop(self) -> None:
        """Begin no more jobs."""
        self._is_stopped = True
        self._changed.set()

    async def abandon(self) -> None:
        """Release interrupted jobs, so that other processes can do them at once."""
        while self._cut_short:
            await jobs.abandon(self._context, self._cut_short.pop())

    async def _do_due(self) -> None:
        """Do jobs until none are found, in as many channels at once as the lane allows."""
        ASKING.set(None)  # they are the bot's own, though the request of somebody may have led here
        self._failure = None
        while not self._is_stopped:
            if self._has_news and len(self._busy) < self._lane.at_once:  # of somebody who goes first, perhaps
                await self._find()
            self._begin_channels()
            lacks_more = self._may_find_more or (self._is_full and not self._shares)
            if lacks_more and len(self._busy) < self._lane.at_once:
                await self._find()
            elif self._busy:
                self._changed.clear()
                await self._changed.wait()
            else:
                break
        if self._failure is not None:
            raise self._failure

    async def _find(self) -> None:
        """Queue more due jobs, in channels where no job is in progress."""
        self._has_news = self._may_find_more = False
        due = await jobs.due(self._context, tuple(self._kinds), _BATCH, tuple(self._busy))
        queues: dict[int, deque[DueJob]] = {}
        for waiting in due:
            queues.setdefault(waiting.channel, deque()).append(waiting)
        for channel, queue in queues.items():
            self._enqueue(channel, queue)
        self._is_full = len(due) == _BATCH

    def _enqueue(self, channel: int, queue: deque[DueJob]) -> None:
        if channel not in self._queues:
            self._shares.put(channel, queue[0].asker)
        self._queues[channel] = queue

    def _begin_channels(self) -> None:
        while (taken := self._shares.take()) is not None:
            channel, asker = taken
            self._busy.add(channel)
            self.background.start(self._do_next(channel, asker))

    async def _do_next(self, channel: int, asker: Hashable) -> None:
        """Do the job that has waited longest in a channel; then it is the turn of others."""
        queue = self._queues.pop(channel)
        act_for(asker)
        try:
            if self._lane.patience is None:
                await self._brake()
            else:
                come_first()  # such as for the move of a character
            await self._deliver(queue.popleft())
            # The batch may not have held all jobs of this channel.
            self._may_find_more = self._may_find_more or not queue
        except Exception as error:  # noqa: BLE001 - the store is away; `look` raises it once, when the round is over
            self._failure = self._failure or error
        finally:
            self._busy.discard(channel)
            self._shares.end(asker)
            if queue:
                self._enqueue(channel, queue)
            self._changed.set()

    async def _deliver(self, job: DueJob, asker: asyncio.Task[Any] | None = None) -> None:
        """Do a job until no more of it waits. Its follow-up waits for `asker`, if there is one."""
        while not self._is_stopped:
            claim = await jobs.claim(self._context, job, self._kinds[job.kind].lease)
            result = None if claim is None else await self.do(claim)
            if result is None:
                return
            if result.follow_up is not None and asker is not None:
                self.background.start_after(asker, result.follow_up)
            elif result.follow_up is not None:
                await result.follow_up()
            if not result.more_waits:
                return

    async def do(self, claim: Claim, *subject: Any) -> JobResult | None:
        """Do a claimed job; None if it was put back, or left to the process that serves its server.

        `subject` has what its kind would otherwise look up.
        """
        if self._is_stopped:
            await jobs.abandon(self._context, claim)
            return None
        if not may_post_at_once(self._context.budget):
            await jobs.put_off(self._context, claim, timedelta())
            self.look()
            return None
        with concerning(match=claim.match_id, server=claim.server_id):
            try:
                # A person's own theme is in the context of a request on the page, which has led here.
                with speaking(await self._language(claim, *subject)), looking(""), posting():
                    async with self._renewed(claim):
                        return await self._kinds[claim.kind].do(self._delivery, claim, *subject)
            except asyncio.CancelledError:
                self._cut_short.append(claim)
                raise
            except ServerElsewhere:
                await jobs.abandon(self._context, claim)
            except PutOff as put_off:
                await jobs.put_off(self._context, claim, put_off.wait)
            except (GameIsAway, CompetitionAway):
                # The host was told at the start, and no kind may give up what has to be there when the game is back.
                await jobs.put_off(self._context, claim, LONGEST_WAIT)
            except StillRefused as refused:
                # Nothing is given up because of what was not sent.
                wait = self._kinds[claim.kind].wait(self._delivery, claim, refused) or LONGEST_WAIT
                await jobs.put_back(self._context, claim, max(wait, refused.wait), is_untried=True)
                await self._note_failed(claim, refused)
            except Exception as error:  # noqa: BLE001 - what cannot be done must not keep anything else from it
                if is_our_fault(error):
                    _log.exception("%s could not be sent", claim)
                await self._put_back(claim, error)
            return None

    @asynccontextmanager
    async def _renewed(self, claim: Claim) -> AsyncGenerator[None]:
        """Keep renewing the claim of a long job while it runs."""
        lease = self._kinds[claim.kind].lease
        renewing = None if lease is None else asyncio.create_task(self._renew(claim, lease))
        try:
            yield
        finally:
            if renewing is not None:
                renewing.cancel()
                await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self, claim: Claim, lease: timedelta) -> None:
        is_held = True
        while is_held:
            await asyncio.sleep(lease.total_seconds() / 3)
            is_held = await jobs.renew(self._context, claim, lease)

    async def _put_back(self, claim: Claim, error: Exception) -> None:
        failed(claim.kind)
        kind = self._kinds[claim.kind]
        wait = kind.wait(self._delivery, claim, error)
        done = "shown" if self._lane.patience is None else "done"
        level = logging.ERROR if wait is None and is_for_host(error) else logging.WARNING
        _log.log(level, "one of the %s is %s %s: %s", kind.kind, done, "no more" if wait is None else "later", error)
        await jobs.put_back(self._context, claim, wait)
        await self._note_failed(claim, error)

    async def _note_failed(self, claim: Claim, error: Exception) -> None:
        when_failed = self._kinds[claim.kind].when_failed
        if when_failed is not None:
            await when_failed(self._delivery, claim, error)
