"""Reviews of finished matches: shown in private, posted on request, and made once by the thinking processes."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from discord import ui

from bot.actions import matches, reviews, votes
from bot.actions.reviews import ReviewProgress
from bot.chat.core.answers import Answer, Change
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post, Unpainted, diagram_post, image, layout, picture
from bot.chat.core.press import PressButton, button, row_of
from bot.chat.core.request import Request, Services
from bot.chat.replays.argument import match_behind
from bot.chat.replays.commands import channel_to_post_in, post_once, report, tell_posted
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.refusals import UnknownButton
from bot.model.reviews import (
    MOST_AT_ONCE,
    MOST_DECISIONS,
    CannotJudge,
    Decision,
    NotOver,
    Review,
    ReviewFailed,
    Side,
    TooManyReviews,
    TooShort,
    TwinGoesOn,
)
from bot.model.votes import Agreement
from bot.opponents.thinkers import NoAnswer
from bot.pictures import SIDES, board_of_moment, review_card, sides_of
from bot.screens.core import Act, page_number
from bot.texts import reviews as sentences
from bot.texts import votes as vote_texts
from bot.texts.language import say, speaking
from bot.texts.names import lines, posted
from rules.record import Step


async def _review(request: Request, match: Match) -> Review:
    async def tell(done: int, count: int) -> None:
        await report(request, sentences.progress(done, count))

    return await review(request.services, request.person, match, tell)


@on_press("review")
async def open_review(request: Request) -> Answer:
    """Handle Review, under a finished match and in its replay."""
    match = await match_behind(request)
    return Change(await _overview(request, match, await _review(request, match)))


async def _overview(request: Request, match: Match, review: Review) -> Post:
    found = await votes.agreements(request.context, match, review)
    return await _overview_of(match, review, found, may_post=request.server_id is not None)


@on_press("review_page", in_place=True)
async def turn(request: Request) -> Answer:
    """Handle the buttons that lead to moments, and back to the overview."""
    match = await match_behind(request)
    review = await _review(request, match)
    number, _, side = request.act.detail.partition("/")
    page = min(page_number(number), len(review.moments))
    if not page:
        return Change(await _overview(request, match, review))
    shown = Side(side) if side in frozenset(Side) else Side.PLAYED
    return Change(await _moment(match, review, page, shown))


@on_press("review_post", in_place=True)
async def post(request: Request) -> Answer | None:
    """Handle Post here: post a review in the channel, once per private message."""
    message, channel = request.message, channel_to_post_in(request)
    if message is None:
        raise UnknownButton
    match = await match_behind(request)
    review = await _review(request, match)
    found = await votes.agreements(request.context, match, review)
    with speaking(await request.language_here()):
        for_all = await _for_all(match, review, found, request.person)
    sent = await post_once(request, message, channel, for_all)
    return await tell_posted(request, await _posted(match, review, found, sent.jump_url), sent)


async def _overview_of(match: Match, review: Review, agreements: Sequence[Agreement], *, may_post: bool) -> Post:
    """The card of the match, with its final board and chances, and buttons to the moments and records."""
    items = [*_items(match, review, agreements), *_rows(match, review, may_post=may_post)]
    return Post(layout(*items), await _card(match, review))


def _rows(match: Match, review: Review, *, may_post: bool) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    rows = [row_of(*_to_moments(match, review))] if review.moments else []
    post = [button(say("Post here"), Act("review_post", match.id))] if may_post else []
    film, record = (
        button(say("Animate"), Act("replay_film", match.id)),
        button(say("Record"), Act("replay_record", match.id)),
    )
    return [*rows, row_of(*post, film, record)]


async def _for_all(match: Match, review: Review, agreements: Sequence[Agreement], person: Person) -> Post:
    """A review for a channel, with a line for each moment."""
    told = lines(*(sentences.in_a_line(match, decision) for decision in review.moments), sentences.shown_by(person))
    return Post(layout(*_items(match, review, agreements), ui.TextDisplay(told)), await _card(match, review))


async def _posted(match: Match, review: Review, agreements: Sequence[Agreement], address: str) -> Post:
    """The private message after its review was posted."""
    told = ui.TextDisplay[ui.LayoutView](posted(address))
    items = *_items(match, review, agreements), told, *_rows(match, review, may_post=False)
    return Post(layout(*items), await _card(match, review))


def _items(match: Match, review: Review, agreements: Sequence[Agreement]) -> list[ui.Item[ui.LayoutView]]:
    return [
        ui.TextDisplay(sentences.heading(match)),
        image(sentences.alt(match, review), instead=match.position),
        ui.TextDisplay(sentences.summary(match, review)),
        *([ui.TextDisplay(vote_texts.table(agreements))] if agreements else []),
    ]


async def _card(match: Match, review: Review) -> bytes | Unpainted:
    return await picture(lambda: review_card(match, review))


def _to_moments(match: Match, review: Review, present: int = 0) -> Sequence[PressButton]:
    return [
        button(sentences.moment_label(number), Act("review_page", match.id, 0, str(number)), disabled=number == present)
        for number in range(1, len(review.moments) + 1)
    ]


async def _moment(match: Match, review: Review, number: int, side: Side) -> Post:
    """A decisive moment, with the board after the move played, after the reply to it, or after the better move."""
    decision = review.moments[number - 1]
    shown = side if side in sides_of(decision) else Side.PLAYED
    others = [
        button(say(SIDES[other]), Act("review_page", match.id, 0, f"{number}/{other}"))
        for other in sides_of(decision)
        if other != shown
    ]
    back = button(say("The whole match"), Act("review_page", match.id, 0, "0"))
    return await diagram_post(
        board_of_moment(match, decision, shown),
        sentences.moment(match, decision, shown),
        row_of(*others, back),
        row_of(*_to_moments(match, review, number)),
    )


_PAUSE: Final = 3.0  # seconds between two reports
_FEWEST: Final = 4
"""The least number of decisions that make a review worthwhile."""

Tell = Callable[[int, int], Awaitable[None]]
"""A function that takes the number of decisions judged and the number of all."""


async def review(services: Services, person: Person, match: Match, tell: Tell) -> Review:
    """The review of a match for a person who may see it; `tell` is called with the progress.

    Nobody sees one that would help in a match that is still being played. Raises `NotOver`, `TwinGoesOn`, `TooShort`,
    `CannotJudge`, `HelpsElsewhere`, `TooManyReviews` or `ReviewFailed`.
    """
    if match.state is not State.FINISHED:
        raise NotOver(match)
    if match.twin is not None and not match.twin.is_over:
        raise TwinGoesOn(match)
    found = await _known_or_made(services, person, match, tell)
    steps = match.history.steps
    await matches.check_unrated(services.context, person, match, [steps[moment.ply].before for moment in found.moments])
    return found


async def _known_or_made(services: Services, person: Person, match: Match, tell: Tell) -> Review:
    """The review of a match, made once, for the first person who asks."""
    if match.game.evaluation is None:
        raise CannotJudge(match)
    known = await reviews.load(services.context, match.id)
    if known is not None:
        return known
    decisions = await asyncio.to_thread(_decisions, match)
    if len(decisions) < _FEWEST:
        raise TooShort(match)
    if match.id not in services.reviews:  # it may have been made meanwhile, for another person
        known = await reviews.load(services.context, match.id)
    if known is not None:
        return known
    work = services.reviews.get(match.id) or begin(services, person, match, decisions)
    return await _finished(work, min(len(decisions), MOST_DECISIONS), tell)


def begin(services: Services, person: Person, match: Match, decisions: Sequence[int]) -> ReviewProgress:
    """Begin to judge the decisions at these plies of a match, in a separate task. Raises `TooManyReviews`."""
    if sum(one.person_id == person.id for one in services.reviews.values()) >= MOST_AT_ONCE:
        raise TooManyReviews(MOST_AT_ONCE)
    work = services.reviews[match.id] = ReviewProgress(person.id)
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
    chosen, asker = _spread(decisions, MOST_DECISIONS), ("review", work.person_id)
    try:
        judged: list[Decision] = []
        for ply in chosen:
            judged.append(await services.thinkers.review(steps[ply], ply, asker))
            work.done += 1
        rolls = [step for step in steps[decisions[0] :] if step.is_roll]
        luck = await services.thinkers.luck(rolls, match.seats, asker) if rolls else ()
        made = Review(tuple(judged), luck, len(decisions))
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


def _spread(plies: Sequence[int], most: int) -> Sequence[int]:
    """At most `most` of these plies, spread evenly, with the first and the last."""
    if len(plies) <= most:
        return plies
    return [plies[round(number * (len(plies) - 1) / (most - 1))] for number in range(most)]
