"""Films: animated pictures of whole matches. A few are made at a time, in threads, and those made last are kept."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, Final, overload

import render
from bot.chat.replays.studies import Studies
from bot.model.refusals.replays import AlreadyFilming, StudioIsFull
from bot.model.replay import Replay
from rules.core import Position

PATIENCE: Final = 2.0
"""Seconds for which nobody needs to be told how far a film is, unless others are made first."""

PAUSE: Final = 1.0
"""Seconds from then on between one word of it and the next."""

MOST: Final = 8
"""How many films may be asked for at a time, so that nobody waits for longer than Discord keeps an answer open."""

_AT_ONCE: Final = 2  # two short ones can be made while a long one is
_MOST_KEPT: Final = 32_000_000  # bytes
_MOST_REMEMBERED: Final = 1_000  # messages

Frame = tuple[Position, render.Scene]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a film is: `done` of its `frames` were drawn; none yet while others are made first (`waits`)."""

    done: int
    frames: int
    waits: bool


class _Unwanted(Exception):
    """Nobody waits for the film any more."""


class _Work:
    """A film in the making: for whom it is made, by their ids, and how far it is; `news` is done when it is further."""

    def __init__(self, frames: int, making: "Callable[[_Work], Coroutine[Any, Any, render.Animation | None]]") -> None:
        self.people: set[int] = set()
        self.progress = Progress(0, frames, waits=True)
        self.news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.task = asyncio.create_task(making(self))

    def further(self, done: int) -> None:
        """So many frames were drawn."""
        self.progress = Progress(done, self.progress.frames, waits=False)
        self.news.set_result(None)
        self.news = asyncio.get_running_loop().create_future()


class Studio:
    """Makes films; used from one event loop. What nobody waits for any more, as the bot stops, ends within a frame."""

    def __init__(self) -> None:
        """Nothing is made before somebody asks for it."""
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._works: dict[Hashable, _Work] = {}
        self._films: OrderedDict[Hashable, render.Animation] = OrderedDict()

    async def film(
        self, replay: Replay, person_id: int, tell: Callable[[Progress], Awaitable[None]]
    ) -> render.Animation:
        """The film of a replay, made once for everybody who asks; `tell` is told now and then how far it is.

        Raises `AlreadyFilming` if it is being made for this person already, or `StudioIsFull`.
        """
        film = self._films.get(replay.key)
        if film is not None:
            self._films.move_to_end(replay.key)
            return film
        work = self._works.get(replay.key) or self._begin(replay)
        if person_id in work.people:
            raise AlreadyFilming
        work.people.add(person_id)
        try:
            if work.progress.waits and len(self._works) > _AT_ONCE:
                await tell(work.progress)
            return await _awaited(work, tell)
        finally:
            work.people.discard(person_id)

    def _begin(self, replay: Replay) -> _Work:
        if len(self._works) >= MOST:
            raise StudioIsFull
        work = self._works[replay.key] = _Work(replay.last + 1, partial(self._make, replay))
        return work

    async def _make(self, replay: Replay, work: _Work) -> render.Animation | None:
        try:
            async with self._free:
                work.further(0)
                loop = asyncio.get_running_loop()
                film = await asyncio.to_thread(_filmed, replay, work, loop)
        except _Unwanted:
            return None
        finally:
            del self._works[replay.key]
        self._keep(replay.key, film)
        return film

    def _keep(self, key: Hashable, film: render.Animation) -> None:
        self._films[key] = film
        while sum(len(kept.data) for kept in self._films.values()) > _MOST_KEPT:
            self._films.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Room:
    """What one bot needs for replays: `posted` are the messages whose film is shown to everybody, by their ids."""

    studio: Studio = field(default_factory=Studio)
    studies: Studies = field(default_factory=Studies)
    posted: deque[int] = field(default_factory=lambda: deque[int](maxlen=_MOST_REMEMBERED))


async def _awaited(work: _Work, tell: Callable[[Progress], Awaitable[None]]) -> render.Animation:
    due = monotonic() + PATIENCE
    while True:
        await asyncio.wait([work.task, work.news], return_when=asyncio.FIRST_COMPLETED)
        if work.task.done():
            film = work.task.result()
            assert film is not None, "it is made for as long as anybody waits for it"
            return film
        if monotonic() >= due:
            await tell(work.progress)
            due = monotonic() + PAUSE


def _filmed(replay: Replay, work: _Work, loop: asyncio.AbstractEventLoop) -> render.Animation:
    def report(done: int) -> None:
        loop.call_soon_threadsafe(work.further, done)

    return render.animation(_Reel(replay, work), report)


class _Reel(Sequence[Frame]):
    """What is to be seen from the first ply to the last; raises `_Unwanted` once nobody wants to see it any more."""

    def __init__(self, replay: Replay, work: _Work) -> None:
        self._replay = replay
        self._work = work
        self._names = tuple(player.name for player in replay.players)

    def __len__(self) -> int:
        return self._replay.last + 1

    @overload
    def __getitem__(self, index: int) -> Frame: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Frame]: ...

    def __getitem__(self, index: int | slice) -> Frame | Sequence[Frame]:
        if isinstance(index, slice):
            return [self[ply] for ply in range(len(self))[index]]
        if not self._work.people:
            raise _Unwanted
        then = self._replay.at(range(len(self))[index])
        scene = render.Scene(self._names, then.history.last_turn, outcome=then.outcome, theme=then.theme)
        return then.history.position, scene
