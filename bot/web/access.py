"""Access control of the page: session cookies, protection against forged requests, rate limits, and headers."""

import asyncio
import hashlib
import hmac
import re
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Hashable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network
from typing import Final, Protocol, TypeVar, TypeVarTuple

from aiohttp import TraceConfig, web
from cachetools import TTLCache

from bot.actions import askers, sessions, settings
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.model.askers import ALLOWANCES, Asker, Budget, Cost, Counts
from bot.model.errors import DatabaseBusy
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.permissions import check_member
from bot.model.place import DIRECT
from bot.model.refusals.challenges import MayNotPostHere
from bot.model.refusals.people import NotNow
from bot.model.reviews import Review
from bot.model.sessions import IN_DISCORD_LASTS, SESSION_LASTS, Session
from bot.model.shares import Turn, Turns
from bot.outside.push import Pusher
from bot.records.parsing import LARGEST
from bot.screens.core import Rooms
from bot.screens.pictures import looking
from bot.texts.language import speaking, supported
from bot.web import edge
from bot.web.edge import HELD, Crowd, Handler
from players.choice import Hint

_Drawn = TypeVar("_Drawn")
_Arguments = TypeVarTuple("_Arguments")

Tell = Callable[[int, int], Awaitable[None]]
"""A function that takes the number of moves judged and the number of all."""

COOKIE: Final = "furlong"

COOKIE_IN_DISCORD: Final = "furlong-in-discord"
"""A separate cookie, because browsers send it from a frame, which must not happen with the other one."""

FLIPPED: Final = "furlong-flipped"
"""The cookie, for one match alone, of a visitor who wants to see its board from the other side."""

_TOKENS: Final = {
    name: re.compile(rf"(?:^|;) ?{name}=([A-Za-z0-9_-]{{1,100}})(?:;|$)")
    for name in (COOKIE, COOKIE_IN_DISCORD, FLIPPED)
}


@dataclass(frozen=True, slots=True)
class Activity:
    """The Activity of the bot's application that opens the page inside Discord."""

    application: Callable[[], int]
    """Returns the id of the application."""

    secret: str = field(repr=False)
    api: str = "https://discord.com/api/v10"
    parents: Sequence[str] = (
        "https://discord.com",
        "https://ptb.discord.com",
        "https://canary.discord.com",
        "https://discordapp.com",
        "https://ptb.discordapp.com",
        "https://canary.discordapp.com",
    )
    """The origins of Discord's clients, around the frame with the page, as in Discord's embedded-app-sdk."""

    proxy: str = "https://{client_id}.discordsays.com"
    """The origin from which Discord's proxy serves the page."""

    traces: Sequence[TraceConfig] = ()
    """What paces and counts the requests to Discord, together with those of the bot."""

    @property
    def client_id(self) -> int:
        """The id of the application, as OAuth2 calls it."""
        return self.application()

    @property
    def origin(self) -> str:
        """The origin of the page inside Discord."""
        return self.proxy.format(client_id=self.client_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The dependencies of the page."""

    opened: Callable[[], Context | None]
    """The context for functions of `bot.actions`; None while the bot starts."""

    show: Callable[[MatchChange], object]
    """Shows the changes of a unit of work in Discord, in the background."""

    show_in_turn: Callable[[MatchChange], object]
    """Shows what a program has done in Discord, in the background, in fair shares of those who are behind the matches."""

    advise: Callable[[Match, Asker], Awaitable[Hint]] | None = None
    """Returns a hint for the player to move, for those behind them; None if there are no thinkers."""

    review: Callable[[Person, Match, Tell], Awaitable[Review]] | None = None
    """Finds the review of a match, or makes it for a person; None if there are no thinkers."""

    tell: Callable[[], object] = lambda: None
    """Posts news of competitions in Discord, in the background."""

    look: Callable[[], object] = lambda: None
    """Sends what is due at once in Discord, in the background."""

    opens_threads: Callable[[int], bool] = lambda _channel_id: False
    """Returns whether threads can be opened in a channel, given by id."""

    is_member: Callable[[int, int], Awaitable[bool]] | None = None
    """Returns whether a person is on a server, both given by id; None if people never leave. Raises `NotNow`."""

    may_see: Callable[[int, int, int], Awaitable[bool]] | None = None
    """Returns whether a person sees a channel, given the ids of server, channel and person; None if everybody does.

    Raises `NotNow`.
    """

    may_post: Callable[[int, int, int], Awaitable[bool]] | None = None
    """Returns whether a person may write in a channel of a server: takes the ids of server, channel and person.

    None if everybody may. Raises `NotNow`.
    """

    left: Callable[[int, Collection[int]], Awaitable[frozenset[int]]] | None = None
    """Returns the ids of all who are known to have left a server, once Discord has been asked about some people.

    None if people never leave.
    """

    manages: Callable[[int, int], Awaitable[bool]] | None = None
    """Returns whether a person manages a server, as `is_member`; None if nobody does here."""

    rooms: Callable[[int, int], Awaitable[Rooms]] | None = None
    """Returns the channels of a server, for a person there, as `is_member`; None if they are not known."""

    public: str = ""
    """The public address, without a slash at the end; empty if the page is only for this machine."""

    activity: Activity | None = None
    """The Activity that opens the page inside Discord; None if there is none."""

    proxies: Sequence[IPv4Network | IPv6Network] = ()
    """The networks of trusted proxies further out than the one in front of the page."""

    neighbour: str = ""
    """The address of a simulated channel to link to, if there is one."""

    inbox: str = ""
    """The path of a receiver of webhooks to link to, if there is one."""

    pusher: Pusher | None = None
    """Sends notices to browsers; None if nothing does."""

    has_guests: bool = False
    """Whether anybody may play here as a guest, without Discord."""

    has_programs: bool = True
    """Whether programs are served too, so that people may make tokens for theirs."""

    doorway: Callable[[web.Request], Awaitable[web.Response]] | None = None
    """Answers visitors without a session on the first page; None for the usual sentence."""

    @property
    def context(self) -> Context:
        """The context for functions of `bot.actions`. Raises HTTPServiceUnavailable while the bot starts."""
        context = self.opened()
        if context is None:
            raise web.HTTPServiceUnavailable
        return context


SITE: Final = web.AppKey("site", Site)

_CONTENT: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors "
)
_HEADERS: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}
RECORDS: Final = "/records"
"""The only path to which people with a session may send a file."""

STATIC: Final = "/static"
"""The path of the page's script, style and icons."""

_LOCAL: Final = ("127.0.0.1", "localhost")
_MOST_WANTED: Final = 20
"""The most languages of a browser that are looked at, in its order."""

_MOST_KNOWN: Final = 20_000  # tokens in the cache
_KNOWN_FOR: Final = 3600.0  # seconds
_MOST_PROXIES: Final = 8  # between a visitor and the page
_LONGEST_ADDRESS: Final = 64  # characters, which a proxy may have passed on
_MOST_AT_ONCE: Final = 40
"""The most requests of a person that are answered at once, streams included."""
_MOST_AT_ONCE_BY_ADDRESS: Final = 60
"""The most requests from a household, by guests or without a session, that are answered at once, streams included."""
_MOST_AT_ONCE_BY_NETWORK: Final = 300
"""The same for the network around it."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person with a session, and the token of their browser."""

    session: Session
    token: str
    language: str
    """The code of the language in which Furlong speaks to the person; empty if neither they nor Discord chose one."""
    asker: Asker
    """Who is behind the person."""
    theme: str = field(default="", kw_only=True)
    """The theme of the boards that they see; empty for that which everybody sees."""

    @property
    def person(self) -> Person:
        """The person in the browser."""
        return self.session.person

    @property
    def actor(self) -> Actor:
        """The person as an actor who sees their own matches on all servers."""
        return Actor(self.person, None, channel_id=None if self.session.server_id else self.session.channel_id)

    @property
    def csrf(self) -> str:
        """The token in the forms of this session."""
        return csrf_of(self.token)

    def during(self, context: Context) -> Context:
        """A context in which nothing is written once the session is over."""
        return sessions.during(context, self.token)


def csrf_of(token: str) -> str:
    """The form token for a cookie with `token`, which does not reveal the cookie."""
    return hmac.new(token.encode(), b"form", hashlib.sha256).hexdigest()


VISITOR: Final = web.RequestKey("visitor", Visitor)
_FORM: Final = web.RequestKey("form", Mapping[str, str])
_PROLONGED: Final = web.RequestKey("prolonged", str)
"""The token of a session that lasts longer from now on, and with it its cookie."""
UPLOAD: Final = web.RequestKey("upload", edge.Upload)
"""The form of a request with a file, if it is one."""


def visitor_of(request: web.Request) -> Visitor:
    """The visitor of a request. Raises HTTPUnauthorized if there is no session."""
    if VISITOR not in request:
        raise web.HTTPUnauthorized
    return request[VISITOR]


def context_of(request: web.Request) -> Context:
    """The context for the actions of a request: in a session, nothing is written once the session is over."""
    context = request.app[SITE].context
    return request[VISITOR].during(context) if VISITOR in request else context


class Rates(Counts):
    """The recent numbers of requests, and what else visitors have lately used."""

    def __init__(self, site: Site) -> None:
        """Begin without requests."""
        super().__init__()
        self.budget: Final = Budget(lambda: 1 if (context := site.opened()) is None else context.processes)
        self._known: Final = TTLCache[str, None](_MOST_KNOWN, _KNOWN_FOR)

    def count(self, asker: Hashable, most: int) -> bool:
        """Count a use; return whether there were no more lately than this process's share in `most`."""
        return super().count(asker, self.budget.share(most))

    def is_known(self, token: str) -> bool:
        """Whether a token was lately that of a session, so that its requests count for the person alone."""
        return token in self._known

    def know(self, token: str, *, is_valid: bool) -> None:
        """Note whether a token is that of a session."""
        if is_valid:
            self._known[token] = None
        else:
            self._known.pop(token, None)


RATES: Final = web.AppKey("rates", Rates)
CROWD: Final = web.AppKey("crowd", Crowd)
DRAWING: Final = web.AppKey("drawing", Turns)
"""Taken while something is drawn, so that however many visitors ask, most of the processor is left to the bot."""

ANSWERING: Final = web.AppKey("answering", Turns)
"""Taken while a request is answered, so that whoever sends dozens at once holds no more connections to the database."""

_TURN: Final = web.RequestKey("turn", Turn)

RETRY_AFTER: Final = 10
"""The seconds to wait, at most, after too many requests or while the database is busy, unless another time counts."""

ANSWERED_AT_ONCE: Final = (64, 56)
"""How many requests are answered at once, and how many of these only for those of whom none is."""

AT_ONCE: Final = 2
"""The most things that are drawn at once for all visitors."""


async def drawn(request: web.Request, draw: Callable[[*_Arguments], _Drawn], *args: *_Arguments) -> _Drawn:
    """Draw a picture, find the places on it or judge a match, off the event loop, which takes some tenths of a second.

    Raises HTTPTooManyRequests if the visitor has lately wanted more than people do.
    """
    spend(request, Cost.DRAWING)
    async with request.app[DRAWING].turn(asker_of(request, request.get(VISITOR))):
        return await asyncio.to_thread(draw, *args)


def spend(request: web.Request, cost: Cost, asker: Asker | None = None) -> None:
    """Count what a request costs who is behind it. Raises HTTPTooManyRequests if they have lately used all they may."""
    behind = asker_of(request, request.get(VISITOR)) if asker is None else asker
    if not request.app[RATES].budget.spend(cost, behind):
        within = ALLOWANCES[cost].within or timedelta()
        raise web.HTTPTooManyRequests(headers={"Retry-After": f"{within.total_seconds():.0f}"})


def address_of(request: web.Request) -> str:
    """The address of a visitor, as `edge.household`: behind reverse proxies, the last that no trusted one has."""
    site, address = request.app[SITE], ""
    passed_on = request.headers.getall("X-Forwarded-For", ()) if site.public else ()
    # Some proxies go on in the visitor's header, others add one of their own below it.
    for written in reversed(",".join(passed_on).rsplit(",", _MOST_PROXIES)):
        address = written.strip()[:_LONGEST_ADDRESS]
        ip = edge.ip_of(address)
        if ip is None or not any(ip in network for network in site.proxies):
            break
    return edge.household(address or request.remote or "")


def asker_of(request: web.Request, visitor: Visitor | None) -> Asker:
    """Who is behind a request: without a session it is the network, because anybody can have many addresses there."""
    return edge.network(address_of(request)) if visitor is None else visitor.asker


WATCHING: Final = web.AppKey("watching", Turns)
"""The turns of those who watch: the other connections to the database are for those who play."""

WATCHERS_AT_ONCE: Final = 2


@web.middleware
async def admitted(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Find the session of a request, and refuse changes requested from other pages."""
    check_host(request)
    is_stream = request.path.endswith("/events")
    async with request.app[WATCHING].turn(asker_of(request, None)) if is_stream else nullcontext():
        visitor = await _visitor(request)
    let_in(request, visitor)
    if request.method == "POST":
        await _check_own(request)
    asker, theme = asker_of(request, visitor), "" if visitor is None else visitor.theme
    with speaking(language_of(request)), looking(theme), askers.asking(asker):
        async with in_turn(request):
            return await handler(request)


@asynccontextmanager
async def in_turn(request: web.Request) -> AsyncGenerator[None]:
    """A context in which a request is answered, entered when it is the turn of who is behind it; at once for a stream."""
    if request.path.endswith("/events"):
        yield
        return
    async with request.app[ANSWERING].turn(asker_of(request, request.get(VISITOR))) as request[_TURN]:
        yield


def apart(request: web.Request) -> AbstractAsyncContextManager[None]:
    """A context for waiting for what is thought or read elsewhere, in which other requests of the same people go on."""
    return request[_TURN].apart() if _TURN in request else nullcontext()


def let_in(request: web.Request, visitor: Visitor | None) -> None:
    """Note whose a request is. Raises HTTPTooManyRequests if too many of theirs are being answered."""
    if visitor is not None:
        request[VISITOR] = visitor
    asker = asker_of(request, visitor)
    if visitor is not None:
        spend(request, Cost.REQUEST if isinstance(asker, int) else Cost.NEARBY, asker)
    limits: Mapping[Asker, int] = {asker: _MOST_AT_ONCE}
    if isinstance(asker, str):  # no household shuts out others of its network
        limits = {asker: _MOST_AT_ONCE_BY_NETWORK, address_of(request): _MOST_AT_ONCE_BY_ADDRESS}
    for group, most in limits.items():
        request[HELD].enter_context(request.app[CROWD].holding(group, request.app[RATES].budget.share(most)))


def check_host(request: web.Request) -> None:
    """Raise HTTPForbidden if this machine is asked under another host name, as in DNS rebinding."""
    if not request.app[SITE].public and request.host.partition(":")[0] not in _LOCAL:
        raise web.HTTPForbidden


def token_in(request: web.Request, name: str) -> str:
    """The token in the cookie of this name; empty if there is none.

    It is read without the server's parser, which takes hundredths of a second for a long header that is no cookie.
    """
    cookie = _TOKENS[name].search(request.headers.get("Cookie", ""))
    return "" if cookie is None else cookie[1]


async def _visitor(request: web.Request) -> Visitor | None:
    """The visitor with the session that a request names; None if there is none. Raises what `known_by` raises."""
    token = token_in(request, COOKIE) or token_in(request, COOKIE_IN_DISCORD)
    context = request.app[SITE].context
    session = await known_by(request, token, sessions.find)
    if session is None:
        return None
    if session.is_prolonged(context.now()):
        with suppress(DatabaseBusy):  # the next request is as good
            await sessions.prolong(context, token)
            request[_PROLONGED] = token
    preferences = await settings.of_person(context, session.person.id)
    asker = await askers.asker_of(context, session.person.id)
    return Visitor(session, token, preferences.reads, asker, theme=preferences.theme)


class _Owned(Protocol):
    """What is known by a token."""

    @property
    def person(self) -> Person: ...


_OwnedByToken = TypeVar("_OwnedByToken", bound=_Owned)


async def known_by(
    request: web.Request, token: str, find: Callable[[Context, str], Awaitable[_OwnedByToken | None]]
) -> _OwnedByToken | None:
    """What `find` knows by the token of a request; None if there is nothing.

    Raises HTTPTooManyRequests before the database is asked about more than a household or its network may send.
    """
    rates = request.app[RATES]
    if not rates.is_known(token):
        spend(request, Cost.REQUEST, address_of(request))
        spend(request, Cost.NEARBY, asker_of(request, None))
    session = await find(request.app[SITE].context, token) if token else None
    # The requests of a guest count for the address as well: anybody can be many guests.
    rates.know(token, is_valid=session is not None and not session.person.is_guest)
    return session


def browser_language(request: web.Request) -> str:
    """The code of the language that a visitor's browser asks for."""
    wanted = [part.partition(";")[0].strip() for part in request.headers.get("Accept-Language", "").split(",")]
    return supported(*wanted[:_MOST_WANTED])


def language_of(request: web.Request) -> str:
    """The code of the language of a visitor: their own, or else the one that their browser asks for."""
    return supported(request[VISITOR].language if VISITOR in request else "", browser_language(request))


async def with_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Give every answer the headers that protect it from other pages and keep private content out of caches."""
    activity = request.app[SITE].activity if _is_in_discord(request) else None
    frames = "'none'" if activity is None else " ".join((*activity.parents, activity.origin))
    response.headers.update(_HEADERS)
    if _PROLONGED in request and "Set-Cookie" not in response.headers:  # such as one that signs out
        signed_in(request, response, request[_PROLONGED])
    response.headers["Content-Security-Policy"] = f"{_CONTENT}{frames}"
    if is_secure(request):
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    if request.path.startswith(STATIC) and request.query_string and response.status == HTTPStatus.OK:
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"  # each version has its own address
    response.headers.setdefault("Cache-Control", "private, no-store")


def _is_in_discord(request: web.Request) -> bool:
    """Whether a request is for the page inside Discord: opened there, or by a visitor signed in there."""
    return "frame_id" in request.query or (VISITOR in request and request[VISITOR].session.is_in_discord)


async def _check_own(request: web.Request) -> None:
    """Raise HTTPForbidden if a form was sent by another page, or without the session's token."""
    site = request.app[SITE]
    own = site.public or f"http://{request.host}"
    inside = site.activity.origin if site.activity else own
    if request.headers.get("Origin", own) not in (own, inside):
        raise web.HTTPForbidden
    if VISITOR in request:
        sent = (await form_of(request)).get("csrf", "")
        if not secrets.compare_digest(sent.encode(), request[VISITOR].csrf.encode()):
            raise web.HTTPForbidden


async def form_of(request: web.Request) -> Mapping[str, str]:
    """The fields of a submitted form, read once. Raises what `edge.form_in` and `edge.upload_in` raise."""
    if _FORM not in request:
        if request.path == RECORDS and VISITOR in request and edge.has_file(request):
            request[UPLOAD] = await edge.upload_in(request, LARGEST + edge.LARGEST_BODY)
            request[_FORM] = request[UPLOAD].fields
        else:
            largest = edge.LARGEST_BODY if VISITOR in request else edge.LARGEST_UNKNOWN
            request[_FORM] = await edge.form_in(request, largest)
    return request[_FORM]


def is_secure(request: web.Request) -> bool:
    """Whether visitors use TLS."""
    return request.app[SITE].public.startswith("https://")


def signed_in(request: web.Request, response: web.StreamResponse, token: str, *, is_in_discord: bool = False) -> None:
    """Set the session cookie. Inside Discord, browsers accept only a partitioned cookie."""
    name, lasts = (COOKIE_IN_DISCORD, IN_DISCORD_LASTS) if is_in_discord else (COOKIE, SESSION_LASTS)
    _set_cookie(request, response, f"{name}={token}", lasts, "/", is_in_discord=is_in_discord)


def flip(request: web.Request, response: web.StreamResponse, path: str) -> None:
    """Show the board of the match at a path from the other side from now on, or no longer."""
    lasts = timedelta(0) if token_in(request, FLIPPED) else SESSION_LASTS
    _set_cookie(request, response, f"{FLIPPED}=1", lasts, path, is_in_discord=_is_in_discord(request))


def _set_cookie(
    request: web.Request, response: web.StreamResponse, value: str, lasts: timedelta, path: str, *, is_in_discord: bool
) -> None:
    parts = [value, f"Max-Age={lasts.total_seconds():.0f}", f"Path={path}", "HttpOnly"]
    parts += ["Secure"] if is_in_discord or is_secure(request) else []
    parts += ["SameSite=None", "Partitioned"] if is_in_discord else ["SameSite=Lax"]
    response.headers.add("Set-Cookie", "; ".join(parts))


async def check_session(request: web.Request) -> None:
    """Raise HTTPUnauthorized if the session with which a request began has ended."""
    if VISITOR in request and await sessions.find(request.app[SITE].context, request[VISITOR].token) is None:
        raise web.HTTPUnauthorized


async def is_member(request: web.Request, visitor: Visitor) -> bool:
    """Whether a visitor is still on the server where they asked for the link."""
    server_id, asked = visitor.session.server_id, request.app[SITE].is_member
    return server_id is not None and (asked is None or await asked(server_id, visitor.person.id))


async def actor_here(request: web.Request) -> Actor:
    """The visitor as `actor_there`, who may want to begin or join something there.

    Raises `TimedOut` if they do and may not for a while, or `NotNow` if Discord does not say.
    """
    actor = await actor_there(request)
    if request.method == "POST" and actor.server_id is not None:
        actor = await request.app[SITE].context.placed(actor, actor.server_id)
        check_member(actor, actor.server_id or DIRECT)
    return actor


async def actor_there(request: web.Request) -> Actor:
    """The visitor as an actor where they asked for the link: on no server if they have left it, in no channel if shut out.

    Raises `NotNow` if Discord does not say.
    """
    visitor = visitor_of(request)
    session, may_see = visitor.session, request.app[SITE].may_see
    if session.server_id is None:
        return visitor.actor
    if not await is_member(request, visitor):
        return Actor(visitor.person, None)
    channel_id = session.channel_id
    if channel_id and may_see is not None and not await may_see(session.server_id, channel_id, visitor.person.id):
        channel_id = None
    manages = request.app[SITE].manages
    manages_server = manages is not None and await manages(session.server_id, visitor.person.id)
    return Actor(visitor.person, session.server_id, channel_id=channel_id, manages_server=manages_server)


async def check_may_post(request: web.Request, server_id: int, channel_id: int) -> None:
    """Raise `MayNotPostHere` if the visitor may not write in a channel, or `NotNow` if Discord does not say.

    A match is posted there on their behalf, unless it is a direct one.
    """
    person, may_post = visitor_of(request).person, request.app[SITE].may_post
    if server_id == DIRECT:
        return
    is_unknown = not person.is_on_discord  # an engine
    if is_unknown or (may_post is not None and not await may_post(server_id, channel_id, person.id)):
        raise MayNotPostHere(channel_id)


async def actor_seen(request: web.Request) -> Actor:
    """The visitor as an actor where they asked for the link, to show things to.

    They are on no server if they have left it or as long as Discord does not say, and in no channel if shut out.
    """
    try:
        return await actor_there(request)
    except NotNow:
        return Actor(visitor_of(request).person, None)
