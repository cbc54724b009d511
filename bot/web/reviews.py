"""Reviews of finished matches, as in the chat: made for the first person who asks, and stored."""

import asyncio

from aiohttp import web

import render
from bot.actions import votes
from bot.model.match import Match
from bot.model.reviews import Review, Side
from bot.pictures import SIDES, board_of_moment, review_card, sides_of
from bot.texts import reviews as sentences
from bot.texts import votes as texts_of_votes
from bot.texts.language import say
from bot.texts.markup import html
from bot.texts.names import lines
from bot.web.access import SITE, context_of, drawn
from bot.web.asking import match_of
from bot.web.pages import number, page
from bot.web.screens import picture

_PATIENCE = 2.0
"""Seconds until the page shows the progress of a review and reloads itself."""


async def show(request: web.Request) -> web.Response:
    """Show a review with its moments, or its progress."""
    match, found = await _asked(request)
    if not isinstance(found, Review):
        text = html(sentences.progress(*found), heading="h1")
        return page(request, "review_waiting.html", match=match, title=sentences.plain_heading(match), text=text)
    agreements = await votes.agreements(context_of(request), match, found)
    told = lines(sentences.summary(match, found), texts_of_votes.table(agreements) if agreements else "")
    return page(
        request,
        "review.html",
        match=match,
        title=sentences.plain_heading(match),
        alt=sentences.alt(match, found),
        text=html(told),
        moments=[
            (sentences.moment_label(at), html(sentences.in_short(match, decision)), [*sides_of(decision)])
            for at, decision in enumerate(found.moments, 1)
        ],
        labels={side: say(label) for side, label in SIDES.items()},
    )


async def show_picture(request: web.Request) -> web.Response:
    """Send the card of the match, or the board of a moment."""
    match, found = await _asked(request)
    if not isinstance(found, Review):
        raise web.HTTPNotFound
    at, side = number(request.query, "moment"), request.query.get("side", "")
    if at > len(found.moments) or side not in frozenset(Side):
        raise web.HTTPNotFound
    if at:
        return await picture(request, board_of_moment(match, found.moments[at - 1], Side(side)))
    data = await drawn(request, review_card, match, found)
    headers = {"Cache-Control": "private, max-age=600"}
    return web.Response(body=data, content_type=f"image/{render.EXTENSION}", headers=headers)


async def _asked(request: web.Request) -> tuple[Match, Review | tuple[int, int]]:
    """The match of an address, and its review or its progress: the number of moves judged, and of all moves.

    Raises HTTPUnauthorized for spectators of a public match, or the errors of making a review.
    """
    match, visitor = await match_of(request)
    review, progress = request.app[SITE].review, (0, 1)
    if visitor is None or review is None:
        raise web.HTTPUnauthorized

    async def tell(done: int, count: int) -> None:
        nonlocal progress
        progress = done, count

    try:
        async with asyncio.timeout(_PATIENCE):
            return match, await review(visitor.person, match, tell)
    except TimeoutError:
        return match, progress
