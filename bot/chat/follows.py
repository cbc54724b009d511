"""News for people about the people and matches of a server that they follow."""

import logging
from collections.abc import Sequence
from typing import Final

from bot.actions import follows, jobs
from bot.chat.core.members import member_on, sees
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import server_of
from bot.chat.core.press import button, row_of
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import NOTICES, JobKind, JobResult
from bot.chat.delivery.recipients import Route, tell
from bot.chat.delivery.threads import resend_after
from bot.model.jobs import Claim, Kind
from bot.model.match import Match
from bot.model.settings import Preferences, Reach
from bot.screens.core import Act
from bot.texts import follows as follow_texts
from bot.texts.language import say, speaking, supported

_log: Final = logging.getLogger(__name__)


async def tell_news(delivery: Delivery, claim: Claim) -> JobResult:
    """Tell a person what there is about whom they follow on a server, as far as they see the channels of the matches."""
    context = delivery.context
    delivery.check_here(claim.server_id)
    preferences = await jobs.unless_quiet(context, claim)
    news = None if preferences is None else await follows.news(context, claim, preferences)
    if preferences is None or news is None:
        return JobResult()
    seen = await _seen(delivery, claim, news) if news else ()
    if seen:
        await _tell(delivery, claim, seen, preferences)
    await follows.note_told(context, claim, news)
    return JobResult()


async def _seen(delivery: Delivery, claim: Claim, over: Sequence[Match]) -> Sequence[Match]:
    """The matches whose channels the person sees. Raises errors of an unavailable Discord."""
    member = await member_on(server_of(delivery.client, claim.server_id), claim.about_person)
    return [] if member is None else [match for match in over if await sees(member, match.place.channel_id)]


async def _tell(delivery: Delivery, claim: Claim, over: Sequence[Match], preferences: Preferences) -> None:
    person_id = claim.about_person
    with speaking(supported(preferences.reads)):
        if preferences.reach is Reach.PUSH and await delivery.push(person_id, follow_texts.pushed(over)):
            return
        way = row_of(button(say(follow_texts.TITLE), Act("told")))
        post = Post(plain(follow_texts.news(over), way))
    if not await tell(((Route.DIRECT,),), lambda _route: delivery.write_to(person_id, post, claim.nonce)):
        _log.info("person %s cannot be told of what they follow", person_id)


NEWS: Final = JobKind(Kind.NEWS, NOTICES, tell_news, resend_after)
