"""Finished matches to share: the file, the card, and the preview that other sites show under a link."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from aiohttp import web

import render
from bot.actions import reviews
from bot.actions.replays import FilmProgress, Studio
from bot.model.askers import Cost
from bot.model.match import Match, State
from bot.model.refusals.replays import StillPlayed
from bot.model.replays import Replay
from bot.model.reviews import Review
from bot.screens.pictures import end_card, filmed, painted, scene_of
from bot.screens.sharing import check_shared, replay_file
from bot.texts.language import voice
from bot.web.access import (
    SITE,
    Visitor,
    apart,
    context_of,
    drawn,
    spend,
)
from bot.web.asking import match_of
from bot.web.commands import html

STUDIO: Final = web.AppKey("studio", Studio)
"""The studio that paints shared files."""


async def share(request: web.Request) -> web.Response:
    """Send the file that shows a finished match without a server."""
    match, visitor = await match_of(request)
    if visitor is None:
        raise web.HTTPUnauthorized  # painting a whole match takes seconds
    check_shared(match)
    spend(request, Cost.DRAWING)
    replay = filmed(Replay.of(match))
    async with apart(request):
        sheet = await request.app[STUDIO].sheet(replay, visitor.person.id, _unheard, voice(), visitor.asker)
    file = await replay_file(match, sheet)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return web.Response(body=file.data, content_type="text/html", charset="utf-8", headers=headers)


async def _unheard(_progress: FilmProgress) -> None:
    """Ignore progress, because the browser itself shows that it is waiting."""


async def show_card(request: web.Request) -> web.Response:
    """Send the card of a finished match, in the shape of its board or of a preview."""
    match, visitor = await match_of(request)
    if match.state is not State.FINISHED:
        raise StillPlayed(match)
    review = await known_review(request, match, visitor)
    data = await drawn(request, partial(end_card, is_wide="wide" in request.query), match, review)
    return web.Response(body=data, content_type=f"image/{render.EXTENSION}")


async def known_review(request: web.Request, match: Match, visitor: Visitor | None) -> Review | None:
    """The review of a match that was made before; None for spectators of a public match."""
    return None if visitor is None else await reviews.find(context_of(request), visitor.person, match)


async def as_anyone_sees(request: web.Request, match: Match, ply: int | None = None) -> bytes:
    """The picture of a match, or of its position after `ply` entries, for a spectator."""
    then = match if ply is None else Replay.of(match).at(ply)
    return await drawn(request, painted, then.history.position, scene_of(then))


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview that other sites show under a link to a match, in plain text, with full addresses."""

    address: str
    description: str
    picture: str
    width: int
    height: int
    alt: str


def preview_of(request: web.Request, picture: str, size: tuple[int, int], alt: str, *sentences: str) -> Preview:
    """The preview of a page with a picture of a size, at the path `picture`; `sentences` describe the match."""
    site = request.app[SITE].public or f"http://{request.host}"
    description = " · ".join(html(sentence).striptags() for sentence in sentences if sentence)
    return Preview(f"{site}{request.path_qs}", description, f"{site}{picture}", *size, alt)
