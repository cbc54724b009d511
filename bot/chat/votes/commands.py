"""Voting on the moves of a channel: choosing, ending a vote before its time as the host, and closing it when it is over."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.actions import jobs, matches, votes
from bot.chat.core.answers import Answer, Change, Say
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.chat.core.request import Request
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import MESSAGES, JobKind, JobResult
from bot.model.jobs import LONGEST_WAIT, Claim, Kind
from bot.model.match import Match
from bot.model.votes import DRAW, RESIGN
from bot.opponents import manners
from bot.texts import votes as sentences


async def joined(request: Request, match: Match) -> Match:
    """The match once the person plays for the channel in it. Raises what `votes.joined` raises."""
    await votes.join(request.context, request.actor, match.id, request.surroundings.channel_id)
    return await request.find(match.id)


async def choose(request: Request, match_id: int, text: str, revision: int | None) -> tuple[Match, str]:
    """Vote for what a text means; the match then, and what the person is told. Raises what `votes.choose` raises."""
    channel_id = request.surroundings.channel_id
    match = await votes.choose(request.context, request.actor, match_id, channel_id, text, revision)
    return match, sentences.so_far(match, request.person)


def voted(match: Match, text: str) -> Post:
    """The private message of a person who has voted."""
    return Post(plain(text, row_of(button(sentences.CHANGE, Press("pick_at", match.id, match.revision)))))


def besides(match: Match) -> Sequence[PressButton]:
    """What can be chosen besides the moves."""
    press = Press("vote", match.id, match.revision, RESIGN)
    found = [button(sentences.RESIGN_LABEL, press)]
    if votes.may_draw(match):
        found.insert(0, button(sentences.draw_label(match), Press("vote", match.id, match.revision, DRAW)))
    return found


@on_press("vote", in_place=True)
async def vote(request: Request) -> Answer:
    """Resign, or a draw, in the picker of a voter."""
    press = request.press
    match, told = await choose(request, press.match_id, press.detail, press.revision)
    return Change(voted(match, told))


@on_press("vote_now")
async def play_now(request: Request) -> Answer:
    """Play the vote now, behind More, for the host."""
    willing = await _willing(await request.match())
    async with request.change(request.press.match_id) as change:
        votes.play_now(change, request.person, willing)
    return Say(sentences.told_host(await request.show(change)))


async def _willing(match: Match) -> frozenset[int]:
    """The characters that would agree to a draw, if anybody has voted for one."""
    asks = match.voting is not None and any(vote.choice == DRAW for vote in match.voting.votes)
    return await asyncio.to_thread(manners.willing_to_draw, match) if asks else frozenset()


async def close(delivery: Delivery, claim: Claim) -> JobResult:
    """Play what most have chosen, if the time to vote is over and the move was not played already."""
    context, match_id = delivery.context, claim.about_match
    willing = await _willing(await matches.load(context, match_id))
    async with matches.change(context, match_id, is_shown_at_once=True) as change:
        is_over = votes.close(change, claim.first.revision, willing)
    if is_over:
        await jobs.finish(context, claim)
        await delivery.show_change(change)
    elif change.match.voting is not None:
        await jobs.put_back(context, claim, min(change.match.voting.ends_at - context.now(), 24 * LONGEST_WAIT))
    return JobResult()


VOTE: Final = JobKind(Kind.VOTE, MESSAGES, close)
