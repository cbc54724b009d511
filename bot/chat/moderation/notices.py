"""Telling people what a moderator has done to their matches and entries, as they like to be told."""

import logging
from functools import partial
from typing import Final

import discord

from bot.actions import jobs, moderation, showing
from bot.chat.core.messages import Post, plain
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import NOTICES, JobKind, JobResult
from bot.chat.delivery.recipients import Route, tell, usual_routes
from bot.chat.delivery.threads import resend_after
from bot.model.jobs import Claim, Kind
from bot.model.moderation import Intervention
from bot.model.people import Person
from bot.texts import moderation as sentences
from bot.texts import notices

_log: Final = logging.getLogger(__name__)


async def tell_of(delivery: Delivery, claim: Claim) -> JobResult:
    """Tell a person, or wait for the end of their quiet hours; closed routes are left alone."""
    context, person_id = delivery.context, claim.about_person
    likes = (await showing.preferences_of(context, [person_id]))[person_id]
    quiet_until = likes.quiet_until(context.now())
    if quiet_until is not None:
        await jobs.postpone(context, claim, quiet_until)
        return JobResult()
    done = await moderation.load(context, claim.first.data["intervention"])
    if not await tell(usual_routes(likes), partial(_send, delivery, claim, done)):
        _log.info("person %s cannot be told what was done", person_id)
    await jobs.finish(context, claim)
    return JobResult()


async def _send(delivery: Delivery, claim: Claim, done: Intervention, route: Route) -> discord.Message:
    """Tell a person by one route."""
    person = Person(claim.about_person, "")
    text = notices.addressed(person, sentences.concerned(done), in_channel=route is Route.MENTION)
    post = Post(plain(text), pings=(person.id,))
    if route is Route.DIRECT:
        return await delivery.write_to(person.id, post, claim.nonce)
    return await delivery.send(done.server_id, done.channel_id, post, claim.nonce)


MODERATION: Final = JobKind(Kind.MODERATION, NOTICES, tell_of, resend_after)
