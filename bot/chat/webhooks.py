"""Events that are posted to webhooks, and word to the owner of one that was turned off, or of a token that will end."""

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Final

from bot.actions import jobs, tokens, webhooks
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import PutOff
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import NOTICES, WEBHOOKS, JobKind, JobResult
from bot.chat.delivery.recipients import Route, tell
from bot.chat.delivery.threads import resend_after
from bot.model.jobs import Claim, Kind
from bot.model.people import Person
from bot.model.refusals import Refusal
from bot.model.refusals.matches import GameIsAway
from bot.model.tokens import TOLD_BEFORE
from bot.model.webhooks import PROMPT
from bot.texts import tokens as token_texts
from bot.texts import webhooks as webhook_texts
from bot.texts.language import speaking, supported

_log: Final = logging.getLogger(__name__)
_LATER: Final = timedelta(hours=1)  # when a process with the extra may be back


async def post(delivery: Delivery, claim: Claim) -> JobResult:
    """Post an event, unless its webhook is off.

    Raises `PutOff` while the webhook rests after a failure, or `GameIsAway`, because the event waits for the game.
    """
    context = delivery.context
    if delivery.post_event is None:
        raise PutOff(_LATER)
    waiting = await webhooks.waiting(context, claim)
    if isinstance(waiting, timedelta):
        raise PutOff(waiting)
    if waiting is None:
        await jobs.finish(context, claim)
        return JobResult()
    (token, webhook), begun = waiting, monotonic()
    try:
        status = await delivery.post_event(context, claim, token, webhook)
    except GameIsAway:
        raise
    except Refusal:  # the match was deleted
        await jobs.finish(context, claim)
        return JobResult()
    await webhooks.note(context, claim, token, webhook, status, is_slow=monotonic() - begun > PROMPT)
    return JobResult()


async def tell_of_end(delivery: Delivery, claim: Claim) -> JobResult:
    """Tell a person that a webhook of theirs is off."""
    data = claim.first.data
    return await _tell(delivery, claim, partial(webhook_texts.ended, data["program"], data["host"]))


async def tell_before_end(delivery: Delivery, claim: Claim) -> JobResult:
    """Tell a person that a token of theirs will end soon, unless it has been revoked. Raises `PutOff` before that."""
    owner = Person(claim.about_person, "")
    token = await tokens.about_to_end(delivery.context, owner, int(claim.first.name or 0))
    if token is not None:
        wait = token.expires_at - TOLD_BEFORE - delivery.context.now()
        if wait > timedelta(0):
            raise PutOff(wait)
        return await _tell(delivery, claim, partial(token_texts.ends, token))
    await jobs.finish(delivery.context, claim)
    return JobResult()


async def _tell(delivery: Delivery, claim: Claim, text: Callable[[], str]) -> JobResult:
    """Tell a person something once their quiet hours end; skip a closed route."""
    context, person = delivery.context, Person(claim.about_person, "")
    if person.is_on_discord:  # guests see it on the page
        preferences = await jobs.unless_quiet(context, claim)
        if preferences is None:
            return JobResult()
        with speaking(supported(preferences.reads)):
            post = Post(plain(text()))
        if not await tell(((Route.DIRECT,),), lambda _route: delivery.write_to(person.id, post, claim.nonce)):
            _log.info("person %s cannot be told of %s", person.id, claim.kind)
    await jobs.finish(context, claim)
    return JobResult()


WEBHOOK: Final = JobKind(Kind.WEBHOOK, WEBHOOKS, post)
TOKEN_END: Final = JobKind(Kind.TOKEN_END, NOTICES, tell_before_end, resend_after)
WEBHOOK_END: Final = JobKind(Kind.WEBHOOK_END, NOTICES, tell_of_end, resend_after)
