"""Messages of a review: the card of the match, and a board for each decisive moment."""

import asyncio
from collections.abc import Sequence

from discord import ui

from bot.chat.core.messages import Post, diagram_post, image, layout
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.model.match import Match
from bot.model.people import Person
from bot.model.reviews import Review, Side
from bot.model.votes import Agreement
from bot.sharing.reviews import SIDES, board_of, card, sides
from bot.texts import reviews as sentences
from bot.texts import votes
from bot.texts.language import say
from bot.texts.names import lines


async def overview(match: Match, review: Review, agreements: Sequence[Agreement], *, may_post: bool) -> Post:
    """The card of the match, with its final board and chances, and buttons to the moments and records."""
    items = [*_items(match, review, agreements), *_rows(match, review, may_post=may_post)]
    return Post(layout(*items), await _picture(match, review))


def _rows(match: Match, review: Review, *, may_post: bool) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    rows = [row_of(*_to_moments(match, review))] if review.moments else []
    post = [button(say("Post here"), Press("review_post", match.id))] if may_post else []
    film, record = (
        button(say("Animate"), Press("replay_film", match.id)),
        button(say("Record"), Press("replay_record", match.id)),
    )
    return [*rows, row_of(*post, film, record)]


async def for_all(match: Match, review: Review, agreements: Sequence[Agreement], person: Person) -> Post:
    """A review for a channel, with a line for each moment."""
    told = lines(*(sentences.in_a_line(match, decision) for decision in review.moments), sentences.shown_by(person))
    return Post(
        layout(*_items(match, review, agreements), ui.TextDisplay(told)),
        await _picture(match, review),
    )


def posted(match: Match, review: Review, agreements: Sequence[Agreement], address: str) -> ui.LayoutView:
    """The private message after its review was posted; its picture stays."""
    told = ui.TextDisplay[ui.LayoutView](sentences.posted(address))
    return layout(*_items(match, review, agreements), told, *_rows(match, review, may_post=False))


def _items(match: Match, review: Review, agreements: Sequence[Agreement]) -> list[ui.Item[ui.LayoutView]]:
    return [
        ui.TextDisplay(sentences.heading(match)),
        image(sentences.alt(match, review)),
        ui.TextDisplay(sentences.summary(match, review)),
        *([ui.TextDisplay(votes.table(agreements))] if agreements else []),
    ]


async def _picture(match: Match, review: Review) -> bytes:
    return await asyncio.to_thread(card, match, review)


def _to_moments(match: Match, review: Review, present: int = 0) -> Sequence[PressButton]:
    return [
        button(
            sentences.moment_label(number), Press("review_page", match.id, 0, str(number)), disabled=number == present
        )
        for number in range(1, len(review.moments) + 1)
    ]


async def moment(match: Match, review: Review, number: int, side: Side) -> Post:
    """A decisive moment, with the board after the move played, after the reply to it, or after the better move."""
    decision = review.moments[number - 1]
    shown = side if side in sides(decision) else Side.PLAYED
    others = [
        button(say(SIDES[other]), Press("review_page", match.id, 0, f"{number}/{other}"))
        for other in sides(decision)
        if other != shown
    ]
    back = button(say("The whole match"), Press("review_page", match.id, 0, "0"))
    return await diagram_post(
        board_of(match, decision, shown),
        sentences.moment(match, decision, shown),
        row_of(*others, back),
        row_of(*_to_moments(match, review, number)),
    )
