"""Handlers for reviews of finished matches: shown in private, and posted on request."""

from bot.actions import votes
from bot.chat.core.answers import Answer, Change
from bot.chat.core.arguments import page_number
from bot.chat.core.dispatcher import on_press
from bot.chat.core.messages import Post
from bot.chat.core.request import Request
from bot.chat.replays.argument import match_behind
from bot.chat.replays.commands import channel_to_post_in, post_once, report
from bot.chat.reviews import making
from bot.chat.reviews import views as view
from bot.model.match import Match
from bot.model.refusals import UnknownButton
from bot.model.reviews import Review, Side
from bot.texts import reviews as sentences
from bot.texts.language import speaking


async def _review(request: Request, match: Match) -> Review:
    async def tell(done: int, count: int) -> None:
        await report(request, sentences.progress(done, count))

    return await making.review(request.services, request.person, match, tell)


@on_press("review")
async def open_review(request: Request) -> Answer:
    """Handle Review, under a finished match and in its replay."""
    match = await match_behind(request)
    return Change(await _overview(request, match, await _review(request, match)))


async def _overview(request: Request, match: Match, review: Review) -> Post:
    found = await votes.agreements(request.context, match, review)
    return await view.overview(match, review, found, may_post=request.server_id is not None)


@on_press("review_page", in_place=True)
async def turn(request: Request) -> Answer:
    """Handle the buttons that lead to moments, and back to the overview."""
    match = await match_behind(request)
    review = await _review(request, match)
    number, _, side = request.press.detail.partition("/")
    page = min(page_number(number), len(review.moments))
    if not page:
        return Change(await _overview(request, match, review))
    shown = Side(side) if side in frozenset(Side) else Side.PLAYED
    return Change(await view.moment(match, review, page, shown))


@on_press("review_post", in_place=True)
async def post(request: Request) -> Answer:
    """Handle Post here: post a review in the channel, once per private message."""
    message, channel = request.message, channel_to_post_in(request)
    if message is None:
        raise UnknownButton
    match = await match_behind(request)
    review = await _review(request, match)
    found = await votes.agreements(request.context, match, review)
    with speaking(await request.language_here()):
        for_all = await view.for_all(match, review, found, request.person)
    sent = await post_once(request, message, channel, for_all)
    return Change(Post(view.posted(match, review, found, sent.jump_url)), keeps_files=True)
