"""Thinkers for tests: in the same process, at once, with as little effort as possible."""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from bot.model.reviews import Decision
from bot.opponents.reviews import judged
from bot.opponents.thinkers import Thinkers, Urgency
from players.choice import Hint, choose, hint
from players.levels import FLAWLESS, LEVELS, Level
from rules.core import Move, Position
from rules.record import Step

T = TypeVar("T")


class AtOnce(Thinkers):
    """Finds a sensible move at once."""

    wait = timedelta()

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Position, Level, int]] = []

    @property
    def expected_wait(self) -> timedelta:
        return self.wait

    async def ask(
        self, question: Callable[[], T], seconds: float, asker: Hashable = None, urgency: Urgency = Urgency.MOVE
    ) -> T:
        return question()

    async def choose(
        self, position: Position, level: Level, seed: int, past: Sequence[Position] = (), asker: Hashable = None
    ) -> Move:
        self.asked.append((position, level, seed))
        return choose(position, replace(level, nodes=20, samples=4, depth=1, reading=0), seed)

    async def hint(
        self, position: Position, level: Level, seed: int, past: Sequence[Position] = (), asker: Hashable = None
    ) -> Hint:
        return hint(position, replace(level, nodes=20, samples=4, depth=1, reading=0), seed)

    async def review(self, step: Step, ply: int, asker: Hashable = None) -> Decision:
        return judged(
            step,
            ply,
            replace(LEVELS[0], nodes=60, samples=20, depth=1, reading=0, lookahead=FLAWLESS, sampling=FLAWLESS),
        )

    async def puzzle(self, position: Position, asker: Hashable = None) -> str | None:
        return None

    async def close(self) -> None:
        pass


class Failing(AtOnce):
    """Finds no move at first."""

    has_failed = False

    async def choose(
        self, position: Position, level: Level, seed: int, past: Sequence[Position] = (), asker: Hashable = None
    ) -> Move:
        if not self.has_failed:
            self.has_failed = True
            raise RuntimeError("no idea")
        return await super().choose(position, level, seed, past, asker)


class Held(AtOnce):
    """Thinks until the test releases it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked = asyncio.Event()
        self._may_go_on = asyncio.get_running_loop().create_future()

    def go_on(self) -> None:
        self._may_go_on.set_result(None)

    async def choose(
        self, position: Position, level: Level, seed: int, past: Sequence[Position] = (), asker: Hashable = None
    ) -> Move:
        self.is_asked.set()
        await self._may_go_on
        return await super().choose(position, level, seed, past, asker)

    async def close(self) -> None:
        self._may_go_on.cancel()
