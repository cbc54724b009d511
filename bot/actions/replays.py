"""Films and sprite sheets of whole matches, and record files that people step through.

All are made in threads, and the latest are cached. Each person has one film or sheet in progress at a time, and
requests are served in order.
"""

import asyncio
import hashlib
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Final, TypeVar

from cachetools import LRUCache

import render
from bot.model.characters import character_keys
from bot.model.replays import AlreadyFilming, FilmingAnother, ReadingAnother, Replay, StudioIsFull
from bot.records.parsing import read
from bot.records.record import replay_of
from bot.records.writing import file_name
from rules.core import Position

PATIENCE: Final = 2.0
"""The seconds before the first report of progress, unless other films are made first."""

PAUSE: Final = 1.0
"""The seconds between two reports of progress."""

MOST: Final = 8
"""How many films may be requested at a time: the last one must be ready while Discord keeps its answer open."""

_AT_ONCE: Final = 2  # a short film need not wait for a long one
_MOST_KEPT: Final = 32_000_000  # bytes

Frame = tuple[Position, render.Scene]
Say = Callable[[str], str]
Made = TypeVar("Made", render.Animation, render.Sheet)
Make = Callable[[Sequence[Frame], Callable[[int], None]], Made]
"""Makes something of all frames, and reports how many are done."""


@dataclass(frozen=True, slots=True)
class FilmProgress:
    """The progress of a film."""

    done: int
    """The number of frames painted."""

    frames: int

    waits: bool
    """Whether other films are made first, so that none of these frames is painted yet."""


class _FilmUnwanted(Exception):
    """Nobody is waiting for the film any more."""


class _Work:
    """A film in the making."""

    task: asyncio.Task[Any]
    """The task that makes the film; its result is None if nobody is waiting for it any more."""

    def __init__(self, frames: int) -> None:
        self.people: dict[int, asyncio.Event] = {}
        """The ids of the people waiting for it, each with an event that is set when there is progress."""

        self.progress = FilmProgress(0, frames, waits=True)

    def go_on(self, done: int) -> None:
        """Report the number of frames painted."""
        self.progress = FilmProgress(done, self.progress.frames, waits=False)
        self.wake()

    def wake(self) -> None:
        """Wake everybody who waits for the film."""
        for news in self.people.values():
            news.set()


class Studio:
    """Makes films and sheets; use it from one event loop. A film that nobody waits for stops within a frame."""

    def __init__(self) -> None:
        """Start with no films."""
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._works: dict[Hashable, _Work] = {}
        self._films = LRUCache[Hashable, Any](_MOST_KEPT, lambda film: len(film.data))

    async def film(
        self, replay: Replay, person_id: int, tell: Callable[[FilmProgress], Awaitable[None]], say: Say = str
    ) -> render.Animation:
        """The film of a replay, made once for all who ask; `tell` gets a progress report now and then.

        `say` is as in a `render.Scene`. Raises `AlreadyFilming` if it is being made for this person
        already, `FilmingAnother` or `StudioIsFull`.
        """
        return await self._made(render.animation, replay, person_id, tell, say)

    async def sheet(
        self, replay: Replay, person_id: int, tell: Callable[[FilmProgress], Awaitable[None]], say: Say = str
    ) -> render.Sheet:
        """The sprite sheet of a replay; otherwise like `film`."""
        return await self._made(render.sheet, replay, person_id, tell, say)

    async def _made(
        self,
        make: Make[Made],
        replay: Replay,
        person_id: int,
        tell: Callable[[FilmProgress], Awaitable[None]],
        say: Say,
    ) -> Made:
        key = make, replay.key, say
        film = self._films.get(key)
        if film is not None:
            return film
        work = self._works.get(key)
        if any(person_id in other.people for other in self._works.values()):
            raise AlreadyFilming if work is not None and person_id in work.people else FilmingAnother
        work = work or self._begin(make, replay, say)
        news = work.people[person_id] = asyncio.Event()
        try:
            if work.progress.waits and len(self._works) > _AT_ONCE:
                await tell(work.progress)
            return await _finished(work, news, tell)
        finally:
            del work.people[person_id]

    def _begin(self, make: Make[Made], replay: Replay, say: Say) -> _Work:
        if len(self._works) >= MOST:
            raise StudioIsFull
        work = self._works[make, replay.key, say] = _Work(replay.last + 1)
        work.task = asyncio.create_task(self._make(make, replay, say, work))
        work.task.add_done_callback(lambda _task: work.wake())
        return work

    async def _make(self, make: Make[Made], replay: Replay, say: Say, work: _Work) -> Made | None:
        key = make, replay.key, say
        try:
            async with self._free:
                work.go_on(0)
                loop = asyncio.get_running_loop()

                def report(done: int) -> None:
                    loop.call_soon_threadsafe(work.go_on, done)

                film = await asyncio.to_thread(make, _Reel(replay, say, work), report)
        except _FilmUnwanted:
            return None
        finally:
            del self._works[key]
        if len(film.data) <= _MOST_KEPT:
            self._films[key] = film
        return film


async def _finished(work: _Work, news: asyncio.Event, tell: Callable[[FilmProgress], Awaitable[None]]) -> Any:
    """The film, as soon as it is made; until then, `tell` gets a progress report now and then."""
    due = monotonic() + PATIENCE
    while not work.task.done():
        await news.wait()
        news.clear()
        if not work.task.done() and monotonic() >= due:
            await tell(work.progress)
            due = monotonic() + PAUSE
    film = work.task.result()
    assert film is not None, "a film is made for as long as anybody waits for it"
    return film


class _Reel(Sequence[Frame]):
    """The frames from the first ply to the last; raises `_FilmUnwanted` once nobody waits for the film."""

    def __init__(self, replay: Replay, say: Say, work: _Work) -> None:
        self._replay, self._say = replay, say
        self._work = work
        self._names = tuple(player.name for player in replay.players)

    def __len__(self) -> int:
        return self._replay.last + 1

    def __getitem__(self, ply: Any) -> Any:
        """The frame of a ply; a film asks for no slices."""
        if not self._work.people:
            raise _FilmUnwanted
        then = self._replay.at(ply)
        scene = render.Scene(
            self._names,
            then.history.last_turn,
            outcome=then.outcome,
            theme=then.theme,
            faces=character_keys(then.players),
            say=self._say,
        )
        return then.history.position, scene


_MOST_BYTES: Final = 48_000_000
"""How much of record files is cached, files and positions together: a little more than the longest has."""

BYTES_OF_PLY: Final = 2_000
"""What a position takes at most, in Furbowl; in the other games it is less than half of that."""


def size_of(replay: Replay) -> int:
    """About how many bytes a replay takes."""
    return (len(replay.file.data) if replay.file else 0) + BYTES_OF_PLY * (replay.last + 1)


class Studies:
    """Reads record files and caches the latest; use it from one event loop."""

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._known = LRUCache[bytes, Replay](_MOST_BYTES, size_of)
        self._one_at_a_time = asyncio.Semaphore()
        self._reading: dict[int, bytes] = {}  # by person

    async def study(self, data: bytes, theme: str, person_id: int = 0) -> Replay:
        """The replay of a record file, read off the event loop for a person, with pictures in a theme.

        Raises `RecordError`, or `ReadingAnother` while another file of the person waits: the longest takes a second,
        and one is read at a time.
        """
        digest = hashlib.sha256(data).digest()
        found = self._known.get(digest)
        if found is None:
            if self._reading.setdefault(person_id, digest) != digest:
                raise ReadingAnother
            try:
                async with self._one_at_a_time:
                    found = self._known.get(digest) or await asyncio.to_thread(_read, data)
            finally:
                self._reading.pop(person_id, None)
        self._known[digest] = found
        return replace(found, theme=theme)


def _read(data: bytes) -> Replay:
    record = read(data)
    return replay_of(record, data, file_name(record))


_MOST_REMEMBERED: Final = 1_000  # posts in memory


@dataclass(frozen=True, slots=True)
class ReplayServices:
    """The services for replays, shared by the whole bot."""

    studio: Studio = field(default_factory=Studio)
    studies: Studies = field(default_factory=Studies)

    posted: deque[int] = field(default_factory=lambda: deque[int](maxlen=_MOST_REMEMBERED))
    """The ids of the latest private messages that were posted for everybody in their channel."""
