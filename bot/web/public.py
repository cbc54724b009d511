"""Public pages, if a server permits them: its matches, and previews under links."""

from dataclasses import dataclass, replace

from aiohttp import web

import render
from bot.actions import matches, settings
from bot.model.match import Match
from bot.model.refusals.matches import UnknownMatch
from bot.texts.markup import html
from bot.web.access import SITE


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview that other sites show under a link to a match, in plain text, with full addresses."""

    address: str
    description: str
    picture: str
    width: int
    height: int
    alt: str


async def public_match(request: web.Request, match_id: int) -> Match | None:
    """A match as anyone may watch it, without vacations; None if it does not exist or is only for members."""
    context = request.app[SITE].context
    try:
        match = await matches.load(context, match_id)
    except UnknownMatch:
        return None
    return replace(match, away=()) if await settings.is_public(context, match) else None


def preview_of(request: web.Request, picture: str, painted: bytes, alt: str, *sentences: str) -> Preview:
    """The preview of a page with the picture `painted`, at the path `picture`; `sentences` describe the match."""
    site = request.app[SITE].public or f"http://{request.host}"
    description = " · ".join(html(sentence).striptags() for sentence in sentences if sentence)
    return Preview(f"{site}{request.path_qs}", description, f"{site}{picture}", *render.size(painted), alt)
