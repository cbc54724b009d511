"""The REST interface of Discord over real HTTP, in front of SimCord's backend."""

import asyncio
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import unquote

from aiohttp import BodyPartReader, web
from simcord import intents
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.http import router, routes

from studio.playground import strict
from studio.playground.strict import Request
from tests.conformance.recorder import Recording, Upload
from tests.conformance.recorder import Request as Recorded
from tests.wire.faults import Cut, Fault, Held, Refusal, What, rate_limited
from tests.wire.gateway import Gateway
from tests.wire.moods import Mood, MoodyDiscord

__all__ = ["routes"]  # importing them registers the routes of the simulator

TOKEN: Final = "wire.test.token"
_PREFIX: Final = "/api/v10"
_LARGEST: Final = 30_000_000
_TOO_MANY: Final = 429  # HTTP status
_SOON: Final = 0.2  # seconds after which something that comes too often may come again
_UNAUTHORIZED: Final = {"message": "401: Unauthorized", "code": 0}
_OF_INTERACTIONS: Final = re.compile(r"/(interactions|webhooks)/[0-9]+/(?P<token>[^/]+)")
_SESSIONS: Final = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}


@dataclass
class Limit:
    """How many requests of a route are answered within a window of some seconds: the buckets of rate limits."""

    requests: int = 5
    seconds: float = 0.25
    _windows: dict[str, tuple[float, int]] = field(default_factory=dict[str, tuple[float, int]])

    def admit(self, bucket: str) -> tuple[int, float]:
        """Count a request; returns how many more may come, negative if this is too many, and until when in seconds."""
        now = asyncio.get_running_loop().time()
        ends_at, count = self._windows.get(bucket, (0.0, 0))
        if ends_at <= now:
            ends_at, count = now + self.seconds, 0
        self._windows[bucket] = ends_at, count + 1
        return self.requests - count - 1, ends_at - now


@dataclass(frozen=True)
class Arrived:
    """A request as it has arrived, and the status of its answer; 0 if there was none."""

    method: str
    path: str
    status: int


class WireServer:
    """A Discord at an address of the loopback interface, in front of a simulated one."""

    def __init__(self, backend: Backend, url: str, mood: Mood) -> None:
        """Serve nothing yet: `app` has to be run at `url`, such as `http://127.0.0.1:8080`."""
        self.backend = backend
        self.url = url
        self.discord = MoodyDiscord(mood)
        self.violations: list[str] = []
        """What a process has done that no Discord would understand."""

        self.gateway = Gateway(self, f"{url.replace('http', 'ws', 1)}/gateway", self.violations, token=TOKEN)
        self.faults: list[Fault] = []
        self.limit = Limit()
        self.requests: list[Arrived] = []
        self.recorded: list[Recorded] = []
        """The requests that have arrived whole, with what they upload and how they were answered, for the judge."""

        self.too_many = 0
        """The number of requests that came although the headers said that no more may come."""

        self.failed: dict[str, float] = {}
        """When the last request of an interaction failed, by its token, in the time of the event loop."""

        self.sessions = dict(_SESSIONS)
        self.choose: Callable[[str, str], What | None] = lambda _method, _path: None
        """Chooses what happens to each request for which there is no fault."""

        backend.subscribers.append(self._publish)

    def app(self) -> web.Application:
        """The web application."""
        made = web.Application(client_max_size=_LARGEST)
        made.router.add_get("/gateway{resume:(/resume)?}", self.gateway.serve)
        made.router.add_get(f"{_PREFIX}/gateway/bot", self._gateway_bot)
        made.router.add_route("*", f"{_PREFIX}/{{path:.*}}", self._serve)
        made.router.add_route("*", "/{path:.*}", self._unknown)
        return made

    def inject(self, method: str, path: str, what: What, *, times: int = 1, spared: int = 0) -> Fault:
        """Have something happen to the next requests, as `Fault` says."""
        fault = Fault(method, path, what, times, spared)
        self.faults.append(fault)
        return fault

    # --- what the gateway tells of ---

    def ready(self) -> dict[str, Any]:
        """The bot and its application."""
        return {
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }

    def server_ids(self) -> Iterable[int]:
        """The servers that the bot is on."""
        return list(self.backend.guilds)

    def server(self, server_id: int) -> Mapping[str, Any]:
        """A server as GUILD_CREATE describes it; of the members, only the bot itself."""
        payload: dict[str, Any] = dict(
            serializers.guild_create_payload(self.backend, self.backend.get_guild(server_id))
        )
        own = str(self.backend.bot_user.id)
        payload["members"] = [member for member in payload["members"] if member["user"]["id"] == own]
        return payload

    def _publish(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event of the simulator to the session that it concerns, as far as its intents go."""
        server_id = int(payload.get("guild_id") or (payload.get("id") if event.startswith("GUILD_") else 0) or 0)
        needed = intents.required_intent(event, payload)
        session = self.gateway.holder(server_id)
        if session is None or (needed is not None and not getattr(session.intents, needed)):
            return
        shown = self._shaped(self.server(server_id) if event == "GUILD_CREATE" else payload)
        strict.limit_size_of_files(event, shown)
        session.send(event, shown)

    # --- requests ---

    async def _gateway_bot(self, request: web.Request) -> web.StreamResponse:
        return await self._answer(request, "/gateway/bot", self._gateway_of)

    async def _gateway_of(self, _request: web.Request) -> Any:
        return {"url": self.gateway.url, "shards": 1, "session_start_limit": self.sessions}

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        return await self._answer(request, unquote(request.path.removeprefix(_PREFIX)), self._carried_out)

    async def _answer(
        self, request: web.Request, path: str, carry_out: Callable[[web.Request], Any]
    ) -> web.StreamResponse:
        """Answer a request, or do what a fault does instead."""
        what = next((found for fault in self.faults if (found := fault.next(request.method, path)) is not None), None)
        what = what or self.choose(request.method, path)
        found = _OF_INTERACTIONS.match(path)
        if what is not None and found:
            self.failed[found["token"]] = asyncio.get_running_loop().time()
        match what:
            case Cut.BEFORE:
                return self._cut(request, path)
            case Refusal(is_carried_out=False):
                return self._note(request, path, what.response())
            case Held():
                await what.over()
            case Cut.GATEWAY:
                self.gateway.cut_off()
            case _:
                pass
        response = await self._limited(request, path, carry_out)
        match what:
            case Cut.AFTER:
                return self._cut(request, path)
            case Cut.MIDWAY:
                return await self._cut_midway(request, path, response)
            case Refusal():
                response = what.response()
            case _:
                pass
        return self._note(request, path, response)

    def _note(self, request: web.Request, path: str, response: web.Response) -> web.Response:
        self.requests.append(Arrived(request.method, path, response.status))
        return response

    def _cut(self, request: web.Request, path: str) -> web.StreamResponse:
        self.requests.append(Arrived(request.method, path, 0))
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async def _cut_midway(self, request: web.Request, path: str, response: web.Response) -> web.StreamResponse:
        body = response.body if isinstance(response.body, bytes) else b""
        if not body:
            return self._cut(request, path)
        half = web.StreamResponse(status=response.status, headers={"Content-Type": "application/json"})
        half.content_length = len(body)
        await half.prepare(request)
        await half.write(body[: len(body) // 2])
        self._cut(request, path)
        return half

    async def _limited(self, request: web.Request, path: str, carry_out: Callable[[web.Request], Any]) -> web.Response:
        """Carry out a request within the limit of its route, whose state goes with the answer."""
        bucket = f"{request.method} {template(path)}"
        left, ends_in = self.limit.admit(f"{bucket} {_major(path)}")
        headers = {
            "X-RateLimit-Limit": str(self.limit.requests), "X-RateLimit-Remaining": str(max(left, 0)),
            "X-RateLimit-Reset-After": f"{ends_in:.3f}", "X-RateLimit-Bucket": f"{hash(bucket) & 0xFFFFFFFF:08x}",
            "X-RateLimit-Reset": f"{self.backend.clock.now().timestamp() + ends_in:.3f}", "Via": "1.1 google",
        }  # fmt: skip
        if left < 0:
            self.too_many += 1
            limited = {"message": "You are being rate limited.", "retry_after": round(ends_in, 3), "global": False}
            return _as_json(limited, 429, {**headers, "X-RateLimit-Scope": "user", "Retry-After": "1"})
        if not _OF_INTERACTIONS.match(path) and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return _as_json(_UNAUTHORIZED, 401, headers)
        try:
            return _as_json(await carry_out(request), 200, headers)
        except (router.RouteNotImplemented, router.UnsupportedField) as error:
            self.violations.append(f"{request.method} {path}: {error}")
            return _as_json(error.to_json(), error.status, headers)
        except BackendError as error:
            if error.status == _TOO_MANY:
                return rate_limited("user", _SOON, error.code).response()
            return _as_json(error.to_json(), error.status, headers)

    async def _carried_out(self, request: web.Request) -> Any:
        body, files = await _body_of(request)
        path, query = unquote(request.path.removeprefix(_PREFIX)), dict(request.query)
        uploads = tuple(Upload(file.filename, len(file.fp.getvalue())) for file in files)
        sent = Recorded(
            request.method, path, deepcopy(body), uploads, at=self.backend.clock.elapsed, query=query, is_taken=False
        )
        try:
            answered = self.discord.answer(Request(self.backend, request.method, path, body, query, files))
            sent = replace(sent, answer=answered, is_taken=True)
        finally:
            self.recorded.append(sent)
        return self._shaped(answered)

    def recording(self) -> Recording:
        """What has crossed the border between a process and this Discord."""
        transcript = self.backend.transcript
        interactions = [payload for _, event, payload in transcript if event == "INTERACTION_CREATE"]
        return Recording(self.recorded, interactions)

    def _shaped(self, sent: Any) -> Any:
        """A copy of what the simulator sends, as this Discord sends it."""
        copy = json.loads(json.dumps(sent))
        self.discord.mood.shape(copy)
        return copy

    async def _unknown(self, request: web.Request) -> web.Response:
        self.violations.append(f"nobody knows {request.method} {request.path}")
        return _as_json({"code": 0, "message": "404: Not Found"}, 404)


def _as_json(data: Any, status: int, headers: Mapping[str, str] | None = None) -> web.Response:
    if data is None:
        return web.Response(status=204, headers=headers)
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers, content_type="application/json")


def template(path: str) -> str:
    """The path of a route without its ids and tokens."""
    path = re.sub(r"^/(interactions|webhooks)/[0-9]+/[^/]+", r"/\1/:id/:token", path)
    return re.sub(r"/[0-9]{5,}", "/:id", path)


def _major(path: str) -> str:
    """The part of a path for which a bucket is kept apart: the channel, the server or the webhook with its token."""
    found = re.match(r"/(channels|guilds)/[0-9]+|/(webhooks|interactions)/[0-9]+/[^/]+", path)
    return found[0] if found else ""


async def _body_of(request: web.Request) -> tuple[Any, list[Any]]:
    """The JSON of a request, and its files in the form that the simulator takes."""
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return (json.loads(text) if text else None), []
    body: dict[str, Any] = {}
    uploads: dict[int, tuple[str, bytes]] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader), "nothing is nested"
        name, data = part.name or "", bytes(await part.read())
        found = re.fullmatch(r"files\[([0-9]+)\]", name)
        if name == "payload_json":
            body = json.loads(data)
        elif found:
            uploads[int(found[1])] = part.filename or "unknown", data
        else:
            body[name] = data.decode()
    described = {str(one["id"]): one.get("description") for one in _listed(body)}
    return body, [
        SimpleNamespace(filename=filename, fp=io.BytesIO(data), description=described.get(str(number)))
        for number, (filename, data) in sorted(uploads.items())
    ]


def _listed(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The files that a message lists, in whichever part of the body it is."""
    parts: list[Mapping[str, Any]] = [body, body.get("data") or {}, body.get("message") or {}]
    for part in parts:
        yield from part.get("attachments") or ()
