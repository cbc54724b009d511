"""Building blocks of answers: templates, numbers in forms, and error pages."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from zlib import crc32

from aiohttp import web

from bot.model.errors import DatabaseBusy
from bot.model.refusals import Refusal
from bot.model.refusals.matches import GameIsAway, MatchElsewhere, UnknownMatch
from bot.model.sessions import SessionEnded
from bot.model.texts import number_in
from bot.screens.pictures import own_theme
from bot.texts import errors
from bot.texts import pages as page_texts
from bot.texts.language import say, speaking
from bot.texts.markup import direction, lang, templates
from bot.web import access
from bot.web.access import SITE, VISITOR, language_of
from bot.web.commands import html
from rules.core import Game, MoveError

FOLDER: Final = Path(__file__).parent
"""The folder of templates, script and style."""

_TEMPLATES: Final = templates(FOLDER / "templates")
_STATIC: Final = {file.name: file.read_bytes() for file in (FOLDER / "static").iterdir()}
_TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff2": "font/woff2",
}


def prepare() -> None:
    """Compile all templates in advance, because that takes too long during a request."""
    for name in _TEMPLATES.list_templates():
        _TEMPLATES.get_template(name)


@cache
def _version() -> str:
    """A digest that identifies the version of the script and the style."""
    return f"{crc32(b''.join(_STATIC[name] for name in sorted(_STATIC))):x}"


def page(request: web.Request, template: str, *, status: int = 200, **values: Any) -> web.Response:
    """An answer rendered from a template."""
    site, visitor = request.app[SITE], request.get(VISITOR)
    now = None if visitor is None else site.context.now()  # because a visitor's own clock may be wrong
    values = {
        "visitor": visitor,
        "neighbour": site.neighbour,
        "inbox": site.inbox,
        "now": now,
        "has_notices": site.pusher is not None and visitor is not None,
        "lost": say(page_texts.LOST),
        "unheard": say(page_texts.UNHEARD),
        "lang": lang(),
        "direction": direction(),
        "version": _version(),
        "path": request.path,
        "count": 0,
        "has_count": False,
        "has_seasons": visitor is not None and visitor.session.server_id is not None,
        **values,
    }
    return web.Response(text=_TEMPLATES.get_template(template).render(values), content_type="text/html", status=status)


async def static_file(request: web.Request) -> web.Response:
    """Send the script, the style, an icon or a face: what a visitor names is never looked up on the disk.

    They are sent whole, from memory. The server's own answer with a file reads conditions, and fails at some of them.
    """
    name = request.match_info["name"]
    if name not in _STATIC:
        raise web.HTTPNotFound
    kind = _TYPES[name.rpartition(".")[2]]
    charset = "utf-8" if kind.startswith("text/") else None
    return web.Response(body=_STATIC[name], content_type=kind, charset=charset)


WORKER: Final = "worker.js"
"""The script that works for open and closed pages: it shows notices, and the last boards without a connection."""


async def worker(_request: web.Request) -> web.Response:
    """Send the worker from an address above all pages, because it works for those below its own alone."""
    headers = {"Cache-Control": "no-cache"}
    return web.Response(body=_STATIC[WORKER], content_type="text/javascript", charset="utf-8", headers=headers)


def picture_at(address: str, **query: object) -> str:
    """The address of a picture."""
    return asked_at(f"{address}/picture", **query)


def asked_at(address: str, **query: object) -> str:
    """An address with what is asked there, in which language and theme, because browsers keep the answers for a while."""
    look = {"theme": own_theme()} if own_theme() else {}
    return f"{address}?{urlencode({**query, 'lang': lang(), **look})}"


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


def message_page(request: web.Request, title: str, text: str, *, status: int = 200, match: str = "") -> web.Response:
    """A page with a single message, and with a way back to the match at the address `match`, if there is one."""
    return shown(request, "told.html", status=status, title=title, text=text, match=match)


@web.middleware
async def answered(request: web.Request, handler: access.Handler) -> web.StreamResponse:
    """Answer every error with a page that explains it."""
    with speaking(language_of(request)):
        try:
            return await handler(request)
        except web.HTTPRedirection:
            raise
        except Exception as error:  # noqa: BLE001 - what nobody expects is logged under a code, which the visitor reads
            with speaking(language_of(request)):  # better known once the session is
                return _explained(request, error)


_EXPLAINED: Final[Mapping[type[web.HTTPException], tuple[str, str]]] = {
    web.HTTPUnauthorized: (page_texts.SIGNED_OUT_TITLE, page_texts.SIGNED_OUT),
    web.HTTPForbidden: (page_texts.FORGED_TITLE, page_texts.FORGED),
    web.HTTPNotFound: (page_texts.NOTHING_TITLE, page_texts.NOTHING),
    web.HTTPMethodNotAllowed: (page_texts.NOTHING_TITLE, page_texts.NOTHING),
    web.HTTPRequestEntityTooLarge: (page_texts.TOO_LONG_TITLE, page_texts.TOO_LONG),
    web.HTTPServiceUnavailable: (page_texts.STARTING_TITLE, page_texts.STARTING),
    web.HTTPTooManyRequests: (page_texts.TOO_MANY_TITLE, page_texts.TOO_MANY),
}
"""The title and the text of the page for an error."""
_LARGEST_NUMBER: Final = 999_999_999  # in a form: of a match, a revision, a choice
_UNSEEN: Final = (UnknownMatch, GameIsAway, MatchElsewhere)
"""The refusals of a match itself, whose own page says the same."""


def _explained(request: web.Request, error: Exception) -> web.Response:
    if isinstance(error, SessionEnded):
        error = web.HTTPUnauthorized()
    if isinstance(error, web.HTTPException):
        title, text = _EXPLAINED.get(type(error), (page_texts.NOT_UNDERSTOOD_TITLE, page_texts.NOT_UNDERSTOOD))
        answer = message_page(request, say(title), say(text), status=error.status)
        if "Retry-After" in error.headers:
            answer.headers["Retry-After"] = error.headers["Retry-After"]
        return answer
    if isinstance(error, Refusal | MoveError):
        text, match = html(errors.reason(error)), "" if isinstance(error, _UNSEEN) else _match_above(request)
        return message_page(request, say(page_texts.REFUSED_TITLE), text, status=409, match=match)
    text = html(errors.reason(error))
    if isinstance(error, DatabaseBusy):
        answer = message_page(request, say(page_texts.TOO_MANY_TITLE), text, status=503)
        answer.headers["Retry-After"] = f"{access.RETRY_AFTER}"
        return answer
    return message_page(request, say(page_texts.BROKEN_TITLE), text, status=500)


def _match_above(request: web.Request) -> str:
    """The address of the match that an address below it belongs to, such as that of its review; empty for others."""
    resource = request.match_info.route.resource
    if resource is None or not resource.canonical.startswith("/matches/{match_id}/"):
        return ""
    return f"/matches/{request.match_info['match_id']}"


def number(form: Mapping[str, str], name: str, usual: int = 0) -> int:
    """A number in a form; `usual` if it is missing. Raises HTTPBadRequest."""
    value = number_in(form.get(name, str(usual)), _LARGEST_NUMBER)
    if value is None:
        raise web.HTTPBadRequest
    return value
