"""News for people about the people and matches of a server that they follow."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.actions import follows, jobs
from bot.chat.core.members import member_on, sees
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import PASSING, server_of
from bot.chat.core.press import button, row_of
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.loop import NOTICES, JobKind, JobResult
from bot.chat.delivery.recipients import Route, tell
from bot.chat.delivery.threads import resend_after
from bot.model.follows import MOST_NEWS, News
from bot.model.jobs import Claim, Kind
from bot.model.settings import Preferences, Reach
from bot.screens.core import Act
from bot.texts import follows as follow_texts
from bot.texts.language import say, speaking, supported

_log: Final = logging.getLogger(__name__)


async def tell_news(delivery: Delivery, claim: Claim) -> JobResult:
    """Tell a person what there is about whom they follow on a server, as far as they see the channels of the matches.

    What is due for them of other servers at the same time comes in the same message, as far as it has room.
    """
    context = delivery.context
    delivery.check_here(claim.server_id)
    preferences = await jobs.unless_quiet(context, claim)
    told = None if preferences is None else await _due(delivery, claim, preferences)
    if preferences is None or told is None:
        return JobResult()
    together, others = [told], await follows.due_with(context, claim) if told.seen.matches else ()
    try:
        together += await _due_with(delivery, others, preferences, MOST_NEWS - len(told.seen.matches))
        if told.seen.matches:
            await _tell(delivery, claim, _joined([each.seen for each in together]), preferences)
    except BaseException:
        await _release(delivery, *others)
        raise
    for each in together:
        await follows.note_told(context, each.claim, each.news)
    return JobResult()


@dataclass(frozen=True, slots=True)
class _Told:
    """The claim of the news of a server, the news, and as much of them as the person sees."""

    claim: Claim
    news: News
    seen: News


async def _due(delivery: Delivery, claim: Claim, preferences: Preferences) -> _Told | None:
    """The news of a claimed job; None if it waits. Raises errors of an unavailable Discord."""
    news = await follows.news(delivery.context, claim, preferences)
    if news is None:
        return None
    return _Told(claim, news, await _seen(delivery, claim, news) if news.matches else news)


async def _due_with(
    delivery: Delivery, others: Sequence[Claim], preferences: Preferences, room: int
) -> Sequence[_Told]:
    """The news of other servers for which a message has room; the rest comes by itself."""
    due: list[_Told] = []
    for other in others:
        try:
            told = await _due(delivery, other, preferences)
        except PASSING:  # it is tried again by itself
            await _release(delivery, other)
            continue
        if told is not None and len(told.seen.matches) <= room:
            due.append(told)
            room -= len(told.seen.matches)
        elif told is not None:
            await _release(delivery, other)
    return due


async def _release(delivery: Delivery, *claims: Claim) -> None:
    """Let news be told by themselves, due as before: by when they were due their person's hour of the day is known."""
    now = delivery.context.now()
    for claim in claims:
        await jobs.put_off(delivery.context, claim, (claim.first.due_at or now) - now)


def _joined(parts: Sequence[News]) -> News:
    """News of several servers as one."""
    return News([match for part in parts for match in part.over], [match for part in parts for match in part.moved])


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
