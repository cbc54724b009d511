"""Posting a review of a match in a channel."""

from bot.chat.core.answers import Answer
from bot.chat.core.dispatcher import on_press
from bot.chat.core.request import Request
from bot.chat.replays.commands import channel_to_post_in, post_once, tell_posted
from bot.chat.screens import asked_of, post_of
from bot.model.refusals import UnknownButton
from bot.screens import reviews
from bot.screens.core import Screen
from bot.texts.language import speaking
from bot.texts.names import posted


@on_press("review_post", in_place=True)
async def post(request: Request) -> Answer | None:
    """Handle Post here: post a review in the channel, once per private message."""
    message, channel = request.message, channel_to_post_in(request)
    if message is None:
        raise UnknownButton
    shown = await reviews.reviewed_or_progress(asked_of(request))
    assert not isinstance(shown, Screen), "the chat waits until it is made"
    with speaking(await request.language_here()):
        for_all = await post_of(reviews.for_all(shown, request.person))
    sent = await post_once(request, message, channel, for_all)
    screen = reviews.overview(shown, posted(sent.jump_url), may_post=False)
    return await tell_posted(request, await post_of(screen), sent)
