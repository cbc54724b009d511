"""Rule books on the page, with their pictures. They are the same for everybody and need no session."""

from typing import Final

from aiohttp import web

from bot.model.refusals import NoRulebook
from bot.records.rulebooks import pages_of
from bot.texts import pages as texts
from bot.texts.guide import page_text
from bot.texts.language import say
from bot.texts.markup import html
from bot.web.pages import game_of, page

_CACHED: Final = {"Cache-Control": "public, max-age=86400"}


def picture_of(key: str) -> str:
    """The address of the first picture in a game's rule book."""
    return f"/rules/{key}/pictures/1"


async def show(request: web.Request) -> web.Response:
    """Show all pages of a game's rule book. Raises `NoRulebook`."""
    game = game_of(request)
    pages = pages_of(game)
    if not pages:
        raise NoRulebook(game)
    title = f"{game.name}: {say(texts.RULES)}"
    here = f"/rules/{game.key}"
    return page(request, "rules.html", title=title, here=here, pages=pages, html=html, page_text=page_text)


async def show_picture(request: web.Request) -> web.StreamResponse:
    """Send the picture on a page of a rule book, counted from 1. Raises HTTPNotFound."""
    pages, number = pages_of(game_of(request)), int(request.match_info["number"])
    illustration = pages[number - 1].illustration if 0 < number <= len(pages) else None
    if illustration is None:
        raise web.HTTPNotFound
    return web.FileResponse(illustration.file, headers=_CACHED)
