"""Building blocks of answers: templates, numbers in forms, and error pages."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import jinja2
from aiohttp import web

from bot.model.refusals import MatchRefusal, Refusal
from bot.texts import errors
from bot.texts import pages as texts
from bot.texts.markup import html
from bot.texts.names import way_to
from bot.web import access
from bot.web.access import SITE, VISITOR
from rules.core import Game, MoveError

FOLDER: Final = Path(__file__).parent
"""The folder of templates, script and style."""

_TEMPLATES: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def prepare() -> None:
    """Compile all templates in advance, because that takes too long during a request."""
    for name in _TEMPLATES.list_templates():
        _TEMPLATES.get_template(name)


@cache
def _version() -> str:
    """A digest that identifies the version of the script and the style."""
    files = sorted((FOLDER / "static").iterdir())
    return f"{crc32(b''.join(file.read_bytes() for file in files)):x}"


def page(request: web.Request, template: str, *, status: int = 200, **values: Any) -> web.Response:
    """An answer rendered from a template."""
    site, visitor = request.app[SITE], request.get(VISITOR)
    now = None if visitor is None else site.context.now()  # because a visitor's own clock may be wrong
    values = {
        "visitor": visitor,
        "neighbour": site.neighbour,
        "now": now,
        "lost": texts.LOST,
        "version": _version(),
        **values,
    }
    return web.Response(text=_TEMPLATES.get_template(template).render(values), content_type="text/html", status=status)


def is_scripted(request: web.Request) -> bool:
    """Whether the request is from the script of an open page, which replaces a part of it."""
    return request.headers.get("Accept", "").startswith("text/html+board")


def shown(request: web.Request, template: str, *, status: int = 200, **values: Any) -> web.Response:
    """The replaceable part of a page: alone for the script, otherwise within the whole page."""
    whole = {"part": template, **values}
    return page(request, template if is_scripted(request) else "part.html", status=status, **whole)


def game_of(request: web.Request) -> Game:
    """The game of an address. Raises HTTPNotFound."""
    game = request.app[SITE].context.games.get(request.match_info["game"])
    if game is None:
        raise web.HTTPNotFound
    return game


def told(request: web.Request, title: str, text: str, *, status: int = 200) -> web.Response:
    """A page with a single message."""
    return shown(request, "told.html", status=status, title=title, text=text)


def reason_of(refusal: Refusal | MoveError) -> str:
    """Why something is not done, as the chat says it, without a way to the board of the channel."""
    said = errors.reply(refusal)
    return said.replace(way_to(refusal.match), "") if isinstance(refusal, MatchRefusal) else said


@web.middleware
async def answered(request: web.Request, handler: access.Handler) -> web.StreamResponse:
    """Answer every error with a page that explains it."""
    try:
        return await handler(request)
    except web.HTTPUnauthorized:
        return told(request, texts.SIGNED_OUT_TITLE, texts.SIGNED_OUT, status=401)
    except web.HTTPForbidden:
        return told(request, texts.FORGED_TITLE, texts.FORGED, status=403)
    except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
        return told(request, texts.NOTHING_TITLE, texts.NOTHING, status=error.status)
    except web.HTTPRedirection:
        raise
    except web.HTTPServiceUnavailable:
        return told(request, texts.STARTING_TITLE, texts.STARTING, status=503)
    except web.HTTPTooManyRequests:
        return told(request, texts.TOO_MANY_TITLE, texts.TOO_MANY, status=429)
    except web.HTTPException as error:
        return told(request, texts.NOT_UNDERSTOOD_TITLE, texts.NOT_UNDERSTOOD, status=error.status)
    except (Refusal, MoveError) as refusal:
        return told(request, texts.REFUSED_TITLE, html(reason_of(refusal)), status=409)
    except Exception as error:  # noqa: BLE001 - it is logged under a code, and the visitor reads the code
        return told(request, texts.BROKEN_TITLE, html(errors.reply(error)), status=500)


def number(form: Mapping[str, str], name: str, usual: int = 0) -> int:
    """A number in a form; `usual` if it is missing. Raises HTTPBadRequest."""
    text = form.get(name, str(usual))
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise web.HTTPBadRequest
    return int(text)
