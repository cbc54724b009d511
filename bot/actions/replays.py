"""Films and sprite sheets of whole matches, and record files that people step through.

All are made in threads, and the latest are cached. Each person has one film or sheet in progress at a time, and those
who had little made lately go first; of those who had as little, whoever wants the shortest.
"""

import asyncio
import hashlib
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from cachetools import LRUCache

import render
from bot.model.askers import Asker
from bot.model.characters import character_keys
from bot.model.refusals.replays import AlreadyFilming, FilmingAnother, ReadingAnother, StudioIsFull
from bot.model.replays import Replay
from bot.model.shares import Turns
from bot.outside import telemetry
from bot.records.parsing import read, within
from bot.records.record import replay_of
from bot.records.writing import file_name
from rules.core import Position

PATIENCE: Final = 2.0
"""The seconds before the first report of progress, unless other films are made first."""

PAUSE: Final = 1.0
"""The seconds between two reports of progress."""

MOST_FRAMES: Final = 6_000
"""The most frames that are painted until a film is ready, which is while Discord keeps its answer open, 15 minutes.

Of those who had as little made, whoever asks later for a shorter film goes first and is not foreseen.
"""

_MOST_PAINTED: Final = 600  # frames that are painted of one film, at a tenth of a second each

_MOST_OF_ASKER: Final = 2
"""How many films may be requested at a time by guests of a network."""

FILMS: Final = (2, 1)
"""How many films are made at once, and how many of these only for those who have none made: others need not wait."""

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


Tell = Callable[[FilmProgress], Awaitable[None]]
"""A function that takes the progress of a film."""


class _FilmUnwanted(Exception):
    """Nobody is waiting for the film any more."""


class _Order(NamedTuple):
    """A film that is asked for."""

    make: Make[Any]
    replay: Replay
    say: Say

    @property
    def key(self) -> Hashable:
        """Equal for films that are the same."""
        return self.make, self.replay.key, self.say


class _Work:
    """A film in the making."""

    def __init__(self, frames: int) -> None:
        self.film: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        """The film; its result is None if nobody is waiting for it any more."""

        self.turns: dict[Asker, asyncio.Task[None]] = {}
        """Those who ask for it, each with a task that makes it when it is their turn, unless another's came first."""

        self.people: dict[int, asyncio.Event] = {}
        """The ids of the people waiting for it, each with an event that is set when there is progress."""

        self.progress = FilmProgress(0, frames, waits=True)

    @property
    def painted(self) -> int:
        """How many of its frames are painted."""
        return min(self.progress.frames, _MOST_PAINTED)

    @property
    def handicap(self) -> float:
        """What lets a shorter one go first, but nobody who had more made: less than what `Shares` takes for a difference."""
        return self.painted / 10_000

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

    def __init__(self, face: str = "chat") -> None:
        """Start with no films; `face` is where people ask for them."""
        self._turns = Turns(*FILMS)
        self._works: dict[Hashable, _Work] = {}
        self._films = LRUCache[Hashable, Any](_MOST_KEPT, lambda film: len(film.data))
        telemetry.provide_cache(f"films in {face}", lambda: self._films.currsize)

    async def film(
        self, replay: Replay, person_id: int, tell: Tell, say: Say = str, asker: Asker | None = None
    ) -> render.Animation:
        """The film of a replay, made once for all who ask; `tell` gets a progress report now and then.

        `say` is as in a `render.Scene`; the `asker` is who is behind the person, if not an account. Raises
        `AlreadyFilming` if it is being made for this person already, `FilmingAnother` or `StudioIsFull`.
        """
        return await self._made(_Order(render.animation, replay, say), person_id, asker, tell)

    async def sheet(
        self, replay: Replay, person_id: int, tell: Tell, say: Say = str, asker: Asker | None = None
    ) -> render.Sheet:
        """The sprite sheet of a replay; otherwise like `film`."""
        return await self._made(_Order(render.sheet, replay, say), person_id, asker, tell)

    async def _made(self, order: _Order, person_id: int, asker: Asker | None, tell: Tell) -> Any:
        film = self._films.get(order.key)
        if film is not None:
            return film
        work = self._works.get(order.key)
        if any(person_id in other.people for other in self._works.values()):
            raise AlreadyFilming if work is not None and person_id in work.people else FilmingAnother
        asker = person_id if asker is None else asker
        work = work or self._begin(order, asker)
        if asker not in work.turns:
            work.turns[asker] = asyncio.create_task(self._make(order, work, asker))
        news = work.people[person_id] = asyncio.Event()
        try:
            if work.progress.waits and len(self._works) > FILMS[0]:
                await tell(work.progress)
            return await _finished(work, news, tell)
        finally:
            del work.people[person_id]

    def _begin(self, order: _Order, asker: Asker) -> _Work:
        work, works = _Work(order.replay.last + 1), self._works.values()
        is_greedy = sum(asker in other.turns for other in works) >= _MOST_OF_ASKER
        if is_greedy or self._painted_before(work, asker) + work.painted > MOST_FRAMES:
            raise StudioIsFull
        self._works[order.key] = work
        work.film.add_done_callback(lambda _film: work.wake())
        return work

    def _painted_before(self, new: _Work, asker: Asker) -> int:
        """The most frames that are painted before a new film of an asker: of those in the making, and one of each before."""
        longest, begun = dict[Asker, int](), 0
        for work in self._works.values():
            if not work.progress.waits:
                begun += work.painted
                continue
            for other in work.turns:
                if self._turns.goes_before(other, asker, new.handicap - work.handicap):
                    longest[other] = max(work.painted, longest.get(other, 0))
        return begun + sum(longest.values())

    async def _make(self, order: _Order, work: _Work, asker: Asker) -> None:
        async with self._turns.turn(asker, work.handicap):
            if not work.progress.waits:
                return
            work.go_on(0)
            loop = asyncio.get_running_loop()

            def report(done: int) -> None:
                loop.call_soon_threadsafe(work.go_on, done)

            try:
                film = await asyncio.to_thread(order.make, _Reel(order.replay, order.say, work), report)
            except _FilmUnwanted:
                work.film.set_result(None)
            except Exception as error:  # noqa: BLE001 - everybody who waits is told
                work.film.set_exception(error)
            else:
                if len(film.data) <= _MOST_KEPT:
                    self._films[order.key] = film
                work.film.set_result(film)
            finally:
                del self._works[order.key]


async def _finished(work: _Work, news: asyncio.Event, tell: Tell) -> Any:
    """The film, as soon as it is made; until then, `tell` gets a progress report now and then."""
    due = monotonic() + PATIENCE
    while not work.film.done():
        await news.wait()
        news.clear()
        if not work.film.done() and monotonic() >= due:
            await tell(work.progress)
            due = monotonic() + PAUSE
    film = work.film.result()
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


READERS: Final = (2, 1)
"""How many files are read at once, and how many of these only for those who have none read: others need not wait."""

_MOST_BYTES: Final = 48_000_000
"""How much of record files is cached, files and positions together: a little more than the longest has."""

BYTES_OF_PLY: Final = 2_000
"""What a position takes at most, in Furbowl; in the other games it is less than half of that."""


def size_of(replay: Replay) -> int:
    """About how many bytes a replay takes."""
    return (len(replay.file.data) if replay.file else 0) + BYTES_OF_PLY * (replay.last + 1)


class Studies:
    """Reads record files and caches the latest; use it from one event loop."""

    def __init__(self, face: str = "chat") -> None:
        """Start with an empty cache; `face` is where people bring their files."""
        self._known = LRUCache[bytes, Replay](_MOST_BYTES, size_of)
        telemetry.provide_cache(f"records in {face}", lambda: self._known.currsize)
        self._turns = Turns(*READERS)
        self._reading: dict[int, bytes] = {}  # by person

    async def study(self, data: bytes, theme: str, person_id: int = 0, asker: Asker | None = None) -> Replay:
        """The replay of a record file, read off the event loop for a person, with pictures in a theme.

        The `asker` is who is behind the person, if not an account. Raises `RecordError`, or `ReadingAnother` while
        another file of the person waits.
        """
        digest, asker = hashlib.sha256(data).digest(), person_id if asker is None else asker
        replay = self._known.get(digest)
        if replay is None:
            if self._reading.setdefault(person_id, digest) != digest:
                raise ReadingAnother
            try:
                async with self._turns.turn(asker):
                    replay = self._known.get(digest) or await asyncio.to_thread(_read, data)
            finally:
                self._reading.pop(person_id, None)
        self._known[digest] = replay
        return replace(replay, theme=theme)


def _read(file: bytes) -> Replay:
    data = within(file)
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
