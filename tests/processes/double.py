"""A fake of Discord for several processes: a gateway with shards, and the part of the REST interface that Furlong uses.

It sends each interaction to the connection that holds the shard of its server, keeps the messages it receives, and
drops a second message with the same nonce, as Discord does.
"""

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from aiohttp import web

from tests.processes import payloads
from tests.processes.payloads import Message
from tests.wire.gateway import Gateway, Session

_GRACE = 4.0  # seconds in which an answer may still come after a connection has ended
EPOCH = 1_420_070_400_000  # milliseconds; the epoch of Discord's ids
IN_PLACE = 6
EPHEMERAL = 1 << 6
_LARGEST = 30_000_000
_REFUSES = 4
"""Of this many edits by the answer to a press, one is refused, and the answer to another is lost."""

_COUNTED = ("/api/v10/channels", "/api/v10/users", "/api/v10/guilds")


@dataclass
class InteractionAnswer:
    """The answer of a process to an interaction so far; `is_given_up` once no process is left to answer.

    `pressed` is the number of the message with the pressed button, `channel_id` where it was pressed, if that is known.
    """

    pressed: int | None = None
    channel_id: int | None = None
    callback: int | None = None
    texts: list[str] = field(default_factory=list[str])
    has_come: asyncio.Event = field(default_factory=asyncio.Event)
    is_given_up: bool = False


class Discord:
    """A fake Discord with some servers of one channel each; `now` returns the time."""

    def __init__(self, servers: Mapping[int, int], now: Callable[[], datetime], gateway_url: str) -> None:
        """`servers` maps each server to its channel; `gateway_url` is the address of the gateway."""
        self.servers = servers
        self.messages: dict[int, Message] = {}
        self.answers: dict[str, InteractionAnswer] = {}
        self.commands: list[Any] = []
        self.on_message: Callable[[Message], None] = lambda _message: None
        self.requests = 0
        self.permitted: int | None = None
        """The most requests answered within any second, besides those of interactions; None for no limit."""

        self.answered = self.refused = 0
        self._lately: deque[float] = deque()
        self.command_syncs = 0
        self.refusals: dict[int, list[tuple[int, int]]] = {}
        """The statuses and codes with which it refuses the next messages, by channel."""

        self.faults: list[str] = []
        self.gateway = Gateway(self, gateway_url, self.faults)
        self.gateway.on_gone = self._lose
        self._open: defaultdict[Session, list[InteractionAnswer]] = defaultdict(list)
        self._nonces: dict[tuple[int, str], int] = {}
        self._edits = 0  # edits of messages by the answer to a press of their buttons
        self._now = now
        self._last_id = 0

    def new_id(self) -> int:
        """A new id that rises with time, as Discord's do."""
        self._last_id = max(self._last_id + 1, (int(self._now().timestamp() * 1000) - EPOCH) << 22)
        return self._last_id

    def app(self) -> web.Application:
        """The web application of the fake."""
        made = web.Application(client_max_size=_LARGEST, middlewares=[self._limited])
        made.router.add_get("/gateway{resume:(/resume)?}", self.gateway.serve)
        routes = web.RouteTableDef()
        for method, path, handler in (
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("GET", "/applications/{application}/commands", self._get_commands),
            ("PUT", "/applications/{application}/commands", self._put_commands),
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("POST", "/webhooks/{application}/{token}", self._follow_up),
            ("PATCH", "/webhooks/{application}/{token}/messages/{message}", self._follow_up),
            ("DELETE", "/webhooks/{application}/{token}/messages/{message}", self._delete),
            ("POST", "/channels/{channel}/messages", self._post),
            ("PATCH", "/channels/{channel}/messages/{message}", self._patch),
            ("DELETE", "/channels/{channel}/messages/{message}", self._delete),
            ("POST", "/channels/{channel}/threads", self._no_thread),
            ("POST", "/users/@me/channels", self._direct_channel),
            ("GET", "/guilds/{server}/members/{person}", self._member),
        ):
            routes.route(method, f"/api/v10{path}")(handler)
        made.add_routes(routes)
        made.router.add_route("*", "/{path:.*}", self._unknown)
        return made

    @web.middleware
    async def _limited(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if self.permitted is None or not request.path.startswith(_COUNTED):
            return await handler(request)
        now = time.monotonic()
        while self._lately and self._lately[0] <= now - 1:
            self._lately.popleft()
        if len(self._lately) >= self.permitted:
            self.refused += 1
            wait = self._lately[0] + 1 - now
            refusal = {"message": "You are being rate limited.", "retry_after": wait, "global": True}
            headers = {"Via": "1.1 double", "X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            return web.json_response(refusal, status=429, headers=headers)
        self._lately.append(now)
        self.answered += 1
        return await handler(request)

    async def interact(
        self,
        server_id: int,
        person: tuple[int, str],
        kind: int,
        data: Mapping[str, Any],
        message: Message | None = None,
    ) -> InteractionAnswer | None:
        """Send a person's interaction in a server's channel; None if no process holds it, or its connection broke."""
        number = str(self.new_id())
        answer = self.answers[number] = InteractionAnswer(None if message is None else message.id)
        member: dict[str, Any] = {
            "user": payloads.user(*person), "roles": [], "permissions": payloads.EVERYTHING, "joined_at": payloads.A_DATE,
            "deaf": False, "mute": False, "flags": 0,
        }  # fmt: skip
        payload: dict[str, Any] = {
            **payloads.interaction(number, kind, data), "guild_id": str(server_id),
            "channel_id": str(self.servers[server_id]),
            "channel": payloads.channel(self.servers[server_id], server_id), "member": member,
            "guild_locale": "en-US", "app_permissions": payloads.EVERYTHING, "context": 0,
        }  # fmt: skip
        if message is not None:
            payload["message"] = payloads.shown(message)
        return answer if self._tell(server_id, payload, answer) else None

    async def interact_without_server(
        self,
        told: int,
        channel_id: int,
        person: tuple[int, str],
        kind: int,
        data: Mapping[str, Any],
        message: Message | None = None,
    ) -> InteractionAnswer | None:
        """Send an interaction from a group chat, or from a person's direct messages, whose channel has the person's id.

        The process that holds the server `told` receives it.
        """
        number, is_own = str(self.new_id()), channel_id == person[0]
        answer = self.answers[number] = InteractionAnswer(None if message is None else message.id, channel_id)
        user = payloads.user(*person)
        payload: dict[str, Any] = {
            **payloads.interaction(number, kind, data), "channel_id": str(channel_id), "user": user,
            "channel": {"id": str(channel_id), "type": 1 if is_own else 3, "recipients": [user]},
            "app_permissions": "0", "context": 1 if is_own else 2,
        }  # fmt: skip
        if message is not None:
            payload["message"] = payloads.shown(message)
        return answer if self._tell(told, payload, answer) else None

    def _tell(self, server_id: int, payload: Mapping[str, Any], answer: InteractionAnswer) -> bool:
        """Send an interaction to the process that holds a server; False if none is connected."""
        session = self.gateway.tell(server_id, "INTERACTION_CREATE", payload)
        if session is None:
            return False
        self._open[session] = [*(one for one in self._open[session] if not one.has_come.is_set()), answer]
        return True

    def _lose(self, session: Session) -> None:
        """Stop waiting, after a while, for the answers to interactions sent over a connection that has ended."""
        asyncio.get_running_loop().call_later(_GRACE, _give_up, list(self._open[session]))

    def give_up(self, session: Session) -> None:
        """Stop waiting for answers in a session, because its process is gone."""
        _give_up(self._open.pop(session, []))

    # --- what the gateway tells of ---

    def ready(self) -> dict[str, Any]:
        """The bot and its application."""
        return {
            "user": payloads.user(payloads.BOT, "Furlong", is_bot=True),
            "application": {"id": str(payloads.APPLICATION), "flags": 0},
        }

    def server_ids(self) -> Iterable[int]:
        """The servers that the bot is on."""
        return self.servers

    def server(self, server_id: int) -> Mapping[str, Any]:
        """A server as GUILD_CREATE describes it."""
        return payloads.server(server_id, self.servers[server_id])

    # --- requests ---

    async def _me(self, _request: web.Request) -> web.Response:
        return payloads.as_json(payloads.user(payloads.BOT, "Furlong", is_bot=True))

    async def _application(self, _request: web.Request) -> web.Response:
        found = {
            "id": str(payloads.APPLICATION),
            "name": "Furlong",
            "description": "",
            "icon": None,
            "bot_public": True,
        }
        owner = payloads.user(1, "owner")
        return payloads.as_json({
            **found, "bot_require_code_grant": False, "flags": 0, "owner": owner, "team": None, "verify_key": "0" * 64,
            "summary": "", "rpc_origins": [],
        })  # fmt: skip

    async def _gateway_bot(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return payloads.as_json({"url": f"ws://{request.host}/gateway", "shards": 16, "session_start_limit": limit})

    async def _get_commands(self, _request: web.Request) -> web.Response:
        return payloads.as_json(self.commands)

    async def _put_commands(self, request: web.Request) -> web.Response:
        self.command_syncs += 1
        self.commands = [
            {
                "description": "",
                **command,
                "id": str(100 + number),
                "application_id": str(payloads.APPLICATION),
                "version": "1",
            }
            for number, command in enumerate(await request.json())
        ]
        return payloads.as_json(self.commands)

    async def _callback(self, request: web.Request) -> web.Response:
        self.requests += 1
        answer, body = self._answer(request.match_info["id"]), await request.json()
        if answer.callback is not None:
            self.faults.append("an interaction was acknowledged twice")
        answer.callback = body["type"]
        if answer.callback == IN_PLACE:  # after a press, the person sees the answer in the message
            answer.has_come.set()
        known = {"id": request.match_info["id"], "type": 2}
        return payloads.as_json({"interaction": known})

    async def _follow_up(self, request: web.Request) -> web.Response:
        self.requests += 1
        body, answer = await payloads.body_of(request), self._answer(request.match_info["token"])
        pressed = self.messages.get(answer.pressed or 0)
        if pressed is not None and request.match_info.get("message") == "@original" and answer.callback == IN_PLACE:
            self._edits += 1
            if self._edits % _REFUSES != 1:
                self._edit(pressed, body)
            if self._edits % _REFUSES in (0, 1):  # as if it came too late, or as if its answer was lost
                return payloads.as_json({"code": 10015, "message": "Unknown Webhook"}, status=404)
            return payloads.as_json(payloads.shown(pressed))
        if answer.channel_id is not None and not int(body.get("flags") or 0) & EPHEMERAL:
            message = Message(self.new_id(), answer.channel_id, body.get("components") or [], "")
            self.messages[message.id] = message
            self.on_message(message)
            return payloads.as_json(payloads.shown(message))
        answer.texts.append(body.get("content") or " ".join(payloads.texts(body.get("components") or ())))
        answer.has_come.set()
        return payloads.as_json(payloads.shown(Message(self.new_id(), 1, [], "")))

    def _answer(self, token: str) -> InteractionAnswer:
        return self.answers.setdefault(token, InteractionAnswer())

    async def _post(self, request: web.Request) -> web.Response:
        self.requests += 1
        channel_id, body = int(request.match_info["channel"]), await payloads.body_of(request)
        if self.refusals.get(channel_id):
            status, code = self.refusals[channel_id].pop(0)
            return payloads.as_json({"code": code, "message": "refused"}, status=status)
        nonce = str(body.get("nonce") or "")
        known = self._nonces.get((channel_id, nonce)) if nonce and body.get("enforce_nonce") else None
        if known is not None:
            return payloads.as_json(payloads.shown(self.messages[known]))
        message = Message(self.new_id(), channel_id, body.get("components") or [], body.get("content") or "")
        self._nonces[channel_id, nonce] = message.id
        message.nonce = nonce
        self.messages[message.id] = message
        self.on_message(message)
        return payloads.as_json(payloads.shown(message))

    async def _patch(self, request: web.Request) -> web.Response:
        self.requests += 1
        message = self.messages.get(int(request.match_info["message"]))
        if message is None:
            return payloads.as_json({"code": 10008, "message": "Unknown Message"}, status=404)
        self._edit(message, await payloads.body_of(request))
        return payloads.as_json(payloads.shown(message))

    def _edit(self, message: Message, body: Mapping[str, Any]) -> None:
        named = {file.get("filename") for file in body.get("attachments") or ()}
        if any(name not in named for name in payloads.shown_files(body.get("components") or ())):
            self.faults.append("an edit shows a file that it neither uploads nor keeps")
        message.components = body.get("components", message.components)
        message.is_edited = True
        self.on_message(message)

    async def _delete(self, request: web.Request) -> web.Response:
        self.messages.pop(int(request.match_info["message"]), None)
        return web.Response(status=204)

    async def _no_thread(self, _request: web.Request) -> web.Response:
        return payloads.as_json({"code": 50013, "message": "Missing Permissions"}, status=403)

    async def _direct_channel(self, request: web.Request) -> web.Response:
        person = int((await request.json())["recipient_id"])
        return payloads.as_json({"id": str(person), "type": 1, "recipients": [payloads.user(person, str(person))]})

    async def _member(self, request: web.Request) -> web.Response:
        person = int(request.match_info["person"])
        return payloads.as_json(
            {"user": payloads.user(person, str(person)), "roles": [], "joined_at": payloads.A_DATE, "flags": 0}
        )

    async def _unknown(self, request: web.Request) -> web.Response:
        self.faults.append(f"nobody knows {request.method} {request.path}")
        return payloads.as_json({"code": 0, "message": "404: Not Found"}, status=404)


def _give_up(answers: Iterable[InteractionAnswer]) -> None:
    for answer in answers:
        answer.is_given_up = True
        answer.has_come.set()
