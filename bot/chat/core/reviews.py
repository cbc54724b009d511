"""Making reviews of finished matches: once, for the first person who asks, by the thinking processes."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from bot.actions import reviews
from bot.actions.askers import asker_of
from bot.actions.reviews import ReviewProgress
from bot.chat.core.request import Services
from bot.model.askers import Asker
from bot.model.match import Match
from bot.model.people import Person
from bot.model.refusals.learning import CannotJudge, ReviewFailed, TooManyReviews, TooShort
from bot.model.reviews import MOST_AT_ONCE, MOST_DECISIONS, Decision, Review
from bot.opponents.thinkers import NoAnswer
from rules.record import Step

_PAUSE: Final = 3.0  # seconds between two reports
_FEWEST: Final = 4
"""The least number of decisions that make a review worthwhile."""
_EVENLY: Final = 48
"""How many decisions of a long match are judged first, spread evenly; the others are where the chances changed most."""

Tell = Callable[[int, int], Awaitable[None]]
"""A function that takes the number of decisions judged and the number of all."""


async def review(services: Services, person: Person, match: Match, tell: Tell) -> Review:
    """The review of a match for a person who may see it; `tell` is called with the progress.

    Nobody sees one that would help in a match that is still being played. Raises `NotOver`, `TwinGoesOn`, `TooShort`,
    `CannotJudge`, `HelpsElsewhere`, `TooManyReviews` or `ReviewFailed`.
    """
    reviews.check_over(match)
    made = await _known_or_made(services, person, match, tell)
    await reviews.check_may_see(services.context, person, match, made)
    return made


async def _known_or_made(services: Services, person: Person, match: Match, tell: Tell) -> Review:
    """The review of a match, made once, for the first person who asks."""
    if match.game.evaluation is None:
        raise CannotJudge(match)
    stored = await reviews.load(services.context, match.id)
    if stored is not None:
        return stored
    decisions = await asyncio.to_thread(_decisions, match)
    if len(decisions) < _FEWEST:
        raise TooShort(match)
    asker = await asker_of(services.context, person.id)
    if match.id not in services.reviews:  # it may have been made meanwhile, for another person
        stored = await reviews.load(services.context, match.id)
    if stored is not None:
        return stored
    work = services.reviews.get(match.id) or begin(services, asker, match, decisions)
    return await _finished(work, min(len(decisions), MOST_DECISIONS), tell)


def begin(services: Services, asker: Asker, match: Match, decisions: Sequence[int]) -> ReviewProgress:
    """Begin to judge the decisions at these plies of a match, in a separate task. Raises `TooManyReviews`."""
    if sum(ongoing.asker == asker for ongoing in services.reviews.values()) >= MOST_AT_ONCE:
        raise TooManyReviews(MOST_AT_ONCE)
    work = services.reviews[match.id] = ReviewProgress(asker)
    work.task = asyncio.create_task(_make(services, match, decisions, work))
    return work


async def wait(task: asyncio.Task[Review]) -> None:
    """Wait until a review is made or there is progress to report."""
    await asyncio.wait([task], timeout=_PAUSE)


async def _finished(work: ReviewProgress, count: int, tell: Tell) -> Review:
    assert work.task is not None, "it has begun"
    progress = work.done
    if not work.task.done():
        await tell(progress, count)
    while not work.task.done():
        await wait(work.task)
        if not work.task.done() and work.done > progress:
            progress = work.done
            await tell(progress, count)
    return await work.task


async def _make(services: Services, match: Match, decisions: Sequence[int], work: ReviewProgress) -> Review:
    steps = match.history.steps
    try:
        judged: dict[int, Decision] = {}
        first = _first_judged(steps, decisions)
        for nth in range(min(MOST_DECISIONS, len(decisions))):
            ply = first[nth] if nth < len(first) else _between(decisions, judged)
            judged[ply] = await services.thinkers.review(steps[ply], ply, work.asker)
            work.done += 1
        rolls = [step for step in steps[decisions[0] :] if step.is_roll]
        luck = await services.thinkers.luck(rolls, match.seats, work.asker) if rolls else ()
        made = Review(tuple(judged[ply] for ply in sorted(judged)), luck, len(decisions))
        await reviews.keep(services.context, match.id, made)
        return made
    except NoAnswer as error:
        raise ReviewFailed from error
    finally:
        del services.reviews[match.id]


def _decisions(match: Match) -> Sequence[int]:
    """The plies at which a player had a choice."""
    return [
        ply
        for ply, step in enumerate(match.history.steps)
        if step.mover is not None and match.history.entries[ply].is_move and _has_choice(step)
    ]


def _has_choice(step: Step) -> bool:
    return len(step.before.legal_moves()) > 1


def _first_judged(steps: Sequence[Step], decisions: Sequence[int]) -> Sequence[int]:
    """The decisions that are judged before others between them: spread evenly, and the first of the last phase."""
    evenly = _spread(decisions, MOST_DECISIONS if len(decisions) <= MOST_DECISIONS else _EVENLY)
    rolls = [ply for ply in decisions if ply and steps[ply - 1].is_roll]
    return [*dict.fromkeys((*evenly, *(ply for ply in rolls if steps[ply - 1].before.tally(steps[ply - 1].move))))]


def _spread(plies: Sequence[int], most: int) -> Sequence[int]:
    """At most `most` of these plies, spread evenly, with the first and the last."""
    if len(plies) <= most:
        return plies
    return [plies[round(number * (len(plies) - 1) / (most - 1))] for number in range(most)]


def _between(decisions: Sequence[int], judged: Mapping[int, Decision]) -> int:
    """The decision in the middle of those two judged ones, not neighbours, between which the chances changed most."""
    indexes = [at for at, ply in enumerate(decisions) if ply in judged]

    def change(gap: tuple[int, int]) -> tuple[float, int]:
        before, after = (judged[decisions[at]] for at in gap)
        return abs(after.chances[before.seat] - before.played_chance), gap[1] - gap[0]

    first, last = max((gap for gap in pairwise(indexes) if gap[1] - gap[0] > 1), key=change)
    return decisions[(first + last) // 2]
