"""Votes on the moves of a channel: choosing a move, a draw or to resign, and ending a vote early as its host."""

from collections.abc import Sequence
from typing import Final

from bot.actions import votes
from bot.actions.change import check_revision
from bot.model.match import Match
from bot.model.permissions import MatchAct, check
from bot.model.votes import DRAW, RESIGN
from bot.screens.core import Act, Action, Asked, Screen, Weight, on, question
from bot.screens.matches import question_about
from bot.texts import votes as vote_texts
from bot.texts.language import say

VOTE: Final = "vote"
"""The act of choosing a move, a draw or to resign."""


def besides(match: Match) -> Sequence[Action]:
    """The choices of a voter besides moves."""
    at = match.id, match.revision
    draw = [Action(vote_texts.draw_label(match), Act(VOTE, *at, DRAW))] if votes.may_draw(match) else []
    return [*draw, Action(say(vote_texts.RESIGN_LABEL), Act("vote_resign", *at))]


@on(VOTE, closes=True)
async def vote(asked: Asked) -> Screen:
    """Handle a vote for a move, picked or typed, for a draw or, after the question, for resigning."""
    act, actor = asked.act, await asked.actor_in(asked.act.match_id)
    match = await votes.cast(asked.context, actor, act.match_id, act.detail, act.revision)
    again = Action(say(vote_texts.CHANGE), Act("ballot_pick", match.id, match.revision))
    return Screen(text=vote_texts.so_far(match, asked.person), here=Act("board", match.id), actions=[again])


@question("vote_resign", beside=False, closes=True)
async def ask_to_resign(asked: Asked) -> Screen:
    """Handle Vote to resign: ask whether the whole channel should. Raises the errors of voting."""
    match = await asked.match()
    check(MatchAct.VOTE, match, asked.actor)
    check_revision(match, asked.act.revision)
    yes = Action(say(vote_texts.RESIGN_LABEL), Act(VOTE, match.id, match.revision, RESIGN), Weight.DANGER)
    return question_about(match, vote_texts.resign_question(match), yes, Act("ballot_pick"))


@on("vote_now", beside=True, tells=True)
async def play_now(asked: Asked) -> Screen:
    """Handle Play the vote now, behind More, which only the host has."""
    match = await asked.match()
    check(MatchAct.PLAY_NOW, match, asked.actor)
    willing = await asked.willing(match) if votes.asks_for_draw(match) else ()
    async with asked.change(match.id, is_current=True) as change:
        votes.play_now(change, asked.person, willing)
    match = await asked.show(change)
    return Screen(text=vote_texts.told_host(match), here=Act("board", match.id))
