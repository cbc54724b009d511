"""Who may do what on the page: sessions in cookies, forged requests, and the headers of every answer."""

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from aiohttp import web
from cachetools import TTLCache

from bot.actions import sessions
from bot.actions.context import Context
from bot.model.people import Actor, Person
from bot.model.sessions import SESSION_LASTS, Session

COOKIE: Final = "furlong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What the page is made with."""

    opened: Callable[[], Context | None]
    """The context for functions of `bot.actions`; None while the bot starts."""

    look: Callable[[], None]
    """Has what a change made due be shown in Discord."""

    is_member: Callable[[int, int], Awaitable[bool]] | None = None
    """Whether a person is on a server, both by id; None if nobody leaves."""

    public: str = ""
    """The address on the internet, without a slash at the end; empty if the page is for this machine alone."""

    neighbour: str = ""
    """The address of the channel beside the page, if there is one to link to."""

    doorway: Callable[[web.Request], web.Response] | None = None
    """Answers visitors without a session on the first page, where that is not the usual sentence."""

    @property
    def context(self) -> Context:
        """The context for functions of `bot.actions`. Raises HTTPServiceUnavailable while the bot starts."""
        context = self.opened()
        if context is None:
            raise web.HTTPServiceUnavailable
        return context


SITE: Final = web.AppKey("site", Site)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}
_LOCAL: Final = ("127.0.0.1", "localhost")
_LATELY: Final = 10.0  # seconds
_MOST_COUNTED: Final = 20_000
_MOST_BY_PERSON: Final = 150
"""Requests within that time: a touch makes two, so nobody who plays comes near."""
_MOST_BY_ADDRESS: Final = 600
"""Many people share an address, behind a provider or at a school."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person with a session, and the token of their browser."""

    session: Session
    token: str

    @property
    def person(self) -> Person:
        """The person in the browser."""
        return self.session.person

    @property
    def actor(self) -> Actor:
        """The person as an actor who sees their own matches, wherever these are."""
        return Actor(self.person, None)

    @property
    def csrf(self) -> str:
        """The token that forms of this session carry."""
        return hmac.new(self.token.encode(), b"form", hashlib.sha256).hexdigest()


VISITOR: Final = web.RequestKey("visitor", Visitor)


def visitor_of(request: web.Request) -> Visitor:
    """The visitor of a request. Raises HTTPUnauthorized if there is no session."""
    if VISITOR not in request:
        raise web.HTTPUnauthorized
    return request[VISITOR]


class Rates:
    """How many requests there were lately, by address and by person."""

    def __init__(self) -> None:
        """There were none."""
        self._counts: Final = TTLCache[Hashable, list[int]](_MOST_COUNTED, _LATELY)

    def count(self, asker: Hashable, most: int) -> None:
        """Count a request. Raises HTTPTooManyRequests if there were more than `most` lately."""
        found = self._counts.get(asker)
        if found is None:
            found = self._counts[asker] = [0]
        found[0] += 1
        if found[0] > most:
            raise web.HTTPTooManyRequests


RATES: Final = web.AppKey("rates", Rates)


def _address_of(request: web.Request) -> str:
    """The address of a visitor; behind a reverse proxy, the one that the proxy has added last."""
    passed_on = request.headers.get("X-Forwarded-For", "") if request.app[SITE].public else ""
    return passed_on.rpartition(",")[2].strip() or request.remote or ""


@web.middleware
async def admitted(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Find the session of a request, and refuse writing requests that do not come from our own pages."""
    if not request.app[SITE].public and request.host.partition(":")[0] not in _LOCAL:
        raise web.HTTPForbidden  # another name for this machine, which a page elsewhere may have made up
    request.app[RATES].count(_address_of(request), _MOST_BY_ADDRESS)
    token = request.cookies.get(COOKIE, "")
    session = await sessions.find(request.app[SITE].context, token) if token else None
    if session is not None:
        request[VISITOR] = Visitor(session, token)
        request.app[RATES].count(session.person.id, _MOST_BY_PERSON)
    if request.method == "POST":
        await _check_own(request)
    return await handler(request)


async def with_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Give every answer the headers that keep other pages out; what is private is not kept by caches in between."""
    response.headers.update(_HEADERS)
    if is_secure(request):
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    response.headers.setdefault("Cache-Control", "private, no-store")


async def _check_own(request: web.Request) -> None:
    """Raises HTTPForbidden if a form was sent by another page, or without the session's token."""
    own = request.app[SITE].public or f"http://{request.host}"
    if request.headers.get("Origin", own) != own:
        raise web.HTTPForbidden
    if VISITOR in request:
        sent = (await form_of(request)).get("csrf", "")
        if not secrets.compare_digest(sent.encode(), request[VISITOR].csrf.encode()):
            raise web.HTTPForbidden


async def form_of(request: web.Request) -> Mapping[str, str]:
    """The fields of a form that was sent, without files. Raises HTTPBadRequest if it cannot be read."""
    try:
        form = await request.post()
    except (ValueError, LookupError) as error:  # a malformed body, or an unknown set of characters
        raise web.HTTPBadRequest from error
    return {name: value for name, value in form.items() if isinstance(value, str)}


def is_secure(request: web.Request) -> bool:
    """Whether visitors come through TLS."""
    return request.app[SITE].public.startswith("https://")


def signed_in(request: web.Request, response: web.StreamResponse, token: str) -> None:
    """Keep a session in the browser."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(SESSION_LASTS.total_seconds()),
        httponly=True,
        secure=is_secure(request),
        samesite="Lax",
        path="/",
    )
