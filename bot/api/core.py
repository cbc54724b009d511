"""What every endpoint of the interface shares: the table's rows, admission by token, and answers to all errors."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, cast

import msgspec
from aiohttp import web

from bot.actions import askers, settings, tokens
from bot.actions.context import Context
from bot.api.schema import Nothing, Problem
from bot.model.errors import DatabaseBusy
from bot.model.refusals import Refusal
from bot.model.refusals.matches import MatchElsewhere, UnknownMatch
from bot.model.sessions import Session, SessionEnded
from bot.model.tokens import Scope, Token
from bot.texts import errors
from bot.texts.language import speaking, supported
from bot.web import access, edge
from bot.web.access import RATES, SITE, Visitor
from rules.core import MoveError

PATH: Final = "/api/v1"

MOST_BY_TOKEN: Final = 200
"""The most requests with a token within ten seconds; a person may send more with several."""

_JSON: Final = re.compile(r'application/json[ \t]*(?:;[ \t]*(?:charset=("?)utf-?8\1[ \t]*)?)*', re.IGNORECASE)
SECRET: Final = rf"{tokens.PREFIX}[A-Za-z0-9_-]{{32}}"
_BEARER: Final = re.compile(rf"(?i:bearer) +({SECRET})")
_STREAM: Final = "text/event-stream"  # which goes on, and a HEAD would wait for its end
_LONGEST_HEADER: Final = 100  # characters
_PATTERNS: Final = {"match_id": "[0-9]{1,9}", "action": "[a-z_]{1,20}", "secret": SECRET}
"""What an address has for the number of a match, the name of an action, or a token where no header can be sent."""


@dataclass(frozen=True, slots=True)
class Program(Visitor):
    """A program with a token of a person, which sees what the person sees in direct messages."""

    owned: Token

    def during(self, context: Context) -> Context:
        """A context in which nothing is written once the token has ended."""
        return tokens.during(context, self.token)


@dataclass(frozen=True, slots=True)
class Call:
    """A request to an endpoint, admitted and checked."""

    request: web.Request
    asked: Any
    """The query or the body, in the endpoint's type."""

    @property
    def program(self) -> Program:
        """Who asks. Raises HTTPUnauthorized for an endpoint that needs no token."""
        return cast(Program, access.visitor_of(self.request))

    @property
    def match_id(self) -> int:
        """The number of the match in the address."""
        return int(self.request.match_info["match_id"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A row of the table from which the routes and the description follow."""

    name: str
    method: str
    path: str
    """Below `PATH`, with the parts that are described in `_PATTERNS` in braces."""

    summary: str
    run: Callable[[Call], Awaitable[msgspec.Struct | web.StreamResponse]]
    answer: type[msgspec.Struct] | None
    """None if it is text of another kind."""

    asked: type[msgspec.Struct] = Nothing
    """The type of the query of a GET, or of the body of a POST."""

    scope: Scope | None = Scope.READ
    """What a token has to permit; None if no token is needed."""

    media: str = "application/json"
    """The type of the answer; of a stream, each event has an `answer` as its data."""

    def route(self) -> web.RouteDef:
        """The route of the endpoint."""

        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._handled(request)

        path = self.path
        for name, pattern in _PATTERNS.items():
            path = path.replace(f"{{{name}}}", f"{{{name}:{pattern}}}")
        may_head = {"allow_head": self.media != _STREAM} if self.method == "GET" else {}
        return web.RouteDef(self.method, f"{PATH}{path}", handle, may_head)

    async def _handled(self, request: web.Request) -> web.StreamResponse:
        program = await _admitted(request, self.scope)
        of_owner = program.language if program and self.scope is Scope.CALENDAR else ""  # a calendar is read by people
        language = supported(of_owner, access.browser_language(request))
        with speaking(language), askers.asking(access.asker_of(request, program)):
            call = Call(request, await (self._in_query(request) if self.method == "GET" else self._in_body(request)))
            try:
                async with access.in_turn(request):
                    answer = await self.run(call)
            except Exception as error:  # noqa: BLE001 - said in the language of the request
                return problem(error)
        return answer if isinstance(answer, web.StreamResponse) else encoded(answer)

    async def _in_query(self, request: web.Request) -> msgspec.Struct:
        return msgspec.convert(dict(request.query), self.asked, strict=False)

    async def _in_body(self, request: web.Request) -> msgspec.Struct:
        kind, coding = request.headers.get("Content-Type", ""), request.headers.get("Content-Encoding", "identity")
        if len(kind) > _LONGEST_HEADER or not _JSON.fullmatch(kind) or coding.lower() != "identity":
            raise web.HTTPUnsupportedMediaType
        try:
            return msgspec.json.decode((await edge.body_of(request, edge.LARGEST_BODY)).decode(), type=self.asked)
        except UnicodeDecodeError as error:
            raise web.HTTPBadRequest from error


async def _admitted(request: web.Request, scope: Scope | None) -> Program | None:
    """The program of a request, which is noted; None if none is needed.

    Raises HTTPUnauthorized, HTTPForbidden or HTTPTooManyRequests.
    """
    access.check_host(request)
    header = request.headers.get("Authorization", "")
    named = _BEARER.fullmatch(header) if len(header) <= _LONGEST_HEADER else None
    secret = request.match_info.get("secret", named[1] if named and scope else "")
    token = await access.known_by(request, secret, tokens.find)
    if token is None:
        access.let_in(request, None)
        if scope is None:
            return None
        raise web.HTTPUnauthorized
    if not request.app[RATES].count(("token", token.id), MOST_BY_TOKEN):
        raise web.HTTPTooManyRequests
    context = request.app[SITE].context
    language = await settings.language_of(context, token.person.id)
    asker = await askers.asker_of(context, token.person.id)
    program = Program(Session(token.person, None, None, token.expires_at), secret, language, asker, token)
    access.let_in(request, program)
    if scope is not None and not token.scope.permits(scope):
        raise web.HTTPForbidden
    return program


def encoded(answer: msgspec.Struct, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer as JSON."""
    return web.Response(
        body=msgspec.json.encode(answer), status=status, content_type="application/json", headers=headers
    )


@web.middleware
async def answered(request: web.Request, handler: edge.Handler) -> web.StreamResponse:
    """Answer requests to the interface, whatever happens, in JSON; the admission of the page is not for them."""
    if not request.path.startswith("/api/"):
        return await handler(request)
    with speaking(access.browser_language(request)):
        try:
            return await request.match_info.handler(request)
        except Exception as error:  # noqa: BLE001 - what nobody expects is logged under a code, which the answer has
            return problem(error)


_EXPLAINED: Final = {
    HTTPStatus.BAD_REQUEST: ("BadRequest", "The request is malformed."),
    HTTPStatus.UNAUTHORIZED: ("NoToken", "Send a token that has not ended: Authorization: Bearer furlong_…"),
    HTTPStatus.FORBIDDEN: ("OutOfScope", "The token does not permit this."),
    HTTPStatus.NOT_FOUND: ("NotFound", "There is nothing here that you may see."),
    HTTPStatus.METHOD_NOT_ALLOWED: ("MethodNotAllowed", "The header Allow lists what is possible here."),
    HTTPStatus.REQUEST_TIMEOUT: ("TooSlow", "The body did not arrive in time."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("TooLarge", "The body is too large."),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: ("NotJson", "Send application/json in UTF-8, not compressed."),
    HTTPStatus.TOO_MANY_REQUESTS: ("TooManyRequests", "Wait as long as the header Retry-After says."),
    HTTPStatus.SERVICE_UNAVAILABLE: ("Starting", "Furlong is starting. Try again in a moment."),
}
"""The name of each error of HTTP and what it means, in English: those who write programs read it."""


def problem(error: Exception) -> web.Response:
    """The answer to an error."""
    if isinstance(error, SessionEnded):
        error = web.HTTPUnauthorized()
    if isinstance(error, msgspec.ValidationError | msgspec.DecodeError):
        return encoded(Problem("BadRequest", str(error)), HTTPStatus.BAD_REQUEST)
    if isinstance(error, UnknownMatch | MatchElsewhere):
        error = web.HTTPNotFound()
    if isinstance(error, Refusal | MoveError):
        return encoded(Problem(type(error).__name__, errors.reason(error)), HTTPStatus.CONFLICT)
    if isinstance(error, DatabaseBusy):
        headers = {"Retry-After": f"{access.RETRY_AFTER}"}
        return encoded(Problem("Busy", errors.reason(error)), HTTPStatus.SERVICE_UNAVAILABLE, headers)
    if not isinstance(error, web.HTTPException):
        return encoded(Problem("Broken", errors.reason(error)), HTTPStatus.INTERNAL_SERVER_ERROR)
    status = HTTPStatus(error.status)
    headers = {name: error.headers[name] for name in ("Allow", "Retry-After") if name in error.headers}
    if status is HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if status is HTTPStatus.TOO_MANY_REQUESTS:
        headers.setdefault("Retry-After", f"{access.RETRY_AFTER}")
    return encoded(Problem(*_EXPLAINED.get(status, _EXPLAINED[HTTPStatus.BAD_REQUEST])), status, headers)
