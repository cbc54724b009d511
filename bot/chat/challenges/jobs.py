"""Notifying subscribers of an open challenge, with one message for all who are mentioned in the channel."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.actions import jobs, matches, settings
from bot.chat.core.members import member_on, sees
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import server_of
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import NOTICES, JobKind, JobResult
from bot.chat.delivery.threads import is_closed, notify_after
from bot.model.jobs import Claim, Kind
from bot.model.match import Match, State
from bot.texts import challenges as challenge_texts
from bot.texts.language import speaking, supported


async def call(delivery: Delivery, claim: Claim) -> JobResult:
    """Tell everybody who still wants to know and may be told now; keep the others for later, or drop them."""
    context = delivery.context
    match = await matches.load(context, claim.about_match)
    people = [job.person_id for job in claim.jobs if job.person_id is not None]
    if match.state is not State.OPEN or match.is_about_to_begin:
        await jobs.finish(context, claim, people)
        return JobResult()
    delivery.check_here(match.place.server_id)
    wanted = await settings.still_wanted(context, match, people)
    willing = {
        person_id: preferences for person_id, preferences in wanted.items() if await _sees(delivery, person_id, match)
    }
    recipients = await settings.to_be_told_now(context, claim, people, willing)
    directly = [person_id for person_id in recipients if willing[person_id].reach.directly]
    in_channel = [person_id for person_id in recipients if willing[person_id].reach.in_channel]
    for person_id in directly:
        with speaking(supported(willing[person_id].reads)):
            is_told = await _write_to(delivery, person_id, match, claim)
        if is_told:  # at once, so that they are not written to again if the mention fails
            await jobs.finish(context, claim, [person_id])
        elif person_id not in in_channel:
            in_channel.append(person_id)  # their direct messages are closed to us
    if in_channel:
        await _mention(delivery, in_channel, match, claim)
        await jobs.finish(context, claim, in_channel)
    return JobResult()


async def _sees(delivery: Delivery, person_id: int, match: Match) -> bool:
    """Whether a person is on the server of a match and sees its channel. Raises errors of an unavailable Discord."""
    member = await member_on(server_of(delivery.client, match.place.server_id), person_id)
    return member is not None and await sees(member, match.place.channel_id)


async def _write_to(delivery: Delivery, person_id: int, match: Match, claim: Claim) -> bool:
    """Tell a person directly; False if their direct messages are closed to us."""
    try:
        await delivery.write_to(person_id, Post(plain(challenge_texts.call(match))), claim.nonce)
    except discord.HTTPException as error:
        if not is_closed(error):
            raise
        return False
    return True


async def _mention(delivery: Delivery, person_ids: Sequence[int], match: Match, claim: Claim) -> None:
    """Mention these people in one message in the place of the challenge; if that is closed, tell the server's owner."""
    post = Post(plain(challenge_texts.call_in_channel(match, person_ids)), pings=tuple(person_ids))
    try:
        await delivery.send(match.place.server_id, match.place.shown_in, post, claim.nonce)
    except discord.HTTPException as error:
        if not is_closed(error):
            raise
        await delivery.tell_owner(match.place.server_id, match.place.channel_id, error)


CALL: Final = JobKind(Kind.CALL, NOTICES, call, notify_after)
