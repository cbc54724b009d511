"""The thinking processes of the bot: how many run, which question is next, and what happens if one is lost.

They start when there are questions and end after a while without any. Nothing here blocks the event loop: blocking
calls run in a thread for each process.
"""

import asyncio
import logging
import multiprocessing
import os
import pickle
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import IntEnum
from functools import partial
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Final, TypeVar

import bot
from bot.model.match import Match
from bot.model.reviews import Decision
from bot.model.shares import Shares
from bot.opponents import proof, reviews, worker
from bot.outside import telemetry
from bot.outside.telemetry import Gauge
from players.choice import Hint, choose, game_of, hint
from players.levels import LEVELS, Level
from rules.core import Move, Position
from rules.record import Step

_log: Final = logging.getLogger(__name__)

T = TypeVar("T")

_SECONDS_FOR_ROLLS: Final = 5.0
"""The most time for all rolls of a match: several hundred rolls, forty evaluations each."""
SEARCHING_SECONDS: Final = 600
"""The default processor time a day for searching for puzzles: enough for several hundred matches."""
_IDLE: Final = timedelta(minutes=10)
"""A process without questions ends after this time: longer than most pauses between two moves of a match in chat."""
_PATIENCE: Final = timedelta(seconds=30)
"""How much longer than expected a question may take: a busy machine may give a process a tenth of a core."""
_UNHURRIED: Final = 10
"""How many times longer a question that is not urgent may take, because asking it again would take longer still."""
_TRIES: Final = 2
"""How many processes a question gets: losing one may be bad luck, losing two is the question's fault."""
_FIRST_GUESS: Final = 1.0
"""The seconds expected for the first question: about a move of the strongest level."""
_WEIGHT_OF_LATEST: Final = 0.2
"""The weight of the latest question in the expected time of the next: about the last five count."""
_MOST_PAST: Final = 400
"""The most earlier positions sent to a process, which take it seven milliseconds."""
_NICENESS: Final = 10
"""How much lower the priority of long thinking is: the bot's own process and short thinking, for which people wait, go first."""
_GLANCE: Final = 0.5
"""The most seconds of a question that goes to the process for short ones, so that it never waits for a long one."""
_GLANCES: Final = 5_000
"""The most positions of a level that is as quick as that, on the slowest machine: of all but the strongest."""
_HASTY_NODES: Final = 60
"""The positions that the bot itself searches if no process answers: a few milliseconds."""

_KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR", "SYSTEMROOT")
"""The environment variables that thinking processes inherit: no tokens, no addresses of databases."""


class Urgency(IntEnum):
    """How urgent a question is."""

    MOVE = 0
    """A person waits: for the next move of a match, or for a hint."""
    REVIEW = 1
    """A person will read the answer later; it goes before the moves of those who lately had many."""
    SEARCH = 2
    """No person has asked, so that it goes last."""


_HANDICAPS: Final = {Urgency.MOVE: 0.0, Urgency.REVIEW: 5.0, Urgency.SEARCH: inf}  # seconds


class ProcessLost(Exception):
    """A process could not be started, has ended or did not answer in time, and must not be used again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a question; if it failed, `value` says why."""

    has_failed: bool
    value: Any


class Thinker:
    """A process that thinks about one question at a time; it starts with the first, `niceness` below the bot's priority."""

    def __init__(self, niceness: int) -> None:
        self._niceness: Final = niceness
        self._connection: Connection | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._starting_or_ending: Final = Lock()
        self._has_ended = False

    @property
    def process_id(self) -> int | None:
        """The operating system's id of the process, once it has started."""
        return None if self._process is None else self._process.pid

    def answer(self, question: bytes, seconds: float) -> Answer:
        """The answer to a question, a pickled function. Raises ProcessLost if it takes longer than `seconds`."""
        try:
            connection = self._connection or self._start()
            connection.send_bytes(question)
            if not connection.poll(seconds):
                raise ProcessLost(f"no answer within {seconds:.0f} s")
            return Answer(*connection.recv())
        except (EOFError, OSError) as error:
            raise ProcessLost(f"{type(error).__name__}: {error}") from error

    def end(self) -> None:
        """Kill the process; `answer` raises ProcessLost for a question that is pending."""
        with self._starting_or_ending:
            self._has_ended = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()

    def _start(self) -> Connection:
        with self._starting_or_ending:
            if self._has_ended:
                raise ProcessLost("it was to end")
            ours, theirs = multiprocessing.Pipe()
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", worker.__name__, str(theirs.fileno()), str(self._niceness)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    env=_environment(),
                    pass_fds=[theirs.fileno()],
                    process_group=0,  # Ctrl-C is for the bot, which ends its processes itself
                )
            self._connection = ours
        return ours


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    folders = [str(Path(bot.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]  # games may be there
    return kept | {"PYTHONPATH": os.pathsep.join(folders)}


class NoAnswer(Exception):
    """No process could answer a question; `str(error)` says why, for the log."""


class Thinkers(ABC):
    """The thinking processes of the bot; tests have quicker ones.

    An `asker` is who is behind a question, a feature for itself; they share the processes fairly, by time.
    """

    def __init__(self, searching_seconds: float = SEARCHING_SECONDS) -> None:
        """Start with nothing asked."""
        self.searching_seconds = searching_seconds
        """The processor seconds that searching for puzzles may take each day (UTC), in all processes together."""

        self.searched = 0.0
        """The seconds that searching has taken in this process since the start."""

    @property
    @abstractmethod
    def expected_wait(self) -> timedelta:
        """How long a new asker would wait until thinking about its move begins."""

    @abstractmethod
    async def ask(
        self, question: Callable[[], T], seconds: float, asker: Hashable = None, urgency: Urgency = Urgency.MOVE
    ) -> T:
        """Run a function in a thinking process and return its result; both must be picklable.

        It should take `seconds` at most; long work is better asked in parts, which are fair to others who wait. Raises
        NoAnswer if it fails, or takes much longer, for a second process too; CancelledError if `close` is called
        meanwhile.
        """

    @abstractmethod
    async def close(self) -> None:
        """Stop thinking and cancel the pending questions."""

    async def choose(
        self, position: Position, level: Level, seed: int, past: Sequence[Position] = (), asker: Hashable = None
    ) -> Move:
        """The move of `players.choice.choose`, or a hasty one if no process answers: a match never stalls."""
        return await self._ask_or_hurry(partial(choose, position), level, seed, _recent(position, past), asker)

    async def hint(
        self, position: Position, level: Level, seed: int, past: Sequence[Position] = (), asker: Hashable = None
    ) -> Hint:
        """The advice of `players.choice.hint`; hasty advice if no process answers.

        It is a question apart from the asker's moves, so it waits for one of these at most, however many there are.
        """
        return await self._ask_or_hurry(partial(hint, position), level, seed, _recent(position, past), ("hint", asker))

    async def advise(self, match: Match, asker: Hashable) -> Hint:
        """Return a hint for the player to move, from the strongest level, which overlooks nothing."""
        past = tuple(step.before for step in match.history.steps)
        return await self.hint(match.position, LEVELS[-1], match.id, past, asker)

    async def review(self, step: Step, ply: int, asker: Hashable = None) -> Decision:
        """The decision that `bot.opponents.reviews.judged` makes of a move. Raises NoAnswer."""
        return await self.ask(partial(reviews.judged, step, ply), reviews.SECONDS, asker, Urgency.REVIEW)

    async def luck(self, rolls: Sequence[Step], seats: int, asker: Hashable = None) -> tuple[float, ...]:
        """The result of `bot.opponents.reviews.luck` for rolls. Raises NoAnswer."""
        return await self.ask(partial(reviews.luck, rolls, seats), _SECONDS_FOR_ROLLS, asker, Urgency.REVIEW)

    async def puzzle(self, position: Position, asker: Hashable = None) -> str | None:
        """The result of `bot.opponents.proof.puzzle_line` for a position, once no other question waits. Raises NoAnswer."""
        line, seconds = await self.ask(partial(proof.timed, position), proof.SECONDS, asker, Urgency.SEARCH)
        self.searched += seconds
        return line

    async def _ask_or_hurry(
        self, think: Callable[..., T], level: Level, seed: int, past: Sequence[Position], asker: Hashable
    ) -> T:
        try:
            seconds = _GLANCE if level.nodes <= _GLANCES else level.seconds
            return await self.ask(partial(think, level, seed, past=past), seconds, asker)
        except NoAnswer as error:
            _log.warning("the bot itself chose a hasty answer, because no thinking process answered: %s", error)
        hasty = replace(level, depth=1, reading=0, nodes=_HASTY_NODES, samples=_HASTY_NODES)
        return await asyncio.to_thread(think, hasty, seed, past=past)


def _recent(position: Position, past: Sequence[Position]) -> Sequence[Position]:
    """The earlier positions to send to a process: none in games with chance, where positions do not recur."""
    return () if game_of(position).has_chance else past[-_MOST_PAST:]


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """A question that waits or is being answered. `tries` counts the processes that were lost over it."""

    question: bytes
    seconds: float
    asker: Hashable
    urgency: Urgency
    answer: asyncio.Future[Any]
    tries: int = 0


class _Lane:
    """The questions of a kind that wait, and the processes for them: those without a question with the timer of their end."""

    def __init__(self, count: int, niceness: int) -> None:
        self.waiting: Final = Shares[_Job](count)
        self.niceness: Final = niceness
        self.free: Final[dict[Thinker, asyncio.TimerHandle]] = {}


def usual_count() -> int:
    """The number of processes without a setting: one less than the cores, at least one."""
    return max(1, (os.cpu_count() or 1) - 1)


class ThinkerProcesses(Thinkers):
    """Processes that think, `count` at most, and one for short questions. Use them in one event loop; close them in the end.

    A process without questions ends after the time `idle`. One that does not answer is ended `patience` after the time
    that its question may take, and another one is asked.
    """

    def __init__(
        self,
        count: int,
        *,
        searching_seconds: float = SEARCHING_SECONDS,
        idle: timedelta = _IDLE,
        patience: timedelta = _PATIENCE,
    ) -> None:
        super().__init__(searching_seconds)
        self._count: Final = count
        self._idle: Final = idle.total_seconds()
        self._patience: Final = patience.total_seconds()
        self._long: Final = _Lane(count, _NICENESS)
        self._short: Final = _Lane(1, 0)
        self._lanes: Final = (self._long, self._short)
        self._busy: Final[dict[Thinker, asyncio.Task[None]]] = {}
        self._endings: Final = set[asyncio.Future[None]]()
        self._threads: Final = ThreadPoolExecutor(max_workers=2 * (count + 1), thread_name_prefix="thinker")
        self._seconds = _FIRST_GUESS
        self._is_closed = False
        telemetry.provide(
            Gauge(
                "thinking_queue",
                "Questions that computer players have not begun to think about.",
                lambda: sum(len(lane.waiting) for lane in self._lanes),
            )
        )
        telemetry.provide(
            Gauge(
                "puzzle_search_seconds",
                "Processor time that searching for puzzles has taken since the start.",
                lambda: self.searched,
            )
        )

    @property
    def process_ids(self) -> frozenset[int]:
        """The operating system's ids of the running processes."""
        thinkers = (*self._busy, *(thinker for lane in self._lanes for thinker in lane.free))
        return frozenset(thinker.process_id for thinker in thinkers if thinker.process_id is not None)

    @property
    def expected_wait(self) -> timedelta:
        """How long a new asker would wait until long thinking about its move begins."""
        if not self._long.waiting.are_taken:
            return timedelta(0)
        return timedelta(seconds=(self._long.waiting.ahead() + 1) * self._seconds / self._count)

    async def ask(
        self, question: Callable[[], T], seconds: float, asker: Hashable = None, urgency: Urgency = Urgency.MOVE
    ) -> T:
        """Run a function in one of the processes and return its result."""
        answer = asyncio.get_running_loop().create_future()
        self._enqueue(_Job(pickle.dumps(question), seconds, asker, urgency, answer))
        return await answer

    async def close(self) -> None:
        """End all processes and cancel the pending questions."""
        self._is_closed = True
        for lane in self._lanes:
            for job in lane.waiting.clear():
                job.answer.cancel()
            for thinker in list(lane.free):
                self._dismiss(lane, thinker)
        for thinker in self._busy:
            self._end(thinker)
        await asyncio.gather(*self._busy.values(), *self._endings)
        self._threads.shutdown()

    def _enqueue(self, job: _Job) -> None:
        if self._is_closed:
            job.answer.cancel()
            return
        lane = self._short if job.seconds <= _GLANCE else self._long
        lane.waiting.put(job, job.asker, _HANDICAPS[job.urgency])
        self._set_to_work(lane)

    def _set_to_work(self, lane: _Lane) -> None:
        """Give waiting questions to free processes, the last busy one first, and start processes up to the limit."""
        while (taken := lane.waiting.take()) is not None:
            job, asker = taken
            if job.answer.done():
                lane.waiting.end(asker)
                continue
            if lane.free:
                thinker, timer = lane.free.popitem()
                timer.cancel()
            else:
                thinker = Thinker(lane.niceness)
            self._busy[thinker] = asyncio.create_task(self._think(lane, thinker, job))

    async def _think(self, lane: _Lane, thinker: Thinker, job: _Job) -> None:
        begun = monotonic()
        try:
            answer = await asyncio.get_running_loop().run_in_executor(
                self._threads, thinker.answer, job.question, job.seconds + self._patience_with(job)
            )
        except ProcessLost as error:
            answer = error
        del self._busy[thinker]
        lane.waiting.end(job.asker)
        if isinstance(answer, ProcessLost):
            self._end(thinker)
            self._lose(job, answer)
        else:
            seconds = monotonic() - begun
            telemetry.thought(job.urgency.name.lower(), seconds)
            if lane is self._long:
                self._seconds += _WEIGHT_OF_LATEST * (seconds - self._seconds)
            if not self._is_closed:
                lane.free[thinker] = asyncio.get_running_loop().call_later(self._idle, self._dismiss, lane, thinker)
            if not job.answer.done():
                _settle(job.answer, answer)
        self._set_to_work(lane)

    def _patience_with(self, job: _Job) -> float:
        """How many seconds longer than expected a process may take: its priority is low, and a machine may be busy."""
        return self._patience if job.urgency < Urgency.REVIEW else _UNHURRIED * self._patience

    def _lose(self, job: _Job, error: ProcessLost) -> None:
        """A process was lost over a question: ask another process, or give up after the last try."""
        if job.answer.done():
            return
        if self._is_closed:
            job.answer.cancel()
        elif job.tries + 1 < _TRIES:
            _log.warning("a thinking process was lost; asking another: %s", error)
            self._enqueue(replace(job, tries=job.tries + 1))
        else:
            job.answer.set_exception(NoAnswer(str(error)))

    def _dismiss(self, lane: _Lane, thinker: Thinker) -> None:
        lane.free.pop(thinker).cancel()
        self._end(thinker)

    def _end(self, thinker: Thinker) -> None:
        """End a process, in a thread."""
        ending = asyncio.get_running_loop().run_in_executor(self._threads, thinker.end)
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)


def _settle(asked: asyncio.Future[Any], answer: Answer) -> None:
    if answer.has_failed:
        asked.set_exception(NoAnswer(answer.value))
    else:
        asked.set_result(answer.value)
