"""Rule books on the page, with their pictures. They are the same for everybody and need no session."""

from typing import Final

from aiohttp import web

import render
from bot.model.refusals import NoRulebook
from bot.pictures import emblem, illustration
from bot.records.rulebooks import pages_of
from bot.texts.guide import page_text
from bot.texts.language import say
from bot.web.access import drawn
from bot.web.commands import html
from bot.web.pages import game_of, page, picture_at

_CACHED: Final = {"Cache-Control": "public, max-age=86400"}


def picture_of(key: str) -> str:
    """The address of the small picture of a game's board, in the language spoken."""
    return picture_at(f"/rules/{key}")


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


async def show_board(request: web.Request) -> web.Response:
    """Send the small picture of a game's board."""
    body = await drawn(request, emblem, game_of(request))
    return web.Response(body=body, content_type=f"image/{render.EXTENSION}", headers=_CACHED)
