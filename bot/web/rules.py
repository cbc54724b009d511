"""Rule books on the page, with their pictures, and the games to learn. They are for everybody and need no session."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any, Final
from urllib.parse import urlencode

from aiohttp import web

import render
from bot.actions.settings import theme_of
from bot.model.refusals import NoRulebook
from bot.records.lessons import lessons_of
from bot.records.rulebooks import pages_of
from bot.screens.pictures import emblem, illustrated, illustration
from bot.texts import lessons as lesson_texts
from bot.texts import pages as page_texts
from bot.texts.guide import page_text
from bot.texts.language import say
from bot.texts.settings import USUAL_THEME
from bot.web.access import VISITOR, context_of, drawn
from bot.web.commands import html
from bot.web.pages import game_of, page, picture_at
from rules import FAMILIES, GAMES
from rules.core import Game

_CACHED: Final = {"Cache-Control": "public, max-age=86400"}


def picture_of(key: str) -> str:
    """The address of the small picture of a game's board, in the language spoken."""
    return picture_at(f"/rules/{key}")


@cache
def symbols_of(game: Game) -> Mapping[str, bytes]:
    """The symbols of the sides of a game, by the names of the sides; call it off the event loop."""
    return render.symbols(game.start(game.seats[-1]))


def symbol_at(game: Game, side: str) -> str:
    """The address of the symbol of a side."""
    return f"/rules/{game.key}/side?{urlencode({'of': side})}"


async def show_symbol(request: web.Request) -> web.Response:
    """Send the symbol of a side. Raises HTTPNotFound."""
    symbols = await drawn(request, symbols_of, game_of(request))
    body = symbols.get(request.query.get("of", ""))
    if body is None:
        raise web.HTTPNotFound
    return web.Response(body=body, content_type=f"image/{render.EXTENSION}", headers=_CACHED)


async def show(request: web.Request) -> web.Response:
    """Show all pages of a game's rule book. Raises `NoRulebook`."""
    rules = book_of(game_of(request))
    return page(request, "rules.html", title=rules["title"], rules=rules, html=html)


def book_of(game: Game) -> Mapping[str, Any]:
    """What is shown of a game's rule book, with the address of its lessons. Raises `NoRulebook`."""
    pages, family = pages_of(game), GAMES[game.family]
    if not pages:
        raise NoRulebook(game)
    return {
        "title": say("{game}: rules", game=game.name),
        "here": f"/rules/{game.key}",
        "pages": pages,
        "page_text": page_text,
        "size_of": partial(illustrated, game),
        "lessons": f"/lessons/{family.key}" if lessons_of(family) else "",
    }


async def show_picture(request: web.Request) -> web.StreamResponse:
    """Send the picture on a page of a rule book, counted from 1. Raises HTTPNotFound."""
    pages, number = pages_of(game_of(request)), int(request.match_info["number"])
    shown = pages[number - 1].illustration if 0 < number <= len(pages) else None
    if shown is None:
        raise web.HTTPNotFound
    picture, extension = await drawn(request, illustration, game_of(request), shown)
    return web.Response(body=picture, content_type=f"image/{extension}", headers=_CACHED)


async def show_board(request: web.Request) -> web.Response:
    """Send the small picture of a game's board, in a theme or the usual one, which is that of a visitor's server."""
    theme, headers = request.query.get("theme", ""), _CACHED
    if theme == USUAL_THEME and VISITOR in request:
        theme, headers = await theme_of(context_of(request), request[VISITOR].session.server_id), {}
    body = await drawn(request, emblem, game_of(request), theme)
    return web.Response(body=body, content_type=f"image/{render.EXTENSION}", headers=headers)


async def show_lessons(request: web.Request) -> web.Response:
    """Show the games to learn."""
    taught = [game for game in FAMILIES if lessons_of(game)]
    return page(
        request,
        "lessons.html",
        games=taught,
        picture_of=picture_of,
        title=say(page_texts.LESSONS),
        text=html(say(lesson_texts.WHICH_GAME)),
    )
