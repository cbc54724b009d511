"""News for people about the people and matches of a server that they follow."""

import logging
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
from bot.model.follows import News
from bot.model.jobs import Claim, Kind
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
    seen = await _seen(delivery, claim, news) if news.matches else news
    if seen.matches:
        await _tell(delivery, claim, seen, preferences)
    await follows.note_told(context, claim, news)
    return JobResult()


async def _seen(delivery: Delivery, claim: Claim, news: News) -> News:
    """The news of matches whose channels the person sees. Raises errors of an unavailable Discord."""
    member = await member_on(server_of(delivery.client, claim.server_id), claim.about_person)
    if member is None:
        return News()
    channels = {match.place.channel_id for match in news.matches}
    seen = {channel_id for channel_id in channels if await sees(member, channel_id)}
    over, moved = ([match for match in part if match.place.channel_id in seen] for part in (news.over, news.moved))
    return News(over, moved)


async def _tell(delivery: Delivery, claim: Claim, news: News, preferences: Preferences) -> None:
    person_id = claim.about_person
    with speaking(supported(preferences.reads)):
        if preferences.reach is Reach.PUSH and await delivery.push(person_id, follow_texts.pushed(news)):
            return
        ways = [button(say(follow_texts.TITLE), Act("told"))]
        if news.moved:
            ways.insert(0, button(say(follow_texts.GO_ON), Act("follow_on")))
        post = Post(plain(follow_texts.news(news), row_of(*ways)))
    if not await tell(((Route.DIRECT,),), lambda _route: delivery.write_to(person_id, post, claim.nonce)):
        _log.info("person %s cannot be told of what they follow", person_id)


NEWS: Final = JobKind(Kind.NEWS, NOTICES, tell_news, resend_after)
