"""What a review looks like: the card of the match, and a board for each moment that mattered."""

import asyncio
from collections.abc import Sequence
from typing import Final

from discord import ui

import render
from bot.chat.core.messages import Post, image, layout
from bot.chat.core.painting import Diagram, diagram_post
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.model.characters import character_keys
from bot.model.match import Match
from bot.model.people import Person
from bot.model.reviews import Review, Side
from bot.model.votes import Agreement
from bot.pictures import scene_of
from bot.texts import reviews as sentences
from bot.texts import votes
from bot.texts.names import lines, title
from bot.texts.ratings import ratings_now
from rules.record import Step

_SIDES: Final = {Side.PLAYED: "As it was played", Side.ANSWER: "The answer to it", Side.BETTER: "The better move"}
"""On the buttons that lead to the pictures of a moment."""


async def overview(match: Match, review: Review, agreements: Sequence[Agreement], *, may_post: bool) -> Post:
    """The card of the match: its final board and how the chances went, with buttons to the moments and to its records."""
    items = [*_items(match, review, agreements), *_rows(match, review, may_post=may_post)]
    return Post(layout(*items), await _picture(match, review))


def _rows(match: Match, review: Review, *, may_post: bool) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    rows = [row_of(*_to_moments(match, review))] if review.moments else []
    post = [button("Post here", Press("review_post", match.id))] if may_post else []
    film, record = button("Animate", Press("replay_film", match.id)), button("Record", Press("replay_record", match.id))
    return [*rows, row_of(*post, film, record)]


async def for_all(match: Match, review: Review, agreements: Sequence[Agreement], person: Person) -> Post:
    """A review for everybody in a channel, with a line for each moment."""
    told = lines(*(sentences.in_a_line(match, decision) for decision in review.moments), sentences.shown_by(person))
    return Post(
        layout(*_items(match, review, agreements), ui.TextDisplay(told)),
        await _picture(match, review),
    )


def posted(match: Match, review: Review, agreements: Sequence[Agreement], address: str) -> ui.LayoutView:
    """The private message once its review was posted for everybody; its picture stays."""
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


async def moment(match: Match, review: Review, number: int, side: Side) -> Post:
    """A moment that mattered, with the board after the move that was played, after the answer to it, or after the better one."""
    decision = review.moments[number - 1]
    before = match.history.steps[decision.ply].before
    moves = {Side.PLAYED: [decision.played], Side.BETTER: [decision.best]}
    if decision.reply is not None:
        moves[Side.ANSWER] = [decision.played, decision.reply]
    shown = side if side in moves else Side.PLAYED
    steps = list[Step]()
    for move in moves[shown]:
        steps.append(Step(before, move, before.play(move)))
        before = steps[-1].after
    others = [
        button(label, Press("review_page", match.id, 0, f"{number}/{other}"))
        for other, label in _SIDES.items()
        if other in moves and other != shown
    ]
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
        sentences.moment(match, decision, shown),
        row_of(*others, back),
        row_of(*_to_moments(match, review, number)),
    )
