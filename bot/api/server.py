"""The table of all endpoints, and the description that follows from it."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from aiohttp import web

import bot
from bot.api import actions, calendar, events, matches, schema, webhooks
from bot.api.core import PATH, SECRET, Call, Endpoint, answered
from bot.model.tokens import Scope
from bot.web.access import SITE
from bot.web.server import Annex


async def describe(call: Call) -> web.Response:
    """The description of the interface."""
    return web.Response(body=msgspec.json.encode(description(call.request.app[SITE].public)), content_type=_TYPE)


_TYPE: Final = "application/json"

ENDPOINTS: Final[Sequence[Endpoint]] = (
    Endpoint(
        name="describe",
        method="GET",
        path="/openapi.json",
        summary="This description",
        run=describe,
        answer=schema.Description,
        scope=None,
    ),
    Endpoint(name="me", method="GET", path="/me", summary="The owner of the token", run=matches.me, answer=schema.Me),
    Endpoint(name="games", method="GET", path="/games", summary="All games", run=matches.games, answer=schema.Games),
    Endpoint(
        name="matches",
        method="GET",
        path="/matches",
        summary="Your matches, those that wait for you first",
        run=matches.listed,
        asked=schema.MatchQuery,
        answer=schema.Matches,
    ),
    Endpoint(
        name="engines",
        method="GET",
        path="/engines",
        summary="The engines of a server, whom you can challenge there; an engine need not name its server",
        run=matches.engines,
        asked=schema.EngineQuery,
        answer=schema.Engines,
    ),
    Endpoint(
        name="challenge",
        method="POST",
        path="/matches",
        summary="Play a character, challenge people, or post an open challenge",
        run=matches.challenge,
        asked=schema.ChallengeBody,
        answer=schema.Match,
        scope=Scope.PLAY,
    ),
    Endpoint(
        name="match",
        method="GET",
        path="/matches/{match_id}",
        summary="One match with its position and legal moves",
        run=matches.show,
        answer=schema.Match,
    ),
    Endpoint(
        name="events",
        method="GET",
        path="/events",
        summary="A stream of your open and running matches: all of them first, then each that changes or ends",
        run=events.stream,
        answer=schema.MatchInList,
        media="text/event-stream",
    ),
    Endpoint(
        name="webhook",
        method="GET",
        path="/webhook",
        summary="The webhook of the token, and the key that signs what is posted to it",
        run=webhooks.show,
        answer=schema.Webhook,
    ),
    Endpoint(
        name="calendar",
        method="GET",
        path="/calendar/{secret}.ics",
        summary="A calendar with your deadlines and the days of your seasons; the token is in the address",
        run=calendar.show,
        answer=None,
        media="text/calendar",
        scope=Scope.CALENDAR,
    ),
    Endpoint(
        name="play",
        method="POST",
        path="/matches/{match_id}/moves",
        summary="Play a move",
        run=matches.play,
        asked=schema.MoveBody,
        answer=schema.Match,
        scope=Scope.PLAY,
    ),
    Endpoint(
        name="actions",
        method="GET",
        path="/matches/{match_id}/actions",
        summary="What you can do in a match now, besides moving",
        run=actions.listed,
        answer=schema.Actions,
    ),
    Endpoint(
        name="act",
        method="POST",
        path="/matches/{match_id}/actions/{action}",
        summary="Answer a challenge or an offer, make an offer, resign, or do something else from the list of actions",
        run=actions.do,
        asked=schema.ActionBody,
        answer=schema.Match,
        scope=Scope.PLAY,
    ),
)
"""All endpoints."""

ANNEX: Final = Annex([endpoint.route() for endpoint in ENDPOINTS], answered)
"""The interface, for the server of the page."""

_COMMON: Final = {
    400: "The request is malformed",
    401: "The token is missing or has ended",
    403: "The token does not permit this, or the host name is not known",
    404: "There is nothing here that the owner of the token may see",
    429: "Too many requests; the header Retry-After says how long to wait",
    500: "Something is wrong with Furlong; the sentence has a code for its host",
    503: "Furlong is starting, or its database is busy; the header Retry-After says how long to wait then",
}
_OF_CHANGES: Final = {
    408: "The body did not arrive in time",
    409: "The rules or the state of the match forbid it; the sentence says why",
    413: "The body is too large",
    415: "The body is not JSON",
}
_IN_PATH: Final = {
    "match_id": {"type": "integer", "minimum": 0, "maximum": schema.LARGEST_ID},
    "action": {"type": "string", "enum": [*actions.NAMES]},
    "secret": {"type": "string", "pattern": f"^{SECRET}$"},
}


def description(address: str) -> dict[str, Any]:
    """The description of the interface at a public address, as OpenAPI 3.1."""
    types = [
        schema.Problem,
        *(declared.answer for declared in ENDPOINTS if declared.answer is not None),
        *(endpoint.asked for endpoint in ENDPOINTS),
        schema.MatchEvent,
    ]
    _schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Furlong", "version": bot.__version__, "description": _TOLD},
        "servers": [{"url": f"{address}{PATH}"}],
        "security": [{"token": []}],
        "paths": paths,
        "webhooks": {"match": {"post": _WEBHOOK}},
        "components": {"schemas": components, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


_TOLD: Final = (
    "Read your matches, play in them and begin new ones. Make a token on the page under Settings, Programs and calendars, "
    "and send it as `Authorization: Bearer …`. Whatever is refused has an `error`, a name that stays the same, and says why in `says`. Texts are in English, or in a language that the header `Accept-Language` asks for."
)


def _reference(kind: type[msgspec.Struct]) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


_WEBHOOK: Final = {
    "operationId": "webhook_match",
    "summary": "A match that is new, has changed or is over",
    "description": (
        "Posted to the address of a token's webhook and signed as Standard Webhooks says. `webhook-signature` has two "
        "signatures of `webhook-id`, `webhook-timestamp` and the body, joined by full stops: `v1,` and an HMAC with SHA-256 by "
        "the secret of the webhook, and `v1a,` and an Ed25519 signature by its key, both in base64."
    ),
    "parameters": [
        {"name": name, "in": "header", "required": True, "schema": {"type": "string"}}
        for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    ],
    "requestBody": {"required": True, "content": {_TYPE: {"schema": _reference(schema.MatchEvent)}}},
    "security": [],
    "responses": {
        "2XX": {"description": "The event was taken"},
        "410": {"description": "Nothing is wanted any more, so the webhook is turned off"},
        "default": {"description": "It is posted again later"},
    },
}


def _operation(endpoint: Endpoint, components: dict[str, Any]) -> dict[str, Any]:
    asked = components[endpoint.asked.__name__]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": type_}
        for name, type_ in _IN_PATH.items()
        if f"{{{name}}}" in endpoint.path
    ]
    operation: dict[str, Any] = {"operationId": endpoint.name, "summary": endpoint.summary}
    if endpoint.method == "GET":
        parameters += [
            {"name": name, "in": "query", "required": name in asked.get("required", ()), "schema": type_}
            for name, type_ in asked["properties"].items()
        ]
    else:
        operation["requestBody"] = {"required": True, "content": {_TYPE: {"schema": _reference(endpoint.asked)}}}
    if endpoint.scope is None or "{secret}" in endpoint.path:
        operation["security"] = []
    if endpoint.scope is not None:
        operation["description"] = f"Needs a token with the scope `{endpoint.scope}`."
    refused = {**_COMMON, **(_OF_CHANGES if endpoint.method == "POST" else {409: _OF_CHANGES[409]})}
    answer = {"type": "string"} if endpoint.answer is None else _reference(endpoint.answer)
    content = {endpoint.media: {"schema": answer}}
    answers = {"200": {"description": endpoint.summary, "content": content}}
    problems = {f"{status}": _problem(text) for status, text in sorted(refused.items())}
    problems["400"]["content"]["text/plain"] = {"schema": {"type": "string"}}  # of what is no address at all
    return {**operation, "parameters": parameters, "responses": {**answers, **problems}}


def _problem(text: str) -> dict[str, Any]:
    return {"description": text, "content": {_TYPE: {"schema": _reference(schema.Problem)}}}
