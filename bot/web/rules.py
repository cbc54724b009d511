"""Rule books on the page, with their pictures. They are the same for everybody and need no session."""

from typing import Final

from aiohttp import web

from bot.model.refusals import NoRulebook
from bot.pictures import illustration
from bot.records.rulebooks import pages_of
from bot.texts.guide import page_text
from bot.texts.language import say, spoken
from bot.texts.markup import html
from bot.web.access import drawn
from bot.web.pages import game_of, page

_CACHED: Final = {"Cache-Control": "public, max-age=86400"}


def picture_of(key: str) -> str:
    """The address of the first picture in a game's rule book, in the language spoken."""
    return f"/rules/{key}/pictures/1?lang={spoken()}"


async def show(request: web.Request) -> web.Response:
    """Show all pages of a game's rule book. Raises `NoRulebook`."""
    game = game_of(request)
    pages = pages_of(game)
    if not pages:
        raise NoRulebook(game)
    title = say("{game}: rules", game=game.name)
    here = f"/rules/{game.key}"
    return page(request, "rules.html", title=title, here=here, pages=pages, html=html, page_text=page_text)


async def show_picture(request: web.Request) -> web.StreamResponse:
    """Send the picture on a page of a rule book, counted from 1. Raises HTTPNotFound."""
    pages, number = pages_of(game_of(request)), int(request.match_info["number"])
    shown = pages[number - 1].illustration if 0 < number <= len(pages) else None
    if shown is None:
        raise web.HTTPNotFound
    picture, extension = await drawn(request, illustration, game_of(request), shown)
    return web.Response(body=picture, content_type=f"image/{extension}", headers=_CACHED)
