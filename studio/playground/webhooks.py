"""A receiver of webhooks beside the page, so that what programs get can be looked at without a server of one's own.

The bot posts to it as to any other: the address is that of a public host by https, which only the playground's
connector takes to its own port.
"""

import hmac
import json
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from aiohttp import web
from markupsafe import Markup

from bot.actions import engines as engine_actions
from bot.actions import tokens, webhooks
from bot.actions.context import Context
from bot.model.people import Person
from bot.outside.webhooks import signing_secret
from bot.web import edge, pages
from bot.web.access import SITE, Handler
from bot.web.server import Annex

HOST: Final = "inbox.example"
"""The host of the addresses that lead to the inbox."""

PATH: Final = "/webhook-inbox"
ADDRESS: Final = f"https://{HOST}{PATH}"
"""The address to give a webhook."""

_EVENTS_KEPT: Final = 20
_LARGEST_BODY: Final = 2**16  # bytes
_PATIENCE: Final = 300  # seconds between an event's timestamp and its arrival
_EXPLANATION: Final = Markup(
    "<p>Under <b>Programs and calendars</b>, give a token a webhook with the address <code>{}</code>, and make a "
    "move. What is posted is shown here if its signature is right, and is otherwise refused with 401.</p>"
).format(ADDRESS)
_EVENT: Final = Markup("<h2>{}</h2><p>{} · the signature is right</p><pre>{}</pre>")


class _Event(NamedTuple):
    sender: str
    body: str


class WebhookInbox:
    """The latest events posted to webhooks of some people and their engines, with right signatures, each once."""

    def __init__(self, people: Sequence[Person]) -> None:
        """Begin empty."""
        self._people: Final = people
        self._events: Final = OrderedDict[str, _Event]()

    def annex(self) -> Annex:
        """What receives events beside the page, to which they come without a session."""

        @web.middleware
        async def receive(request: web.Request, handler: Handler) -> web.StreamResponse:
            is_event = (request.method, request.path) == ("POST", PATH)
            return await self._receive(request) if is_event else await handler(request)

        return Annex((web.get(PATH, self.show),), receive)

    async def show(self, request: web.Request) -> web.Response:
        """The page with the events, the latest first."""
        events = [_EVENT.format(name, *event) for name, event in reversed(self._events.items())]
        return pages.message_page(request, "Webhook inbox", _EXPLANATION + Markup("").join(events))

    async def _receive(self, request: web.Request) -> web.Response:
        body = await edge.body_of(request, _LARGEST_BODY)
        sender = await self._sender(request.app[SITE].context, request.headers, body)
        if sender is None:
            raise web.HTTPUnauthorized
        shown = json.dumps(json.loads(body), indent=2, ensure_ascii=False)
        self._events.setdefault(request.headers["webhook-id"], _Event(sender, shown))
        if len(self._events) > _EVENTS_KEPT:
            self._events.popitem(last=False)
        return web.Response(status=204)

    async def _sender(self, context: Context, headers: Mapping[str, str], body: bytes) -> str | None:
        """Whose token signed an event just now, and its name; None if nobody's did."""
        posted_at = headers.get("webhook-timestamp", "")
        if not posted_at.isdecimal() or abs(context.now().timestamp() - int(posted_at[:12])) > _PATIENCE:
            return None
        secret = await webhooks.secret(context)
        for person in self._people:
            for owner in (person, *(engine.person for engine in await engine_actions.of_owner(context, person.id))):
                for token in await tokens.of_person(context, owner.id):
                    if _is_signed(signing_secret(secret, token.id), headers, body):
                        return f"{owner.name}: {token.name}"
        return None


def _is_signed(secret: str, headers: Mapping[str, Any], body: bytes) -> bool:
    """Whether one of the signatures is made with a secret, as Standard Webhooks says."""
    signed = f"{headers.get('webhook-id', '')}.{headers.get('webhook-timestamp', '')}.".encode() + body
    right = hmac.digest(b64decode(secret.removeprefix("whsec_")), signed, "sha256")
    expected = f"v1,{b64encode(right).decode()}".encode()
    return any(hmac.compare_digest(one.encode(), expected) for one in headers.get("webhook-signature", "").split())
