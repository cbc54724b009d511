"""What a review looks like: the card of the match, and a board for each moment that mattered."""

import asyncio
from collections.abc import Sequence

from discord import ui

import render
from bot.chat.core.messages import Post, image, layout
from bot.chat.core.painting import Diagram, diagram_post
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.model.characters import character_keys
from bot.model.match import Match
from bot.model.people import Person
from bot.model.reviews import Review
from bot.pictures import scene_of
from bot.texts import reviews as sentences
from bot.texts.names import title
from bot.texts.ratings import ratings_now
from rules.record import Step

BETTER = "better"
"""In a button that shows the better move of a moment; the others show the move that was played."""


async def overview(match: Match, review: Review, *, may_post: bool) -> Post:
    """The card of the match: its final board and how the chances went, with buttons to the moments and to its records."""
    rows = [row_of(*_to_moments(match, review))] if review.moments else []
    post = [button("Post here", Press("review_post", match.id))] if may_post else []
    film, record = button("Animate", Press("replay_film", match.id)), button("Record", Press("replay_record", match.id))
    rows.append(row_of(*post, film, record))
    return Post(layout(*_items(match, review), *rows), await _picture(match, review))


async def for_all(match: Match, review: Review, person: Person) -> Post:
    """A review for everybody in a channel, with the moments in words."""
    texts = [ui.TextDisplay[ui.LayoutView](sentences.in_short(match, decision)) for decision in review.moments]
    return Post(
        layout(*_items(match, review), *texts, ui.TextDisplay(sentences.shown_by(person))),
        await _picture(match, review),
    )


def posted(match: Match, review: Review, address: str) -> ui.LayoutView:
    """The private message once its review was posted for everybody; its picture stays."""
    return layout(*_items(match, review), ui.TextDisplay(sentences.posted(address)))


def _items(match: Match, review: Review) -> list[ui.Item[ui.LayoutView]]:
    return [
        ui.TextDisplay(sentences.heading(match)),
        image(sentences.alt(match, review)),
        ui.TextDisplay(sentences.summary(match, review)),
    ]


async def _picture(match: Match, review: Review) -> bytes:
    plies = [decision.ply for decision in review.decisions]
    chances = render.Chances(
        sentences.chances_title(match, review),
        [player.name for player in match.players],
        [decision.chances for decision in review.decisions],
        [plies.index(decision.ply) for decision in review.moments],
        match.theme,
        numbers=[match.history.moves_upto(ply + 1) for ply in plies],
        position=match.position,
    )
    notes = [f"{player.name} {new}" for player, new in zip(match.players, ratings_now(match), strict=False)]
    card = render.Card(title(match), match.position, scene_of(match), notes, chances)
    return await asyncio.to_thread(render.card, card)


def _to_moments(match: Match, review: Review, present: int = 0) -> Sequence[PressButton]:
    return [
        button(
            sentences.moment_label(number), Press("review_page", match.id, 0, str(number)), disabled=number == present
        )
        for number in range(1, len(review.moments) + 1)
    ]


async def moment(match: Match, review: Review, number: int, *, is_better: bool) -> Post:
    """A moment that mattered, with the board after the move that was played, or after the better one."""
    decision = review.moments[number - 1]
    before = match.history.steps[decision.ply].before
    move = decision.best if is_better else decision.played
    steps = [Step(before, move, before.play(move))]
    other = Press("review_page", match.id, 0, f"{number}/{'' if is_better else BETTER}")
    toggle = button("As it was played" if is_better else "The better move", other)
    back = button("The whole match", Press("review_page", match.id, 0, "0"))
    return await diagram_post(
        Diagram(
            match.game,
            steps[-1].after,
            steps,
            match.theme,
            [player.name for player in match.seated],
            character_keys(match.seated),
        ),
        sentences.moment(match, decision, is_better=is_better),
        row_of(toggle, back),
        row_of(*_to_moments(match, review, number)),
    )
