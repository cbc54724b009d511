"""What anyone may see on the page, where a server wants that: its matches, and their preview under a link."""

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
    """What other sites show under a link to a match, in plain words; the addresses are whole ones."""

    address: str
    description: str
    picture: str
    width: int
    height: int
    alt: str


async def public_match(request: web.Request, match_id: int) -> Match | None:
    """A match as anyone may watch it, without who is on vacation; None if there is no such match, or only for members."""
    context = request.app[SITE].context
    try:
        match = await matches.load(context, match_id)
    except UnknownMatch:
        return None
    return replace(match, away=()) if await settings.is_public(context, match) else None


def preview_of(request: web.Request, picture: str, painted: bytes, alt: str, *sentences: str) -> Preview:
    """The preview of a page whose board is `painted` at the path `picture`; `sentences` say who plays and how it stands."""
    site = request.app[SITE].public or f"http://{request.host}"
    description = " · ".join(html(sentence).striptags() for sentence in sentences if sentence)
    return Preview(f"{site}{request.path_qs}", description, f"{site}{picture}", *render.size(painted), alt)
