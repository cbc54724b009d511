"""Handlers for voting on a channel's moves, ending a vote early as the host, and the job that closes a vote."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.actions import jobs, matches, votes
from bot.actions.change import check_revision
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import PressButton, button, row_of
from bot.chat.core.request import Request
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, JobKind, JobResult
from bot.chat.matches.moving import in_place, picker_of
from bot.chat.screens import post_of
from bot.model.jobs import LONGEST_WAIT, Claim, Kind
from bot.model.match import Match
from bot.model.permissions import MatchAct, check
from bot.model.votes import DRAW, RESIGN
from bot.opponents import manners
from bot.screens.core import Act, Action, Weight
from bot.screens.matches import question_about
from bot.texts import votes as sentences
from bot.texts.language import say


@on_press("ballot")
async def open_ballot(request: Request) -> Answer:
    """Handle Vote, or the button of a named move: join the voters of the channel, and open the private picker."""
    match = await votes.join(request.context, request.actor, request.act.match_id)
    waits = sentences.waits_for_other(match, request.person, votes.part_of(match, request.actor))
    return Say(waits) if waits else Show(await _ballot(request, match, request.act.detail))


@on_press("ballot_pick", in_place=True)
async def pick(request: Request) -> Answer | None:
    """Handle a choice from the picker's menus or buttons, Back, or Change my vote."""
    return await in_place(request, _chosen(request, request.value or request.act.detail))


async def _chosen(request: Request, chosen: str) -> Answer:
    match = await request.match()
    check(MatchAct.VOTE, match, request.actor)
    return Change(await _ballot(request, match, chosen))


async def _ballot(request: Request, match: Match, chosen: str) -> Post:
    """The picker of a voter at the stage `chosen`; the first stage also shows the vote's state and other choices."""
    check_revision(match, request.act.revision)
    if chosen:
        return await picker_of(request, match, chosen)
    return await picker_of(request, match, note=sentences.so_far(match, request.person), beside=_besides(match))


def _besides(match: Match) -> Sequence[PressButton]:
    """The choices besides moves."""
    act = Act("vote", match.id, match.revision, RESIGN)
    found = [button(say(sentences.RESIGN_LABEL), act)]
    if votes.may_draw(match):
        found.insert(0, button(sentences.draw_label(match), Act("vote", match.id, match.revision, DRAW)))
    return found


@on_press("vote", in_place=True)
async def vote(request: Request) -> Answer | None:
    """Handle a vote for a move, picked or typed, for resigning, or for a draw."""
    return await in_place(request, _voted(request))


async def _voted(request: Request) -> Answer:
    if request.act.detail == RESIGN:
        return await _ask_to_resign(request)
    return await _cast(request)


async def _ask_to_resign(request: Request) -> Answer:
    """Ask a voter to confirm that the whole channel should resign. Raises the errors of voting."""
    match = await request.match()
    check(MatchAct.VOTE, match, request.actor)
    check_revision(match, request.act.revision)
    sure = Act("vote_resign", match.id, match.revision, RESIGN)
    yes = Action(say(sentences.RESIGN_LABEL), sure, Weight.DANGER)
    return Change(await post_of(question_about(match, sentences.resign_question(match), yes, Act("ballot_pick"))))


@on_press("vote_resign", in_place=True)
async def vote_to_resign(request: Request) -> Answer | None:
    """Handle Vote to resign, after the question."""
    return await in_place(request, _cast(replace(request, act=replace(request.act, detail=RESIGN))))


async def _cast(request: Request) -> Answer:
    act = request.act
    match = await votes.cast(request.context, request.actor, act.match_id, act.detail, act.revision)
    again = button(say(sentences.CHANGE), Act("ballot_pick", match.id, match.revision))
    return Change(Post(plain(sentences.so_far(match, request.person), row_of(again))))


async def close(delivery: Delivery, claim: Claim) -> JobResult:
    """Play the choice with the most votes, if the time is up and the move was not played already."""
    context, match_id = delivery.context, claim.about_match
    match = await matches.load(context, match_id)
    willing = await asyncio.to_thread(manners.willing_to_draw, match) if votes.asks_for_draw(match) else ()
    async with matches.change(context, match_id, is_shown_at_once=True) as change:
        is_over = votes.close(change, claim.first.revision, willing)
    if is_over:
        await jobs.finish(context, claim)
        await delivery.show_change(change)
    elif change.match.voting is not None:
        await jobs.put_back(context, claim, min(change.match.voting.ends_at - context.now(), 24 * LONGEST_WAIT))
    return JobResult()


VOTE: Final = JobKind(Kind.VOTE, MESSAGES, close)
