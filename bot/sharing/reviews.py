"""The pictures of a review: the card of the match, and a board for each moment that mattered."""

from collections.abc import Mapping, Sequence
from typing import Final

import render
from bot.model.characters import character_keys
from bot.model.match import Match
from bot.model.reviews import Decision, Review, Side
from bot.pictures import Diagram, scene_of
from bot.texts import reviews as sentences
from bot.texts.language import message, say
from bot.texts.names import literal_name, title
from bot.texts.ratings import ratings_now
from rules.core import Move

SIDES: Final[Mapping[Side, str]] = {
    Side.PLAYED: message("As it was played"),
    Side.ANSWER: message("The answer to it"),
    Side.BETTER: message("The better move"),
}
"""The labels of a moment's pictures."""


def card(match: Match, review: Review) -> bytes:
    """The final board, and how the chances changed. It takes a while: call it off the event loop."""
    plies = [decision.ply for decision in review.decisions]
    chances = render.Chances(
        sentences.chances_title(match, review),
        [literal_name(player) for player in match.players],
        [decision.chances for decision in review.decisions],
        [plies.index(decision.ply) for decision in review.moments],
        match.theme,
        numbers=[match.history.moves_upto(ply + 1) for ply in plies],
        position=match.position,
        axis=say("move:"),
    )
    notes = [f"{literal_name(player)} {new}" for player, new in zip(match.players, ratings_now(match), strict=False)]
    return render.card(render.Card(title(match), match.position, scene_of(match), notes, chances))


def sides(decision: Decision) -> Mapping[Side, Sequence[Move]]:
    """The possible pictures of a moment, each with the moves from the position before it."""
    moves: dict[Side, Sequence[Move]] = {Side.PLAYED: [decision.played]}
    if decision.reply is not None:
        moves[Side.ANSWER] = [decision.played, decision.reply]
    return {**moves, Side.BETTER: [decision.best]}


def board_of(match: Match, decision: Decision, side: Side) -> Diagram:
    """The board of a moment; if there is no answer to the move, the played move is shown instead."""
    shown, before = sides(decision), match.history.steps[decision.ply].before
    names = [literal_name(player) for player in match.seated]
    diagram = Diagram(match.game, before, (), match.theme, names, character_keys(match.seated))
    return diagram.after(*shown.get(side, shown[Side.PLAYED]))
