"""Reviews of finished matches: how the chances changed, and the moments that mattered most."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.actions import votes
from bot.model.match import Match
from bot.model.people import Person
from bot.model.reviews import Review, Side
from bot.model.votes import Agreement
from bot.screens.core import Act, Action, Asked, Figure, Line, Screen, on, page_number
from bot.screens.matches import back_to
from bot.screens.pictures import SIDES, board_of_moment, end_card, sides_of
from bot.texts import names
from bot.texts import reviews as review_texts
from bot.texts import votes as vote_texts
from bot.texts.language import say


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A match with its review, and who voted for the best moves in it."""

    match: Match
    review: Review
    agreements: Sequence[Agreement]


async def reviewed_or_progress(asked: Asked) -> Reviewed | Screen:
    """The review of the match of an act, or a screen with the progress of making it.

    Raises the refusals of `Asked.begun` and of making a review.
    """
    match = await asked.begun()
    review = await asked.review(match)
    if isinstance(review, Review):
        return Reviewed(match, review, await votes.agreements(asked.context, match, review))
    return Screen(
        title=review_texts.plain_heading(match),
        text=review_texts.progress(*review),
        here=asked.act,
        is_waiting=True,
        up=back_to(match),
    )


@on("review", beside=True, is_slow=True, at="/matches/{match_id}/review")
async def open_review(asked: Asked) -> Screen:
    """Handle Review, under a finished match and in its replay."""
    shown = await reviewed_or_progress(asked)
    return shown if isinstance(shown, Screen) else _overview(asked, shown)


@on("review_page", at="/matches/{match_id}/review/{number}/{side}")
async def turn(asked: Asked) -> Screen:
    """Handle the buttons that lead to moments, and back to the overview."""
    shown = await reviewed_or_progress(asked)
    if isinstance(shown, Screen):
        return shown
    number, _, side = asked.act.detail.partition("/")
    page = min(page_number(number), len(shown.review.moments))
    return _moment(shown, page, side) if page else _overview(asked, shown)


def _overview(asked: Asked, shown: Reviewed) -> Screen:
    return overview(shown, may_post=asked.actor.server_id is not None)


def overview(shown: Reviewed, note: str = "", *, may_post: bool) -> Screen:
    """The card of the match, with its final board and chances, and the ways to the moments and records."""
    match, review = shown.match, shown.review
    texts = review_texts.summary(match, review), vote_texts.table(shown.agreements), note
    post = [Action(say("Post here"), Act("review_post", match.id))] if may_post else []
    records = (
        Action(say("Animate"), Act("replay_film", match.id)),
        Action(say("Record"), Act("replay_record", match.id)),
    )
    return Screen(
        title=review_texts.plain_heading(match),
        text=review_texts.heading(match),
        here=Act("review", match.id),
        figure=Figure(partial(end_card, match, review), review_texts.alt(match, review), position=match.position),
        lines=[Line(text) for text in texts if text],
        groups=(_moments(shown), (*post, *records)),
        up=back_to(match),
        others=[Action(say("Replay"), Act("replay", match.id))],
    )


def for_all(shown: Reviewed, person: Person) -> Screen:
    """A review for a channel, in which a person shows it, with a line for each moment."""
    moments = (review_texts.in_a_line(shown.match, decision) for decision in shown.review.moments)
    return replace(overview(shown, names.lines(*moments, review_texts.shown_by(person)), may_post=False), groups=())


def _act(match: Match, number: int, side: Side = Side.PLAYED) -> Act:
    return Act("review_page", match.id, detail=f"{number}/{side}")


def _moments(shown: Reviewed, present: int = 0, side: Side = Side.PLAYED) -> Sequence[Action]:
    """The ways to the moments; of the present one a side is shown."""
    sides = {number: side if number == present else Side.PLAYED for number in range(1, len(shown.review.moments) + 1)}
    return [
        Action(review_texts.moment_label(number), _act(shown.match, number, side), is_possible=number != present)
        for number, side in sides.items()
    ]


def _moment(shown: Reviewed, number: int, wanted: str) -> Screen:
    """A decisive moment, with the board after the move played, after the reply to it, or after the better move."""
    match, decision = shown.match, shown.review.moments[number - 1]
    side = next((side for side in sides_of(decision) if side == wanted), Side.PLAYED)
    others = [
        Action(say(SIDES[other]), _act(match, number, other)) for other in sides_of(decision) if other is not side
    ]
    return Screen(
        title=review_texts.plain_heading(match),
        text=review_texts.moment(match, decision, side),
        here=_act(match, number, side),
        board=board_of_moment(match, decision, side),
        actions=(*others, Action(say("The whole match"), _act(match, 0))),
        groups=[_moments(shown, number, side)],
        up=back_to(match),
    )
