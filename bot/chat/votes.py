"""The picker for voting on a channel's moves, and the job that closes a vote."""

import asyncio
from typing import Final

from bot.actions import jobs, matches, votes
from bot.actions.change import check_revision
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post
from bot.chat.core.press import button_of
from bot.chat.core.request import Request
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, JobKind, JobResult
from bot.chat.matches.moving import in_place, picker_of
from bot.model.jobs import LONGEST_WAIT, Claim, Kind
from bot.model.match import Match
from bot.model.permissions import MatchAct, check
from bot.opponents import manners
from bot.screens.votes import besides
from bot.texts import votes as vote_texts


@on_press("ballot")
async def open_ballot(request: Request) -> Answer:
    """Handle Vote, or the button of a named move: join the voters of the channel, and open the private picker."""
    match = await votes.join(request.context, request.actor, request.act.match_id, request.seen)
    waits = vote_texts.waits_for_other(match, request.person, votes.part_of(match, request.actor))
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
    if chosen:
        check_revision(match, request.act.revision)
        return await picker_of(request, match, chosen)
    buttons = [button_of(action) for action in besides(match)]
    return await picker_of(request, match, note=vote_texts.so_far(match, request.person), beside=buttons)


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
