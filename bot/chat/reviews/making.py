"""Making the review of a match that is over: once, decision by decision, by the processes that think."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.chat.characters.thinking import Thinkers
from bot.model.match import Match, State
from bot.model.reviews import MOST_DECISIONS, CannotJudge, Decision, NotOver, Review, ReviewFailed, TooShort
from bot.opponents.thinkers import NoAnswer
from bot.store import reviews
from bot.store.engine.database import Database
from rules.record import Step

_PAUSE: Final = 3.0  # seconds between two reports
_FEWEST: Final = 4

Tell = Callable[[int, int], Awaitable[None]]
"""Is told how many decisions were looked at, and of how many."""


@dataclass
class ReviewProgress:
    """A review that is being made, and how many decisions were looked at."""

    task: asyncio.Task[Review] | None = None
    done: int = 0


class Reviews:
    """The reviews in a database. `now` tells the time (aware, UTC)."""

    def __init__(self, database: Database, thinkers: Thinkers, *, now: Callable[[], datetime]) -> None:
        """Nothing is made before somebody asks for it."""
        self._database = database
        self._thinkers = thinkers
        self._now = now
        self._works: dict[int, ReviewProgress] = {}

    async def review(self, match: Match, tell: Tell) -> Review:
        """The review of a match, made once for everybody who asks; `tell` is told at times how far it is.

        Raises `NotOver`, `TooShort`, `CannotJudge` or `ReviewFailed`.
        """
        if match.state is not State.FINISHED:
            raise NotOver(match)
        if match.game.evaluation is None:
            raise CannotJudge(match)
        known = await self._known(match)
        if known is not None:
            return known
        decisions = await asyncio.to_thread(_decisions, match)
        if len(decisions) < _FEWEST:
            raise TooShort(match)
        if match.id not in self._works:  # it may have been made meanwhile, for somebody who asked at the same time
            known = await self._known(match)
        if known is not None:
            return known
        work = self._works.get(match.id) or self.begin(match, decisions)
        return await self._finished(work, min(len(decisions), MOST_DECISIONS), tell)

    async def _known(self, match: Match) -> Review | None:
        async with self._database.read() as connection:
            return await reviews.load(connection, match.id)

    @property
    def is_busy(self) -> bool:
        """Whether a review is being made."""
        return bool(self._works)

    def begin(self, match: Match, decisions: Sequence[int]) -> ReviewProgress:
        """Begin to look at the decisions at these plies of a match, in a task of its own."""
        work = self._works[match.id] = ReviewProgress()
        work.task = asyncio.create_task(self._make(match, decisions, work))
        return work

    async def wait(self, task: asyncio.Task[Review]) -> None:
        """Wait until a review is made, but no longer than until there is something to tell of it."""
        await asyncio.wait([task], timeout=_PAUSE)

    async def _finished(self, work: ReviewProgress, count: int, tell: Tell) -> Review:
        assert work.task is not None, "it has begun"
        progress = 0
        while not work.task.done():
            await self.wait(work.task)
            if not work.task.done() and work.done > progress:
                progress = work.done
                await tell(progress, count)
        return await work.task

    async def _make(self, match: Match, decisions: Sequence[int], work: ReviewProgress) -> Review:
        steps = match.history.steps
        chosen, asker = _spread(decisions, MOST_DECISIONS), ("review", match.id)
        try:
            judged: list[Decision] = []
            for ply in chosen:
                judged.append(await self._thinkers.review(steps[ply], ply, asker))
                work.done += 1
            rolls = [step for step in steps[decisions[0] :] if step.is_roll]
            luck = await self._thinkers.luck(rolls, match.seats, asker) if rolls else ()
            made = Review(tuple(judged), luck, len(decisions))
            async with self._database.write() as connection:
                await reviews.save(connection, match.id, made, self._now())
            return made
        except NoAnswer as error:
            raise ReviewFailed from error
        finally:
            del self._works[match.id]


def _decisions(match: Match) -> Sequence[int]:
    """The plies at which somebody had a choice."""
    return [
        ply
        for ply, step in enumerate(match.history.steps)
        if step.mover is not None and match.history.entries[ply].is_move and _has_choice(step)
    ]


def _has_choice(step: Step) -> bool:
    return len(step.before.legal_moves()) > 1


def _spread(plies: Sequence[int], most: int) -> Sequence[int]:
    """At most so many plies, spread evenly, the first and the last among them."""
    if len(plies) <= most:
        return plies
    return [plies[round(number * (len(plies) - 1) / (most - 1))] for number in range(most)]
