"""A receiver of webhooks on this machine, which checks signatures as the published form says, by other means than ours."""

import asyncio
import json
from base64 import b64decode
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from multidict import CIMultiDictProxy

from studio.playground.loopback import Loopback


@dataclass
class Posted:
    """A request that the receiver has got."""

    path: str
    headers: CIMultiDictProxy[str]
    body: bytes

    @property
    def event(self) -> str:
        return self.headers["webhook-id"]

    @property
    def data(self) -> Any:
        return json.loads(self.body)["data"]

    def checked(self, key: str) -> Any:
        """The event, once its signature was checked with a public key. Raises InvalidSignature."""
        prefix, _, public = key.partition("_")
        signatures = dict(one.split(",", 1) for one in self.headers["webhook-signature"].split(" "))
        assert prefix == "whpk" and [*signatures] == ["v1", "v1a"]
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + self.body
        Ed25519PublicKey.from_public_bytes(b64decode(public)).verify(b64decode(signatures["v1a"]), signed)
        return json.loads(self.body)


@dataclass
class Receiver:
    """What it has got, and how it answers: with a `status` or, before that, with whatever `answers` does."""

    port: int = 0
    service: str = "https://receiver.example"
    posted: list[Posted] = field(default_factory=list[Posted])
    status: int = 200
    answers: Callable[[web.Request], Any] | None = None
    hears: asyncio.Event = field(default_factory=asyncio.Event)
    ends: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def address(self) -> str:
        return f"{self.service}/hook"

    def connector(self) -> Loopback:
        """A connector that leads to this receiver."""
        return Loopback("receiver.example", self.port)

    async def hang(self, _request: web.Request) -> web.Response:
        """An answer that never comes."""
        await self.ends.wait()
        return web.Response()


@asynccontextmanager
async def receiving() -> AsyncGenerator[Receiver]:
    """A receiver within the context."""
    receiver = Receiver()

    async def take(request: web.Request) -> web.StreamResponse:
        receiver.posted.append(Posted(request.path, request.headers, await request.read()))
        receiver.hears.set()
        if receiver.answers is not None:
            return await receiver.answers(request)
        return web.Response(status=receiver.status, headers={"Location": f"{receiver.service}/elsewhere"})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", take)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    receiver.port = runner.addresses[0][1]
    yield receiver
    receiver.ends.set()
    await runner.cleanup()
